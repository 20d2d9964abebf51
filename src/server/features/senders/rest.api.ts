import { restSenders } from '../../../contract/api/rest-senders.ts';
import { loadClauses } from '../../core/opt-outs/clauses.ts';
import type { Database } from '../../infra/database/db.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { presentSender } from './senders.present.ts';
import { listSenders } from './senders.store.ts';

/** Sender IDs, for customers' own software. */
export function restSenderRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(restSenders, {
    list: ({ pageSize, pageToken, ...filter }, { own }) =>
      database.run(own, async (tx) => {
        const page = await listSenders(
          tx,
          own,
          {
            statuses: filter['filter.statuses'] ?? [],
            clientIds: [],
            hideGeneric: filter.hideGeneric ?? false,
          },
          tokens.openPage('rest/senderids', { pageSize, pageToken }),
        );
        const clauses = await loadClauses(tx, own.clientId, { messages: 0 });
        return {
          senderIds: page.rows.map((row) => presentSender(row, clauses)),
          ...page.footer,
        };
      }),
  });
}
