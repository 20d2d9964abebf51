/** Webhook events: the deliveries that an event becomes, and one attempt of a delivery. */
import { randomBytes } from 'node:crypto';
import { WEBHOOK_EVENTS } from '../../../contract/api/webhooks.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { EVENT_OF_STATUS } from '../../core/dispatch/events.ts';
import type { MessageEvent, WebhookEvent } from '../../core/dispatch/events.ts';
import { newId } from '../../infra/ids.ts';
import { OutboundFailure } from '../../infra/http/outbound.ts';
import type { Outbound } from '../../infra/http/outbound.ts';
import type { Claimed } from '../../core/background/outbox.store.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { decryptSecret, encryptSecret } from '../../infra/secrets.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { signatureOf } from '../../infra/signature.ts';
import { forgetHost, lockHost, putHost, readHosts } from './hosts.store.ts';
import { delayDelivery, endDelivery, insertDeliveries } from './deliveries.store.ts';
import type { ClaimedDelivery, NewDelivery } from './deliveries.store.ts';
import {
  afterFailure,
  hostOf,
  isVouched,
  speaksAgainstHost,
  waitAfter,
  whyRefused,
} from './webhooks.rules.ts';
import type { Outcome, Pace, Vouched } from './webhooks.rules.ts';
import { insertWebhook, noteHealth, readTargets } from './webhooks.store.ts';
import type { Target, WebhookRow } from './webhooks.store.ts';

// --- secrets --------------------------------------------------------------------------------------------------------

const purposeOf = (webhookId: string) => `webhook:${webhookId}`;

/** A new secret, and how it lies in the database. */
export function newSecret(key: SecretKey, webhookId: string): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  return { secret, sealed: encryptSecret(key, purposeOf(webhookId), secret) };
}

/** Those that sign: the secret, and for a day after a rotation the one before. */
export function secretsOf(key: SecretKey, { id, secret, oldSecret }: Target): string[] {
  return [secret, oldSecret].flatMap((each) =>
    each === null ? [] : [decryptSecret(key, purposeOf(id), each)],
  );
}

/** Makes a client's webhook for the callbacks of single messages, which every event of theirs goes through. Undefined where it has one. */
export async function addCallbacks(
  tx: Tx,
  key: SecretKey,
  clientId: string,
): Promise<{ row: WebhookRow; secret: string } | undefined> {
  const id = newId();
  const { secret, sealed } = newSecret(key, id);
  const row = await insertWebhook(tx, {
    id,
    clientId,
    url: null,
    description: '',
    events: [...WEBHOOK_EVENTS],
    secret: sealed,
  });
  return row && { row, secret };
}

// --- from events to deliveries --------------------------------------------------------------------------------------

/** A message from a phone on its way, as it lies in the outbox. */
export type MoNews = {
  mo: { id: string; from: string; to: string; text: string; at: number };
  next: readonly unknown[];
};

/**
 * Makes deliveries of what was told: an event goes to every webhook of its client that asks for it, or to the address that
 * the message named itself. A message from a phone that no webhook of the client takes, or whose hosts are all left alone
 * while it could go elsewhere, goes to its next target.
 */
export async function spread(
  tx: Tx,
  key: SecretKey,
  rows: readonly Claimed[],
  lifeSeconds: number,
  passOn: (news: MoNews) => Promise<void>,
): Promise<void> {
  const clientIds = [...new Set(rows.map(({ target }) => target))];
  const targets = await readTargets(tx, { clientIds });
  const deliveries: NewDelivery[] = [];
  for (const { target: clientId, payload } of rows) {
    const own = targets.filter((each) => each.clientId === clientId && each.enabled);
    if ('mo' in payload) {
      const news = payload as MoNews;
      const takers = own.filter(
        ({ url, events }) => url !== null && events.includes('mo.received'),
      );
      const open =
        news.next.length === 0
          ? new Map<string, { openedAt: Date | null }>()
          : await readHosts(
              tx,
              takers.map(({ url }) => hostOf(url ?? '')),
            );
      const reached = takers.filter(({ url }) => !open.get(hostOf(url ?? ''))?.openedAt);
      if (reached.length === 0) await passOn(news);
      for (const taker of reached)
        deliveries.push(
          deliveryOf(taker, taker.url ?? '', {
            id: news.mo.id,
            type: 'mo.received',
            at: news.mo.at,
            thread: null,
            data: moData(news.mo),
          }),
        );
      continue;
    }
    const { event, url } = payload as WebhookEvent;
    const type = EVENT_OF_STATUS[event.status];
    if (type === undefined) continue;
    const told = {
      id: event.eventId,
      type,
      at: Date.parse(event.at),
      thread: event.messageId,
      data: messageData(event),
    };
    if (url === undefined) {
      for (const target of own)
        if (target.url !== null && target.events.includes(type))
          deliveries.push(deliveryOf(target, target.url, told));
      continue;
    }
    const callbacks =
      targets.find((each) => each.clientId === clientId && each.url === null) ??
      (await callbacksOf(tx, key, clientId, targets));
    if (callbacks.enabled) deliveries.push(deliveryOf(callbacks, url, told));
  }
  await insertDeliveries(tx, deliveries, lifeSeconds);
}

async function callbacksOf(
  tx: Tx,
  key: SecretKey,
  clientId: string,
  targets: Target[],
): Promise<Target> {
  await addCallbacks(tx, key, clientId);
  const made = (await readTargets(tx, { clientIds: [clientId] })).find(({ url }) => url === null);
  if (!made) throw new Error(`client ${clientId} has no webhook for callbacks`);
  targets.push(made);
  return made;
}

type Told = {
  id: string;
  type: string;
  at: number;
  thread: string | null;
  data: Record<string, unknown>;
};

function deliveryOf(
  { id, clientId }: Pick<Target, 'id' | 'clientId'>,
  url: string,
  told: Told,
): NewDelivery {
  return {
    webhookId: id,
    clientId,
    url,
    host: hostOf(url),
    eventId: told.id,
    event: told.type,
    thread: told.thread,
    body: bodyOf(told),
  };
}

/** The JSON that is sent, written once: every try sends the same octets. */
function bodyOf({ id, type, at, data }: Omit<Told, 'thread'>): string {
  return JSON.stringify({ id, type, createdTimestamp: at / 1000, data });
}

const seconds = (at: string | null) => (at === null ? null : Date.parse(at) / 1000);
const withPlus = (number: string) => (/^[0-9]{9,}$/.test(number) ? `+${number}` : number);

function messageData({
  messageId,
  clientReference,
  from,
  to,
  status,
  final,
  errorCode,
  carrierStatus,
  segments,
  submittedAt,
  doneAt,
  test,
}: MessageEvent): Record<string, unknown> {
  return {
    messageId,
    clientReference,
    from,
    to: withPlus(to),
    status,
    final,
    errorCode,
    carrierStatus,
    segments,
    submitTimestamp: seconds(submittedAt),
    doneTimestamp: seconds(doneAt),
    ...(test && { test }),
  };
}

function moData({ id, from, to, text, at }: MoNews['mo']): Record<string, unknown> {
  return {
    messageId: id,
    from: withPlus(from),
    to: withPlus(to),
    text,
    receiveTimestamp: at / 1000,
  };
}

/** A delivery that says nothing but that it is a test. */
export function testDelivery(
  webhook: Pick<Target, 'id' | 'clientId'>,
  url: string,
  event: string,
): NewDelivery {
  return deliveryOf(webhook, url, {
    id: newId(),
    type: event,
    at: Date.now(),
    thread: null,
    data: { test: true },
  });
}

// --- one try --------------------------------------------------------------------------------------------------------

export type Courier = {
  database: Database;
  secretKey: SecretKey;
  outbound: Outbound;
  vouched: Vouched;
  pace: Pace;
};
export type Tried = Pick<Outcome, 'ok' | 'status' | 'milliseconds' | 'error'> & {
  /** It is not tried again. */ last: boolean;
};

const ANSWER_KEPT = 4096;
const HEADERS_KEPT = 2048;

/**
 * Tries a delivery once and writes down what came of it.
 * @param how.probe it is the one delivery that is let through to a host that is left alone
 * @param how.once it is not tried again
 */
export async function tryDelivery(
  at: Courier,
  row: ClaimedDelivery,
  target: Target,
  how: { probe?: boolean; once?: boolean } = {},
): Promise<Tried> {
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
  const outcome = await post(at, row, headers);
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
    const host = await lockHost(tx, row.host);
    if (speaksAgainstHost(outcome))
      await putHost(
        tx,
        row.host,
        afterFailure(pace, host, Date.now(), how.probe ?? false),
        outcome.error ?? '',
      );
    else if (host) await forgetHost(tx, row.host);
  });
  return {
    ok: outcome.ok,
    status: outcome.status,
    milliseconds: outcome.milliseconds,
    error: outcome.error,
    last: wait === undefined,
  };
}

async function post(
  { outbound, vouched, pace }: Courier,
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
