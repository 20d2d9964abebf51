import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import { newId } from '../../infra/ids.ts';

const db = await createTestDatabase();
const { add, call } = await openPortal(db);
await db.query('delete from guard_rule');
const root = await add('root', 'ADMINISTRATOR', null);

const addRule = async (clientId: string | null, kind: string, days: number | null = null) => {
  const id = newId();
  await db.query(
    `insert into guard_rule (id, client_id, kind, prefix, messages, seconds, until)
     values ($1, $2, $3, '', 5, 3600, now() + $4::int * interval '1 day')`,
    [id, clientId, kind, days],
  );
  return id;
};

test('the rules of an account say which of them limit it', async () => {
  const { clientId, token } = await add('shop', 'CLIENT', root);
  const newAccounts = await addRule(null, 'NEW_ACCOUNT');
  const number = await addRule(null, 'NUMBER');
  const own = await addRule(clientId, 'NEW_ACCOUNT', 1);
  const read = async () =>
    Object.fromEntries(
      (await call('GET', '/v1/portal/guard/rules', { token })).body['rules'].map(
        ({ ruleId, isInForce }: { ruleId: string; isInForce: boolean }) => [ruleId, isInForce],
      ),
    );
  expect(await read()).toEqual({ [newAccounts]: false, [number]: true, [own]: true });
  await db.query('update guard_rule set until = now() where id = $1', [own]);
  expect(await read()).toEqual({ [newAccounts]: false, [number]: true, [own]: false });
});

test('refusals are listed by account and rule, the last to refuse first, with each of the last 14 days', async () => {
  const { clientId, token } = await add('kiosk', 'CLIENT', root);
  const other = await add('other', 'CLIENT', root);
  const [today, before, old] = [newId(), newId(), newId()];
  const refuse = (client: string, ruleId: string, daysAgo: number, refused: number) =>
    db.query(
      `insert into guard_refusal (client_id, rule_id, day, kind, refused, prefix)
       values ($1, $2, (now() at time zone 'UTC')::date - $3::int, 'RANGE', $4, '254700')`,
      [client, ruleId, daysAgo, refused],
    );
  for (const [daysAgo, refused] of [
    [0, 4],
    [2, 3],
    [13, 2],
    [14, 1],
  ] as const)
    await refuse(clientId, today, daysAgo, refused);
  await refuse(clientId, before, 1, 5);
  await refuse(clientId, old, 40, 6);
  // The same rule, and later: another account's.
  await refuse(other.clientId, old, 0, 7);

  const page = async (pageToken: string) =>
    (await call('GET', '/v1/portal/guard/refusals', { token, body: { pageSize: 2, pageToken } }))
      .body;
  const first = await page('');
  const rest = await page(first['nextPageToken']);
  expect(first['collectionCount']).toBe(3);
  expect(rest['nextPageToken']).toBe('');
  expect(first['days']).toHaveLength(14);
  expect(first['days'].at(-1)).toBe(first['refusals'][0].day);
  const zeros = (count: number) => Array.from({ length: count }, () => 0);
  expect(
    [...first['refusals'], ...rest['refusals']].map(({ ruleId, refused, byDay }) => [
      ruleId,
      refused,
      byDay,
    ]),
  ).toEqual([
    [today, 10, [2, ...zeros(10), 3, 0, 4]],
    [before, 5, [...zeros(12), 5, 0]],
    [old, 6, zeros(14)],
  ]);
});
