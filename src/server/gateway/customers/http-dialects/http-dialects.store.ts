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
  // A live message's acceptance by a carrier stands in its submissions and in its time.
  return (
    row && {
      ...row,
      status:
        row.status === MESSAGE_STATUS.QUEUED && row.submittedAt
          ? 'SUBMITTED'
          : (NAMES.get(row.status) ?? 'UNKNOWN'),
    }
  );
}
