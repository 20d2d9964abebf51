/** Receipts that match no message, and matching them again. */
import { MESSAGE_STATUSES, MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { UnmatchedReceipt } from '../../../../contract/api/unconfirmed.ts';
import { record } from '../../../core/audit/audit.ts';
import { Changes } from '../../../core/dispatch/changes.ts';
import { matchUnmatched } from '../../../core/dispatch/receipts/match-again.store.ts';
import { optOutByCarrier } from '../../../core/opt-outs/opt-outs.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { ConsoleCall } from '../console-call.ts';
import { getConnector } from '../connectors/connectors.ts';
import { countUnmatched } from './unmatched-receipts.store.ts';
import type { UnmatchedRow } from './unmatched-receipts.store.ts';

/** @param cid of one connector; undefined: of all @throws Refusal NOT_FOUND */
export async function matchAgain(
  tx: Tx,
  call: ConsoleCall,
  cid: string | undefined,
): Promise<{ matched: number; left: number }> {
  const connectorId = cid === undefined ? null : (await getConnector(tx, cid)).id;
  const changes = new Changes();
  const matched = await matchUnmatched(tx, connectorId, changes);
  await changes.write(tx);
  await optOutByCarrier(tx, changes.failures);
  await record(tx, call, {
    action: 'RECEIPTS_MATCHED_AGAIN',
    clientId: call.session.clientId,
    after: { ...(cid !== undefined && { cid }), matched },
  });
  return { matched, left: await countUnmatched(tx, connectorId) };
}

export function presentUnmatched(row: UnmatchedRow): UnmatchedReceipt {
  return {
    connectorId: row.cid,
    carrierMessageId: row.givenId,
    phone: row.destination,
    status: MESSAGE_STATUSES.find((name) => MESSAGE_STATUS[name] === row.status) ?? 'UNKNOWN',
    carrierStatus: row.carrierStatus,
    errorCode: row.errorCode,
    receiveTimestamp: row.at.getTime() / 1000,
  };
}
