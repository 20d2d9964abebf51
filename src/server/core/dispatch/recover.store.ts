/**
 * Takes a connector over from a lost owner: commits the new epoch, frees its chunks, and holds or
 * resends what was in flight.
 */
import { settled } from '../../infra/database/pipeline.ts';
import type { Tx } from '../../infra/database/db.ts';
import { Deltas } from './deltas.store.ts';
import { matchWaiting } from './early-receipts.store.ts';
import { noteEvents } from './message-events.store.ts';
import { requeue } from './requeue.store.ts';
import { AMBIGUOUS, HOLD, IN_FLIGHT, batches, holdsAmbiguous, nextAttempt } from './sql.ts';
import { EventCollector } from './event-collector.store.ts';
import type { Lease, Part } from './types.ts';

/** The result of taking over a connector. */
export type Recovered = {
  lease: Lease;
  ambiguous: { messageId: string; part: number }[];
  resent: string[];
  chunks: number;
};

/**
 * Takes a connector over: a new epoch fences the old owner out, its chunks are free again, what it left in flight
 * becomes ambiguous or goes again by its policy, and receipts that waited are matched. Only when this is committed
 * may the new owner bind. The caller holds the connector's session lock.
 */
export async function recover(
  tx: Tx,
  connector: { connectorId: number; carrierAccountId: number; holder: string },
): Promise<Recovered> {
  const { connectorId, carrierAccountId, holder } = connector;
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
  const { rows } = await tx.query<Part>(
    `select message_id as "messageId", part, parts, destination, units, policy, route_id as "routeId", priority, attempt, dup_risk as "dupRisk",
       expires_at - interval '1 hour' as "expiresAt", client_id as "clientId", campaign_id as "campaignId", sender, country, network
     from submission where connector_id = $1 and state = ${IN_FLIGHT} and epoch < $2 order by message_id, part for update`,
    [connectorId, epoch],
  );
  const hold = rows.filter(holdsAmbiguous);
  const resend = rows.filter((row) => !holdsAmbiguous(row));
  const lost = { connectorId, epoch: epoch - 1n };
  const noted = (part: Part) => ({ part, reason: 'the link was lost' });
  for (const batch of batches(hold)) {
    await tx.query(
      `update submission set state = ${AMBIGUOUS}, ${HOLD} where message_id = any ($1::uuid[]) and connector_id = $2 and state = ${IN_FLIGHT} and epoch < $3`,
      [batch.map(({ messageId }) => messageId), connectorId, epoch],
    );
  }
  await noteEvents(tx, lost, hold.map(noted), 'AMBIGUOUS');
  for (const batch of batches(resend)) {
    await tx.query(
      `delete from submission where message_id = any ($1::uuid[]) and connector_id = $2 and state = ${IN_FLIGHT} and epoch < $3`,
      [batch.map(({ messageId }) => messageId), connectorId, epoch],
    );
  }
  await noteEvents(tx, lost, resend.map(noted), 'RESENT');
  await requeue(
    tx,
    resend.map((row) => ({ ...row, notBefore: null, dupRisk: true, attempt: nextAttempt(row) })),
  );
  const [deltas, events] = [new Deltas(), new EventCollector()];
  await matchWaiting(tx, carrierAccountId, deltas, events, '2 days');
  await settled([deltas.write(tx), events.publish(tx)]);
  return {
    lease: { connectorId, carrierAccountId, epoch },
    chunks,
    ambiguous: hold.map(({ messageId, part }) => ({ messageId, part })),
    resent: resend.map(({ messageId }) => messageId),
  };
}
