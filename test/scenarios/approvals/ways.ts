// Every way by which software sends, by calls in this process or through the ports of processes.
import { accountSidOf } from '../../../src/contract/shared/http-dialects.ts';
import { PASSWORD } from '../../harness/shops.ts';

export const WAYS = [
  'rest',
  'rest many',
  'smpp',
  'smpp octets',
  'jasmin',
  'kannel',
  'sendsms',
  'twilio',
] as const;
export type Way = (typeof WAYS)[number];

export type HttpRequest = {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  payload?: string;
};
/** A message over SMPP: a text, or octets that no alphabet is named for. */
export type Submission = { to: string; text: string; isOctets: boolean };
export type RestOffer = { from: string; to: string; text: string };

/** The calls of one account's software. */
export interface Software {
  /** A request to the gateway's HTTP port. */
  ask(request: HttpRequest): Promise<{ statusCode: number }>;
  /** A call with an API key. @returns how many messages it is answered as having accepted */
  post(input: RestOffer | { messages: RestOffer[] }): Promise<number>;
  /** Messages over SMPP. @returns of each whether it is answered as accepted */
  submit(submissions: readonly Submission[]): Promise<readonly boolean[]>;
}

/** @returns the numbers whose calls were answered as accepted */
export async function sendBy(
  software: Software,
  username: string,
  numbersOf: readonly string[],
  write: () => string,
  way: Way,
): Promise<readonly string[]> {
  const query = (url: string, fields: Record<string, string>) =>
    software.ask({ method: 'GET', url: `${url}?${new URLSearchParams(fields)}` });
  const each = async (send: (to: string) => Promise<{ statusCode: number }>) => {
    const taken: string[] = [];
    for (const to of numbersOf) if ((await send(to)).statusCode < 300) taken.push(to);
    return taken;
  };
  const offer = (to: string) => ({ from: 'SHOP', to: `+${to}`, text: write() });
  switch (way) {
    case 'rest': {
      const taken: string[] = [];
      for (const to of numbersOf) if ((await software.post(offer(to))) === 1) taken.push(to);
      return taken;
    }
    case 'rest many': {
      const count = await software.post({ messages: numbersOf.map(offer) });
      return count === numbersOf.length ? numbersOf : [];
    }
    case 'smpp':
    case 'smpp octets': {
      const taken = await software.submit(
        numbersOf.map((to) => ({ to, text: write(), isOctets: way === 'smpp octets' })),
      );
      return numbersOf.filter((_, at) => taken[at]);
    }
    case 'jasmin':
      return each((to) =>
        query('/send', {
          username,
          password: PASSWORD,
          from: 'SHOP',
          to,
          content: write(),
          coding: '0',
        }),
      );
    case 'kannel':
      return each((to) =>
        query('/cgi-bin/sendsms', {
          username,
          password: PASSWORD,
          from: 'SHOP',
          to,
          text: write(),
          coding: '2',
          charset: 'UTF-8',
        }),
      );
    case 'sendsms':
      return each((to) =>
        software.ask({
          method: 'POST',
          url: '/api/services/sendsms/',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({
            apikey: PASSWORD,
            partnerID: username,
            mobile: to,
            message: write(),
            shortcode: 'SHOP',
          }),
        }),
      );
    case 'twilio': {
      const sid = accountSidOf(username);
      return each((to) =>
        software.ask({
          method: 'POST',
          url: `/2010-04-01/Accounts/${sid}/Messages.json`,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            authorization: `Basic ${Buffer.from(`${sid}:${PASSWORD}`).toString('base64')}`,
          },
          payload: new URLSearchParams({ From: 'SHOP', To: `+${to}`, Body: write() }).toString(),
        }),
      );
    }
  }
}

/** The same text to a reader, and another one to a computer. */
export function disguised(random: () => number): string {
  const words =
    'Hurry up! Cheap loans of KES 5000 today at https://loans.example/a or call 0700123456';
  const tricks: ((text: string) => string)[] = [
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.replace('5000', String(1000 + Math.floor(random() * 9000))),
    (text) => text.replaceAll('a', 'а'),
    (text) => text.replaceAll('o', '0'),
    (text) => text.replace('loans.example/a', `l${Math.floor(random() * 1e6)}.example/b`),
    (text) => text.replaceAll(' ', random() < 0.5 ? '  ' : ' . '),
    (text) => text.replace('Cheap', 'C-h-e-a-p'),
    (text) => `${text} ${Math.floor(random() * 1e9)}`,
  ];
  return tricks[Math.floor(random() * tricks.length)]!(words);
}
