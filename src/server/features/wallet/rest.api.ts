import { restAccount } from '../../../contract/api/rest-account.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import { getBalances } from '../../core/ledger/ledger.ts';
import { listTransactions } from '../../core/ledger/transactions.store.ts';
import type { Database } from '../../infra/database/db.ts';
import { pageOf } from '../../infra/database/pages.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { search } from '../../infra/database/statement-timeout.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { filterOf, placeOf, presentTransaction, safeUnits, writePlace } from './wallet.present.ts';

/** The balance and the movements of the wallet, for customers' own software. */
export function restAccountRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(restAccount, {
    balance: (_input, { own }) =>
      database.run(own, async (tx) => {
        const { available, held, floor } = await getBalances(tx, own.clientId);
        return {
          // The platform's own wallet has no floor that a JSON number holds exactly.
          units: safeUnits(available - floor),
          heldUnits: unitsToNumber(held),
          creditLimitUnits: safeUnits(-floor),
        };
      }),

    statement: ({ pageSize, pageToken, ...given }, { own }) =>
      search(database, own, async (tx) => {
        const wanted = tokens.openPage('rest/statement', { pageSize, pageToken });
        const { rows, counted } = await listTransactions(tx, own, filterOf(given), {
          after: placeOf(wanted.after),
          limit: wanted.size + 1,
        });
        const page = pageOf(wanted, rows, writePlace, counted);
        return { transactions: page.rows.map(presentTransaction), ...page.footer };
      }),
  });
}
