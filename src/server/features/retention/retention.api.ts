import { retention } from '../../../contract/api/retention.ts';
import { changes, record } from '../../core/audit/audit.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { listPartitions } from './partitions.store.ts';
import { readRetention, saveRetention } from './retention.ts';
import { dayOf } from './retention.rules.ts';

/** For how long messages and texts are kept. */
export function retentionRoutes({ database }: { database: Database }): Route[] {
  return answer(retention, {
    get: (_input, { scope }) => database.run(scope, show),

    update: (input, call) =>
      database.run(call.scope, async (tx) => {
        const before = await readRetention(tx);
        const after = {
          ...before,
          ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
        };
        await saveRetention(tx, after);
        const changed = changes(before, after);
        if (changed)
          await record(tx, call, {
            action: 'RETENTION_CHANGED',
            clientId: call.session.clientId,
            ...changed,
          });
        return show(tx);
      }),
  });
}

async function show(tx: Tx) {
  const { attached } = await listPartitions(tx, 'message');
  const [first] = attached;
  return {
    ...(await readRetention(tx)),
    oldestTimestamp: first === undefined ? null : dayOf(first)!.getTime() / 1000,
    partitions: attached.length,
  };
}
