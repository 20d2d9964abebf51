/**
 * Vodacom's M-Pesa OpenAPI (Tanzania, Mozambique), by its documents and its users' reports: keys
 * encrypted with RSA, a session whose key is not accepted at once, a push that is answered when the
 * payer has answered, a query by any of its numbers. A transaction reference is accepted once. The
 * last two digits of the phone choose the outcome; `src/sim/README.md` has the table.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPublicKey, randomBytes } from 'node:crypto';
import type { Ending, OpenApiPayment } from './openapi-endings.ts';
import { PAID, ENDINGS } from './openapi-endings.ts';
import { PRIVATE_KEY, opened } from './openapi-keys.ts';

export type OpenApiSettings = {
  port?: number;
  /** Milliseconds until the payer has answered the prompt. */
  answerAfter?: number;
  /** Milliseconds until a session's key is accepted; about 30 seconds in reality. */
  sessionAfter?: number;
  /** Milliseconds for which a session lasts. */
  sessionLasts?: number;
  /** Milliseconds for which a query does not find what was paid, where it is late. */
  lateAfter?: number;
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
    if (ending.push === 'cut') response.destroy(); // accepted, and the answer never arrives
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
    // A recent payment is not always found yet.
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

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > 65_536) throw new Error('too long');
  }
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
