/** Facts of the database that leave open which message a receipt is of. */
import type { Tx } from '../../../infra/database/db.ts';
import { idFloor } from '../../../infra/ids.ts';
import { RECENT_HOURS } from '../sql.ts';
import type { PartRow } from '../types.ts';

const HOUR = 3_600_000;

/** A receipt can overtake the answer of a message that is in flight to the same phone: then it waits for that answer. */
export async function mayBeInFlight(
  tx: Tx,
  carrierAccountId: number,
  destination: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from part_in_flight f join message m on m.id = f.message_id where f.carrier_account_id = $1 and m.destination = $2 limit 1`,
    [carrierAccountId, destination],
    'receive in flight',
  );
  return rowCount > 0;
}

/**
 * True where another message to the phone was submitted again after a lost answer: the receipt may be that of its first
 * submission, whose id nobody knows.
 */
export async function isOtherResent(tx: Tx, { messageId, destination }: PartRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from message m join message_event e on e.message_id = m.id and e.kind = 'RESENT'
     where m.destination = $1 and m.id <> $2 and m.id >= $3 limit 1`,
    [destination, messageId, idFloor(Date.now() - RECENT_HOURS * HOUR)],
    'receive resent',
  );
  return rowCount !== 0;
}
