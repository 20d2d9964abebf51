/**
 * Ends messages as their matched receipts say: commits the final status, its deltas and its events.
 */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { settled } from '../../../infra/database/pipeline.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { Changes } from '../changes.ts';
import { countOf } from '../counts/deltas.store.ts';
import type { Cause } from '../dispatch.rules.ts';
import { OPEN_STATUSES } from '../message-status.rules.ts';
import { PART_STATE } from '../part-state.rules.ts';
import { list } from '../sql.ts';
import type { End, PartRow, NewReceipt } from '../types.ts';

const { QUEUED, SUBMITTED, DELIVERED, EXPIRED } = MESSAGE_STATUS;

export async function endMatched(tx: Tx, ends: readonly End[], changes: Changes): Promise<void> {
  const [long, single] = [
    ends.filter(({ row }) => row.parts > 1),
    ends.filter(({ row }) => row.parts === 1),
  ];
  const groups = Map.groupBy(
    single,
    ({ receipt, row }) =>
      `${receipt.status}\t${receipt.carrierStatus}\t${receipt.errorCode}\t${row.dupRisk}\t${row.state === PART_STATE.GIVEN_UP}`,
  );
  await settled(
    [...groups.values()].map((group) =>
      endAlike(
        tx,
        group[0]!.receipt,
        group.map(({ row }) => row),
        changes,
      ),
    ),
  );
  for (const { receipt, row } of long) await endPart(tx, receipt, row, changes);
}

/** Messages of one part that end in the same way. */
async function endAlike(
  tx: Tx,
  receipt: NewReceipt,
  rows: PartRow[],
  changes: Changes,
): Promise<void> {
  const late = rows[0]?.state === PART_STATE.GIVEN_UP;
  // An expired message can still become DELIVERED, and is then not charged.
  if (late && receipt.status !== DELIVERED) return;
  rows.sort((a, b) => (a.messageId < b.messageId ? -1 : 1));
  const ids = rows.map(({ messageId }) => messageId);
  const before = late ? await expiredOf(tx, ids) : undefined;
  const { rows: moved } = await tx.query<{ id: string; calls: boolean }>(
    `update message set status = $5, carrier_status = $6, error_code = $7, dup_risk = $8, done_at = now(),
       (carrier_ids, submitted_at, connector_id) = (select array[($2::text[])[at]], ($3::timestamptz[])[at], ($4::int[])[at] from width_bucket(id, $1::uuid[]) at)
     where id = any ($1) and id >= $9 and id <= $10 and status ${late ? `= ${EXPIRED}` : `in (${OPEN_STATUSES})`} returning id, callback is not null as calls`,
    [
      list(ids),
      rows.map(({ carrierId }) => carrierId),
      rows.map(({ at }) => at),
      list(rows.map(({ connectorId }) => connectorId)),
      receipt.status,
      receipt.carrierStatus,
      receipt.errorCode,
      rows[0]?.dupRisk || null,
      ids[0],
      ids.at(-1),
    ],
    late ? 'end late' : 'end found',
  );
  const hit = new Map(moved.map(({ id, calls }) => [id, calls]));
  for (const row of rows) {
    const calls = hit.get(row.messageId);
    if (calls === undefined) continue;
    const takenBack = before?.get(row.messageId);
    changes.deltas.add(
      row.messageId,
      row,
      { [countOf(receipt.status)]: 1, ...(late && { expired: -1 }) },
      { ...receipt, messages: 1 },
      ...(takenBack ? [{ ...takenBack, messages: -1 }] : []),
    );
    changes.events.add(
      { messageId: row.messageId, clientId: row.clientId, status: receipt.status },
      calls,
    );
  }
}

/**
 * Reads the causes of those messages that expired, so that their counts can be reversed; locks them
 * until the transaction ends.
 */
async function expiredOf(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, Omit<Cause, 'messages'>>> {
  const { rows } = await tx.query<{
    id: string;
    errorCode: string | null;
    carrierStatus: string | null;
  }>(
    `select id, error_code as "errorCode", carrier_status as "carrierStatus" from message where id = any ($1::uuid[]) and id >= $2 and id <= $3 and status = ${EXPIRED} for update`,
    [ids, ids[0], ids.at(-1)],
    'expired of',
  );
  return new Map(rows.map(({ id, ...cause }) => [id, { status: EXPIRED, ...cause }]));
}

/** A part of a long message: delivered, it is noted and the last one ends the message; anything else ends it at once. */
async function endPart(tx: Tx, receipt: NewReceipt, row: PartRow, changes: Changes): Promise<void> {
  const {
    rows: [before],
  } = await tx.query<{
    status: number;
    errorCode: string | null;
    carrierStatus: string | null;
    carrierIds: (string | null)[] | null;
    calls: boolean;
  }>(
    `select status, error_code as "errorCode", carrier_status as "carrierStatus", carrier_ids as "carrierIds", callback is not null as calls from message where id = $1 for update`,
    [row.messageId],
    'part before',
  );
  if (!before) return;
  const ids = Array.from({ length: row.parts }, (_, at) => before.carrierIds?.[at] ?? null);
  ids[row.part - 1] = row.carrierId;
  const open = before.status === QUEUED || before.status === SUBMITTED;
  const whole = ids.every((id) => id !== null);
  const ends = receipt.status === DELIVERED ? whole && (open || before.status === EXPIRED) : open;
  await tx.query(
    `update message set carrier_ids = $2, connector_id = $3, dup_risk = coalesce($4, dup_risk), submitted_at = least(submitted_at, $5),
       status = $6, carrier_status = case when $7 then $8 else carrier_status end, error_code = case when $7 then $9 else error_code end,
       done_at = case when $7 then now() else done_at end
     where id = $1`,
    [
      row.messageId,
      ids,
      row.connectorId,
      row.dupRisk || null,
      row.at,
      ends ? receipt.status : before.status,
      ends,
      receipt.carrierStatus,
      receipt.errorCode,
    ],
    'end part',
  );
  if (!ends) return;
  changes.deltas.add(
    row.messageId,
    row,
    { [countOf(receipt.status)]: 1, ...(before.status === EXPIRED && { expired: -1 }) },
    { ...receipt, messages: 1 },
    ...(before.status === EXPIRED ? [{ ...before, messages: -1 }] : []),
  );
  changes.events.add(
    { messageId: row.messageId, clientId: row.clientId, status: receipt.status },
    before.calls,
  );
}
