/** Moves messages of test keys along their script: commits their status and their events. */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { Tx } from '../../infra/database/db.ts';
import { EventCollector } from './events/event-collector.store.ts';

const { QUEUED, SUBMITTED, CANCELLED } = MESSAGE_STATUS;

/**
 * Moves test messages whose time has come, with the events of real ones. @returns how many steps were made; 0
 * when nothing is due
 */
export async function playScripts(tx: Tx, limit: number): Promise<number> {
  const { rows } = await tx.query<{
    id: string;
    clientId: string;
    submitted: boolean;
    ends: boolean;
    status: number;
    carrierStatus: string | null;
    errorCode: string | null;
  }>(
    `select message_id as id, client_id as "clientId", submitted, end_at <= now() as ends, status, carrier_status as "carrierStatus", error_code as "errorCode"
     from scripted_message where due_at <= now() order by due_at limit $1 for update skip locked`,
    [limit],
  );
  if (rows.length === 0) return 0;
  const events = new EventCollector();
  for (const { id, clientId, submitted } of rows)
    if (!submitted) events.add({ messageId: id, clientId, status: SUBMITTED }, undefined);
  const ended = rows.filter(({ ends }) => ends);
  for (const { id, clientId, status } of ended)
    events.add({ messageId: id, clientId, status }, undefined);
  const taken = rows.filter(({ submitted }) => !submitted).map(({ id }) => id);
  await tx.query(
    `update message set status = ${SUBMITTED}, submitted_at = now() where id = any ($1::uuid[]) and status = ${QUEUED}`,
    [taken],
  );
  await tx.query(
    `update scripted_message set submitted = true, due_at = end_at where message_id = any ($1::uuid[])`,
    [taken],
  );
  await tx.query(
    `update message m set status = t.status, carrier_status = t.carrier_status, error_code = t.error_code, done_at = now()
     from unnest($1::uuid[], $2::smallint[], $3::text[], $4::text[]) as t (id, status, carrier_status, error_code) where m.id = t.id and m.status in (${QUEUED}, ${SUBMITTED})`,
    [
      ended.map(({ id }) => id),
      ended.map(({ status }) => status),
      ended.map(({ carrierStatus }) => carrierStatus),
      ended.map(({ errorCode }) => errorCode),
    ],
  );
  await tx.query(`delete from scripted_message where message_id = any ($1::uuid[])`, [
    ended.map(({ id }) => id),
  ]);
  await events.publish(tx);
  return rows.length;
}

/** Cancels a test message that its script has not submitted yet. @returns false where it is submitted, or has ended */
export async function cancelScripted(
  tx: Tx,
  clientId: string,
  messageId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from scripted_message where message_id = $1 and client_id = $2 and not submitted',
    [messageId, clientId],
  );
  if (rowCount === 0) return false;
  await tx.query(
    `update message set status = ${CANCELLED}, done_at = now() where id = $1 and status = ${QUEUED}`,
    [messageId],
  );
  const events = new EventCollector();
  events.add({ messageId, clientId, status: CANCELLED }, undefined);
  await events.publish(tx);
  return true;
}
