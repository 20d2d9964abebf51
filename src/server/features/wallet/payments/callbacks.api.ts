import type { payments } from '../../../../contract/api/payments.ts';
import { record } from '../../../core/audit/audit.ts';
import { claimCallback, handleCallback } from './callbacks.ts';
import { presentPayment } from './payments.ts';
import { retrySync } from './reconcile.ts';
import { listOrphans } from './payment-events.store.ts';
import type { Handlers } from '../../../infra/http/http.ts';
import type { WalletContext } from '../context.ts';
import { seconds } from '../wallet.present.ts';
import { getWithin } from '../checks.ts';

/** Callbacks of providers, and those that fit no payment. */
export function callbackHandlers({
  database,
  tokens,
  service,
}: WalletContext): Pick<Handlers<typeof payments>, 'orphans' | 'claim' | 'callback'> {
  return {
    orphans: ({ pageSize, pageToken }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listOrphans(tx, tokens.openPage('orphans', { pageSize, pageToken }));
        return {
          orphans: page.rows.map((row) => ({
            eventId: String(row.id),
            receipt: row.receipt,
            amount: row.amount,
            phone: row.phone,
            checkoutId: row.checkoutId,
            address: row.address,
            timestamp: seconds(row.at),
            facts: JSON.stringify(row.facts, undefined, 2),
          })),
          ...page.footer,
        };
      }),

    async claim({ eventId, purchaseId }, { scope, session, address, userAgent }) {
      await database.run(scope, async (tx) => {
        const payment = await getWithin(tx, scope, purchaseId);
        await claimCallback(tx, eventId, purchaseId);
        await record(
          tx,
          { session, address, userAgent },
          {
            action: 'PAYMENT_CLAIMED',
            clientId: payment.clientId,
            after: { purchaseId, eventId },
          },
        );
      });
      return presentPayment(await retrySync(service, purchaseId));
    },

    async callback({ secret, purchaseId, ...body }, { address }) {
      await handleCallback(service, { secret, paymentId: purchaseId, address }, body);
      return { ResultCode: 0, ResultDesc: 'Accepted' };
    },
  };
}
