/** One attempt of a delivery: the request, its outcome, and the state of its host. */
import type { Database } from '../../infra/database/db.ts';
import { OutboundFailure } from '../../infra/http/outbound.ts';
import type { Outbound } from '../../infra/http/outbound.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { signatureOf } from '../../infra/signature.ts';
import { forgetHost, lockHost, putHost } from './hosts.store.ts';
import { delayDelivery, endDelivery } from './delivery-queue.store.ts';
import type { ClaimedDelivery } from './delivery-queue.store.ts';
import {
  afterFailure,
  circuitOf,
  isVouched,
  speaksAgainstHost,
  waitAfter,
  whyRefused,
} from './webhooks.rules.ts';
import type { Outcome, Pace, Vouched } from './webhooks.rules.ts';
import { noteHealth } from './webhooks.store.ts';
import type { Target } from './webhooks.store.ts';
import { secretsOf } from './secrets.ts';

export type AttemptContext = {
  database: Database;
  secretKey: SecretKey;
  outbound: Outbound;
  vouched: Vouched;
  pace: Pace;
};
export type AttemptResult = Pick<Outcome, 'ok' | 'status' | 'milliseconds' | 'error'> & {
  /** No attempt follows. */ last: boolean;
};

const ANSWER_KEPT = 4096;
const HEADERS_KEPT = 2048;

/**
 * Attempts a delivery once and records the outcome.
 * @param how.probe the one delivery that is let through to a suspended host
 * @param how.once without a retry
 */
export async function attemptDelivery(
  at: AttemptContext,
  row: ClaimedDelivery,
  target: Target,
  how: { probe?: boolean; once?: boolean } = {},
): Promise<AttemptResult> {
  const { database, secretKey, pace } = at;
  const now = Date.now();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tuma-Webhooks/1',
    'tuma-event': row.event,
    'tuma-event-id': row.eventId,
    'tuma-delivery-id': String(row.id),
    'tuma-attempt': String(row.attempts),
    'tuma-signature': signatureOf(secretsOf(secretKey, target), row.body, now),
  };
  const outcome = await postDelivery(at, row, headers);
  const wait =
    outcome.never || how.once
      ? undefined
      : waitAfter(pace, row.attempts, Math.random(), outcome.retryAfter);
  const ended = {
    row,
    tried: {
      at: now,
      status: outcome.status,
      milliseconds: outcome.milliseconds,
      error: outcome.error,
    },
    answer: outcome.answer,
    request: [
      `POST ${row.url}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ]
      .join('\n')
      .slice(0, HEADERS_KEPT + ANSWER_KEPT),
  };
  await database.run(systemScope(), async (tx) => {
    if (outcome.ok) await endDelivery(tx, ended, 'DELIVERED');
    else if (wait === undefined) await endDelivery(tx, ended, 'FAILED');
    else await delayDelivery(tx, ended, wait);
    if (target.failing === outcome.ok) await noteHealth(tx, target.id, outcome.ok);
    if (outcome.never) return;
    const circuit = circuitOf(row);
    const host = await lockHost(tx, circuit);
    if (speaksAgainstHost(outcome))
      await putHost(
        tx,
        circuit,
        afterFailure(pace, host, Date.now(), how.probe ?? false),
        outcome.error ?? '',
      );
    else if (host) await forgetHost(tx, circuit);
  });
  return {
    ok: outcome.ok,
    status: outcome.status,
    milliseconds: outcome.milliseconds,
    error: outcome.error,
    last: wait === undefined,
  };
}

async function postDelivery(
  { outbound, vouched, pace }: AttemptContext,
  { url, body }: ClaimedDelivery,
  headers: Record<string, string>,
): Promise<Outcome> {
  const refused = whyRefused(url, vouched);
  const none = {
    ok: false,
    status: null,
    milliseconds: 0,
    answer: null,
    retryAfter: null,
    never: false,
  };
  if (refused)
    return {
      ...none,
      error: `the address is not allowed (${refused.code}${refused.why === '' ? '' : `: ${refused.why}`})`,
      never: true,
    };
  const began = performance.now();
  try {
    const {
      status,
      headers: answered,
      body: text,
      milliseconds,
    } = await outbound.call({
      method: 'POST',
      url,
      headers,
      body,
      timeoutMs: pace.timeoutMilliseconds,
      keep: ANSWER_KEPT,
      allowPrivate: isVouched(url, vouched),
    });
    const ok = status >= 200 && status < 300;
    const head = [
      `HTTP ${status}`,
      ...Object.entries(answered).map(([name, value]) => `${name}: ${String(value)}`),
    ]
      .join('\n')
      .slice(0, HEADERS_KEPT);
    const after = Number(answered['retry-after']);
    // A NUL has no place in the database's texts.
    const answer = `${head}\n\n${text}`.replaceAll('\0', '\uFFFD');
    return {
      ok,
      status,
      milliseconds,
      error: ok
        ? null
        : status >= 300 && status < 400
          ? `HTTP ${status}: redirects are not followed`
          : `HTTP ${status}`,
      answer,
      retryAfter: (status === 429 || status === 503) && after > 0 ? after : null,
      never: false,
    };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return { ...none, milliseconds: Math.round(performance.now() - began), error: error.message };
  }
}
