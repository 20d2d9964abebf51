/**
 * Gives unconfirmed parts up: commits the end of their messages and the release of their units. A
 * delivery that is reported later still counts, and is not charged.
 */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { Changes } from '../changes.ts';
import { endMessage } from '../end.store.ts';
import type { Facts, PartName } from '../types.ts';

const { EXPIRED } = MESSAGE_STATUS;

/** A part without an answer, with its message's facts. */
export type UnconfirmedPart = Facts &
  PartName & { connectorId: number; units: bigint; dupRisk: boolean; at: Date };

/** Gives held parts up, which the caller has locked. */
export async function giveUp(
  tx: Tx,
  parts: readonly UnconfirmedPart[],
  changes: Changes,
): Promise<void> {
  for (const part of parts) {
    await tx.query(
      `update unconfirmed_part set given_up = true, expires_at = now() + interval '7 days' where message_id = $1 and part = $2 and not given_up`,
      [part.messageId, part.part],
      'give up',
    );
    await endUnconfirmed(tx, part, changes);
  }
}

/** Ends a message of which a part has no answer, and releases the part's units. */
export async function endUnconfirmed(
  tx: Tx,
  part: UnconfirmedPart,
  { deltas, events }: Changes,
): Promise<void> {
  deltas.add(part.messageId, part, { released: part.units });
  await tx.query(
    `update message set connector_id = $2, submitted_at = $3, dup_risk = $4 where id = $1`,
    [part.messageId, part.connectorId, part.at, part.dupRisk || null],
    'unconfirmed message',
  );
  // Its units are given back for good, even if a receipt still comes: the part is never charged.
  await tx.query(
    `insert into message_event (message_id, client_id, kind, detail) values ($1, $2, 'AMBIGUOUS', jsonb_build_object('givenUp', $3::int))`,
    [part.messageId, part.clientId, part.part],
    'given up',
  );
  await endMessage(tx, part, EXPIRED, 'UNRESOLVED', deltas, events);
}
