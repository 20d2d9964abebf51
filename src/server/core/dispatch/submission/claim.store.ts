/**
 * Claims the next messages of leased chunks: commits the cursor and one submission_batch a chunk
 * before the socket is touched.
 */
import type { Tx } from '../../../infra/database/db.ts';
import { parameters } from '../../../infra/database/parameters.ts';
import { insertBatches } from './batch.store.ts';
import { list } from '../sql.ts';
import type { Claim, Lease } from '../types.ts';

/** Claims of one link, under its lease. */
export type LeasedClaims = { lease: Lease; claims: readonly Claim[] };

/**
 * Moves the cursors and writes the intent of several links, in one statement that commits before a socket is touched. A
 * chunk whose last message is claimed goes.
 * @param links claims of different chunks
 * @returns the chunks that hit; of any other (paused, cancelled, expired, or owned by another) nothing may be sent
 */
export async function claim(tx: Tx, links: readonly LeasedClaims[]): Promise<Set<bigint>> {
  const ordered = links
    .flatMap(({ lease, claims }) => claims.map((each) => ({ ...each, lease })))
    .sort((a, b) => (a.chunkId < b.chunkId ? -1 : 1));
  // A claim that only passes over cancelled messages writes no batch.
  const batches = ordered.filter(({ parts }) => parts.length > 0);
  const { place, values } = parameters();
  const ids = place(list(ordered.map(({ chunkId }) => chunkId)));
  const valueOf = (type: 'int' | 'bigint', numbers: readonly (number | bigint)[]) =>
    `(${place(list(numbers))}::${type}[])[width_bucket(id, ${ids}::bigint[])]`;
  const from = valueOf(
    'int',
    ordered.map((each) => each.from),
  );
  const count = valueOf(
    'int',
    ordered.map((each) => each.count),
  );
  const owner = valueOf(
    'int',
    ordered.map(({ lease }) => lease.connectorId),
  );
  const epoch = valueOf(
    'bigint',
    ordered.map(({ lease }) => lease.epoch),
  );
  const ours = `id = any (${ids}::bigint[]) and owner = ${owner} and epoch = ${epoch} and not stopped and pos = ${from}`;
  const { rows: hit } = await tx.query<{ id: bigint }>(
    `with moved as (update chunk set pos = pos + ${count} where ${ours} and pos + ${count} < size returning id),
     finished as (delete from chunk where ${ours} and pos + ${count} = size returning id),
     hit as (select id from moved union all select id from finished),
     intent as (${insertBatches(place, batches)} where chunk_id = any (array(select id from hit)))
     select id from hit`,
    values,
    'claim',
  );
  return new Set(hit.map(({ id }) => id));
}
