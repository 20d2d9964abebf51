/** Outcomes of simulated Daraja payments by the last two digits of the phone. */

export type Ending = {
  code: number;
  words: string;
  callbacks?: number;
  late?: true;
  early?: true;
  wrongAmount?: true;
  push?: 'refused' | 'cut' | 'busy';
  never?: true;
};

export const PAID: Ending = { code: 0, words: 'The service request is processed successfully.' };

/** By the last two digits of the phone; any other pays. */
export const ENDINGS: Record<string, Ending> = {
  '01': { code: 1, words: 'The balance is insufficient for the transaction.' },
  '02': { code: 2001, words: 'The initiator information is invalid.' },
  '03': { code: 1032, words: 'Request cancelled by user.' },
  '04': { code: 1037, words: 'DS timeout user cannot be reached.' },
  '05': { ...PAID, late: true },
  '06': { ...PAID, callbacks: 0 },
  '07': { ...PAID, callbacks: 2 },
  '08': { ...PAID, push: 'cut' },
  '09': { ...PAID, push: 'refused' },
  '10': { ...PAID, wrongAmount: true },
  '11': { code: 1025, words: 'An error occurred while sending a push request.', callbacks: 0 },
  '12': { ...PAID, early: true },
  '13': { code: 1019, words: 'Transaction has expired.' },
  '14': { code: 17, words: 'Internal error.' },
  '15': { ...PAID, never: true, callbacks: 0 },
  '16': { ...PAID, push: 'busy' },
};
