/** Retention as its screen shows it. */
import type { Tx } from '../../infra/database/db.ts';
import { listPartitions } from './partitions.store.ts';
import { readRetention } from './retention.ts';
import { dayOf } from './retention.rules.ts';

export async function presentRetention(tx: Tx) {
  const { attached } = await listPartitions(tx, 'message');
  const [first] = attached;
  return {
    ...(await readRetention(tx)),
    oldestTimestamp: first === undefined ? null : dayOf(first)!.getTime() / 1000,
    partitions: attached.length,
  };
}
