/** Waits that were stored while the clock was ahead: once it is set right, they would last as long as it was ahead. */
import type { Tx } from '../../infra/database/db.ts';
import { HELD_UNTIL } from '../quarantine/quarantine.rules.ts';

/** No lease and no pause of background work is longer than an hour. */
const LONGEST_WAIT = `interval '2 hours'`;

/**
 * Makes due what waits longer than background work ever does: tasks and rows of the outbox. A
 * holder that still lives renews its lease, or finds at its next step that another has the task.
 */
export async function endWaitsOfClockAhead(tx: Tx): Promise<void> {
  await tx.query(
    `update task set not_before = least(not_before, now()), lease_until = case when lease_until > now() + interval '15 seconds' then now() + interval '15 seconds' else lease_until end
     where status = 'PENDING' and (not_before > now() + ${LONGEST_WAIT} or lease_until > now() + ${LONGEST_WAIT})`,
  );
  await tx.query(
    `update outbox set not_before = now() where done_at is null and not_before > now() + ${LONGEST_WAIT} and not_before < '${HELD_UNTIL}'`,
  );
}
