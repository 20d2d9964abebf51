/**
 * Pauses, resumes, stops and cancels chunks: commits the stop, and the end of what is cancelled.
 */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { endQueued } from '../end.store.ts';
import { wakeLinks } from './queue.store.ts';
import type { Unsent } from '../types.ts';

const { QUEUED, CANCELLED, REJECTED } = MESSAGE_STATUS;

/**
 * Selects chunks: of a campaign, those of it under one sender name, of a client, or single messages
 * of some clients under a sender name, which may be another sender ID's in a campaign.
 */
export type ChunkSelector =
  | { campaignId: string; sender?: string }
  | { clientId: string }
  | { sender: string; clientIds: readonly string[] };

function chunkCondition(where: ChunkSelector): [condition: string, ...values: unknown[]] {
  if ('campaignId' in where)
    return where.sender === undefined
      ? ['campaign_id = $1', where.campaignId]
      : ['campaign_id = $1 and sender = $2', where.campaignId, where.sender];
  if ('clientId' in where) return ['client_id = $1', where.clientId];
  return [
    'sender = $1 and client_id = any ($2::uuid[]) and campaign_id is null',
    where.sender,
    where.clientIds,
  ];
}

/**
 * Stops chunks so that they can go on later: no link may lease them, and a link that has one misses at its next claim.
 * Messages already claimed run their course.
 * @param seconds how long the pause will be, where that is known: their validity does not run meanwhile
 */
export async function pauseChunks(tx: Tx, where: ChunkSelector, seconds = 0): Promise<number> {
  const [condition, ...values] = chunkCondition(where);
  const { rowCount } = await tx.query(
    `update chunk set stopped = true, owner = null, epoch = null, expires_at = expires_at + $${values.length + 1} * interval '1 second' where ${condition} and not stopped`,
    [...values, seconds],
  );
  return rowCount;
}

/** Extends the validity of stopped chunks by a number of seconds. */
export async function extendStopped(tx: Tx, where: ChunkSelector, seconds: number): Promise<void> {
  const [condition, ...values] = chunkCondition(where);
  await tx.query(
    `update chunk set expires_at = expires_at + $${values.length + 1} * interval '1 second' where ${condition} and stopped`,
    [...values, seconds],
  );
}

/** True of a chunk that a restore holds back: its messages were made before, and may have been submitted since. */
const IS_HELD_BACK = `exists (select from restoration r where r.released_at is null and chunk.message_ids[chunk.pos + 1] < uuid_v7_floor(r.restored_at))`;

/**
 * Lets paused chunks go on; of a client or a sender those whose campaign is not stopped itself, and
 * that no restore holds back.
 */
export async function resumeChunks(tx: Tx, where: ChunkSelector): Promise<number> {
  const [condition, ...values] = chunkCondition(where);
  const runs =
    'campaignId' in where
      ? ''
      : `
    and (campaign_id is null or exists (select from campaign c where c.id = chunk.campaign_id and c.status in ('QUEUED', 'RUNNING', 'COMPLETED'))) and not ${IS_HELD_BACK}`;
  const { rowCount } = await tx.query(
    `update chunk set stopped = false, owner = null, epoch = null where ${condition} and stopped${runs}`,
    values,
  );
  if (rowCount > 0) await wakeLinks(tx);
  return rowCount;
}

/**
 * Lets up to `limit` chunks go that software sent and somebody approved: of campaigns that run, and of
 * those that ended while a message was joining them. Repeat until none is left.
 * @returns how many
 */
export async function releaseApproved(tx: Tx, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `update chunk set stopped = false where id = any (array(
       select chunk.id from chunk join campaign c on c.id = chunk.campaign_id join client on client.id = c.client_id
       where chunk.stopped and c.source = 'SOFTWARE' and c.status in ('QUEUED', 'RUNNING', 'COMPLETED') and client.client_status <> 'BLOCKED'
         and (c.status <> 'COMPLETED' or not ${IS_HELD_BACK})
       order by chunk.id limit $1 for update of chunk skip locked for share of c skip locked))`,
    [limit],
  );
  if (rowCount > 0) await wakeLinks(tx);
  return rowCount;
}

/** Stops what came into the queue beside a block: accepted or returned by a transaction that the block did not see. */
export async function stopBlocked(tx: Tx): Promise<number> {
  return (
    await tx.query(
      `update chunk set stopped = true, owner = null, epoch = null where not stopped and client_id in (select id from client where client_status = 'BLOCKED')`,
    )
  ).rowCount;
}

/**
 * The names, by client, under which single messages wait that no sender ID allows any longer: one of
 * the name is blocked, or was taken back from the client, and no other serves it. A sender ID of any
 * country serves, as in acceptance.
 */
export async function blockedChunks(tx: Tx): Promise<{ sender: string; clientId: string }[]> {
  const { rows } = await tx.query<{ sender: string; clientId: string }>(
    `select w.sender, w.client_id as "clientId" from (select distinct sender, client_id from chunk where campaign_id is null) w
     where exists (select from sender s where lower(s.sender) = lower(w.sender) and s.status <> 'REJECTED')
       and not exists (select from sender s where lower(s.sender) = lower(w.sender) and s.status = 'READY_FOR_SENDING' and (s.is_generic or s.client_id = w.client_id or w.client_id = any (s.delegated_to)))`,
  );
  return rows;
}

/** Stops chunks for good; `dropStopped` then cancels the messages that no link has claimed. */
export async function stopChunks(tx: Tx, where: ChunkSelector): Promise<number> {
  const [condition, ...values] = chunkCondition(where);
  return (
    await tx.query(`update chunk set stopped = true where ${condition} and not stopped`, values)
  ).rowCount;
}

/**
 * Deletes up to `limit` stopped chunks: their messages that no link has claimed become CANCELLED, and deltas release their
 * units. Repeat until `chunks` is 0. Only for a campaign that was cancelled or declined, or a sender that was blocked.
 * @param isDeclined an approver declined them: they become REJECTED
 */
export async function dropStopped(
  tx: Tx,
  where: ChunkSelector,
  limit: number,
  isDeclined = false,
): Promise<{ chunks: number; messages: number }> {
  const [condition, ...values] = chunkCondition(where);
  const { rows } = await tx.query<Unsent>(
    `delete from chunk where id = any (array(
       select id from chunk where stopped and ${condition} order by id limit $${values.length + 1} for update skip locked))
     returning message_ids[pos + 1:] as ids, dup_risk as "dupRisk"`,
    [...values, limit],
  );
  const messages = isDeclined
    ? await endQueued(tx, rows, REJECTED, 'APPROVAL_DECLINED')
    : await endQueued(tx, rows, CANCELLED, null);
  return { chunks: rows.length, messages };
}

/**
 * Cancels one message of a client that no link has claimed yet. A chunk that a link holds is taken from it: the link's next
 * claim misses, and what else is in it is leased again. A message that was moved to another connector waits on that
 * connector's own route, which is negative.
 * @returns false where it is with a carrier already, or has ended
 */
export async function cancelQueued(tx: Tx, clientId: string, messageId: string): Promise<boolean> {
  const {
    rows: [message],
  } = await tx.query<{ routeId: number }>(
    `select route_id as "routeId" from message where id = $1 and client_id = $2 and status = ${QUEUED}`,
    [messageId, clientId],
    'cancel message',
  );
  if (!message) return false;
  const {
    rows: [chunk],
  } = await tx.query<{ dupRisk: boolean }>(
    `update chunk set message_ids = message_ids[:pos] || array_remove(message_ids[pos + 1:], $3::uuid), size = size - 1, owner = null, epoch = null
     where id = (select id from chunk where client_id = $1 and (route_id = $2 or route_id < 0) and $3 = any (message_ids[pos + 1:]) limit 1 for update) and $3 = any (message_ids[pos + 1:])
     returning dup_risk as "dupRisk"`,
    [clientId, message.routeId, messageId],
    'cancel chunk',
  );
  if (!chunk) return false;
  await tx.query(
    `delete from chunk where client_id = $1 and (route_id = $2 or route_id < 0) and pos = size`,
    [clientId, message.routeId],
    'cancel empty',
  );
  await endQueued(tx, [{ ids: [messageId], dupRisk: chunk.dupRisk }], CANCELLED, null);
  await wakeLinks(tx);
  return true;
}
