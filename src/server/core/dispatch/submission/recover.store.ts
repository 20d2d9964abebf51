/**
 * Takes a connector over from a lost owner: commits the new epoch, frees its chunks, and holds or
 * resends what was in flight.
 */
import type { Tx } from '../../../infra/database/db.ts';
import { Changes } from '../changes.ts';
import { matchWaiting } from '../receipts/early-receipts.store.ts';
import { listInFlight } from './in-flight.store.ts';
import { noteEvents } from '../events/message-events.store.ts';
import { requeue } from '../queue/requeue.store.ts';
import { holdsAmbiguous, nextAttempt } from '../sql.ts';
import type { FailedReceipt, Lease } from '../types.ts';
import { ALL_AGES } from '../sweep.rules.ts';
import { LOST } from '../unconfirmed/unconfirmed.rules.ts';
import { hold } from '../unconfirmed/unconfirmed.store.ts';

/** The result of taking over a connector. */
export type Recovered = {
  lease: Lease;
  ambiguous: { messageId: string; part: number }[];
  resent: string[];
  chunks: number;
  /** The failures that receipts reported which had waited. */
  failures: readonly FailedReceipt[];
};

/**
 * Takes a connector over: a new epoch fences the old owner out, its chunks are free again, what it left in flight
 * becomes ambiguous or goes again by its policy, and receipts of it that waited are matched. Only when this is committed
 * may the new owner bind. The caller holds the connector's session lock.
 */
export async function recover(
  tx: Tx,
  connector: {
    connectorId: number;
    carrierAccountId: number;
    holder: string;
    holdSeconds?: number;
  },
): Promise<Recovered> {
  const { connectorId, carrierAccountId, holder, holdSeconds } = connector;
  const {
    rows: [lease],
  } = await tx.query<{ epoch: bigint }>(
    `insert into connector_lease (connector_id, carrier_account_id, epoch, holder) values ($1, $2, 1, $3)
     on conflict (connector_id) do update set epoch = connector_lease.epoch + 1, carrier_account_id = $2, holder = $3 returning epoch`,
    [connectorId, carrierAccountId, holder],
  );
  const epoch = lease!.epoch;
  const { rowCount: chunks } = await tx.query(
    `update chunk set owner = null, epoch = null where owner = $1 and epoch < $2`,
    [connectorId, epoch],
  );
  const inFlight = (
    await listInFlight(tx, 'connector_id = $1 and epoch < $2', [connectorId, epoch])
  ).map((row) => ({ ...row, holdSeconds, reason: LOST.LINK }));
  const held = inFlight.filter(({ part }) => holdsAmbiguous(part));
  const resent = inFlight.filter(({ part }) => !holdsAmbiguous(part));
  await hold(tx, held);
  await noteEvents(tx, held, 'AMBIGUOUS');
  await noteEvents(tx, resent, 'RESENT');
  await requeue(
    tx,
    resent.map(({ part }) => ({
      ...part,
      waitMs: null,
      dupRisk: true,
      attempt: nextAttempt(part),
    })),
  );
  await tx.query(
    `delete from submission_batch where connector_id = $1 and epoch < $2`,
    [connectorId, epoch],
    'recover batches',
  );
  const changes = new Changes();
  // An account that another gateway shares may have millions of others.
  await matchWaiting(tx, changes, ALL_AGES, { accounts: [carrierAccountId], isHeld: true });
  await changes.write(tx);
  return {
    lease: { connectorId, carrierAccountId, epoch },
    chunks,
    ambiguous: held.map(({ part: { messageId, part } }) => ({ messageId, part })),
    resent: resent.map(({ part }) => part.messageId),
    failures: changes.failures,
  };
}
