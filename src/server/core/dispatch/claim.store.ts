/**
 * Claims the next messages of leased chunks: commits the cursor and one submission_batch a chunk
 * before the socket is touched.
 */
import type { Tx } from '../../infra/database/db.ts';
import { bits } from './batch.rules.ts';
import { holdsAmbiguous, list } from './sql.ts';
import type { Claim, Lease } from './types.ts';

/**
 * Moves the cursors and writes the intent, in one statement that commits before the socket is touched. A chunk whose
 * last message is claimed goes.
 * @returns the chunks that hit; of any other (paused, cancelled, expired, or owned by another) nothing may be sent
 */
export async function claim(tx: Tx, lease: Lease, claims: readonly Claim[]): Promise<Set<bigint>> {
  const ordered = [...claims].sort((a, b) => (a.chunkId < b.chunkId ? -1 : 1));
  // A claim that only passes over cancelled messages writes no batch.
  const batches = ordered.filter(({ parts }) => parts.length > 0);
  const first = batches.map(({ parts }) => parts[0]!);
  const counted = batches.map(({ parts }) => parts.some(({ parts: of }) => of > 1));
  const { rows: hit } = await tx.query<{ id: bigint }>(
    `with moved as (
       update chunk set pos = pos + ($3::int[])[width_bucket(id, $1::bigint[])]
       where id = any ($1) and owner = $4 and epoch = $5 and not stopped and pos = ($2::int[])[width_bucket(id, $1)]
         and pos + ($3::int[])[width_bucket(id, $1)] < size returning id),
     finished as (
       delete from chunk
       where id = any ($1) and owner = $4 and epoch = $5 and not stopped and pos = ($2::int[])[width_bucket(id, $1)]
         and pos + ($3::int[])[width_bucket(id, $1)] = size returning id),
     hit as (select id from moved union all select id from finished),
     intent as (
       insert into submission_batch (id, connector_id, carrier_account_id, epoch, route_id, attempt, dup_risk, priority, client_id, campaign_id, sender,
         expires_at, message_ids, part, parts, open, resend)
       select batch_id, $4, $6, $5, route_id, attempt, dup_risk, priority, client_id, campaign_id, sender, expires_at,
         message_ids::uuid[], part::smallint[], parts::smallint[], open, resend
       from unnest($7::bigint[], $8::uuid[], $9::int[], $10::smallint[], $11::boolean[], $12::smallint[], $13::uuid[], $14::uuid[], $15::text[],
         $16::timestamptz[], $17::text[], $18::text[], $19::text[], $20::varbit[], $21::varbit[])
         as t (chunk_id, batch_id, route_id, attempt, dup_risk, priority, client_id, campaign_id, sender, expires_at, message_ids, part, parts, open, resend)
       where chunk_id = any (array(select id from hit)))
     select id from hit`,
    [
      list(ordered.map(({ chunkId }) => chunkId)),
      list(ordered.map(({ from }) => from)),
      list(ordered.map(({ count }) => count)),
      lease.connectorId,
      lease.epoch,
      lease.carrierAccountId,
      list(batches.map(({ chunkId }) => chunkId)),
      list(batches.map(({ batchId }) => batchId)),
      list(first.map((part) => part.routeId)),
      list(first.map((part) => part.attempt)),
      first.map((part) => part.dupRisk),
      list(first.map((part) => part.priority)),
      list(first.map((part) => part.clientId)),
      first.map((part) => part.campaignId),
      first.map((part) => part.sender),
      first.map((part) => part.expiresAt),
      batches.map(({ parts }) => list(parts.map(({ messageId }) => messageId))),
      batches.map(({ parts }, at) => (counted[at] ? list(parts.map(({ part }) => part)) : null)),
      batches.map(({ parts }, at) => (counted[at] ? list(parts.map(({ parts: of }) => of)) : null)),
      list(batches.map(({ parts }) => '1'.repeat(parts.length))),
      list(batches.map(({ parts }) => bits(parts, (part) => !holdsAmbiguous(part)))),
    ],
    'claim',
  );
  return new Set(hit.map(({ id }) => id));
}
