/** Calls of traffic of software. */
import { softwareUses } from '../../../contract/api/software-use.ts';
import { presentUses, readTotal } from '../../core/software-use/software-use.ts';
import { listCredentials } from '../../core/software-use/software-use.store.ts';
import type { Database } from '../../infra/database/db.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';

/** Traffic of customers' software by credential, for the operators of the gateway. */
export function softwareUseRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(softwareUses, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const clientIds = filter['filter.clientIds'] ?? [];
        const page = await listCredentials(
          tx,
          scope,
          clientIds,
          tokens.openPage('jasmin/software-use', { pageSize, pageToken }),
        );
        return {
          credentials: (await presentUses(tx, page.rows)).map(({ row, ...use }) => ({
            ...use,
            clientId: row.clientId,
            clientName: row.clientName,
            name: row.name,
            keyPrefix: row.keyPrefix,
          })),
          total: await readTotal(tx, scope, clientIds),
          ...page.footer,
        };
      }),
  });
}
