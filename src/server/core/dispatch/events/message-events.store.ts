/**
 * Notes the rare steps of messages (requeued, ambiguous, resent, moved to another connector): commits one message_event a step.
 */
import type { Tx } from '../../../infra/database/db.ts';
import type { Lease, Part } from '../types.ts';

/** The lease that it happened under names the link's loss: all that became ambiguous with it have the same. */
export async function noteEvents(
  tx: Tx,
  answers: readonly {
    part: Pick<Part, 'messageId' | 'clientId' | 'part'>;
    lease: Pick<Lease, 'connectorId' | 'epoch'>;
    reason?: string;
  }[],
  kind: 'REQUEUED' | 'AMBIGUOUS' | 'RESENT' | 'FAILED_OVER',
): Promise<void> {
  if (answers.length === 0) return;
  await tx.query(
    `insert into message_event (message_id, client_id, kind, detail)
     select message_id, client_id, $3, detail from unnest($1::uuid[], $2::uuid[], $4::jsonb[]) as t (message_id, client_id, detail)`,
    [
      answers.map(({ part }) => part.messageId),
      answers.map(({ part }) => part.clientId),
      kind,
      answers.map(({ part, reason, lease: { connectorId, epoch } }) =>
        JSON.stringify({ part: part.part, reason, connectorId, epoch: String(epoch) }),
      ),
    ],
    'note events',
  );
}
