import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../../test/harness/portal.ts';
import { lockAmount } from '../../../core/second-approval/second-approval.store.ts';
import { writeAmount } from '../../../core/second-approval/second-approval.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { guessColumns, readPlaysmsUsers, readUnits } from './opening-balances.rules.ts';

const db = await createTestDatabase();
const { call, add, stepUp, database } = await openPortal(db);
const root = await add('root', 'ADMINISTRATOR', null);
await stepUp(root.token);
const east = await add('East Ltd', 'COMPANY', root);
const west = await add('West Ltd', 'COMPANY', root);
for (const name of ['Twin A', 'Twin B']) await add(name, 'COMPANY', root);
await db.query(`update client set client_name = 'Twin' where client_name like 'Twin %'`);

let keys = 0;
const ask = (verb: string, body: Record<string, unknown>, by: Person = root) =>
  call('POST', `/v1/portal/openingbalances:${verb}`, {
    token: by.token,
    body,
    headers: { 'idempotency-key': `openings-${++keys}` },
  });
const ok = async (verb: string, body: Record<string, unknown>) => {
  const answer = await ask(verb, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
};
const balance = async ({ clientId }: Person) =>
  Number(
    (
      await db.query(
        `select balance from ledger_account where client_id = $1 and kind = 'available'`,
        [clientId],
      )
    )[0]!['balance'],
  ) / 10_000;
const row = (line: number, account: string, units: string) => ({ line, account, units });

test('a preview moves nothing; entering books each client once under a name, whatever the file', async () => {
  const rows = [
    row(2, east.email.toUpperCase(), '1,250.50'),
    row(3, west.phone, '40'),
    row(4, 'nobody@example.com', '5'),
    row(5, 'Twin', '5'),
    row(6, east.email, '1'),
    row(7, west.email, 'many'),
    row(8, 'root', '0.000'),
  ];
  const preview = await ok('preview', { reference: 'Former portal', rows });
  expect(preview).toMatchObject({
    rows: [
      { line: 2, clientName: 'East Ltd', units: 1250.5, balanceAfter: 1250.5, entered: false },
      { line: 3, clientName: 'West Ltd', units: 40, entered: false },
    ],
    problems: [
      { line: 4, field: 'account', message: expect.stringContaining('nobody@example.com') },
      { line: 5, field: 'account', message: expect.stringContaining('Several clients') },
      { line: 6, field: 'account', message: 'An earlier row names the same client.' },
      { line: 7, field: 'units', message: expect.stringContaining('"many"') },
    ],
    emptyCount: 1,
    total: 1290.5,
  });
  expect([await balance(east), await balance(west)]).toEqual([0, 0]);
  expect(await ok('enter', { reference: 'Former portal', rows })).toEqual(preview);
  expect([await balance(east), await balance(west)]).toEqual([1250.5, 40]);
  // A corrected file under the same name enters what is new, and nothing twice.
  const again = await ok('enter', {
    reference: 'former PORTAL',
    rows: [row(2, 'East Ltd', '9999'), row(3, west.email, '40')],
  });
  expect(again).toMatchObject({ rows: [{ entered: true }, { entered: true }], total: 0 });
  expect([await balance(east), await balance(west)]).toEqual([1250.5, 40]);
  expect(
    await db.query(
      `select note from ledger_transfer where kind = 'ADJUSTMENT' order by created_at`,
    ),
  ).toEqual([{ note: 'Former portal' }, { note: 'Former portal' }]);
  expect(
    await db.query(
      `select after from audit_entry where action = 'WALLET_ADJUSTED' and client_id = $1`,
      [west.clientId],
    ),
  ).toEqual([{ after: { units: 40, note: 'Former portal' } }]);
});

test('the same call twice at once enters once', async () => {
  const body = { reference: 'Race', rows: [row(2, east.email, '7')] };
  const before = await balance(east);
  const answers = await Promise.all([ask('enter', body), ask('enter', body)]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(await balance(east)).toBe(before + 7);
});

test('an amount that needs a second administrator is left for an adjustment by hand', async () => {
  const as = {
    session: { clientId: root.clientId, impersonatorId: null },
    address: '',
    userAgent: '',
  };
  await database.run(systemScope(), (tx) => writeAmount(tx, as, 1_000_0000n));
  const before = await balance(west);
  const { rows, problems } = await ok('enter', {
    reference: 'Large',
    rows: [row(2, west.email, '5000'), row(3, east.email, '1')],
  });
  expect(problems).toMatchObject([{ line: 2, field: 'units' }]);
  expect(rows).toMatchObject([{ line: 3, units: 1 }]);
  expect(await balance(west)).toBe(before);
  await database.run(systemScope(), (tx) => writeAmount(tx, as, null));
});

test('a preview waits for no lock, and counts its rows together as entering does', async () => {
  const as = {
    session: { clientId: root.clientId, impersonatorId: null },
    address: '',
    userAgent: '',
  };
  const south = await add('South Ltd', 'COMPANY', root);
  const [direct] = await db.query<{ used: number }>(
    `select coalesce(sum(units), 0)::int as used from second_approval where status = 'DIRECT'`,
  );
  await database.run(systemScope(), (tx) => writeAmount(tx, as, BigInt(direct!.used) + 10_0000n));
  const rows = [row(2, west.email, '6'), row(3, east.email, '6'), row(4, south.email, '4')];
  const body = { reference: 'Together', rows };
  const preview = await database.run(systemScope(), async (tx) => {
    await lockAmount(tx);
    await tx.query('select from ledger_account for update');
    return ok('preview', body);
  });
  expect(preview).toMatchObject({
    rows: [{ line: 2 }, { line: 4 }],
    problems: [{ line: 3, field: 'units' }],
    total: 10,
  });
  expect(await ok('enter', body)).toEqual(preview);
  await database.run(systemScope(), (tx) => writeAmount(tx, as, null));
});

test.each([
  ['1234.5', 12_345_000n],
  ['1,234.50', 12_345_000n],
  ['1,234,000', 12_340_000_000n],
  ['1,234', undefined],
  ['1 234', 12_340_000n],
  ['70.000', 700_000n],
  ['0.12340000', 1234n],
  ['1234,5', undefined],
  ['0.12345', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['9999999999', undefined],
])('units are read as portals write them: %s', (text, units) => {
  expect(readUnits(text)).toBe(units);
});

describe('a dump of playSMS', () => {
  const CREATE = `CREATE TABLE \`playsms_tblUser\` (
  \`c_timestamp\` bigint(20) NOT NULL DEFAULT 0,
  \`uid\` int(11) NOT NULL,
  \`username\` varchar(100) NOT NULL DEFAULT '',
  \`password\` varchar(255) NOT NULL DEFAULT '',
  \`name\` varchar(100) NOT NULL DEFAULT '',
  \`email\` varchar(250) NOT NULL DEFAULT '',
  \`credit\` decimal(13,3) NOT NULL DEFAULT 0.000,
  PRIMARY KEY (\`uid\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
`;
  const ROWS = `INSERT INTO \`playsms_tblUser\` VALUES (0,1,'admin','hash','Ana','ana@example.com',12.500),
(0,2,'o''neil','h);(',NULL,'a\\'b@example.com',0.000);
`;

  test('gives the users and their credits, without passwords', () => {
    const table = readPlaysmsUsers(`-- MySQL dump\n${CREATE}\n${ROWS}`, 10)!;
    expect(table).toEqual({
      columns: ['username', 'name', 'email', 'credit'],
      rows: [
        { line: 13, cells: ['admin', 'Ana', 'ana@example.com', '12.500'] },
        { line: 14, cells: ["o'neil", '', "a'b@example.com", '0.000'] },
      ],
    });
    expect(guessColumns(table)).toEqual({ accountColumn: 2, unitsColumn: 3 });
  });

  test('with a statement for each row, each with its line', () => {
    const each = Array.from(
      { length: 5 },
      (_, at) =>
        `INSERT INTO \`p_tblUser\` (\`email\`,\`credit\`) VALUES ('u${at}@example.com',${at});\n`,
    );
    expect(readPlaysmsUsers(`--\n${each.join('--\n')}`, 3)?.rows).toEqual([
      { line: 2, cells: ['u0@example.com', '0'] },
      { line: 4, cells: ['u1@example.com', '1'] },
      { line: 6, cells: ['u2@example.com', '2'] },
    ]);
  });

  test('with the names of its columns, from another prefix, and cut off', () => {
    expect(
      readPlaysmsUsers("INSERT INTO `x_tblUser` (`email`, `credit`) VALUES ('a@b.c',1),('d@e", 10),
    ).toMatchObject({ columns: ['email', 'credit'], rows: [{ cells: ['a@b.c', '1'] }] });
  });

  test.each([
    '',
    'Hello',
    CREATE.replaceAll('tblUser', 'tblOther'),
    'INSERT INTO `a_tblUser` VALUES (1)',
  ])('no dump of users: %j', (text) => {
    expect(readPlaysmsUsers(text, 10)).toBeUndefined();
  });
});
