/**
 * Leases chunks to a link, cut to its share, and takes them back: commits the chunk's owner and
 * epoch.
 */
import type { Tx } from '../../../infra/database/db.ts';
import { chooseChunks, policyOf } from '../dispatch.rules.ts';
import type { ChunkFound, LeaseRequest } from '../dispatch.rules.ts';
import { moveRelieved } from '../queue/move-relieved.store.ts';
import type { LeaseRelief } from '../queue/move-relieved.store.ts';
import { batches, list } from '../sql.ts';
import { endOptedOut, findLackingConsent, IS_OPTED_OUT } from '../queue/suppress.store.ts';
import type { Lease, LeasedChunk, QueuedMessage } from '../types.ts';

/**
 * Leases chunks of the routes that a link serves, as `chooseChunks` wants them. Nothing is submitted yet.
 * @param want.shares of routes that several links share, how many messages this one may take: a longer chunk is cut in two
 * @param want.relief of routes that lose messages to other connectors, which of them go to whom: they are moved at once
 * @throws LeaseLost when the connector has a newer owner
 */
export async function leaseChunks(
  tx: Tx,
  lease: Lease,
  want: LeaseRequest & {
    routeIds: readonly number[];
    shares?: ReadonlyMap<number, number>;
    relief?: LeaseRelief;
  },
): Promise<LeasedChunk[]> {
  const held = await tx.query(
    `select from connector_lease where connector_id = $1 and epoch = $2 for share`,
    [lease.connectorId, lease.epoch],
    'lease held',
  );
  if (held.rowCount === 0) throw new LeaseLost(lease);
  const found = await findChunks(tx, want.routeIds);
  const candidates = chooseChunks(found, want);
  if (candidates.length === 0) return [];
  const relieved = found.filter(
    ({ id, routeId }) => candidates.includes(id) && want.relief?.routeIds.has(routeId),
  );
  await readForShare(tx, relieved);
  if (want.shares && want.shares.size > 0)
    await cutToShares(
      tx,
      found.filter(({ id }) => candidates.includes(id)),
      want.shares,
    );
  const { rows: leased } = await tx.query<
    Omit<LeasedChunk, 'messages' | 'taken'> & { ids: string; hasWaited: boolean }
  >(
    `update chunk set owner = $2, epoch = $3
     where id = any (array(select id from chunk where id = any ($1::bigint[]) and owner is null and not stopped for update skip locked))
     returning id, route_id as "routeId", priority, client_id as "clientId", campaign_id as "campaignId", sender, pos, size,
       attempt, dup_risk as "dupRisk", expires_at as "expiresAt", array_to_string(message_ids[pos + 1:], ',') as ids,
       attempt > 1 or not_before > '-infinity' as "hasWaited"`,
    [list(candidates), lease.connectorId, lease.epoch],
    'lease chunks',
  );
  const chunks = leased.map((chunk) => ({
    ...chunk,
    ids: chunk.ids === '' ? [] : chunk.ids.split(','),
  }));
  const { messages, optedOut } = await readMessages(tx, chunks);
  const whole = chunks
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ ids, hasWaited: _, ...chunk }) => ({
      ...chunk,
      taken: ids.length,
      messages: ids.map((id) => messages.get(id) ?? lostMessage(id)),
    }));
  await endOptedOut(tx, whole, optedOut);
  const waited = new Set(leased.filter(({ hasWaited }) => hasWaited).map(({ id }) => id));
  const lacking = await findLackingConsent(
    tx,
    whole.filter(({ id }) => waited.has(id)),
  );
  await endOptedOut(tx, whole, lacking, 'NO_CONSENT');
  if (want.relief && relieved.length > 0) await moveRelieved(tx, lease, whole, want.relief);
  return whole;
}

/**
 * Cuts chunks that are longer than a share in two. Their campaigns are read for share first, as in `requeue`: a pause or a
 * cancel either sees both halves or is seen by them.
 */
async function cutToShares(
  tx: Tx,
  chunks: readonly (ChunkFound & { routeId: number; campaignId: string | null })[],
  shares: ReadonlyMap<number, number>,
): Promise<void> {
  const long = chunks.filter(({ routeId, left }) => left > (shares.get(routeId) ?? Infinity));
  if (long.length === 0) return;
  await readForShare(tx, long);
  for (const { id, routeId } of long) {
    await tx.query(
      `with long as (select * from chunk where id = $1 and owner is null and not stopped and size - pos > $2::int for update skip locked),
       rest as (
         insert into chunk (route_id, priority, client_id, campaign_id, sender, message_ids, size, attempt, dup_risk, not_before, expires_at)
         select route_id, priority, client_id, campaign_id, sender, message_ids[pos + $2 + 1:], size - pos - $2, attempt, dup_risk, not_before, expires_at from long)
       update chunk set message_ids = long.message_ids[long.pos + 1:long.pos + $2], size = $2, pos = 0 from long where chunk.id = long.id`,
      [id, shares.get(routeId)],
      'cut chunk',
    );
  }
}

async function readForShare(
  tx: Tx,
  chunks: readonly { campaignId: string | null }[],
): Promise<void> {
  const ids = new Set(chunks.map(({ campaignId }) => campaignId).filter((id) => id !== null));
  if (ids.size === 0) return;
  await tx.query(
    `select from campaign where id = any ($1::uuid[]) order by id for share`,
    [[...ids].sort()],
    'cut campaigns',
  );
}

function lostMessage(id: string): never {
  throw new Error(`message ${id} stands in a chunk and not in its table`);
}

/**
 * One chunk of each client by the most urgent, and the first of all: lookups by the queue's index, so a long
 * queue costs no more.
 */
async function findChunks(
  tx: Tx,
  routeIds: readonly number[],
): Promise<(ChunkFound & { routeId: number; campaignId: string | null })[]> {
  const free =
    'route_id = $1 and owner is null and not stopped and not_before <= now() and expires_at > now()';
  const columns = 'id, priority, client_id, size - pos as "left", campaign_id';
  const found = new Map<bigint, ChunkFound & { routeId: number; campaignId: string | null }>();
  for (const routeId of routeIds) {
    const { rows } = await tx.query<ChunkFound & { campaignId: string | null }>(
      `with recursive next as (
         (select ${columns}, 1 as n from chunk where ${free} order by priority desc, client_id, id limit 1)
         union all
         select more.*, next.n + 1 from next cross join lateral (
           (select ${columns} from chunk where ${free} and priority = next.priority and client_id > next.client_id
            order by priority desc, client_id, id limit 1)
           union all
           (select ${columns} from chunk where ${free} and priority < next.priority
            order by priority desc, client_id, id limit 1)
           limit 1) more where next.n < 64)
       select id, priority, client_id as "clientId", "left", campaign_id as "campaignId" from next
       union all
       (select id, priority, client_id, size - pos, campaign_id from chunk where ${free} order by priority desc, client_id, id limit 64)`,
      [routeId],
      'find chunks',
    );
    for (const row of rows) found.set(row.id, { ...row, routeId });
  }
  return [...found.values()];
}

async function readMessages(
  tx: Tx,
  chunks: readonly { ids: string[]; campaignId: string | null }[],
): Promise<{ messages: Map<string, QueuedMessage>; optedOut: Set<string> }> {
  const campaigns = new Map<string, { text: string; policy: 'h' | 'r' }>();
  const campaignIds = [
    ...new Set(chunks.map(({ campaignId }) => campaignId).filter((id) => id !== null)),
  ];
  if (campaignIds.length > 0) {
    const { rows } = await tx.query<{ id: string; text: string; policy: 'h' | 'r' }>(
      `select id, text, policy from campaign where id = any ($1::uuid[])`,
      [campaignIds],
      'read campaigns',
    );
    for (const row of rows) campaigns.set(row.id, row);
  }
  const messages = new Map<string, QueuedMessage>();
  const optedOut = new Set<string>();
  for (const batch of batches(chunks.flatMap(({ ids }) => ids).sort())) {
    const { rows } = await tx.query<
      Omit<QueuedMessage, 'text'> & {
        text: string | null;
        campaignId: string | null;
        isOptedOut: boolean;
      }
    >(
      `select id, status, destination, text, encoding, units, country, network, class, campaign_id as "campaignId", callback is not null and callback -> 'finalOnly' is null as "wantsSubmitted",
         payload, data_coding as "dataCoding", esm_class as "esmClass", facts -> 'tlvs' as tlvs, facts -> 'code' as code, facts ->> 'ambiguity' as ambiguity, ${IS_OPTED_OUT} as "isOptedOut"
       from message where id = any ($1::uuid[]) and id >= $2 and id <= $3`,
      [list(batch), batch[0], batch.at(-1)],
      'read messages',
    );
    for (const { campaignId, isOptedOut, ...row } of rows) {
      if (isOptedOut) optedOut.add(row.id);
      const campaign = campaignId === null ? undefined : campaigns.get(campaignId);
      messages.set(row.id, {
        ...row,
        text: row.text ?? campaign?.text ?? '',
        policy: campaign?.policy ?? policyOf(row.class),
      });
    }
  }
  return { messages, optedOut };
}

/** The connector has a newer owner: the link that gets this error closes its socket. */
export class LeaseLost extends Error {
  constructor(lease: Lease) {
    super(`connector ${lease.connectorId} has a newer owner than epoch ${lease.epoch}`);
  }
}

/** Gives chunks back so that any link may lease them: those of `ids`, or, when a link drains, all that it has. */
export async function returnChunks(
  tx: Tx,
  lease: Lease,
  ids: readonly bigint[] | null = null,
): Promise<number> {
  const { rowCount } = await tx.query(
    `update chunk set owner = null, epoch = null where owner = $1 and epoch = $2 and ($3::bigint[] is null or id = any ($3))`,
    [lease.connectorId, lease.epoch, ids],
  );
  return rowCount;
}
