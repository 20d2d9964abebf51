import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal } from '../../../../../test/harness/portal.ts';
import { openTestPaymentService } from '../../../../../test/harness/payments.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { openPurchase } from './payments.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { service } = await openTestPaymentService(portal.database);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const client = await portal.add('client', 'CLIENT', root);

test('a payment is queried six times a minute by hand, not without end', async () => {
  const { id } = await portal.database.run(systemScope(), (tx) =>
    openPurchase(
      tx,
      service,
      { clientId: client.clientId, impersonatorId: null },
      { amount: 100n },
      '+254712345678',
    ),
  );
  const sync = async () =>
    (
      await portal.call('POST', '/v1/portal/purchases:retrySync', {
        token: client.token,
        body: { purchaseId: id },
      })
    ).status;
  const statuses: number[] = [];
  for (let time = 0; time < 8; time++) statuses.push(await sync());
  expect(statuses).toEqual([...Array<number>(6).fill(200), 429, 429]);
});
