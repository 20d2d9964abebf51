/** The queue of webhook deliveries: what comes in, whose turn it is, and the outcome of an attempt. */
import type { Tx } from '../../infra/database/db.ts';
import { statusesBefore } from '../../infra/transitions.ts';
import { circuitSql, NEXT } from './webhooks.rules.ts';
import type { Chosen, Lane } from './webhooks.rules.ts';

export type NewDelivery = {
  webhookId: string;
  clientId: string;
  url: string;
  host: string;
  eventId: string;
  event: string;
  thread: string | null;
  body: string;
};
/** `attempts` and `replays` tell one claim of a row from the next. */
export type ClaimedDelivery = NewDelivery & { id: bigint; attempts: number; replays: number };
export type Attempt = {
  at: number;
  status: number | null;
  milliseconds: number;
  error: string | null;
};
const CLAIMED = `id, webhook_id as "webhookId", client_id as "clientId", url, host, event_id as "eventId", event, thread, body, attempts, replays`;
/** Tries whose outcome is kept. */
const ATTEMPTS_KEPT = 20;

/**
 * Puts deliveries into the queue, in their order; one event comes to one webhook once. A delivery behind another of
 * its thread that was put off waits as long, so that whoever looks for work does not meet it over and over.
 */
export async function insertDeliveries(
  tx: Tx,
  rows: readonly NewDelivery[],
  lifeSeconds: number,
): Promise<void> {
  if (rows.length === 0) return;
  const column = <K extends keyof NewDelivery>(name: K) => rows.map((row) => row[name]);
  await tx.query(
    `insert into webhook_delivery (webhook_id, client_id, url, host, event_id, event, thread, body, next_at, expires_at)
     select webhook_id, client_id, url, host, event_id, event, thread, body, greatest(now(), case when thread is not null then (
       select max(next_at) from webhook_delivery earlier where earlier.webhook_id = t.webhook_id and earlier.thread = t.thread and earlier.status = 'PENDING' and earlier.tries <> '[]') end), now() + $9 * interval '1 second'
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::uuid[], $8::text[]) with ordinality as t (webhook_id, client_id, url, host, event_id, event, thread, body, at)
     order by at on conflict (webhook_id, event_id) do nothing`,
    [
      column('webhookId'),
      column('clientId'),
      column('url'),
      column('host'),
      column('eventId'),
      column('event'),
      column('thread'),
      column('body'),
      lifeSeconds,
    ],
    'insert deliveries',
  );
}

/** A delivery that its creator attempts; if that process dies, it is due after the lease like any other. */
export async function insertBegun(
  tx: Tx,
  row: NewDelivery,
  leaseSeconds: number,
  lifeSeconds: number,
): Promise<ClaimedDelivery> {
  const { rows } = await tx.query<ClaimedDelivery>(
    `insert into webhook_delivery (webhook_id, client_id, url, host, event_id, event, body, attempts, next_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, 1, now() + $8 * interval '1 second', now() + $9 * interval '1 second') returning ${CLAIMED}`,
    [
      row.webhookId,
      row.clientId,
      row.url,
      row.host,
      row.eventId,
      row.event,
      row.body,
      leaseSeconds,
      lifeSeconds,
    ],
  );
  return rows[0]!;
}
const MOST_LANES = 1000;
const DUE = `d.status = 'PENDING' and d.host = lane.host and d.webhook_id = lane.webhook_id and d.next_at <= now()`;
/** A place in the order of lanes. */
export type LanePlace = Pick<Lane, 'host' | 'webhookId'>;
const START: LanePlace = { host: '', webhookId: '00000000-0000-0000-0000-000000000000' };

const EACH_LANE = `with recursive lane as (
  select $1::text collate "C" as host, $2::uuid as webhook_id, 0 as n
  union all
  select next.host, next.webhook_id, lane.n + 1 from lane cross join lateral (
    select host, webhook_id from webhook_delivery where status = 'PENDING' and (host, webhook_id) > (lane.host, lane.webhook_id) order by host, webhook_id limit 1) next
  where lane.n < ${MOST_LANES})`;

/**
 * The lanes in which a delivery waits, due or not, with the address of their webhook: null for callbacks, undefined
 * where the webhook is deleted. One index step per lane.
 * @returns `next` where there are more to look at
 */
export async function listWaitingLanes(
  tx: Tx,
  after: LanePlace = START,
): Promise<{
  lanes: (LanePlace & { url: string | null | undefined })[];
  next: LanePlace | undefined;
}> {
  const { rows } = await tx.query<LanePlace & { url: string | null; isDeleted: boolean }>(
    `${EACH_LANE}
     select lane.host, lane.webhook_id as "webhookId", w.url, w.id is null as "isDeleted" from lane left join webhook w on w.id = lane.webhook_id where lane.n > 0 order by lane.n`,
    [after.host, after.webhookId],
  );
  return {
    lanes: rows.map(({ isDeleted, url, ...lane }) => ({
      ...lane,
      url: isDeleted ? undefined : url,
    })),
    next: rows.length === MOST_LANES ? rows.at(-1) : undefined,
  };
}

/**
 * The lanes that have a delivery due: one index step per lane, however much waits in it. Webhooks that
 * are switched off or of a blocked account, and hosts that are suspended for its client after failures, have none.
 * @param after begin there; one call reads 1,000 lanes, so that a client that waits at many hosts delays no other
 * @returns `next` where there are more to look at
 */
export async function findLanes(
  tx: Tx,
  after: LanePlace = START,
): Promise<{ lanes: Lane[]; next: LanePlace | undefined }> {
  const { rows } = await tx.query<{
    host: string;
    webhookId: string;
    n: number;
    clientId: string | null;
    one: boolean;
  }>(
    `${EACH_LANE}
     select lane.host, lane.webhook_id as "webhookId", lane.n, due.client_id as "clientId", coalesce(due.one, false) as one
     from lane left join lateral (
       select w.client_id, h.opened_at is not null as one from webhook w left join webhook_host h on h.host = ${circuitSql('lane.host', 'w.client_id')}
       where w.id = lane.webhook_id and w.enabled and not exists (select from client c where c.id = w.client_id and c.client_status = 'BLOCKED')
         and (h.opened_at is null or h.probe_at <= now()) and (select true from webhook_delivery d where ${DUE} order by d.next_at limit 1)) due on true
     where due.client_id is not null or lane.n = ${MOST_LANES}`,
    [after.host, after.webhookId],
    'find lanes',
  );
  const last = rows.find(({ n }) => n === MOST_LANES);
  return {
    lanes: rows.flatMap(({ host, webhookId, clientId, one }) =>
      clientId === null ? [] : [{ host, webhookId, clientId, one }],
    ),
    next: last && { host: last.host, webhookId: last.webhookId },
  };
}

/** Takes deliveries of the chosen lanes for `leaseSeconds`; of one message none before an earlier one has ended. */
export async function claimDeliveries(
  tx: Tx,
  lanes: readonly Chosen[],
  leaseSeconds: number,
): Promise<ClaimedDelivery[]> {
  if (lanes.length === 0) return [];
  const { rows } = await tx.query<ClaimedDelivery>(
    `update webhook_delivery set attempts = attempts + 1, next_at = now() + $4 * interval '1 second' where id = any (array(
       select due.id from unnest($1::text[], $2::uuid[], $3::int[]) as lane (host, webhook_id, take) cross join lateral (
         select d.id from webhook_delivery d where ${DUE} and (d.thread is null or not exists (
           select from webhook_delivery earlier where earlier.webhook_id = d.webhook_id and earlier.thread = d.thread and earlier.status = 'PENDING' and earlier.id < d.id))
         order by d.next_at, d.id limit lane.take for update skip locked) due))
     returning ${CLAIMED}`,
    [
      lanes.map(({ host }) => host),
      lanes.map(({ webhookId }) => webhookId),
      lanes.map(({ take }) => take),
      leaseSeconds,
    ],
    'claim deliveries',
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Puts claimed deliveries back, as if they had not been claimed, under the address that their webhook has now. */
export async function readdressDeliveries(
  tx: Tx,
  rows: readonly Pick<ClaimedDelivery, 'id' | 'url' | 'host'>[],
): Promise<void> {
  await tx.query(
    `update webhook_delivery d set url = t.url, host = t.host, attempts = attempts - 1, next_at = now()
     from unnest($1::bigint[], $2::text[], $3::text[]) as t (id, url, host) where d.id = t.id`,
    [rows.map(({ id }) => id), rows.map(({ url }) => url), rows.map(({ host }) => host)],
  );
}
type Ended = {
  row: Pick<ClaimedDelivery, 'id' | 'attempts' | 'replays' | 'webhookId' | 'thread'>;
  tried: Attempt;
  request: string;
  answer: string | null;
};

/** Stores the last attempt; nothing where the row was claimed again meanwhile. Deliveries that waited for it are due. */
export async function endDelivery(
  tx: Tx,
  { row, tried, request, answer }: Ended,
  status: 'DELIVERED' | 'FAILED',
): Promise<void> {
  const { rowCount } = await tx.query(
    `update webhook_delivery set status = $3, ended_at = now(), request = $5, answer = $6, tries = ${addAttempt('$4')} where id = $1 and attempts = $2 and replays = $7 and status = any ($8)`,
    [
      row.id,
      row.attempts,
      status,
      JSON.stringify([tried]),
      request,
      answer,
      row.replays,
      statusesBefore(NEXT, status),
    ],
    'end delivery',
  );
  if (rowCount > 0 && row.thread !== null) {
    await tx.query(
      `update webhook_delivery set next_at = now() where webhook_id = $1 and thread = $2 and status = 'PENDING' and id > $3 and next_at > now() and attempts = 0`,
      [row.webhookId, row.thread, row.id],
      'release followers',
    );
  }
}

/** Puts a delivery off, and what follows it in its thread. */
export async function delayDelivery(
  tx: Tx,
  { row, tried, request, answer }: Ended,
  seconds: number,
): Promise<void> {
  const { rowCount } = await tx.query(
    `update webhook_delivery set next_at = now() + $3 * interval '1 second', request = $5, answer = $6, tries = ${addAttempt('$4')} where id = $1 and attempts = $2 and replays = $7 and status = 'PENDING'`,
    [row.id, row.attempts, seconds, JSON.stringify([tried]), request, answer, row.replays],
    'delay delivery',
  );
  if (rowCount > 0 && row.thread !== null) {
    await tx.query(
      `update webhook_delivery set next_at = greatest(next_at, now() + $4 * interval '1 second') where webhook_id = $1 and thread = $2 and status = 'PENDING' and id > $3`,
      [row.webhookId, row.thread, row.id, seconds],
      'delay followers',
    );
  }
}

const addAttempt = (entry: string) =>
  `(case when jsonb_array_length(tries) >= ${ATTEMPTS_KEPT} then tries - 0 else tries end) || ${entry}::jsonb`;
