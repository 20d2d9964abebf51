/**
 * Claims the next messages of leased chunks: commits the cursor and one submission row a part
 * before the socket is touched.
 */
import type { Tx } from '../../infra/database/db.ts';
import { list } from './sql.ts';
import type { Claim, Lease } from './types.ts';

/**
 * Moves the cursors and writes the intent, in one statement that commits before the socket is touched. A chunk whose
 * last message is claimed goes.
 * @returns the chunks that hit; of any other (paused, cancelled, expired, or owned by another) nothing may be sent
 */
export async function claim(tx: Tx, lease: Lease, claims: readonly Claim[]): Promise<Set<bigint>> {
  const ordered = [...claims].sort((a, b) => (a.chunkId < b.chunkId ? -1 : 1));
  const rows = ordered.flatMap((one, index) =>
    one.parts.map((part) => ({ ...part, index: index + 1 })),
  );
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  // Facts that all parts of a chunk share come once a chunk and are found by its place among the claims.
  const shared = ordered.map((one) => one.parts[0]);
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
       insert into submission (message_id, part, parts, connector_id, carrier_account_id, epoch, route_id, policy, attempt, dup_risk, priority,
         client_id, campaign_id, sender, destination, country, network, units, expires_at)
       select message_id, part, parts, $4, $6, $5, ($7::int[])[index], policy, ($8::int[])[index], ($9::boolean[])[index], ($10::int[])[index],
         ($11::uuid[])[index], ($12::uuid[])[index], ($13::text[])[index], destination, country, network, units, ($14::timestamptz[])[index] + interval '1 hour'
       from unnest($15::int[], $16::uuid[], $17::smallint[], $18::smallint[], $19::text[], $20::text[], $21::text[], $22::smallint[], $23::bigint[])
         as t (index, message_id, part, parts, policy, destination, country, network, units)
       where ($1::bigint[])[index] = any (array(select id from hit)))
     select id from hit`,
    [
      list(ordered.map(({ chunkId }) => chunkId)),
      list(ordered.map(({ from }) => from)),
      list(ordered.map(({ count }) => count)),
      lease.connectorId,
      lease.epoch,
      lease.carrierAccountId,
      shared.map((part) => part?.routeId),
      shared.map((part) => part?.attempt),
      shared.map((part) => part?.dupRisk),
      shared.map((part) => part?.priority),
      shared.map((part) => part?.clientId),
      shared.map((part) => part?.campaignId),
      shared.map((part) => part?.sender),
      shared.map((part) => part?.expiresAt),
      list(column('index')),
      list(column('messageId')),
      list(column('part')),
      list(column('parts')),
      column('policy'),
      column('destination'),
      column('country'),
      list(column('network')),
      list(column('units')),
    ],
    'claim',
  );
  return new Set(hit.map(({ id }) => id));
}
