/** Calls of unconfirmed messages and unmatched receipts. */
import { unconfirmed, unmatchedReceipts } from '../../../../contract/api/unconfirmed.ts';
import { countRemoved } from '../../../core/dispatch/receipts/unmatched-limit.ts';
import type { Database } from '../../../infra/database/db.ts';
import type { PageTokens } from '../../../infra/database/pages.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Route } from '../../../infra/http/http.ts';
import { decideUnconfirmed, presentUnconfirmed } from './unconfirmed.ts';
import { listUnconfirmed } from './unconfirmed.store.ts';
import { matchAgain, presentUnmatched } from './unmatched-receipts.ts';
import { listUnmatched } from './unmatched-receipts.store.ts';

/** Messages whose answer was lost, and receipts that match none, for the operators of the gateway. */
export function unconfirmedRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  const messages = answer(unconfirmed, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listUnconfirmed(
          tx,
          scope,
          {
            connectors: filter['filter.connectors'] ?? [],
            clientIds: filter['filter.clientIds'] ?? [],
            reasons: filter['filter.reasons'] ?? [],
            minutes: filter['filter.minutes'],
          },
          tokens.openPage('jasmin/unconfirmed', { pageSize, pageToken }),
        );
        return { messages: page.rows.map(presentUnconfirmed), ...page.footer };
      }),
    sendAgain: ({ messageIds }, call) =>
      database.run(call.scope, (tx) => decideUnconfirmed(tx, call, 'sendAgain', messageIds)),
    writeOff: ({ messageIds }, call) =>
      database.run(call.scope, (tx) => decideUnconfirmed(tx, call, 'writeOff', messageIds)),
  });
  const receipts = answer(unmatchedReceipts, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listUnmatched(
          tx,
          { connectors: filter['filter.connectors'] ?? [] },
          tokens.openPage('jasmin/unmatched-receipts', { pageSize, pageToken }),
        );
        return {
          receipts: page.rows.map(presentUnmatched),
          removed: await countRemoved(tx),
          ...page.footer,
        };
      }),
    matchAgain: ({ cid }, call) => database.run(call.scope, (tx) => matchAgain(tx, call, cid)),
  });
  return [...messages, ...receipts];
}
