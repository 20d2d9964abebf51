// An account of which no text goes out without approval, and whose texts all differ: its approvers get no flood of campaigns.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openShops } from '../../../../test/harness/shops.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { openAcceptor } from './accept.ts';
import type { Submitter } from './accept.ts';

const db = await createTestDatabase();
const { portal, rootId } = await openShops(db);
const acceptors = [1, 2].map(() => openAcceptor({ database: open(db, 'tuma_accept', 4) }));

const letters = 'cdfhjkmnpruvwxy';
/** Texts that have nothing in common. */
const textOf = (number: number) =>
  `${[...number.toString(15)].map((digit) => letters[parseInt(digit, 15)]!.repeat(3)).join('q')} rumen`;

async function addTree(needsApproval: boolean): Promise<Submitter[]> {
  const above = await addClient(portal, { parentId: rootId });
  await db.query(
    'update client set requires_campaign_approval = $2, unapproved_numbers = 0 where id = $1',
    [above, needsApproval],
  );
  const ids = [1, 2].map(() => addClient(portal, { parentId: above, units: 100_000_000n }));
  return (await Promise.all(ids)).map((clientId) => ({
    source: 'SMPP',
    clientId,
    user: null,
    test: false,
  }));
}

async function send(shops: readonly Submitter[], count: number): Promise<Record<string, number>> {
  const outcomes = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      acceptors[at % 2]!.accept(shops[at % shops.length]!, [
        { from: 'SHOP', to: '0712345678', content: { text: textOf(at) } },
      ]),
    ),
  );
  const codes = outcomes
    .flat()
    .map((each) =>
      'refusal' in each ? each.refusal.code : each.waitsIn === null ? 'sent' : 'waits',
    );
  return Object.fromEntries(
    [...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]),
  );
}
const waiting = async (shops: readonly Submitter[]) =>
  (
    await db.query(
      `select from campaign where status = 'WAITING_APPROVAL' and client_id = any ($1::uuid[])`,
      [shops.map(({ clientId }) => clientId)],
    )
  ).length;

test('a subtree that needs approval has 200 texts waiting at most, and more of those go on to wait', async () => {
  const shops = await addTree(true);
  expect(await send(shops, 260)).toEqual({ waits: 200, UNAPPROVED_LIMIT: 60 });
  expect(await waiting(shops)).toBe(200);
  const [{ text, client }] = (await db.query<{ text: string; client: string }>(
    `select text, client_id as client from campaign where client_id = any ($1::uuid[]) limit 1`,
    [shops.map(({ clientId }) => clientId)],
  )) as [{ text: string; client: string }];
  const again = { from: 'SHOP', to: '0712345679', content: { text } };
  const of = shops.find(({ clientId }) => clientId === client)!;
  expect(await acceptors[0]!.accept(of, [again])).toMatchObject([
    { waitsIn: expect.any(String) as string },
  ]);
  // Another tree is free to ask.
  expect(await send(await addTree(true), 3)).toEqual({ waits: 3 });
  // So is this one once somebody has decided.
  await db.query(`update campaign set status = 'DECLINED' where client_id = $1`, [
    shops[0]!.clientId,
  ]);
  const more = await acceptors[0]!.accept(shops[0]!, [
    { from: 'SHOP', to: '0712345678', content: { text: textOf(9_999) } },
  ]);
  expect(more).toMatchObject([{ waitsIn: expect.any(String) as string }]);
});

test('texts that a content rule names are limited for each account', async () => {
  const shops = await addTree(false);
  await db.query(
    `insert into setting (key, value) values ('contentRules', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ words: ['rumen'], links: false, mostRecipients: null })],
  );
  await db.query(`update client set unapproved_numbers = 0 where id = any ($1::uuid[])`, [
    shops.map(({ clientId }) => clientId),
  ]);
  expect(await send(shops.slice(0, 1), 230)).toEqual({ waits: 200, UNAPPROVED_LIMIT: 30 });
  expect(await send(shops.slice(1), 5)).toEqual({ waits: 5 });
});
