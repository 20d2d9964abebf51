/** The history of a sender ID. */
import type { SenderEvent } from '../../../contract/api/senders.ts';
import type { DocumentKind } from '../../../contract/shared/sender-names.ts';
import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';

export type Event = {
  kind: SenderEvent;
  documentKind: DocumentKind | null;
  aboutName: string | null;
  reason: string | null;
  actorName: string | null;
  at: Date;
};

/** Notes what was done; without `by` the platform did it. */
export async function addEvent(
  tx: Tx,
  sender: { id: string; clientId: string },
  kind: SenderEvent,
  by: { clientId: string; impersonatorId: string | null } | null,
  more: { documentKind?: DocumentKind; aboutId?: string; reason?: string | null } = {},
): Promise<void> {
  await tx.query(
    `insert into sender_event (id, sender_id, client_id, kind, document_kind, about_id, reason, actor_id, actor_name, impersonator_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, (select client_name from client where id = $8), $9)`,
    [
      newId(),
      sender.id,
      sender.clientId,
      kind,
      more.documentKind ?? null,
      more.aboutId ?? null,
      more.reason ?? null,
      by?.clientId ?? null,
      by?.impersonatorId ?? null,
    ],
  );
}

/** The history of a sender ID within reach, newest first. */
export async function listEvents(tx: Tx, senderId: string): Promise<Event[]> {
  const { rows } = await tx.query<Event>(
    `select kind, document_kind as "documentKind", (select client_name from client where id = about_id) as "aboutName", reason, actor_name as "actorName", occurred_at as at from sender_event where sender_id = $1 order by id desc limit 200`,
    [senderId],
  );
  return rows;
}
