import { unitsToNumber } from '../../../../contract/shared/units.ts';
import { payments } from '../../../../contract/api/payments.ts';
import { phoneOrRefuse } from '../../../infra/http/phone-input.ts';
import { badInput, notFound, nothingToPay } from '../../../infra/errors.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Route } from '../../../infra/http/http.ts';
import { checkLedger } from '../../../core/ledger/verify-ledger.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { sentence } from '../../../i18n/sentence.ts';
import { openFeePayment, presentPayment } from './payments.ts';
import { pushPayment } from './push.ts';
import { numberOfReference } from '../../../core/ledger/reference.rules.ts';
import { listEvents } from './payment-events.store.ts';
import { listPayments } from './payments.store.ts';
import { findFee, findLastProof, insertProof, listEntriesOf } from '../wallet.store.ts';
import type { WalletContext } from '../context.ts';
import { callbackHandlers } from './callbacks.api.ts';
import { dateOf, seconds, safeUnits } from '../wallet.present.ts';
import { getWithin, getClient, mustServe } from '../checks.ts';
import { dayHandlers } from '../statements/sums.api.ts';

/** Payments by mobile money, and the proof that the ledger adds up. */
export function paymentRoutes(context: WalletContext): Route[] {
  const { database, tokens, service } = context;
  return answer(payments, {
    async sendStk({ purchaseId, senderIdId, phone }, { own, session, language }) {
      if ((purchaseId === undefined) === (senderIdId === undefined))
        throw badInput([
          {
            field: 'purchaseId',
            message: sentence(language, 'ONE_OF', { fields: 'purchaseId, senderIdId' }),
          },
        ]);
      const payment = await database.run(own, async (tx) => {
        const client = await getClient(tx, own, own.clientId);
        return {
          payer: phoneOrRefuse(phone, client.country, language),
          known: purchaseId === undefined ? undefined : await getWithin(tx, own, purchaseId),
        };
      });
      const toPay =
        payment.known ??
        (await database.run(systemScope(), async (tx) => {
          const fee = await findFee(tx, own.clientId, senderIdId!);
          if (!fee) throw notFound('sender ID');
          if (fee.paymentStatus !== 'UNPAID' || fee.amount === null || fee.currency === null)
            throw nothingToPay();
          return openFeePayment(
            tx,
            service,
            session,
            { senderIdId: senderIdId!, amount: fee.amount, currency: fee.currency },
            payment.payer,
          );
        }));
      mustServe(service, toPay.provider, payment.payer);
      return presentPayment(await pushPayment(service, toPay.id, payment.payer));
    },

    list: ({ pageSize, pageToken, ...given }, { scope }) =>
      database.run(scope, async (tx) => {
        const text = given['filter.query'] || undefined;
        const page = await listPayments(
          tx,
          scope,
          {
            statuses: given['filter.paymentStatuses'] ?? [],
            clientIds: given['filter.clientIds'] ?? [],
            from: dateOf(given['filter.startTimestamp']),
            to: dateOf(given['filter.endTimestamp']),
            number: text === undefined ? undefined : numberOfReference(text),
            text,
          },
          tokens.openPage('payments', { pageSize, pageToken }),
        );
        return {
          payments: page.rows.map(presentPayment),
          ...page.footer,
        };
      }),

    events: ({ purchaseId }, { scope }) =>
      database.run(scope, async (tx) => {
        const payment = await getWithin(tx, scope, purchaseId);
        return {
          payment: presentPayment(payment),
          events: (await listEvents(tx, purchaseId)).map((event) => ({
            eventId: String(event.id),
            kind: event.kind,
            timestamp: seconds(event.at),
            address: event.address,
            facts: JSON.stringify(event.facts, undefined, 2),
          })),
          entries: (await listEntriesOf(tx, purchaseId)).map((entry) => ({
            transferId: entry.transferId,
            type: entry.kind,
            account: entry.account,
            clientName: entry.clientName,
            units: unitsToNumber(entry.amount),
            balanceAfter: safeUnits(entry.balanceAfter),
            timestamp: seconds(entry.at),
          })),
        };
      }),

    ledger: ({ now }) =>
      database.run(systemScope(), async (tx) => {
        if (now === 'true' || !(await findLastProof(tx))) {
          const result = await checkLedger(tx);
          await insertProof(tx, result.ok, result);
        }
        const { at, result } = (await findLastProof(tx))!;
        return { ...(result as Awaited<ReturnType<typeof checkLedger>>), timestamp: seconds(at) };
      }),

    ...callbackHandlers(context),
    ...dayHandlers(context),
  });
}
