import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { scopeOf, systemScope } from '../../infra/database/scope.ts';
import type { Database } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { openAcceptor } from './accept.ts';
import { isBoundOver, readApprovalFacts, readApprovalRule } from './approval.store.ts';

const db = await createTestDatabase();
const database = open(db);
const accepting = open(db, 'tuma_accept');
const root = await addClient(database, { parentId: null });
const reseller = await addClient(database, { parentId: root });
const company = await addClient(database, { parentId: reseller });
const client = await addClient(database, { parentId: company });
const other = await addClient(database, { parentId: root });
const everyone = { root, reseller, company, client, other };
type Name = keyof typeof everyone;
const names = Object.keys(everyone) as Name[];

beforeEach(() =>
  db.query(
    `update client set requires_campaign_approval = false, unapproved_numbers = null, access_level = case when parent_id is null then 'ADMINISTRATOR' else 'COMPANY' end`,
  ),
);
const set = (who: Name, column: string, value: unknown) =>
  db.query(`update client set ${column} = $2 where id = $1`, [everyone[who], value]);

/** As acceptance reads it, and as the account itself, which sees nobody above. */
async function rulesOf(who: Name) {
  const clientId = everyone[who];
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  const own = await database.run(scopeOf({ clientId, path: row!.path }, 'own'), (tx) =>
    readApprovalRule(tx, clientId),
  );
  const facts = await accepting.run(systemScope(), (tx) => readApprovalFacts(tx, [clientId]));
  const { approvalRule, unapprovedNumbers } = facts.get(clientId)!;
  expect({ rule: approvalRule, numbers: unapprovedNumbers }).toEqual({
    rule: own.rule,
    numbers: own.numbers,
  });
  return own;
}
const needing = async () => {
  const needs: string[] = [];
  for (const who of names) {
    const { rule } = await rulesOf(who);
    if (rule !== null) needs.push(who);
  }
  return needs;
};

test.each<[Name, string[]]>([
  // Staff under the root, and everybody's clients, are free of what the root's own account needs.
  ['root', ['root']],
  ['reseller', ['reseller', 'company', 'client']],
  ['company', ['company', 'client']],
  ['client', ['client']],
  ['other', ['other']],
])('where the %s needs approval, it is needed by %j', async (who, needed) => {
  expect(await needing()).toEqual([]);
  await set(who, 'requires_campaign_approval', true);
  expect(await needing()).toEqual(needed);
  await set(who, 'requires_campaign_approval', false);
  expect(await needing()).toEqual([]);
});

test('below an EBU client approval is needed as of any account that has it; its own level names it', async () => {
  await set('reseller', 'access_level', 'EBU_CLIENT');
  expect(await needing()).toEqual(['reseller', 'company', 'client']);
  expect((await rulesOf('reseller')).rule).toBe('EBU');
  expect((await rulesOf('client')).rule).toBe('CLIENT');
});

test('the nearest limit holds: the own one, then that of the account above, never that of the root', async () => {
  const numbers = async () => {
    const found: (number | null)[] = [];
    for (const who of names) {
      const rules = await rulesOf(who);
      const [above] = await db.query<{ numbers: number | null }>(
        'select numbers_above as numbers from approval_rule_of($1)',
        [everyone[who]],
      );
      found.push(rules.numbers, above!.numbers);
    }
    return found;
  };
  await set('root', 'unapproved_numbers', 9);
  expect(await numbers()).toEqual([9, null, null, null, null, null, null, null, null, null]);
  await set('reseller', 'unapproved_numbers', 5);
  expect(await numbers()).toEqual([9, null, 5, null, 5, 5, 5, 5, null, null]);
  await set('company', 'unapproved_numbers', 0);
  expect(await numbers()).toEqual([9, null, 5, null, 0, 5, 0, 0, null, null]);
  await set('client', 'unapproved_numbers', 7);
  expect(await numbers()).toEqual([9, null, 5, null, 0, 5, 7, 0, null, null]);
});

test('the topmost account that needs approval has the allowance of all below it', async () => {
  const allowances = async () => {
    const found: Record<string, string> = {};
    for (const who of names) {
      const facts = await accepting.run(systemScope(), (tx) =>
        readApprovalFacts(tx, [everyone[who]]),
      );
      const { allowanceOf } = facts.get(everyone[who])!;
      found[who] = names.find((name) => everyone[name] === allowanceOf)!;
    }
    return found;
  };
  const own = Object.fromEntries(names.map((name) => [name, name]));
  expect(await allowances()).toEqual(own);
  await set('root', 'requires_campaign_approval', true);
  expect(await allowances()).toEqual(own);
  await set('client', 'requires_campaign_approval', true);
  expect(await allowances()).toEqual(own);
  await set('company', 'access_level', 'EBU_CLIENT');
  expect(await allowances()).toEqual({ ...own, client: 'company' });
  // The flags of those below, which it may set itself, divide nothing.
  await set('reseller', 'requires_campaign_approval', true);
  expect(await allowances()).toEqual({ ...own, company: 'reseller', client: 'reseller' });
});

test('an account that needs approval is bound over itself and everybody below it, and over nobody else', async () => {
  const bound = async () => {
    const found: string[] = [];
    for (const one of names)
      for (const two of names)
        if (
          await database.run(systemScope(), (tx) => isBoundOver(tx, everyone[one], everyone[two]))
        )
          found.push(`${one} ${two}`);
    return found;
  };
  await set('root', 'requires_campaign_approval', true);
  expect(await bound()).toEqual([]);
  await set('reseller', 'requires_campaign_approval', true);
  expect(await bound()).toEqual([
    'reseller reseller',
    'reseller company',
    'reseller client',
    'company company',
    'company client',
    'client client',
  ]);
});

test('acceptance looks at the accounts above once for each version, by the long way too', async () => {
  const seen: string[] = [];
  const counting: Database = {
    ...accepting,
    run: (scope, work) =>
      accepting.run(scope, (tx) =>
        work({
          ...tx,
          query(text, values, name) {
            if (text.includes('approval_rule_of')) seen.push(name ?? text);
            return tx.query(text, values, name);
          },
        }),
      ),
  };
  const acceptor = openAcceptor({ database: counting });
  const submitter = { source: 'REST', clientId: client, user: null, test: false } as const;
  const outcome = async () => {
    const key = newId();
    const [found] = await acceptor.accept(
      submitter,
      [{ from: 'SHOP', to: '0712345678', content: { text: 'Habari' } }],
      { key, bodyHash: Buffer.from(key) },
    );
    return 'refusal' in found! ? found.refusal.code : 'taken';
  };
  await outcome();
  await outcome();
  await outcome();
  expect(seen).toHaveLength(1);
  await set('reseller', 'requires_campaign_approval', true);
  await outcome();
  await outcome();
  expect(seen).toHaveLength(2);
});
