/** Operators who have taken a problem on. */
import type { Acknowledgement } from '../../../contract/api/monitoring.ts';
import type { Tx } from '../../infra/database/db.ts';

export type OpenAcknowledgement = {
  id: string;
  kind: string;
  subject: string;
  acknowledgement: Acknowledgement;
};

/** An acknowledgement `a` of the operator `o` as answers have it. */
export const ACKNOWLEDGEMENT = `json_build_object('name', o.client_name, 'note', a.note, 'timestamp', extract(epoch from a.created_at)::float8)`;

export async function listOpenAcknowledgements(tx: Tx): Promise<OpenAcknowledgement[]> {
  const { rows } = await tx.query<OpenAcknowledgement>(
    `select a.id, kind, subject, ${ACKNOWLEDGEMENT} as acknowledgement
     from acknowledgement a join client o on o.id = operator_id where ended_at is null`,
  );
  return rows;
}

type Taking = { id: string; kind: string; subject: string; operatorId: string; note: string };

/** Takes a problem on that nobody else has. @returns false where a colleague has it */
export async function addAcknowledgement(tx: Tx, of: Taking): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into acknowledgement as a (id, kind, subject, operator_id, note) values ($1, $2, $3, $4, $5)
     on conflict (kind, subject) where ended_at is null
     do update set note = excluded.note where a.operator_id = excluded.operator_id`,
    [of.id, of.kind, of.subject, of.operatorId, of.note],
  );
  return rowCount === 1;
}

/** Takes a problem on; a colleague who had it before no longer has it. */
export async function putAcknowledgement(tx: Tx, of: Taking): Promise<void> {
  await tx.query(
    `update acknowledgement set ended_at = now() where kind = $1 and subject = $2 and ended_at is null`,
    [of.kind, of.subject],
  );
  await tx.query(
    `insert into acknowledgement (id, kind, subject, operator_id, note) values ($1, $2, $3, $4, $5)
     on conflict (kind, subject) where ended_at is null
     do update set operator_id = excluded.operator_id, note = excluded.note, created_at = excluded.created_at`,
    [of.id, of.kind, of.subject, of.operatorId, of.note],
  );
}

export async function endAcknowledgements(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(
    'update acknowledgement set ended_at = now() where id = any ($1) and ended_at is null',
    [ids],
  );
}

/** Deletes those that ended half a year ago, as alerts are. */
export async function dropOldAcknowledgements(tx: Tx): Promise<void> {
  await tx.query(`delete from acknowledgement where ended_at < now() - interval '180 days'`);
}
