/** Rows that HTTP dialects read for their answers; nothing here writes. */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { MessageStatus } from '../../../../contract/api/messages.ts';
import type { Tx } from '../../../infra/database/db.ts';

const NAMES = new Map<number, MessageStatus>(
  Object.entries(MESSAGE_STATUS).map(([name, number]) => [number, name as MessageStatus]),
); // the table's own keys

/** Returns a client's time zone. */
export async function getTimezone(tx: Tx, clientId: string): Promise<string> {
  const { rows } = await tx.query<{ timezone: string }>(
    'select timezone from client where id = $1',
    [clientId],
    'dialect timezone',
  );
  return rows[0]!.timezone;
}

/** Returns a client's country. */
export async function getCountry(tx: Tx, clientId: string): Promise<string> {
  const { rows } = await tx.query<{ country: string }>(
    'select country from client where id = $1',
    [clientId],
    'dialect country',
  );
  return rows[0]!.country;
}

/** Takes the number of a new request in Beem's dialect. A number that is not used leaves a gap. */
export async function takeBeemRequest(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `select nextval('beem_request')::float8 as id`,
    [],
    'dialect request',
  );
  return rows[0]!.id;
}

export type MessageStatusRow = {
  messageId: string;
  to: string;
  status: MessageStatus;
  submittedAt: Date | null;
  doneAt: Date | null;
};

/** Returns the status of a client's message. @param id a uuid */
export async function findMessageStatus(
  tx: Tx,
  clientId: string,
  id: string,
): Promise<MessageStatusRow | undefined> {
  const {
    rows: [row],
  } = await tx.query<Omit<MessageStatusRow, 'status'> & { status: number }>(
    `select id as "messageId", destination as to, status, submitted_at as "submittedAt", done_at as "doneAt" from message where id = $2 and client_id = $1`,
    [clientId, id],
    'dialect message status',
  );
  return row && { ...row, status: statusOf(row) };
}

/** A live message's acceptance by a carrier stands in its submissions and in its time. */
const statusOf = (row: { status: number; submittedAt: Date | null }): MessageStatus =>
  row.status === MESSAGE_STATUS.QUEUED && row.submittedAt
    ? 'SUBMITTED'
    : (NAMES.get(row.status) ?? 'UNKNOWN');

export type MessageRow = MessageStatusRow & {
  from: string;
  text: string | null;
  segments: number;
  scheduledAt: Date | null;
};

/** Returns a client's message with its text. @param id a uuid */
export async function findMessage(
  tx: Tx,
  clientId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const {
    rows: [row],
  } = await tx.query<Omit<MessageRow, 'status'> & { status: number }>(
    `select id as "messageId", destination as to, status, submitted_at as "submittedAt", done_at as "doneAt", sender as from, text, segments, scheduled_at as "scheduledAt"
     from message where id = $2 and client_id = $1`,
    [clientId, id],
    'dialect message',
  );
  return row && { ...row, status: statusOf(row) };
}

/** Returns the status of a client's latest message to a number whose reference begins so. */
export async function findReferencedStatus(
  tx: Tx,
  { clientId, destination, reference }: Record<'clientId' | 'destination' | 'reference', string>,
): Promise<MessageStatus | undefined> {
  const {
    rows: [row],
  } = await tx.query<{ status: number; submittedAt: Date | null }>(
    `select status, submitted_at as "submittedAt" from message
     where destination = $2 and client_id = $1 and starts_with(client_reference, $3) order by id desc limit 1`,
    [clientId, destination, reference],
    'dialect referenced status',
  );
  return row && statusOf(row);
}
