/** Waits that were stored while the clock was ahead: once it is set right, they would last as long as it was ahead. */
import type { Tx } from '../../infra/database/db.ts';
import { HELD_UNTIL } from '../quarantine/quarantine.rules.ts';
import { LEASE_SECONDS } from './tasks.rules.ts';

/** Later than any lease or pause of background work ends by right: none is longer than an hour. */
const TOO_LATE = `now() + interval '2 hours'`;

/**
 * Makes due what waits longer than background work ever does: tasks and rows of the outbox. A
 * holder that still lives renews its lease, or finds at its next step that another has the task.
 */
export async function endWaitsOfClockAhead(tx: Tx): Promise<void> {
  await tx.query(
    `update task set not_before = now() where status = 'PENDING' and not_before > ${TOO_LATE}`,
  );
  await tx.query(
    `update task set lease_until = now() + $1 * interval '1 second' where status = 'PENDING' and lease_until > ${TOO_LATE}`,
    [LEASE_SECONDS],
  );
  await tx.query(
    `update outbox set not_before = now() where done_at is null and not_before > ${TOO_LATE} and not_before < '${HELD_UNTIL}'`,
  );
}
