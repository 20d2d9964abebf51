/**
 * Vodacom's M-Pesa OpenAPI (Tanzania, Mozambique) as its documents and its users tell of it: keys encrypted with RSA, a session
 * whose key is not taken at once, a push that is answered when the payer has answered, a query by any of its numbers. A number
 * of ours is taken once. What a payer does is told by the last two digits of the phone; `src/sim/README.md` has the table.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  constants,
  createPrivateKey,
  createPublicKey,
  privateDecrypt,
  randomBytes,
} from 'node:crypto';

export type OpenApiSettings = {
  port?: number;
  /** Milliseconds until the payer has answered the prompt. */
  answerAfter?: number;
  /** Milliseconds until a session's key is taken; some 30 seconds in truth. */
  sessionAfter?: number;
  /** Milliseconds for which a session lasts. */
  sessionLasts?: number;
  /** Milliseconds for which a query does not find what was paid, where it is late. */
  lateAfter?: number;
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

export type OpenApiSimulator = {
  port: number;
  /** Base64 of the DER, as the portal shows it. */
  publicKey: string;
  payments(): OpenApiPayment[];
  /** Ends every session, as time does. */
  endSessions(): void;
  stop(): Promise<void>;
};

/** Of nothing but this simulator: it stands for the key that only Vodacom has. */
const PRIVATE_KEY = createPrivateKey({
  key: Buffer.from(
    [
      'MIIEpAIBAAKCAQEAsdD6qSn25D0eNn901pA95FMQn15j6rxYLVwR9awWWOY42KYWOxiOKKwkcPMHWN96ZLPC/n1rhXLZ5gKGrP+3IHfcCzPy+GU5m7i8GYX3ZoFdBg64QMCFuwlguXEWJge4XcNskh',
      '3ymZjIGwzB8CRjPYyPTOH2ILbb0qZnP2UirpzaP/C1vyhTf4IlIuTaqZDSvGyFsJONzYcWi2d0hsyH87oqBv+bmQ13U9fjDknfA4zh82rItANobziew9hYTgMPHjUjjDaIbTMoHsk5AkLKMmmThmrL',
      'Oa6kUDL7FDYm4tdYxJxH7hSk0oqRxDl++ENb3XOHmtjPsg1Lf3hwFjb8TQIDAQABAoIBAAkLZayUF1xNpYtFGWbOiG9kMDzC+tcWRG/uNnWmDq7v6uVOMWRJH/X+p43dNrr1Bw83O4xhScZMbLvv1f',
      'TXvvNWVWl2d33d/Duo/lxX/ZkHrHkh54pXoJW+aN6V23gMvXp7dbrK7iuU41zI3dZ+q1OWojVZawEH/A9vamIFnWl/ODtKBLqSbpgmZMTXpB+aG38XIgvfNvvSSrHt3npZHOzwJPJPmZk0roHm88NB',
      'dX/YY9QCyqU7G3+JixAu2ZAXaY5vCWGVUBuzBLPG8vOqV702ZEQ6pSEXw/7uysiSAxPuywFvMoel4WeE/QINLCcYFXfFZ9HnS5GMF4ZwI9Wau5ECgYEA3pf8odjtaupp23h398Mot86qR/+wOZPyiy',
      'IRhV0+zNfTQwIMpWF6uu89PFf4cJiXN1FZMT/fFt7jVkuNQWiKX5n8HGybA0ifKfNCqm8JngSP8K7Xc340oaU3Fy0hwZ6kPqPUBd9POLP8d/xkhMdnCSFJOmhcMv+qK6utATIVx7kCgYEAzICnKj11',
      'TJplDT9XClrGBPMptpssS+PHHROqJfpk0OB01KFNb0NDWcfARMf21KYGPb5ltbWrAGEP2gUHacORXT3BURt7510+cxHJi0OZ+0F2JfZW1pTRW/dzaCf89huzFmykKqWRPD6gLyB6sA/lnFrzdkw+N6',
      'Uqe0oMThSVOzUCgYEAhywY2FgZZRHREtwHTkgPU/+GXI6i/3Qel+sqZKiJWG+/9TMrZsrZcueRcjGhxw6C1a7q0QOOgB7+QwtCTnQjg4bJGKHDSK0zKpB07Xbcij8PAgPLBnGfmIHyAHsBwsiJyRhH',
      'ywEe5Lo4GM0GZbOJmHvEMlnpk3a6aiaous8ldtECgYEAn2TTZnf6mldo1fd9lyODXk5NP/gYgZorEv3Fy84rkCayyRxkZ4ls0GiB8tpNCBfTm4Jwcj4D58q/eTYcPhJhleRRbi9W1tF1oGjHx1VMim',
      'rOdO5ZZu0ddWocuJ0abJTQdHT/TAI6flNttO3C0sHBPKojQxxQDj0dLHVdu+oNGtUCgYBKcxPxaZl5nMVNfzsWahx0kT5r674CsYbr3aN/+ATlTAQ/cZaQI6eAc1iKSaOgVOophb6rVXzHCMUgz18o',
      '/S/tqOKgPcWqbWoe9eeGaS3Y3Zc2LVwiJlTqU8SqxT298hGSNKP1Bog8ShVW0MgpCp+dL+II72IQ31uftVjccZJrHQ==',
    ].join(''),
    'base64',
  ),
  format: 'der',
  type: 'pkcs1',
});

const MARKETS: Record<
  string,
  { apiKey: string; country: string; currency: string; phone: RegExp }
> = {
  vodacomTZN: {
    apiKey: 'sandbox-tz-key',
    country: 'TZN',
    currency: 'TZS',
    phone: /^255[67]\d{8}$/,
  },
  vodacomMOZ: { apiKey: 'sandbox-mz-key', country: 'MOZ', currency: 'MZN', phone: /^258[0-9]{9}$/ },
};
const PROVIDER_CODE = '000000';

type Ending = {
  code: string;
  http: number;
  words: string;
  status: OpenApiPayment['status'];
  /** What the query says for a while, or for ever. */
  query?: { code: string; words: string };
  push?: 'cut' | 'early' | 'never';
};
const PAID: Ending = {
  code: 'INS-0',
  http: 201,
  words: 'Request processed successfully',
  status: 'Completed',
};
/** By the last two digits of the phone; any other pays. */
const ENDINGS: Record<string, Ending> = {
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

/** Starts it on loopback; port 0 takes a free one. */
export async function startOpenApi({
  port = 0,
  answerAfter = 2_000,
  sessionAfter = 2_000,
  sessionLasts = 3_600_000,
  lateAfter = 20_000,
}: OpenApiSettings = {}): Promise<OpenApiSimulator> {
  const payments = new Map<string, OpenApiPayment & { ending: Ending; settledAt: number }>();
  const sessions = new Map<string, { market: string; from: number; until: number }>();
  const timers = new Set<NodeJS.Timeout>();

  function after(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timers.add(timer);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const json = (status: number, value: unknown) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(value));
    const say = (status: number, code: string, words: string, more: Record<string, string> = {}) =>
      json(status, { output_ResponseCode: code, output_ResponseDesc: words, ...more });
    if (url.pathname === '/payments')
      return json(200, { payments: [...payments.values()].map(shown) });
    const [, , market = '', call = ''] =
      /^\/(sandbox|openapi)\/ipg\/v2\/(\w+)\/([\w/]+?)\/?$/.exec(url.pathname) ?? [];
    const known = MARKETS[market];
    if (!known) return say(400, 'INS-998', 'Invalid Market');
    const key = opened(request.headers.authorization);
    if (request.method === 'GET' && call === 'getSession') {
      if (key !== known.apiKey) return say(401, 'INS-2', 'Invalid API Key');
      const id = randomBytes(16).toString('hex');
      sessions.set(id, {
        market,
        from: Date.now() + sessionAfter,
        until: Date.now() + sessionLasts,
      });
      return say(200, 'INS-0', 'Request processed successfully', { output_SessionID: id });
    }
    const session = key === undefined ? undefined : sessions.get(key);
    if (
      !session ||
      session.market !== market ||
      Date.now() < session.from ||
      Date.now() > session.until
    )
      return say(401, 'INS-2', 'Invalid API Key');
    if (request.method === 'POST' && call === 'c2bPayment/singleStage')
      return push(market, await readJson(request), say, response);
    if (request.method === 'GET' && call === 'queryTransactionStatus')
      return query(url.searchParams, say);
    return say(404, 'INS-22', 'Invalid Operation Type');
  }

  type Say = (status: number, code: string, words: string, more?: Record<string, string>) => void;

  function push(
    market: string,
    body: Record<string, unknown>,
    say: Say,
    response: ServerResponse,
  ): void {
    const text = (field: string) => String(body[field] ?? '');
    const { country, currency, phone: shape } = MARKETS[market]!;
    const number = text('input_ThirdPartyConversationID');
    const phone = text('input_CustomerMSISDN');
    const refuse = (code: string, words: string) =>
      say(400, code, words, { output_ThirdPartyConversationID: number });
    if (
      [
        'Amount',
        'Country',
        'Currency',
        'CustomerMSISDN',
        'ServiceProviderCode',
        'ThirdPartyConversationID',
        'TransactionReference',
        'PurchasedItemsDesc',
      ].some((field) => text(`input_${field}`) === '')
    )
      return refuse('INS-20', 'Not All Parameters Provided. Please try again.');
    if (text('input_ServiceProviderCode') !== PROVIDER_CODE)
      return refuse('INS-13', 'Invalid Shortcode Used');
    if (text('input_Country') !== country || text('input_Currency') !== currency)
      return refuse('INS-21', 'Parameter validations failed. Please try again.');
    if (!/^\d{1,9}(\.\d{1,2})?$/.test(text('input_Amount')) || Number(text('input_Amount')) <= 0)
      return refuse('INS-15', 'Invalid Amount Used');
    if (!/^[0-9a-zA-Z ]{1,20}$/.test(text('input_TransactionReference')))
      return refuse('INS-17', 'Invalid Transaction Reference. Length Should Be Between 1 and 20.');
    if (!/^[0-9a-zA-Z ]{1,40}$/.test(number))
      return refuse('INS-19', 'Invalid ThirdPartyReference Used');
    if (!shape.test(phone)) return refuse('INS-2051', 'MSISDN invalid.');
    if (payments.has(number))
      return say(409, 'INS-10', 'Duplicate Transaction', {
        output_ThirdPartyConversationID: number,
      });
    const ending = ENDINGS[phone.slice(-2)] ?? PAID;
    if (ending.push === 'early')
      return say(ending.http, ending.code, ending.words, {
        output_ThirdPartyConversationID: number,
      });
    const payment = {
      market,
      number,
      conversationId: randomBytes(16).toString('hex'),
      phone,
      amount: Number(text('input_Amount')),
      currency,
      reference: text('input_TransactionReference'),
      status: null,
      transactionId: null,
      ending,
      settledAt: Number.POSITIVE_INFINITY,
    };
    payments.set(number, payment);
    if (ending.push === 'cut') response.destroy(); // taken, and the answer never arrives
    if (ending.push === 'never') return;
    after(answerAfter, () => {
      settle(payment);
      if (ending.push === 'cut') return;
      say(ending.http, ending.code, ending.words, {
        output_ConversationID: payment.conversationId,
        output_ThirdPartyConversationID: number,
        ...(ending.code === 'INS-0' && { output_TransactionID: String(payment.transactionId) }),
      });
    });
  }

  function settle(payment: OpenApiPayment & { ending: Ending; settledAt: number }): void {
    payment.settledAt = Date.now();
    payment.status = payment.ending.status;
    if (payment.status === 'Completed')
      payment.transactionId = randomBytes(5).toString('hex').toUpperCase();
  }

  function query(given: URLSearchParams, say: Say): void {
    const asked = {
      output_ThirdPartyConversationID: given.get('input_ThirdPartyConversationID') ?? '',
      output_ConversationID: randomBytes(16).toString('hex'),
    };
    if (given.get('input_ServiceProviderCode') !== PROVIDER_CODE)
      return say(400, 'INS-13', 'Invalid Shortcode Used', asked);
    const reference = given.get('input_QueryReference') ?? '';
    const payment =
      payments.get(reference) ??
      [...payments.values()].find(
        (each) =>
          reference !== '' &&
          (each.conversationId === reference || each.transactionId === reference),
      );
    if (!payment) return say(400, 'INS-18', 'Invalid TransactionID Used', asked);
    // What was done a moment ago is not always found yet.
    const { query: early } = payment.ending;
    if (early && Date.now() < payment.settledAt + lateAfter)
      return say(400, early.code, early.words, asked);
    return say(200, 'INS-0', 'Request processed successfully', {
      ...asked,
      output_ResponseTransactionStatus: payment.status ?? 'Pending',
      ...(payment.transactionId !== null && {
        output_OriginalTransactionID: payment.transactionId,
      }),
    });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent && !response.destroyed)
        response.writeHead(400, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            output_ResponseCode: 'INS-21',
            output_ResponseDesc: 'Parameter validations failed. Please try again.',
          }),
        );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    publicKey: createPublicKey(PRIVATE_KEY)
      .export({ format: 'der', type: 'spki' })
      .toString('base64'),
    payments: () => [...payments.values()].map(shown),
    endSessions: () => sessions.clear(),
    stop: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function shown({
  ending: _ending,
  settledAt: _settledAt,
  ...payment
}: OpenApiPayment & { ending: Ending; settledAt: number }): OpenApiPayment {
  return payment;
}

/** The key in a bearer header, decrypted; undefined where it is none of ours. */
function opened(header: string | undefined): string | undefined {
  const sealed = /^Bearer (\S+)$/.exec(header ?? '')?.[1];
  if (sealed === undefined) return undefined;
  try {
    return privateDecrypt(
      { key: PRIVATE_KEY, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(sealed, 'base64'),
    ).toString();
  } catch {
    return undefined;
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > 65_536) throw new Error('too long');
  }
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
