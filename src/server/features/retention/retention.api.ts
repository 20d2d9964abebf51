import { retention } from '../../../contract/api/retention.ts';
import { changes, record } from '../../core/audit/audit.ts';
import type { Database } from '../../infra/database/db.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { readRetention, saveRetention } from './retention.ts';
import { presentRetention } from './retention.present.ts';

/** For how long messages and texts are kept. */
export function retentionRoutes({ database }: { database: Database }): Route[] {
  return answer(retention, {
    get: (_input, { scope }) => database.run(scope, presentRetention),

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
        return presentRetention(tx);
      }),
  });
}
