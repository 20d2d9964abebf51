import {
  formatDecimal,
  unitsFromNumber,
  unitsToNumber,
} from '../../../../contract/shared/units.ts';
import type { purchases } from '../../../../contract/api/purchases.ts';
import { record } from '../../../core/audit/audit.ts';
import type { Tx } from '../../../infra/database/db.ts';
import {
  arrivesChanged,
  homesDiffer,
  nothingArrives,
  noUnits,
  notAllowed,
} from '../../../infra/errors.ts';
import { once } from '../../../infra/http/idempotency.ts';
import { adjust, getBalances, transfer } from '../../../core/ledger/ledger.ts';
import { getRootId } from '../../../core/ledger/ledger.store.ts';
import { loadExchange } from '../../../core/ledger/rates.ts';
import { keepCountries } from '../../../core/ledger/rates.store.ts';
import { exchangeUnits } from '../../../core/ledger/exchange.rules.ts';
import { ownScope, systemScope } from '../../../infra/database/scope.ts';
import {
  requestSecondApproval,
  guardPlatformWallet,
} from '../../../core/second-approval/second-approval.ts';
import { requireStepUpAbove } from './transfer-step-up.ts';
import type { Handlers } from '../../../infra/http/http.ts';
import type { WalletContext } from '../context.ts';
import { safeUnits } from '../wallet.present.ts';
import { getClient } from '../checks.ts';

/** Units given to another client, and corrections of a balance. */
export function transferHandlers({
  database,
  messenger,
}: WalletContext): Pick<
  Handlers<typeof purchases>,
  'previewTransfer' | 'transferUnits' | 'adjust'
> {
  return {
    previewTransfer: ({ clientId, units }, { scope, session }) =>
      database.run(systemScope(), async (tx) => {
        const to = await getClient(tx, scope, clientId);
        if (clientId === session.clientId) throw notAllowed();
        const amount = unitsFromNumber(units);
        const arriving = await arrivingOf(tx, session.clientId, to.clientId, amount);
        const { country } = await getClient(tx, ownScope(scope), session.clientId);
        const { available, floor } = await getBalances(tx, session.clientId);
        if (available - amount < floor)
          throw noUnits(formatDecimal(amount), formatDecimal(available - floor));
        return {
          units,
          arrives: unitsToNumber(arriving),
          exchanged: country !== to.country,
          fromCountry: country,
          toCountry: to.country,
          balanceAfter: safeUnits(available - amount),
        };
      }),

    transferUnits: (
      { clientId, units, arrives, note },
      { scope, session, idempotency, address, userAgent },
    ) =>
      database.run(systemScope(), (tx) =>
        once(tx, idempotency, session.clientId, async () => {
          const to = await getClient(tx, scope, clientId);
          if (clientId === session.clientId) throw notAllowed();
          const amount = unitsFromNumber(units);
          await keepCountries(tx, [session.clientId, to.clientId]);
          const arriving = await arrivingOf(tx, session.clientId, to.clientId, amount);
          // The platform's own wallet has no floor: units out of it are as good as a correction.
          if (session.clientId === (await getRootId(tx)))
            await guardPlatformWallet(tx, session.clientId, clientId, amount);
          // Prices may have changed since the giver looked.
          if (arrives !== undefined && unitsFromNumber(arrives) !== arriving)
            throw arrivesChanged(formatDecimal(arriving));
          await requireStepUpAbove(tx, session, amount);
          const transferId = await transfer(tx, {
            fromId: session.clientId,
            toId: to.clientId,
            units: amount,
            arrives: arriving,
            idempotencyKey: `transfer:${session.clientId}:${idempotency.key}`,
            actorId: session.clientId,
            ...(note !== undefined && { note }),
          });
          await record(
            tx,
            { session, address, userAgent },
            {
              action: 'UNITS_TRANSFERRED',
              clientId: to.clientId,
              after: { units, arrived: unitsToNumber(arriving), note: note ?? null },
            },
          );
          return {
            transferId,
            units,
            arrived: unitsToNumber(arriving),
            balanceAfter: unitsToNumber((await getBalances(tx, session.clientId)).available),
          };
        }),
      ),

    adjust: ({ clientId, units, note }, { scope, session, idempotency, address, userAgent }) =>
      database.run(systemScope(), (tx) =>
        once(tx, idempotency, session.clientId, async () => {
          const client = await getClient(tx, scope, clientId);
          const amount = unitsFromNumber(units);
          const by = { session, address, userAgent };
          const wish = {
            kind: 'ADJUSTMENT' as const,
            clientId,
            units: amount < 0n ? -amount : amount,
            input: { units, note },
          };
          const approvalId = await requestSecondApproval(tx, messenger, by, wish);
          const balanceAfter = async () =>
            unitsToNumber((await getBalances(tx, client.clientId)).available);
          if (approvalId !== undefined)
            return { transferId: null, units, balanceAfter: await balanceAfter(), approvalId };
          const transferId = await adjust(tx, {
            clientId: client.clientId,
            units: amount,
            note,
            idempotencyKey: `adjust:${session.clientId}:${idempotency.key}`,
            actorId: session.clientId,
          });
          await record(tx, by, {
            action: 'WALLET_ADJUSTED',
            clientId: client.clientId,
            after: { units, note },
          });
          return { transferId, units, balanceAfter: await balanceAfter(), approvalId: null };
        }),
      ),
  };
}

/**
 * Units that come of a transfer: as many at one home, by the prices of both between two.
 * @throws Refusal HOMES_DIFFER where no price tells, NOTHING_ARRIVES where it is less than the smallest part of a unit
 */
async function arrivingOf(tx: Tx, fromId: string, toId: string, units: bigint): Promise<bigint> {
  const exchange = await loadExchange(tx, fromId, toId);
  if (!exchange) throw homesDiffer();
  const arriving = exchangeUnits(units, exchange);
  if (arriving <= 0n) throw nothingArrives();
  return arriving;
}
