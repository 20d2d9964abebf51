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
import { PAID, ENDINGS } from './daraja-endings.ts';
import { callbackOf, statusOf, wrongIn } from './daraja-messages.ts';
import type { RunningPayment, SimulatedPayment } from './daraja-messages.ts';
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
  const payments = new Map<string, RunningPayment>();
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
    const wrong = wrongIn(body, { shortcode, passkey });
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

  async function settle(payment: RunningPayment): Promise<void> {
    const { ending } = payment;
    payment.resultCode = ending.code;
    if (ending.code === 0)
      payment.receipt = `T${randomBytes(5).toString('hex').toUpperCase().slice(0, 9)}`;
    const times = ending.callbacks ?? 1;
    if (ending.late) return after(lateAfter, () => void call(payment));
    for (let time = 0; time < times; time++) await call(payment);
  }

  /** Sends a callback once: neither a refusal nor a dead receiver repeats it. */
  async function call(payment: RunningPayment): Promise<void> {
    payment.callbacksSent += 1;
    await fetch(payment.callbackUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', businessshortcode: shortcode },
      body: JSON.stringify(callbackOf(payment)),
      signal: AbortSignal.timeout(5_000),
    })
      .then((heard) => heard.arrayBuffer())
      .catch(() => {});
    payment.callbacksDone += 1;
  }

  function query(body: Record<string, unknown>, json: Json, fault: Fault): void {
    const payment = payments.get(String(body['CheckoutRequestID']));
    if (!payment) return fault(500, '500.001.1001', 'The transaction does not exist');
    if (payment.resultCode === null && !payment.ending.late)
      return fault(500, '500.001.1001', 'The transaction is being processed');
    return json(200, statusOf(payment));
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

function withoutEnding({ ending: _ending, ...payment }: RunningPayment): SimulatedPayment {
  return payment;
}

const newRequestId = () => `${randomBytes(4).toString('hex')}-${randomBytes(2).toString('hex')}`;
