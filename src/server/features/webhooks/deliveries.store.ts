/** The queue and the log of webhook deliveries, and the hosts that fail. */
import { TEST_EVENT } from '../../../contract/api/webhooks.ts';
import type { DeliveryStatus } from '../../../contract/api/webhooks.ts';
import type { Tx } from '../../infra/database/db.ts';
import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import { COUNT_LIMIT } from '../../infra/database/pages.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import { HELD_UNTIL } from '../../core/quarantine/quarantine.rules.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import { statusesBefore } from '../../infra/transitions.ts';
import { NEXT } from './webhooks.rules.ts';
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
type Try = { at: number; status: number | null; milliseconds: number; error: string | null };
export type DeliveryRow = Omit<NewDelivery, 'body' | 'host'> & {
  id: bigint;
  status: DeliveryStatus;
  attempts: number;
  replays: number;
  tries: Try[];
  createdAt: Date;
  endedAt: Date | null;
  nextAt: Date | null;
};
export type DeliveryDetailRow = DeliveryRow & {
  body: string;
  request: string | null;
  answer: string | null;
};

const ROW = `id, webhook_id as "webhookId", client_id as "clientId", url, event_id as "eventId", event, thread, status, attempts, replays, tries, created_at as "createdAt", ended_at as "endedAt", case when status = 'PENDING' and next_at < '${HELD_UNTIL}' then next_at end as "nextAt"`;
const DETAIL = `${ROW}, body, request, answer`;
const CLAIMED = `id, webhook_id as "webhookId", client_id as "clientId", url, host, event_id as "eventId", event, thread, body, attempts, replays`;
/** Tries whose outcome is kept. */
const TRIES_KEPT = 20;

/**
 * Puts deliveries into the queue, in their order; one event comes to one webhook once. What follows something of its
 * thread that was put off waits as long, so that whoever looks for work does not meet it over and over.
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

/** One that is tried by whoever made it; if that one dies, it is due after the lease like any other. */
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

// --- whose turn it is -----------------------------------------------------------------------------------------------

const MOST_LANES = 1000;
const DUE = `d.status = 'PENDING' and d.host = lane.host and d.webhook_id = lane.webhook_id and d.next_at <= now()`;
/** A place in the order of lanes. */
export type LanePlace = Pick<Lane, 'host' | 'webhookId'>;
const START: LanePlace = { host: '', webhookId: '00000000-0000-0000-0000-000000000000' };

/**
 * The lanes that have a delivery due: one index step per lane, however much waits in it. Paused webhooks and hosts that
 * are left alone have none.
 * @param after begin there; a look goes over 1,000 lanes, so that whoever waits at many hosts keeps nobody else from being found
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
    `with recursive lane as (
       select $1::text collate "C" as host, $2::uuid as webhook_id, 0 as n
       union all
       select next.host, next.webhook_id, lane.n + 1 from lane cross join lateral (
         select host, webhook_id from webhook_delivery where status = 'PENDING' and (host, webhook_id) > (lane.host, lane.webhook_id) order by host, webhook_id limit 1) next
       where lane.n < ${MOST_LANES})
     select lane.host, lane.webhook_id as "webhookId", lane.n, due.client_id as "clientId", h.opened_at is not null as one
     from lane left join webhook_host h on h.host = lane.host
     left join lateral (
       select w.client_id from webhook w where w.id = lane.webhook_id and w.enabled and (h.opened_at is null or h.probe_at <= now()) and (select true from webhook_delivery d where ${DUE} order by d.next_at limit 1)) due on true
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

// --- what came of it ------------------------------------------------------------------------------------------------

type Ended = {
  row: Pick<ClaimedDelivery, 'id' | 'attempts' | 'replays' | 'webhookId' | 'thread'>;
  tried: Try;
  request: string;
  answer: string | null;
};

/** Writes down a try that was the last; nothing where the row was claimed again meanwhile. What had to wait for it is due. */
export async function endDelivery(
  tx: Tx,
  { row, tried, request, answer }: Ended,
  status: 'DELIVERED' | 'FAILED',
): Promise<void> {
  const { rowCount } = await tx.query(
    `update webhook_delivery set status = $3, ended_at = now(), request = $5, answer = $6, tries = ${addTry('$4')} where id = $1 and attempts = $2 and replays = $7 and status = any ($8)`,
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
    `update webhook_delivery set next_at = now() + $3 * interval '1 second', request = $5, answer = $6, tries = ${addTry('$4')} where id = $1 and attempts = $2 and replays = $7 and status = 'PENDING'`,
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

const addTry = (entry: string) =>
  `(case when jsonb_array_length(tries) >= ${TRIES_KEPT} then tries - 0 else tries end) || ${entry}::jsonb`;

// --- retention ------------------------------------------------------------------------------------------------------

const ROWS_AT_ONCE = 5000;

/** Gives up what waited too long. @returns how many, of 5,000 at the most */
export async function expireDeliveries(tx: Tx): Promise<number> {
  return (
    await tx.query(
      `update webhook_delivery set status = 'FAILED', ended_at = now() where id = any (array(
       select id from webhook_delivery where status = 'PENDING' and expires_at < now() limit ${ROWS_AT_ONCE} for update skip locked))`,
    )
  ).rowCount;
}

/** Forgets what was delivered a week ago, what was given up thirty days ago, what a deleted webhook left, and hosts that nothing waits for. @returns how many, of 5,000 of a kind */
export async function dropOldDeliveries(tx: Tx): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from webhook_delivery where id = any (array(
       select id from webhook_delivery where status <> 'PENDING' and ended_at < now() - interval '7 days' and (status = 'DELIVERED' or ended_at < now() - interval '30 days') limit ${ROWS_AT_ONCE} for update skip locked))`,
  );
  const { rowCount: orphans } = await tx.query(
    `delete from webhook_delivery where id = any (array(
       select d.id from (select distinct webhook_id from webhook_delivery where status = 'PENDING') of join webhook_delivery d on d.webhook_id = of.webhook_id
       where not exists (select from webhook w where w.id = of.webhook_id) limit ${ROWS_AT_ONCE}))`,
  );
  await tx.query(
    `delete from webhook_host h where not exists (select from webhook_delivery d where d.status = 'PENDING' and d.host = h.host)`,
  );
  return rowCount + orphans;
}

// --- what people see and do -----------------------------------------------------------------------------------------

export type DeliveryFilter = {
  webhookIds: readonly string[];
  statuses: readonly DeliveryStatus[];
  events: readonly string[];
  messageIds: readonly string[];
  from: number | undefined;
  to: number | undefined;
};

export async function listDeliveries(
  tx: Tx,
  scope: Scope,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  const where = whereWithin(scope, 'client_id');
  if (filter.webhookIds.length > 0) where.add('webhook_id = any (?::uuid[])', filter.webhookIds);
  // Written out, so that the index of what is not delivered can serve it.
  if (filter.statuses.length > 0)
    where.add(`status in (${filter.statuses.map((status) => `'${status}'`).join(', ')})`);
  if (filter.events.length > 0) where.add('event = any (?::text[])', filter.events);
  if (filter.messageIds.length > 0) where.add('thread = any (?::uuid[])', filter.messageIds);
  if (filter.from !== undefined) where.add('created_at >= to_timestamp(?)', filter.from);
  if (filter.to !== undefined) where.add('created_at <= to_timestamp(?)', filter.to);
  return listPage<DeliveryRow>(tx, page, {
    counted: 'webhook_delivery',
    where,
    order: newestFirst(),
    read: (rows) => `select ${ROW} from webhook_delivery ${rows}`,
  });
}

export async function findDelivery(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<DeliveryDetailRow | undefined> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?::bigint', id);
  const { rows } = await tx.query<DeliveryDetailRow>(
    `select ${DETAIL} from webhook_delivery where ${where.sql}`,
    where.values,
  );
  return rows[0];
}

/** Undelivered deliveries of a client, by webhook, without tests. */
export async function countOpen(
  tx: Tx,
  scope: Scope,
): Promise<{ webhookId: string; status: DeliveryStatus; count: number }[]> {
  const where = whereWithin(scope, 'client_id');
  const { rows } = await tx.query<{ webhookId: string; status: DeliveryStatus; count: number }>(
    `select webhook_id as "webhookId", status, count(*)::int as count from (select webhook_id, status from webhook_delivery where ${where.sql} and status <> 'DELIVERED' and event <> '${TEST_EVENT}' order by id desc limit ${COUNT_LIMIT}) t group by webhook_id, status`,
    where.values,
  );
  return rows;
}

/** Tests that a client sent within a minute. */
export async function countTests(tx: Tx, clientId: string, event: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from (select event, created_at from webhook_delivery where client_id = $1 order by id desc limit 100) t where event = $2 and created_at > now() - interval '1 minute'`,
    [clientId, event],
  );
  return rows[0]!.count;
}

const ANEW = `attempts = 0, next_at = now(), expires_at = now() + $2 * interval '1 second', ended_at = null, replays = least(replays + 1, 30000)`;

/** Sends a delivery again as if it were new, its event id the same; one that waits is tried now, and a try that is under way counts for nothing more. */
export async function replayDelivery(
  tx: Tx,
  scope: Scope,
  id: string,
  lifeSeconds: number,
): Promise<DeliveryRow | undefined> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?::bigint', id);
  const seconds = where.value(lifeSeconds);
  const from = where.value(statusesBefore(NEXT, 'PENDING'));
  const { rows } = await tx.query<DeliveryRow>(
    `update webhook_delivery set status = 'PENDING', ${ANEW.replace('$2', seconds)} where ${where.sql} and status = any (${from}) and exists (select from webhook w where w.id = webhook_id) returning ${ROW}`,
    where.values,
  );
  return rows[0];
}

/** Sends again what was given up since a time, the oldest first. @returns how many */
export async function replayFailed(
  tx: Tx,
  webhookId: string,
  lifeSeconds: number,
  since: number,
  most: number,
): Promise<number> {
  return (
    await tx.query(
      `update webhook_delivery set status = 'PENDING', ${ANEW} where id = any (array(
       select id from webhook_delivery where webhook_id = $1 and status = 'FAILED' and event <> '${TEST_EVENT}' and created_at >= to_timestamp($3) order by id limit $4 for update skip locked))`,
      [webhookId, lifeSeconds, since, most],
    )
  ).rowCount;
}

/** Moves pending deliveries to the webhook's new address. */
export async function moveDeliveries(
  tx: Tx,
  webhookId: string,
  url: string,
  host: string,
): Promise<void> {
  await tx.query(
    `update webhook_delivery set url = $2, host = $3 where webhook_id = $1 and status = 'PENDING'`,
    [webhookId, url, host],
  );
}

/** After a restore: what was to be delivered may have been since the back-up, so all of it waits. */
export async function holdDeliveries(tx: Tx): Promise<void> {
  await tx.query(`update webhook_delivery set next_at = '${HELD_UNTIL}' where status = 'PENDING'`);
}

/** Lets what `holdDeliveries` held go out. */
export async function releaseDeliveries(tx: Tx): Promise<void> {
  await tx.query(
    `update webhook_delivery set next_at = now() where status = 'PENDING' and next_at >= '${HELD_UNTIL}'`,
  );
}

export async function countHeldDeliveries(tx: Tx): Promise<number> {
  return (
    await tx.query<{ count: number }>(
      `select count(*)::int as count from webhook_delivery where status = 'PENDING' and next_at >= '${HELD_UNTIL}'`,
    )
  ).rows[0]!.count;
}
