import { expect, test } from 'vitest';
import { call } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { optOutWords } from '../../../contract/api/opt-out-words.ts';
import { findKeyword } from '../../core/opt-outs/opt-outs.store.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { optOutWordRoutes } from './opt-out-words.api.ts';

const db = await createTestDatabase();
const database = open(db);
const gateway = open(db, 'tuma_gateway', 2);
const rootId = await addClient(database, { parentId: null });
const [root] = await db.query<{ path: string }>('select path from client where id = $1', [rootId]);
const administrator: Caller = {
  clientId: rootId,
  accessLevel: 'ADMINISTRATOR',
  path: root!.path,
};
const routes = optOutWordRoutes({ database });
const tryText = (text: string, country = 'KE') =>
  call(routes, optOutWords.tryText, administrator, { text, country });
const audited = async () =>
  (
    await db.query<{ action: string; before: unknown; after: unknown }>(
      'select action, before, after from audit_entry order by id',
    )
  ).slice(-3);

test('a word is kept as a phone writes it, counts at once, and is recorded', async () => {
  const word = { country: '', language: 'sw', asks: 'STOP' } as const;
  const { keywords } = await call(routes, optOutWords.list, administrator, {});
  expect(keywords).toContainEqual({ word: 'KUJITOA', ...word });
  expect(await tryText('Tosha!')).toEqual({ word: 'TOSHA', keyword: null, answer: null });
  expect(
    await call(routes, optOutWords.putKeyword, administrator, { ...word, word: ' tóshá. ' }),
  ).toEqual({ ...word, word: 'TOSHA' });
  expect(await tryText('Tosha!')).toMatchObject({
    keyword: { ...word, word: 'TOSHA' },
    answer: 'Duka: hutapokea tena matangazo yetu. Ili kuyapokea tena, tuma ANZA kwa 22141.',
  });
  expect(await gateway.run(systemScope(), (tx) => findKeyword(tx, 'TOSHA', 'TZ'))).toMatchObject({
    asks: 'STOP',
  });
  await call(routes, optOutWords.putKeyword, administrator, {
    ...word,
    word: 'TOSHA',
    asks: 'STOP_EVERYTHING',
  });
  await call(routes, optOutWords.removeKeyword, administrator, { word: 'TOSHA' });
  expect((await tryText('Tosha!')).keyword).toBeNull();
  expect(await audited()).toEqual([
    {
      action: 'OPT_OUT_WORD_SET',
      before: { word: null, country: null, language: null, asks: null },
      after: { ...word, word: 'TOSHA' },
    },
    {
      action: 'OPT_OUT_WORD_SET',
      before: { asks: 'STOP', word: 'TOSHA', country: '' },
      after: { asks: 'STOP_EVERYTHING', word: 'TOSHA', country: '' },
    },
    {
      action: 'OPT_OUT_WORD_REMOVED',
      before: { ...word, asks: 'STOP_EVERYTHING', word: 'TOSHA' },
      after: null,
    },
  ]);
});

test('a word of a country goes before that of every country; one without letters is refused by its field', async () => {
  await call(routes, optOutWords.putKeyword, administrator, {
    word: 'END',
    country: 'UG',
    language: 'en',
    asks: 'START',
  });
  expect((await tryText('end', 'UG')).keyword).toMatchObject({ asks: 'START', country: 'UG' });
  expect((await tryText('end', 'KE')).keyword).toMatchObject({ asks: 'STOP', country: '' });
  await expect(
    call(routes, optOutWords.putKeyword, administrator, {
      word: '12 34',
      country: '',
      language: 'en',
      asks: 'STOP',
    }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT', details: [{ field: 'word' }] });
  expect((await tryText('a sentence that goes on beyond forty letters in all')).word).toBe('');
  await expect(
    call(routes, optOutWords.removeKeyword, administrator, { word: 'NOWHERE' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test("a carrier's word is compared in lower case; an answer of a country goes before that of all", async () => {
  const code = { applies: 'ALL', source: 'Letter', checkedOn: '2026-11-27' } as const;
  expect(
    await call(routes, optOutWords.putCode, administrator, { ...code, code: '0x00000415' }),
  ).toMatchObject({ code: '0x00000415' });
  await call(routes, optOutWords.putCode, administrator, { ...code, code: 'Subscriber-Barred' });
  const { codes } = await call(routes, optOutWords.list, administrator, {});
  expect(codes).toContainEqual({ ...code, code: 'subscriber-barred' });
  await call(routes, optOutWords.removeCode, administrator, { code: 'subscriber-barred' });
  await expect(
    call(routes, optOutWords.removeCode, administrator, { code: 'subscriber-barred' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });

  const key = { country: 'UG', language: 'en', asks: 'STOP' } as const;
  await call(routes, optOutWords.putAnswer, administrator, { ...key, text: 'Done, {name}.' });
  expect((await tryText('stop', 'UG')).answer).toBe('Done, Duka.');
  expect((await tryText('stop', 'KE')).answer).toMatch(/^Duka: you will get no more promotions/);
  // A language without a text of its own is answered in English.
  await call(routes, optOutWords.removeAnswer, administrator, {
    ...key,
    country: '',
    language: 'fr',
  });
  expect((await tryText('arrêt', 'UG')).answer).toBe('Done, Duka.');
  await call(routes, optOutWords.removeAnswer, administrator, key);
  await call(routes, optOutWords.removeAnswer, administrator, { ...key, country: '' });
  expect((await tryText('stop', 'UG')).answer).toBeNull();
});
