/** Outcomes of simulated OpenAPI payments by the last two digits of the phone. */

export type Ending = {
  code: string;
  http: number;
  words: string;
  status: OpenApiPayment['status'];
  /** The answer to queries for a while, or for ever. */
  query?: { code: string; words: string };
  push?: 'cut' | 'early' | 'never';
};

export const PAID: Ending = {
  code: 'INS-0',
  http: 201,
  words: 'Request processed successfully',
  status: 'Completed',
};

/** By the last two digits of the phone; any other pays. */
export const ENDINGS: Record<string, Ending> = {
  '01': { code: 'INS-2006', http: 422, words: 'Insufficient balance', status: 'Failed' },
  '02': { code: 'INS-2001', http: 400, words: 'Initiator authentication error.', status: 'Failed' },
  '03': {
    code: 'INS-5',
    http: 401,
    words: 'Transaction cancelled by customer',
    status: 'Cancelled',
  },
  '04': { code: 'INS-9', http: 408, words: 'Request timeout', status: 'Expired' },
  '05': { ...PAID, query: { code: 'INS-6140', words: 'Transaction not found' } },
  '06': { code: 'INS-9', http: 408, words: 'Request timeout', status: 'Completed' },
  '07': { code: 'INS-10', http: 409, words: 'Duplicate Transaction', status: 'Completed' },
  '08': { ...PAID, push: 'cut' },
  '09': { code: 'INS-13', http: 400, words: 'Invalid Shortcode Used', status: null, push: 'early' },
  '10': {
    code: 'INS-990',
    http: 400,
    words: 'Customer Transaction Value Limit Breached',
    status: 'Failed',
  },
  '11': { code: 'INS-1', http: 500, words: 'Internal Error', status: 'Failed' },
  '12': { code: 'INS-1', http: 500, words: 'Internal Error', status: 'Completed' },
  '13': { code: 'INS-6', http: 401, words: 'Transaction Failed', status: 'Failed' },
  '14': {
    code: 'INS-16',
    http: 503,
    words: 'Unable to handle the request due to a temporary overloading',
    status: null,
    push: 'early',
  },
  '15': { ...PAID, push: 'never' },
  '16': { code: 'INS-2051', http: 400, words: 'MSISDN invalid.', status: null, push: 'early' },
  '17': {
    code: 'INS-23',
    http: 400,
    words: 'Unknown Status. Contact M-Pesa Support',
    status: 'Completed',
    query: { code: 'INS-23', words: 'Unknown Status. Contact M-Pesa Support' },
  },
};

export type OpenApiPayment = {
  market: string;
  number: string;
  conversationId: string;
  phone: string;
  amount: number;
  currency: string;
  reference: string;
  /** Null while the payer has not answered. */
  status: 'Completed' | 'Cancelled' | 'Expired' | 'Failed' | null;
  transactionId: string | null;
};
