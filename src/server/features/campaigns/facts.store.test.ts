import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addCampaign, addClient } from '../../../../test/harness/pipeline.ts';
import { open } from '../../../../test/harness/wallets.ts';
import { openRules } from '../../core/accept/approval.rules.ts';
import { listUnseen } from '../../core/accept/fingerprint.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { contentPatterns } from './campaigns.rules.ts';
import { findInTexts } from './facts.store.ts';

const db = await createTestDatabase();
const database = open(db);
const [pattern] = contentPatterns({ words: ['loans'], links: false, mostRecipients: null });
const PARTS = ['Olá ', 0, ', não perca ', 1, ' amanhã'];

/** A campaign with one recipient of each pair of values. */
async function prepare(...fields: [string, string][]): Promise<string> {
  const clientId = await addClient(database);
  const campaignId = await addCampaign(database, clientId);
  await db.query(
    `insert into recipient (campaign_id, row_no, client_id, destination, fields, segments, units, country)
     select $1, n, $2, 258840000000 + n, v, 1, 10000, 'MZ' from jsonb_array_elements($3) with ordinality t (v, n)`,
    [campaignId, clientId, JSON.stringify(fields)],
  );
  return campaignId;
}
const find = (campaignId: string, parts: readonly (string | number)[] = PARTS) =>
  database.run(systemScope(), (tx) => findInTexts(tx, campaignId, parts, pattern!));

test.each<[string, [string, string], string | undefined]>([
  ['as it is', ['João', 'LOANS'], 'LOANS'],
  ['with letters of another alphabet', ['João', 'lоаns'], 'loans'],
  ['with what nobody sees', ['João', 'lo\u200bans'], 'loans'],
  ['with accents', ['Ana', 'lóáns'], 'loans'],
  ['not within another', ['João', 'loansome'], undefined],
  ['not at all', ['João', 'a feira'], undefined],
])('a word is found in the value of a text with accents: %s', async (_how, values, found) => {
  expect(await find(await prepare(['Ana', 'a festa'], values))).toBe(found);
});

test('a word is found where a text and a value make it together', async () => {
  expect(await find(await prepare(['lо', 'x']), ['Olá ', 0, 'áns'])).toBe('loans');
  expect(await find(await prepare(['x', 'y']), ['Olá lоаns'])).toBe('loans');
});

test('campaigns and single messages find a word with any sign in it that no reader sees, or a mark on it', async () => {
  const rules = openRules(
    { words: ['loans'], links: false, mostRecipients: null },
    { numbersPerText: 0, messagesPerDay: 0 },
  );
  const signs = listUnseen().flatMap(([first, last]) => [first, last]);
  const missed: Record<string, number[]> = { campaign: [], software: [] };
  const campaignId = await prepare(['x', 'y']);
  for (const sign of signs) {
    const text = `lo${String.fromCodePoint(sign)}ans`;
    if ((await find(campaignId, [`Take ${text} today`])) === undefined)
      missed['campaign']!.push(sign);
    if (rules.findContent!(`Take ${text} today`).length === 0) missed['software']!.push(sign);
  }
  expect(missed).toEqual({ campaign: [], software: [] });
});

test('the letters of a text are read once, and not for each recipient', async () => {
  const campaignId = await prepare(['João', 'a feira']);
  let plan = '';
  await database.run(systemScope(), (tx) => {
    const explaining: Pick<Tx, 'query'> = {
      async query(text, values) {
        const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
          `explain (verbose, costs off) ${text}`,
          values,
        );
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return { rows: [], rowCount: 0 };
      },
    };
    return findInTexts({ ...tx, ...explaining }, campaignId, PARTS, pattern!);
  });
  // Each recipient costs its values alone, and none of the many characters of the text.
  const normalised = [...plan.matchAll(/NORMALIZE\(((?!translate)[^,]+), NFKC\)/g)].map(
    ([, what]) => what,
  );
  expect(new Set(normalised), plan).toEqual(
    new Set(['(texts.fields ->> 0)', '(texts.fields ->> 1)']),
  );
});
