/** Messages whose answer was lost, and what operators decide about them. */
import type { AuditAction } from '../../../../contract/api/audit.ts';
import type { UnconfirmedMessage } from '../../../../contract/api/unconfirmed.ts';
import { unitsToNumber } from '../../../../contract/shared/units.ts';
import { record } from '../../../core/audit/audit.ts';
import {
  sendAgain,
  writeOff,
} from '../../../core/dispatch/unconfirmed/decide-unconfirmed.store.ts';
import type { DecidedMessage } from '../../../core/dispatch/unconfirmed/decide-unconfirmed.store.ts';
import { sendAgainObstacle } from '../../../core/dispatch/unconfirmed/unconfirmed.rules.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { ConsoleCall } from '../console-call.ts';
import type { UnconfirmedRow } from './unconfirmed.store.ts';

const DECISIONS = {
  sendAgain: { decide: sendAgain, action: 'MESSAGES_SENT_AGAIN' },
  writeOff: { decide: writeOff, action: 'MESSAGES_WRITTEN_OFF' },
} as const satisfies Record<
  string,
  { decide: (tx: Tx, ids: readonly string[]) => Promise<DecidedMessage[]>; action: AuditAction }
>;

/** Decides messages and records it for each of their clients. */
export async function decideUnconfirmed(
  tx: Tx,
  call: ConsoleCall,
  decision: keyof typeof DECISIONS,
  messageIds: readonly string[],
): Promise<{ decided: number; skipped: number; units: number }> {
  const { decide, action } = DECISIONS[decision];
  const decided = await decide(tx, messageIds);
  const sumOf = (messages: readonly DecidedMessage[]) =>
    unitsToNumber(messages.reduce((sum, { units }) => sum + units, 0n));
  for (const [clientId, messages] of Map.groupBy(decided, (message) => message.clientId))
    await record(tx, call, {
      action,
      clientId,
      after: {
        messages: messages.length,
        units: sumOf(messages),
        messageIds: messages.map(({ messageId }) => messageId),
      },
    });
  return {
    decided: decided.length,
    skipped: new Set(messageIds).size - decided.length,
    units: sumOf(decided),
  };
}

export function presentUnconfirmed(row: UnconfirmedRow): UnconfirmedMessage {
  return {
    messageId: row.messageId,
    clientId: row.clientId,
    clientName: row.clientName,
    campaignName: row.campaignName,
    phone: `+${row.destination}`,
    senderId: row.sender,
    connectorId: row.cid,
    reason: row.reason,
    submitTimestamp: row.at.getTime() / 1000,
    giveUpTimestamp: row.expiresAt.getTime() / 1000,
    units: unitsToNumber(row.units),
    dupRisk: row.dupRisk,
    obstacle: sendAgainObstacle(row),
  };
}
