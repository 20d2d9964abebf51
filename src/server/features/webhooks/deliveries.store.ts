/** The log of webhook deliveries: what people see, replay and forget. */
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
import { circuitSql, NEXT } from './webhooks.rules.ts';
import type { Attempt, LanePlace, NewDelivery } from './delivery-queue.store.ts';

export type DeliveryRow = Omit<NewDelivery, 'body' | 'host'> & {
  id: bigint;
  phone: string | null;
  status: DeliveryStatus;
  attempts: number;
  replays: number;
  tries: Attempt[];
  createdAt: Date;
  endedAt: Date | null;
  nextAt: Date | null;
};
export type DeliveryDetailRow = DeliveryRow & {
  body: string;
  request: string | null;
  answer: string | null;
};

// While a host is suspended after failures, nothing is tried before its probe.
const PROBE = `(select h.probe_at from webhook_host h where h.host = ${circuitSql('webhook_delivery.host', 'webhook_delivery.client_id')} and h.opened_at is not null)`;
const PHONE = `body::jsonb #>> (case when event = 'mo.received' then '{data,from}' else '{data,to}' end)::text[]`;
const ROW = `id, ${PHONE} as phone, webhook_id as "webhookId", client_id as "clientId", url, event_id as "eventId", event, thread, status, attempts, replays, tries, created_at as "createdAt", ended_at as "endedAt", case when status = 'PENDING' and next_at < '${HELD_UNTIL}' then greatest(next_at, ${PROBE}) end as "nextAt"`;
const DETAIL = `${ROW}, body, request, answer`;
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

/**
 * Makes due what was stored while the clock was ahead: it would be kept for longer than any delivery is, or
 * any host that fails.
 */
export async function endWaitsOfClockAhead(tx: Tx, lifeSeconds: number): Promise<void> {
  await tx.query(
    `update webhook_delivery set next_at = now(), expires_at = now() + $1 * interval '1 second'
     where status = 'PENDING' and expires_at > now() + $1 * interval '1 second' + interval '1 minute' and next_at < '${HELD_UNTIL}'`,
    [lifeSeconds],
  );
  await tx.query(
    `update webhook_host set probe_at = now() where probe_at > now() + interval '1 hour'`,
  );
}

/**
 * Forgets what was delivered a week ago, what was given up thirty days ago, and hosts that nothing waits for.
 * @returns how many, of 5,000 of a kind
 */
export async function dropOldDeliveries(tx: Tx): Promise<number> {
  let dropped = 0;
  for (const [status, days] of [
    ['DELIVERED', 7],
    ['FAILED', 30],
  ] as const)
    dropped += (
      await tx.query(
        `delete from webhook_delivery where id = any (array(
           select id from webhook_delivery where status <> 'PENDING' and status = '${status}' and ended_at < now() - interval '${days} days' order by ended_at limit ${ROWS_AT_ONCE} for update skip locked))`,
      )
    ).rowCount;
  await tx.query(
    `delete from webhook_host h where not exists (select from webhook_delivery d where d.status = 'PENDING' and d.host = split_part(h.host, ' ', 1) and d.client_id::text = split_part(h.host, ' ', 2))`,
  );
  return dropped;
}
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
export async function countTests(tx: Tx, clientId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from (select event, created_at from webhook_delivery where client_id = $1 order by id desc limit 100) t where event = $2 and created_at > now() - interval '1 minute'`,
    [clientId, TEST_EVENT],
  );
  return rows[0]!.count;
}

const ANEW = `attempts = 0, next_at = now(), expires_at = now() + $2 * interval '1 second', ended_at = null, replays = least(replays + 1, 30000)`;

/**
 * Sends a delivery again as if it were new, its event id the same; a waiting one is tried now, and the result
 * of an attempt in progress is ignored.
 */
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

/**
 * Moves deliveries that wait for a webhook at one host to its new address, 5,000 at the most, without those that are
 * locked. @returns how many
 */
export async function moveDeliveries(
  tx: Tx,
  { host, webhookId }: LanePlace,
  to: { url: string; host: string },
): Promise<number> {
  return (
    await tx.query(
      `update webhook_delivery set url = $3, host = $4 where id = any (array(
       select id from webhook_delivery where status = 'PENDING' and host = $1 and webhook_id = $2 and url <> $3 limit ${ROWS_AT_ONCE} for update skip locked))`,
      [host, webhookId, to.url, to.host],
    )
  ).rowCount;
}

/** Deletes deliveries that wait for a deleted webhook at one host. @returns how many, of 5,000 at the most */
export async function dropWaiting(tx: Tx, { host, webhookId }: LanePlace): Promise<number> {
  return (
    await tx.query(
      `delete from webhook_delivery where id = any (array(
       select id from webhook_delivery where status = 'PENDING' and host = $1 and webhook_id = $2 limit ${ROWS_AT_ONCE} for update skip locked))`,
      [host, webhookId],
    )
  ).rowCount;
}

/** After a restore: what was to be delivered may have been since the backup, so all of it waits. */
export async function holdDeliveries(tx: Tx): Promise<void> {
  await tx.query(`update webhook_delivery set next_at = '${HELD_UNTIL}' where status = 'PENDING'`);
}

/** Lets up to `limit` deliveries behind one that `holdDeliveries` held go out. @returns their ids */
export async function releaseDeliveries(tx: Tx, after: bigint, limit: number): Promise<bigint[]> {
  const { rows } = await tx.query<{ id: bigint }>(
    `update webhook_delivery set next_at = now() where id = any (array(
       select id from webhook_delivery where id > $1 and status = 'PENDING' and next_at >= '${HELD_UNTIL}' order by id limit $2 for update)) returning id`,
    [after, limit],
  );
  return rows.map(({ id }) => id);
}

export async function countHeldDeliveries(tx: Tx): Promise<number> {
  return (
    await tx.query<{ count: number }>(
      `select count(*)::int as count from webhook_delivery where status = 'PENDING' and next_at >= '${HELD_UNTIL}'`,
    )
  ).rows[0]!.count;
}
