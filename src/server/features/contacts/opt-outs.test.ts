import { expect, test } from 'vitest';
import { addSender, call } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { optOuts } from '../../../contract/api/opt-outs.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { optOutRoutes } from './opt-outs.api.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const routes = optOutRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)) });

async function newCaller(): Promise<Caller> {
  const clientId = await addClient(database, { parentId: rootId, name: 'Duka' });
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel: 'CLIENT', path: row!.path };
}

test('an opt-out that is entered says what ends, and of which sender ID; one of others is refused', async () => {
  const [as, other] = [await newCaller(), await newCaller()];
  await addSender(database, as.clientId, 'Duka', 'PROMOTIONAL');
  await addSender(database, other.clientId, 'Bank', 'PROMOTIONAL');
  await call(routes, optOuts.add, as, {
    phones: ['0712000001'],
    scope: 'PROMOTIONAL',
    sender: 'DUKA',
  });
  await call(routes, optOuts.add, as, { phones: ['0712000002'] });
  const { optOuts: listed } = await call(routes, optOuts.list, as, {});
  expect(listed.map(({ phone, scope, sender }) => [phone, scope, sender]).toSorted()).toEqual([
    ['+254712000001', 'PROMOTIONAL', 'Duka'],
    ['+254712000002', 'EVERYTHING', ''],
  ]);
  await expect(
    call(routes, optOuts.add, as, { phones: ['0712000003'], sender: 'Bank' }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT', details: [{ field: 'sender' }] });
});

test('an account answers phones once it chooses to; the choice is recorded', async () => {
  const [as, other] = [await newCaller(), await newCaller()];
  expect(await call(routes, optOuts.answers, as, {})).toMatchObject({
    isAnswered: false,
    numbers: [],
  });
  await addSender(database, as.clientId, '22141');
  await addSender(database, as.clientId, 'SOKONI');
  const answers = await call(routes, optOuts.setAnswers, as, { isAnswered: true });
  expect(answers).toEqual({
    isAnswered: true,
    numbers: ['22141'],
    example:
      'Duka: you will get no more promotions from us. To get them again, send START to 22141.',
  });
  await call(routes, optOuts.setAnswers, as, { isAnswered: true });
  expect(await call(routes, optOuts.answers, as, {})).toEqual(answers);
  expect(await call(routes, optOuts.answers, other, {})).toMatchObject({ isAnswered: false });
  expect(
    await db.query('select action, before, after from audit_entry where client_id = $1', [
      as.clientId,
    ]),
  ).toEqual([
    {
      action: 'OPT_OUT_ANSWERS_SET',
      before: { isAnswered: false },
      after: { isAnswered: true },
    },
  ]);
});
