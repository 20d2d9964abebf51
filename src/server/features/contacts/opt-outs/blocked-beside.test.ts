// A number that is blocked while a message to it is being accepted.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openShops } from '../../../../../test/harness/shops.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { openAcceptor } from '../../../core/accept/accept.ts';
import { cancelQueuedToBlocked } from '../../../core/dispatch/queue/suppress.store.ts';
import type { Database } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { cancelToJustBlocked } from './blocked-numbers.jobs.ts';
import { blockNumbers } from './blocked-numbers.store.ts';

const db = await createTestDatabase();
const { portal, rootId } = await openShops(db);
const acceptDatabase = open(db, 'tuma_accept', 4);

test('the message is cancelled before its time', async () => {
  const [stays, blocked] = ['254712000001', '254712000002'];
  const clientId = await addClient(portal, { parentId: rootId, units: 1_000_000n });
  const meanwhile: Database = {
    ...acceptDatabase,
    run: (scope, work) =>
      acceptDatabase.run(scope, async (tx) => {
        const outcome = await work(tx);
        await portal.run(systemScope(), async (block) => {
          await blockNumbers(block, [blocked], 'Court order');
          await cancelQueuedToBlocked(block, [blocked]);
        });
        return outcome;
      }),
  };
  const outcomes = await openAcceptor({ database: meanwhile }).accept(
    { source: 'REST', clientId, user: null, test: false },
    [stays, blocked].map((to) => ({
      from: 'SHOP',
      to: `+${to}`,
      content: { text: 'Hello' },
      scheduleAt: new Date(Date.now() + 86_400_000),
    })),
  );
  expect(outcomes.some((each) => 'refusal' in each)).toBe(false);
  await cancelToJustBlocked(open(db, 'tuma_worker', 2));
  expect(
    await db.query(
      'select destination, status, error_code as reason from message where client_id = $1 order by destination',
      [clientId],
    ),
  ).toEqual([
    { destination: stays, status: MESSAGE_STATUS.QUEUED, reason: null },
    { destination: blocked, status: MESSAGE_STATUS.CANCELLED, reason: 'BLOCKED' },
  ]);
});
