/**
 * Ends messages without a receipt: commits the final status and its events, with the deltas of the
 * end. `endQueued` releases the units too; the callers of `endMessage` release or keep them.
 */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { settled } from '../../infra/database/pipeline.ts';
import type { Tx } from '../../infra/database/db.ts';
import { Deltas, countOf } from './counts/deltas.store.ts';
import { OPEN_STATUSES } from './message-status.rules.ts';
import { batches } from './sql.ts';
import { EventCollector } from './events/event-collector.store.ts';
import type { Facts, Unsent } from './types.ts';

const { QUEUED } = MESSAGE_STATUS;

/** Ends messages of which no carrier is known to have a part, and releases their units. */
export async function endQueued(
  tx: Tx,
  chunks: readonly Unsent[],
  status: number,
  errorCode: string | null,
): Promise<number> {
  const deltas = new Deltas();
  const events = new EventCollector();
  let ended = 0;
  for (const dupRisk of [false, true]) {
    for (const batch of batches(
      chunks
        .filter((chunk) => chunk.dupRisk === dupRisk)
        .flatMap(({ ids }) => ids)
        .sort(),
    )) {
      const { rows } = await tx.query<Facts & { id: string; units: bigint; calls: boolean }>(
        `update message set status = $2, error_code = $3, dup_risk = nullif($6, false), done_at = now()
         where id = any ($1::uuid[]) and id >= $4 and id <= $5 and status = ${QUEUED}
         returning id, units, client_id as "clientId", campaign_id as "campaignId", sender, country, network, callback is not null as calls`,
        [batch, status, errorCode, batch[0], batch.at(-1), dupRisk],
        'end queued',
      );
      for (const row of rows) {
        deltas.add(
          row.id,
          row,
          { [countOf(status)]: 1, released: row.units },
          { status, errorCode, carrierStatus: null, messages: 1 },
        );
        events.add({ messageId: row.id, clientId: row.clientId, status }, row.calls);
      }
      ended += rows.length;
    }
  }
  await settled([deltas.write(tx), events.publish(tx)]);
  return ended;
}

export async function endMessage(
  tx: Tx,
  part: Facts & { messageId: string; connectorId: number },
  status: number,
  errorCode: string,
  deltas: Deltas,
  events: EventCollector,
): Promise<void> {
  const {
    rows: [moved],
  } = await tx.query<{ calls: boolean }>(
    `update message set status = $2, error_code = $3, connector_id = $4, done_at = now() where id = $1 and status in (${OPEN_STATUSES}) returning callback is not null as calls`,
    [part.messageId, status, errorCode, part.connectorId],
    'end message',
  );
  if (!moved) return;
  deltas.add(
    part.messageId,
    part,
    { [countOf(status)]: 1 },
    { status, errorCode, carrierStatus: null, messages: 1 },
  );
  events.add({ messageId: part.messageId, clientId: part.clientId, status }, moved.calls);
}
