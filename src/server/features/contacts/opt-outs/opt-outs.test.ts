import { expect, test } from 'vitest';
import { addSender, call } from '../../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { optOuts } from '../../../../contract/api/opt-outs.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
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
  expect(answers).toMatchObject({ isAnswered: true, name: 'Duka', numbers: ['22141'] });
  expect(answers.texts).toHaveLength(12);
  expect(answers.texts[0]).toEqual({
    language: 'en',
    asks: 'STOP',
    text: '',
    standard:
      '{name}: you will get no more promotions from us. To get them again, send START to {number}.',
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

test('an account has texts of its own by language and request, and takes them back; each change is recorded', async () => {
  const [as, other] = [await newCaller(), await newCaller()];
  const swahili = { language: 'sw', asks: 'STOP', text: '{name}: basi.' } as const;
  const set = (texts: readonly { language: 'sw' | 'en'; asks: 'STOP' | 'START'; text: string }[]) =>
    call(routes, optOuts.setAnswers, as, { isAnswered: true, texts: [...texts] });
  const own = ({ texts }: Awaited<ReturnType<typeof set>>) =>
    texts.flatMap(({ language, asks, text }) => (text === '' ? [] : [{ language, asks, text }]));
  expect(own(await set([swahili, { language: 'en', asks: 'START', text: '' }]))).toEqual([swahili]);
  expect(own(await set([{ ...swahili, text: '{name}: kwaheri.' }]))).toEqual([
    { ...swahili, text: '{name}: kwaheri.' },
  ]);
  expect(own(await call(routes, optOuts.answers, other, {}))).toEqual([]);
  expect(own(await set([{ ...swahili, text: '' }]))).toEqual([]);
  expect(
    await db.query(
      `select before ->> 'text' as before, after ->> 'text' as after from audit_entry
       where client_id = $1 and after ? 'asks' order by id`,
      [as.clientId],
    ),
  ).toEqual([
    { before: '', after: '{name}: basi.' },
    { before: '{name}: basi.', after: '{name}: kwaheri.' },
    { before: '{name}: kwaheri.', after: '' },
  ]);
});

test.each(['x'.repeat(301), 'two\nlines'])(
  'a text that is no answer is refused (%#)',
  async (text) => {
    const as = await newCaller();
    await expect(
      call(routes, optOuts.setAnswers, as, {
        isAnswered: true,
        texts: [{ language: 'en', asks: 'STOP', text }],
      }),
    ).rejects.toThrow('texts');
  },
);
