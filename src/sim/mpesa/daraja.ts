/**
 * M-Pesa Express (STK push) of Safaricom's Daraja, by the observed behaviour of its sandbox: a push
 * is accepted and paid later, the callback comes once and unsigned, a query in flight returns an
 * error, and a repeated push is a second payment. The last two digits of the phone choose the
 * outcome; `src/sim/README.md` has the table.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import type { Ending } from './daraja-endings.ts';
import { PAID, ENDINGS } from './daraja-endings.ts';
import { readJson } from './json.ts';

export type DarajaSettings = {
  port?: number;
  consumerKey?: string;
  consumerSecret?: string;
  shortcode?: string;
  passkey?: string;
  /** Milliseconds until the payer has answered the prompt. */
  answerAfter?: number;
  /** Milliseconds by which a late callback is late. */
  lateAfter?: number;
};

export type SimulatedPayment = {
  checkoutRequestId: string;
  merchantRequestId: string;
  phone: string;
  amount: number;
  reference: string;
  callbackUrl: string;
  /** Null while the payer has not answered. */
  resultCode: number | null;
  receipt: string | null;
  callbacksSent: number;
  /** Callbacks that were answered or found no receiver. */
  callbacksDone: number;
};

export type DarajaSimulator = {
  port: number;
  payments(): SimulatedPayment[];
  stop(): Promise<void>;
};

/** Starts it on loopback; port 0 takes a free one. */
export async function startDaraja(settings: DarajaSettings = {}): Promise<DarajaSimulator> {
  const {
    consumerKey = 'sandbox-key',
    consumerSecret = 'sandbox-secret',
    shortcode = '174379',
    passkey = 'sandbox-passkey',
    answerAfter = 2_000,
    lateAfter = 20_000,
  } = settings;
  const payments = new Map<string, SimulatedPayment & { ending: Ending }>();
  const tokens = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  let number = 0;

  function after(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timers.add(timer);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = await readJson(request);
    const json = (status: number, value: unknown) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(value));
    const fault = (status: number, errorCode: string, errorMessage: string) =>
      json(status, { requestId: newRequestId(), errorCode, errorMessage });

    if (url.pathname === '/payments')
      return json(200, { payments: [...payments.values()].map(withoutEnding) });
    if (url.pathname === '/oauth/v1/generate') {
      const expected = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
      if (request.headers.authorization !== expected)
        return fault(400, '400.008.01', 'Invalid Authentication passed');
      const token = randomBytes(14).toString('base64url');
      tokens.set(token, Date.now() + 3_599_000);
      return json(200, { access_token: token, expires_in: '3599' });
    }
    const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (bearer === undefined || (tokens.get(bearer) ?? 0) < Date.now())
      return fault(404, '404.001.03', 'Invalid Access Token');
    if (request.method === 'POST' && url.pathname === '/mpesa/stkpush/v1/processrequest')
      return push(body, json, fault, response);
    if (request.method === 'POST' && url.pathname === '/mpesa/stkpushquery/v1/query')
      return query(body, json, fault);
    return fault(404, '404.001.01', 'Resource not found');
  }

  type Json = (status: number, value: unknown) => void;
  type Fault = (status: number, code: string, message: string) => void;

  function push(
    body: Record<string, unknown>,
    json: Json,
    fault: Fault,
    response: ServerResponse,
  ): void {
    const wrong = wrongIn(body);
    if (wrong) return fault(400, '400.002.02', `Bad Request - Invalid ${wrong}`);
    const phone = String(body['PhoneNumber']);
    const ending = ENDINGS[phone.slice(-2)] ?? PAID;
    if (ending.push === 'refused')
      return fault(
        500,
        '500.001.1001',
        'Unable to lock subscriber, a transaction is already in process for the current subscriber',
      );
    if (ending.push === 'busy')
      return fault(503, '503.001.1001', 'Service is currently unavailable');
    number += 1;
    const stamp = String(body['Timestamp']);
    const payment = {
      checkoutRequestId: `ws_CO_${stamp}${String(number).padStart(6, '0')}${phone.slice(3)}`,
      merchantRequestId: `${randomBytes(2).toString('hex')}-${number}-1`,
      phone,
      amount: Number(body['Amount']),
      reference: String(body['AccountReference']),
      callbackUrl: String(body['CallBackURL']),
      resultCode: null,
      receipt: null,
      callbacksSent: 0,
      callbacksDone: 0,
      ending,
    };
    payments.set(payment.checkoutRequestId, payment);
    const accepted = () =>
      json(200, {
        MerchantRequestID: payment.merchantRequestId,
        CheckoutRequestID: payment.checkoutRequestId,
        ResponseCode: '0',
        ResponseDescription: 'Success. Request accepted for processing',
        CustomerMessage: 'Success. Request accepted for processing',
      });
    if (ending.push === 'cut') response.destroy(); // accepted, and the answer never arrives
    if (ending.never) return accepted();
    if (ending.early) {
      void settle(payment).then(accepted);
      return;
    }
    if (ending.push !== 'cut') accepted();
    after(answerAfter, () => void settle(payment));
  }

  /** Returns the field that Daraja would refuse, as far as its checks are known. */
  function wrongIn(body: Record<string, unknown>): string | undefined {
    const stamp = String(body['Timestamp']);
    if (String(body['BusinessShortCode']) !== shortcode) return 'BusinessShortCode';
    if (!/^\d{14}$/.test(stamp)) return 'Timestamp';
    if (body['Password'] !== Buffer.from(`${shortcode}${passkey}${stamp}`).toString('base64'))
      return 'Password';
    if (
      body['TransactionType'] !== undefined &&
      !['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'].includes(String(body['TransactionType']))
    )
      return 'TransactionType';
    if (
      body['Amount'] !== undefined &&
      !(Number.isInteger(Number(body['Amount'])) && Number(body['Amount']) >= 1)
    )
      return 'Amount';
    if (!/^254[17]\d{8}$/.test(String(body['PhoneNumber']))) return 'PhoneNumber';
    if (String(body['AccountReference']).length > 12) return 'AccountReference';
    if (String(body['TransactionDesc']).length > 13) return 'TransactionDesc';
    const callback = URL.parse(String(body['CallBackURL']));
    const loopback = callback !== null && /^(localhost|127\.|\[::1\])/.test(callback.hostname);
    if (callback === null || (callback.protocol !== 'https:' && !loopback)) return 'CallBackURL';
    if (
      /mpesa|m-pesa|safaricom/i.test(String(body['CallBackURL'])) ||
      /^https?:\/\/[^/]*[A-Z]/.test(String(body['CallBackURL']))
    )
      return 'CallBackURL';
    return undefined;
  }

  async function settle(payment: SimulatedPayment & { ending: Ending }): Promise<void> {
    const { ending } = payment;
    payment.resultCode = ending.code;
    if (ending.code === 0)
      payment.receipt = `T${randomBytes(5).toString('hex').toUpperCase().slice(0, 9)}`;
    const times = ending.callbacks ?? 1;
    if (ending.late) return after(lateAfter, () => void call(payment));
    for (let time = 0; time < times; time++) await call(payment);
  }

  /** Sends a callback once: neither a refusal nor a dead receiver repeats it. */
  async function call(payment: SimulatedPayment & { ending: Ending }): Promise<void> {
    payment.callbacksSent += 1;
    const { ending } = payment;
    const metadata = {
      CallbackMetadata: {
        Item: [
          { Name: 'Amount', Value: ending.wrongAmount ? payment.amount + 1 : payment.amount },
          { Name: 'MpesaReceiptNumber', Value: payment.receipt },
          { Name: 'Balance' },
          { Name: 'TransactionDate', Value: Number(nairobiStamp()) },
          { Name: 'PhoneNumber', Value: Number(payment.phone) },
        ],
      },
    };
    const stkCallback = {
      MerchantRequestID: payment.merchantRequestId,
      CheckoutRequestID: payment.checkoutRequestId,
      ResultCode: ending.code,
      ResultDesc: ending.words,
      ...(ending.code === 0 && metadata),
    };
    await fetch(payment.callbackUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', businessshortcode: shortcode },
      body: JSON.stringify({ Body: { stkCallback } }),
      signal: AbortSignal.timeout(5_000),
    })
      .then((heard) => heard.arrayBuffer())
      .catch(() => {});
    payment.callbacksDone += 1;
  }

  function query(body: Record<string, unknown>, json: Json, fault: Fault): void {
    const payment = payments.get(String(body['CheckoutRequestID']));
    if (!payment) return fault(500, '500.001.1001', 'The transaction does not exist');
    if (payment.resultCode === null) {
      return payment.ending.late
        ? json(200, {
            ResponseCode: '0',
            ResponseDescription: 'ok',
            MerchantRequestID: payment.merchantRequestId,
            CheckoutRequestID: payment.checkoutRequestId,
            ResultCode: '4999',
            ResultDesc: 'The transaction is still under processing',
          })
        : fault(500, '500.001.1001', 'The transaction is being processed');
    }
    return json(200, {
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successsfully',
      MerchantRequestID: payment.merchantRequestId,
      CheckoutRequestID: payment.checkoutRequestId,
      ResultCode: String(payment.resultCode),
      ResultDesc:
        payment.resultCode === 0
          ? 'The service request is processed successfully.'
          : `Query: ${payment.ending.words}`,
    });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent && !response.destroyed)
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(
            JSON.stringify({ errorCode: '400.002.05', errorMessage: 'Invalid Request Payload' }),
          );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    payments: () => [...payments.values()].map(withoutEnding),
    stop: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function withoutEnding({
  ending: _ending,
  ...payment
}: SimulatedPayment & { ending: Ending }): SimulatedPayment {
  return payment;
}

const newRequestId = () => `${randomBytes(4).toString('hex')}-${randomBytes(2).toString('hex')}`;

/** yyyyMMddHHmmss in Nairobi, whose clock is three hours ahead of UTC all year. */
function nairobiStamp(): string {
  return new Date(Date.now() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
}
