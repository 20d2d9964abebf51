// A consent that is withdrawn while a message which counts on it is being accepted.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addSender } from '../../../../test/harness/campaigns.ts';
import { openShops } from '../../../../test/harness/shops.ts';
import { until } from '../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { Database } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { withdraw } from '../consents/consents.ts';
import { insertConsents } from '../consents/consents.store.ts';
import { openAcceptor } from './accept.ts';

const db = await createTestDatabase();
const { portal, rootId } = await openShops(db);
const acceptDatabase = open(db, 'tuma_accept', 4);
await db.query('delete from sending_window');

async function addShop(name: string, numbers: string[]): Promise<string> {
  const clientId = await addClient(portal, { parentId: rootId, units: 1_000_000n });
  await db.query('update client set demands_consent = true where id = $1', [clientId]);
  await addSender(portal, clientId, name, 'PROMOTIONAL');
  await portal.run(systemScope(), (tx) =>
    insertConsents(
      tx,
      clientId,
      numbers,
      { purpose: 'PROMOTIONS', source: 'WEBSITE', wording: 'Yes', evidence: '', givenAt: null },
      null,
    ),
  );
  return clientId;
}

const withdrawOf = (clientId: string, number: string, hold: () => Promise<void> = async () => {}) =>
  portal.run(systemScope(), async (tx) => {
    await withdraw(tx, clientId, [number], { purpose: null, note: '' });
    await hold();
  });

const promote = (database: Database, clientId: string, from: string, numbers: string[]) =>
  openAcceptor({ database }).accept(
    { source: 'REST', clientId, user: null, test: false },
    numbers.map((to) => ({ from, to: `+${to}`, content: { text: 'Half price today' } })),
  );

/** Waits until another transaction waits for a lock, or the work has ended without. */
async function waiting(work: Promise<unknown>): Promise<void> {
  let isOver = false;
  void work.finally(() => (isOver = true));
  await until(
    'another transaction waits, or the work has ended',
    async () =>
      isOver ||
      (
        await db.query(
          `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
        )
      ).length > 0,
  );
}

const stateOf = (clientId: string) =>
  db.query(
    `select destination, status, error_code as reason, exists (select from chunk where m.id = any (message_ids[pos + 1:])) as queued
     from message m where client_id = $1 order by destination`,
    [clientId],
  );

test('between its acceptance and the commit: the message is cancelled, and those of others go', async () => {
  const [stays, leaves] = ['254712000001', '254712000002'];
  const clientId = await addShop('SHOPONE', [stays, leaves]);
  let withdrawal: Promise<void> | undefined;
  const meanwhile: Database = {
    ...acceptDatabase,
    run: (scope, work) =>
      acceptDatabase.run(scope, async (tx) => {
        const outcome = await work(tx);
        withdrawal = withdrawOf(clientId, leaves);
        await waiting(withdrawal);
        return outcome;
      }),
  };
  const outcomes = await promote(meanwhile, clientId, 'SHOPONE', [stays, leaves]);
  expect(outcomes.map((each) => ('refusal' in each ? each.refusal.code : 'accepted'))).toEqual([
    'accepted',
    'accepted',
  ]);
  await withdrawal;
  expect(await stateOf(clientId)).toEqual([
    { destination: stays, status: MESSAGE_STATUS.QUEUED, reason: null, queued: true },
    { destination: leaves, status: MESSAGE_STATUS.CANCELLED, reason: 'NO_CONSENT', queued: false },
  ]);
});

test('before its acceptance, and committed after: the message is refused', async () => {
  const leaves = '254712000003';
  const clientId = await addShop('SHOPTWO', [leaves]);
  let accepting: ReturnType<typeof promote> | undefined;
  await withdrawOf(clientId, leaves, async () => {
    accepting = promote(acceptDatabase, clientId, 'SHOPTWO', [leaves]);
    await waiting(accepting);
  });
  const [outcome] = await accepting!;
  expect(outcome).toMatchObject({ refusal: { code: 'NO_CONSENT' } });
  expect(await stateOf(clientId)).toEqual([]);
});
