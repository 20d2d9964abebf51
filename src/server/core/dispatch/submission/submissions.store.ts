/**
 * Writes the parts that carriers accepted, and when their receipts are given up: commits submission
 * and receipt_wait rows with the answers that they come from.
 */
import type { Tx } from '../../../infra/database/db.ts';
import { list, textList } from '../sql.ts';
import type { Lease, Part, PartName } from '../types.ts';

/** A part that a carrier accepted, under the id that the carrier gave it. */
export type Accepted = {
  part: Pick<Part, 'messageId' | 'clientId' | 'part' | 'parts' | 'destination' | 'dupRisk'>;
  lease: Pick<Lease, 'connectorId' | 'carrierAccountId'>;
  carrierId: string;
};

/**
 * The insert of accepted parts, to be ended by a condition; its `batch` is the number that the caller
 * gave to each.
 * @param values how many values the caller's statement has before these
 */
export function insertSubmissions(
  rows: readonly (Accepted & { batch: number })[],
  values = 0,
): { sql: string; columns: unknown[] } {
  const types = 'int,uuid,uuid,smallint,smallint,int,int,text,text,boolean'.split(',');
  return {
    sql: `insert into submission (message_id, client_id, part, parts, connector_id, carrier_account_id, carrier_id, destination, dup_risk)
      select message_id, client_id, part, parts, connector_id, carrier_account_id, carrier_id, destination, dup_risk
      from unnest(${types.map((type, at) => `$${values + at + 1}::${type}[]`).join(', ')})
        as t (batch, message_id, client_id, part, parts, connector_id, carrier_account_id, carrier_id, destination, dup_risk)`,
    columns: [
      list(rows.map(({ batch }) => batch)),
      list(rows.map(({ part }) => part.messageId)),
      list(rows.map(({ part }) => part.clientId)),
      list(rows.map(({ part }) => part.part)),
      list(rows.map(({ part }) => part.parts)),
      list(rows.map(({ lease }) => lease.connectorId)),
      list(rows.map(({ lease }) => lease.carrierAccountId)),
      textList(rows.map(({ carrierId }) => carrierId)),
      textList(rows.map(({ part }) => part.destination)),
      list(rows.map(({ part }) => (part.dupRisk ? 't' : 'f'))),
    ],
  };
}

/** Writes accepted parts that no batch has any more: those that were unconfirmed. */
export async function writeSubmissions(tx: Tx, rows: readonly Accepted[]): Promise<void> {
  if (rows.length === 0) return;
  const { sql, columns } = insertSubmissions(rows.map((row) => ({ ...row, batch: 0 })));
  await tx.query(sql, columns, 'write submissions');
}

/** Notes the id of a part that its carrier accepted without one: repeats of its receipt find it. */
export async function nameSubmission(
  tx: Tx,
  { messageId, part }: PartName,
  carrierId: string,
): Promise<void> {
  await tx.query('update submission set carrier_id = $3 where message_id = $1 and part = $2', [
    messageId,
    part,
    carrierId,
  ]);
}

const MINUTE = 60_000;

export type ReceiptWait = { messageId: string; until: number };

/** The insert of until when the receipts of messages are waited for, to the minute, so that many share a row. */
export function insertWaits(
  messages: readonly ReceiptWait[],
  values = 0,
): { sql: string; columns: unknown[] } {
  const due = [...Map.groupBy(messages, ({ until }) => Math.ceil(until / MINUTE) * MINUTE)];
  return {
    sql: `insert into receipt_wait (due_at, message_ids) select due_at, ids::uuid[] from unnest($${values + 1}::timestamptz[], $${values + 2}::text[]) as t (due_at, ids)`,
    columns: [
      list(due.map(([at]) => new Date(at).toISOString())),
      due.map(([, of]) => list([...new Set(of.map(({ messageId }) => messageId))].sort())),
    ],
  };
}

/** Notes until when the receipts of these messages are waited for. */
export async function awaitReceipts(tx: Tx, messages: readonly ReceiptWait[]): Promise<void> {
  if (messages.length === 0) return;
  const { sql, columns } = insertWaits(messages);
  await tx.query(sql, columns, 'await receipts');
}
