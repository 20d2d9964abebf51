/**
 * Writes the batches of parts that links submit, and takes answered parts out of them: commits the
 * bits that closed, and the end of a batch that has no open bit left. Every answer counts exactly
 * once by its bit.
 */
import type { Tx } from '../../../infra/database/db.ts';
import type { Place } from '../../../infra/database/parameters.ts';
import { bits, maskOf } from './batch.rules.ts';
import { insertSubmissions, insertWaits } from './submissions.store.ts';
import type { ReceiptWait } from './submissions.store.ts';
import { arraysOf, holdsAmbiguous, list, rowsOf } from '../sql.ts';
import type { Column } from '../sql.ts';
import type { AcceptedAnswer, Answer, Batch, Lease } from '../types.ts';

/** An answer with the lease that its part was claimed under. */
export type Leased<A extends Answer = Answer> = A & { lease: Lease };

/**
 * The insert of batches as one step of a larger statement, to be ended by a condition; its `chunk_id` is
 * the number that the caller gave to each.
 * @param form a statement for any number of batches, or one for a batch alone beside that for several
 */
export function insertBatches(
  place: Place,
  batches: readonly (Batch & { lease: Lease; chunkId?: bigint })[],
  form: 'any' | 'one or several' = 'any',
): string {
  const first = batches.map(({ parts }) => parts[0]!);
  const counted = batches.map(({ parts }) => parts.some(({ parts: of }) => of > 1));
  const columns: Column[] = [
    ['chunk_id', 'bigint', batches.map(({ chunkId }) => chunkId ?? 0n)],
    ['batch_id', 'uuid', batches.map(({ batchId }) => batchId)],
    ['connector_id', 'int', batches.map(({ lease }) => lease.connectorId)],
    ['carrier_account_id', 'int', batches.map(({ lease }) => lease.carrierAccountId)],
    ['epoch', 'bigint', batches.map(({ lease }) => lease.epoch)],
    ['route_id', 'int', first.map((part) => part.routeId)],
    ['attempt', 'smallint', first.map((part) => part.attempt)],
    ['dup_risk', 'boolean', first.map((part) => (part.dupRisk ? 't' : 'f'))],
    ['priority', 'smallint', first.map((part) => part.priority)],
    ['client_id', 'uuid', first.map((part) => part.clientId)],
    ['campaign_id', 'uuid', first.map((part) => part.campaignId)],
    ['sender', 'text', first.map((part) => part.sender)],
    ['expires_at', 'timestamptz', first.map((part) => part.expiresAt.toISOString())],
    [
      'message_ids',
      'text',
      batches.map(({ parts }) => list(parts.map(({ messageId }) => messageId))),
    ],
    [
      'part',
      'text',
      batches.map(({ parts }, at) => (counted[at] ? list(parts.map(({ part }) => part)) : null)),
    ],
    [
      'parts',
      'text',
      batches.map(({ parts }, at) => (counted[at] ? list(parts.map(({ parts: of }) => of)) : null)),
    ],
    ['open', 'varbit', batches.map(({ parts }) => '1'.repeat(parts.length))],
    ['resend', 'varbit', batches.map(({ parts }) => bits(parts, (part) => !holdsAmbiguous(part)))],
  ];
  return `insert into submission_batch (id, connector_id, carrier_account_id, epoch, route_id, attempt, dup_risk, priority, client_id, campaign_id,
      sender, expires_at, message_ids, part, parts, open, resend)
    select batch_id, connector_id, carrier_account_id, epoch, route_id, attempt, dup_risk, priority, client_id, campaign_id, sender, expires_at,
      message_ids::uuid[], part::smallint[], parts::smallint[], open, resend
    from ${form === 'any' ? arraysOf(place, columns) : rowsOf(place, columns)}`;
}

/**
 * Closes the bits of these answers. In a batch all of its bits close or none: a bit that is closed
 * already says that the answer came before, or that the part was taken for lost.
 */
const CLOSE = `
  part as (
    update submission_batch set open = open & ~($2::varbit[])[width_bucket(id, $1::uuid[])]
    where id = any ($1) and connector_id = ($3::int[])[width_bucket(id, $1)] and epoch = ($4::bigint[])[width_bucket(id, $1)]
      and open <> ($2::varbit[])[width_bucket(id, $1)] and open & ($2::varbit[])[width_bucket(id, $1)] = ($2::varbit[])[width_bucket(id, $1)]
    returning id),
  whole as (
    delete from submission_batch
    where id = any ($1) and connector_id = ($3::int[])[width_bucket(id, $1)] and epoch = ($4::bigint[])[width_bucket(id, $1)]
      and open = ($2::varbit[])[width_bucket(id, $1)]
    returning id),
  hit as (select id from part union all select id from whole)`;

/** The answers by batch in the order of ids, and the values of `CLOSE`. */
function closing<A extends Answer>(answers: readonly Leased<A>[]) {
  const groups = [...Map.groupBy(answers, ({ part }) => part.claim.batchId)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return {
    groups,
    values: [
      list(groups.map(([id]) => id)),
      list(groups.map(([, of]) => maskOf(of.map(({ part }) => part.claim)))),
      list(groups.map(([, of]) => of[0]!.lease.connectorId)),
      list(groups.map(([, of]) => of[0]!.lease.epoch)),
    ],
  };
}

/**
 * Closes the bits of accepted parts, writes their submissions and until when their receipts are waited
 * for, and reads the webhooks of clients, in one statement.
 * @param waits of messages, whether their answers hit or not
 * @returns the answers that hit, and the events that webhooks of these clients ask for
 */
export async function closeAccepted(
  tx: Tx,
  answers: readonly Leased<AcceptedAnswer>[],
  { waits = [], clientIds = [] }: { waits?: readonly ReceiptWait[]; clientIds?: readonly string[] },
): Promise<{ hits: Leased<AcceptedAnswer>[]; webhooks: { clientId: string; events: string[] }[] }> {
  if (answers.length === 0) return { hits: [], webhooks: [] };
  const { groups, values: closed } = closing(answers);
  const values: unknown[] = closed;
  const submissions = insertSubmissions(
    groups.flatMap(([, of], batch) => of.map((answer) => ({ ...answer, batch: batch + 1 }))),
    values.length,
  );
  values.push(...submissions.columns);
  const awaited = insertWaits(waits, values.length);
  values.push(...awaited.columns, list(clientIds));
  const { rows } = await tx.query<{ id: string | null; clientId: string; events: string[] }>(
    `with ${CLOSE}, written as (${submissions.sql} where ($1::uuid[])[batch] = any (array(select id from hit))), awaited as (${awaited.sql})
     select id, null::uuid as "clientId", null::text[] as events from hit
     union all select null, client_id, events from webhook where client_id = any ($${values.length}::uuid[]) and enabled and url is not null`,
    values,
    'settle accepted',
  );
  return {
    hits: hitsOf(
      groups,
      rows.flatMap(({ id }) => (id === null ? [] : [{ id }])),
    ),
    webhooks: rows.filter(({ id }) => id === null),
  };
}

/** Closes the bits of other answers. @returns those that hit */
export async function close(tx: Tx, answers: readonly Leased[]): Promise<Leased[]> {
  if (answers.length === 0) return [];
  const { groups, values } = closing(answers);
  const { rows } = await tx.query<{ id: string }>(
    `with ${CLOSE} select id from hit`,
    values,
    'close',
  );
  return hitsOf(groups, rows);
}

function hitsOf<A>(groups: readonly (readonly [string, A[]])[], rows: readonly { id: string }[]) {
  const hit = new Set(rows.map(({ id }) => id));
  return groups.flatMap(([id, of]) => (hit.has(id) ? of : []));
}

/** Those of these answers whose bit is still open, locked until the transaction ends. */
export async function stillOpen<A extends Answer>(
  tx: Tx,
  answers: readonly Leased<A>[],
): Promise<Leased<A>[]> {
  const { rows } = await tx.query<{ id: string; connectorId: number; epoch: bigint; open: string }>(
    `select id, connector_id as "connectorId", epoch, open::text as open from submission_batch where id = any ($1::uuid[]) order by id for update`,
    [list([...new Set(answers.map(({ part }) => part.claim.batchId))])],
    'still open',
  );
  const batches = new Map(rows.map((row) => [row.id, row]));
  return answers.filter(({ part, lease }) => {
    const batch = batches.get(part.claim.batchId);
    return (
      batch?.connectorId === lease.connectorId &&
      batch.epoch === lease.epoch &&
      batch.open[part.claim.place] === '1'
    );
  });
}
