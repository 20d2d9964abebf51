import { unitsFromNumber, unitsToNumber } from '../../../contract/shared/units.ts';
import { purchases } from '../../../contract/api/purchases.ts';
import { phoneOrRefuse } from '../../infra/http/phone-input.ts';
import { badInput } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { once } from '../../infra/http/idempotency.ts';
import { loadPriceTable } from '../../core/ledger/rates.ts';
import { pageOf } from '../../infra/database/pages.ts';
import { search } from '../../infra/database/statement-timeout.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { sentence } from '../../i18n/sentence.ts';
import { openPurchase, providerFor, presentPayment, stockOf } from './payments/payments.ts';
import { consume } from '../../core/auth/limits/rate-limits.ts';
import { retrySync } from './payments/reconcile.ts';
import { spentADay } from './statements/sums.store.ts';
import { balanceAfterPayment, findReminder, saveReminder } from './wallet.store.ts';
import { listTransactions } from '../../core/ledger/transactions.store.ts';
import type { WalletContext } from './context.ts';
import { transferHandlers } from './transfers/transfers.api.ts';
import { statementHandlers } from './statements/statements.api.ts';
import { monthHandlers } from './statements/sums.api.ts';
import { filterOf, presentTransaction, writePlace, placeOf } from './wallet.present.ts';
import { getWithin, getClient, mustServe } from './checks.ts';

// Each query is a call to the provider, whose own limit all payments share.
const MOST_QUERIES = { most: 6, seconds: 60 };
const MOST_QUERIES_OF_ONE = { most: 60, seconds: 3600 };

/** The wallet: its transactions, buying units, transferring them, and documents about them. */
export function purchaseRoutes(context: WalletContext): Route[] {
  const { database, tokens, service } = context;
  return answer(purchases, {
    list: ({ pageSize, pageToken, ...given }, { scope }) =>
      search(database, scope, async (tx) => {
        const wanted = tokens.openPage('purchases', { pageSize, pageToken });
        const { rows, counted } = await listTransactions(tx, scope, filterOf(given), {
          after: placeOf(wanted.after),
          limit: wanted.size + 1,
        });
        const page = pageOf(wanted, rows, writePlace, counted);
        return {
          purchases: page.rows.map(presentTransaction),
          ...page.footer,
        };
      }),

    offer: (_input, { own }) =>
      database.run(systemScope(), async (tx) => {
        const { clientId } = own;
        const home = (await loadPriceTable(tx, clientId))?.home;
        const provider = home && providerFor(service.providers, home.currency);
        const client = await getClient(tx, own, clientId);
        return {
          costPrice: home?.costPrice ?? null,
          currency: home?.currency ?? null,
          phone: client.phone,
          sellerName: (await stockOf(tx, clientId))?.clientName ?? null,
          provider: provider
            ? {
                name: provider.name,
                leastAmount: provider.leastAmount,
                mostAmount: provider.mostAmount,
              }
            : null,
          unitsADay: unitsToNumber(await spentADay(tx, clientId)),
        };
      }),

    create: ({ units, amount, phone }, { own, session, idempotency, language }) =>
      database.run(systemScope(), (tx) =>
        once(tx, idempotency, own.clientId, async () => {
          if ((units === undefined) === (amount === undefined))
            throw badInput([
              {
                field: 'units',
                message: sentence(language, 'ONE_OF', { fields: 'units, amount' }),
              },
            ]);
          const client = await getClient(tx, own, own.clientId);
          const payer = phoneOrRefuse(phone, client.country, language);
          const wanted =
            units === undefined ? { amount: BigInt(amount!) } : { units: unitsFromNumber(units) };
          const payment = await openPurchase(tx, service, session, wanted, payer);
          mustServe(service, payment.provider, payer);
          return presentPayment(payment);
        }),
      ),

    get: ({ purchaseId }, { scope }) =>
      database.run(scope, async (tx) => {
        const payment = await getWithin(tx, scope, purchaseId);
        const balance = await balanceAfterPayment(tx, payment);
        return {
          ...presentPayment(payment),
          balanceAfter: balance === undefined ? null : unitsToNumber(balance),
        };
      }),

    async retrySync({ purchaseId }, { scope, session }) {
      await database.run(scope, (tx) => getWithin(tx, scope, purchaseId));
      await consume(database, [
        { key: `query payment ${purchaseId}`, ...MOST_QUERIES },
        { key: `query payments ${session.clientId}`, ...MOST_QUERIES_OF_ONE },
      ]);
      return presentPayment(await retrySync(service, purchaseId));
    },

    reminder: (_input, { own }) =>
      database.run(own, async (tx) => {
        const { every = null, units = null } = (await findReminder(tx, own.clientId)) ?? {};
        return { every, units: units === null ? null : unitsToNumber(units) };
      }),

    setReminder: ({ every, units }, { own }) =>
      database.run(own, async (tx) => {
        await saveReminder(tx, own.clientId, every, units === null ? null : unitsFromNumber(units));
        return { ok: true as const };
      }),

    ...transferHandlers(context),
    ...statementHandlers(context),
    ...monthHandlers(context),
  });
}
