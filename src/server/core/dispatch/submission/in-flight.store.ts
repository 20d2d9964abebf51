/** Reads the parts in flight with the facts of their messages. */
import type { Tx } from '../../../infra/database/db.ts';
import { partUnits } from '../dispatch.rules.ts';
import type { Lease, Part } from '../types.ts';

/** A part in flight, the lease that it was claimed under, its batch, and when it was claimed. */
export type InFlight = { part: Part; lease: Lease; batchId: string; at: Date };

/**
 * The parts in flight of those batches, which are locked until the transaction ends.
 * @param where a condition on submission_batch
 */
export async function listInFlight(
  tx: Tx,
  where: string,
  values: readonly unknown[],
): Promise<InFlight[]> {
  const { rows: locked } = await tx.query<{ id: string }>(
    `select id from submission_batch where ${where} order by id for update`,
    [...values],
  );
  if (locked.length === 0) return [];
  const { rows } = await tx.query<
    Omit<Part, 'policy'> & {
      resend: boolean;
      messageUnits: bigint;
      connectorId: number;
      carrierAccountId: number;
      epoch: bigint;
      batchId: string;
      at: Date;
    }
  >(
    `select f.message_id as "messageId", f.part, f.parts, f.resend, m.destination, m.units as "messageUnits", f.route_id as "routeId", f.priority, f.attempt,
       f.dup_risk as "dupRisk", f.expires_at as "expiresAt", f.client_id as "clientId", f.campaign_id as "campaignId", f.sender, m.country, m.network,
       f.connector_id as "connectorId", f.carrier_account_id as "carrierAccountId", f.epoch, f.batch_id as "batchId", f.claimed_at as at
     from part_in_flight f join message m on m.id = f.message_id where f.batch_id = any ($1::uuid[]) order by f.message_id, f.part`,
    [locked.map(({ id }) => id)],
  );
  return rows.map(
    ({ resend, messageUnits, connectorId, carrierAccountId, epoch, batchId, at, ...part }) => ({
      part: {
        ...part,
        policy: resend ? 'r' : 'h',
        units: partUnits(messageUnits, part.part, part.parts),
      },
      lease: { connectorId, carrierAccountId, epoch },
      batchId,
      at,
    }),
  );
}
