import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../test/harness/portal.ts';
import { guessSenderColumns, readCountry, readKind } from './sender-import.rules.ts';

const db = await createTestDatabase();
const { call, add, stepUp } = await openPortal(db);
const root = await add('root', 'ADMINISTRATOR', null);
await stepUp(root.token);
const support = await add('support', 'IT_SUPPORT', root);
const east = await add('East', 'COMPANY', root);
const west = await add('West', 'COMPANY', root);

let keys = 0;
const ask = (verb: string, body: Record<string, unknown>, by: Person = root) =>
  call('POST', `/v1/portal/senderids:${verb}`, {
    token: by.token,
    body,
    headers: { 'idempotency-key': `senders-${++keys}` },
  });
const ok = async (verb: string, body: Record<string, unknown>, by?: Person) => {
  const answer = await ask(verb, body, by);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
};
const row = (line: number, account: string, senderId: string, more: object = {}) => ({
  line,
  account,
  senderId,
  ...more,
});
const standards = { kind: 'TRANSACTIONAL' };

test('a preview enters nothing; entering leaves out what is wrong, and repeats without harm', async () => {
  const input = {
    ...standards,
    rows: [
      row(2, east.email, 'EASTBANK', { kind: 'Promotional', country: 'Tanzania' }),
      row(3, 'West', 'WESTSHOP', { brandOwner: 'West Shops', sample: 'Hello' }),
      row(4, 'nobody@example.com', 'NOBODY'),
      row(5, west.phone, 'EASTBANK', { country: 'tz' }),
      row(6, west.email, 'WEST_É'),
      row(7, west.email, 'WESTCARD', { kind: 'voice' }),
      row(8, west.email, 'WESTCARD', { country: 'Atlantis' }),
      row(9, west.email, 'westshop'),
      row(10, west.email, 'WESTCARD', { sample: 'x'.repeat(501) }),
    ],
  };
  const preview = await ok('previewImport', input);
  expect(preview).toEqual({
    rows: [
      {
        line: 2,
        clientId: east.clientId,
        clientName: 'East',
        contact: east.email.toLowerCase(),
        senderId: 'EASTBANK',
        kind: 'PROMOTIONAL',
        country: 'TZ',
        entered: false,
      },
      expect.objectContaining({
        line: 3,
        senderId: 'WESTSHOP',
        kind: 'TRANSACTIONAL',
        country: 'KE',
        entered: false,
      }),
      expect.objectContaining({ line: 9, senderId: 'WESTSHOP', entered: true }),
    ],
    problems: [
      { line: 4, field: 'account', message: expect.stringContaining('nobody@example.com') },
      { line: 5, field: 'senderId', message: expect.stringContaining('already taken') },
      { line: 6, field: 'senderId', message: expect.stringContaining('without accents') },
      { line: 7, field: 'kind', message: expect.stringContaining('"voice"') },
      { line: 8, field: 'country', message: expect.stringContaining('"Atlantis"') },
      { line: 10, field: 'sample', message: 'This is too long: at most 500 characters.' },
    ],
  });
  expect(await db.query('select from sender')).toEqual([]);

  expect(await ok('enterImport', input)).toEqual(preview);
  expect(
    await db.query(
      `select sender, kind, country, status, payment_status as fee, brand_owner as owner, sample from sender order by sender`,
    ),
  ).toEqual([
    {
      sender: 'EASTBANK',
      kind: 'PROMOTIONAL',
      country: 'TZ',
      status: 'WAITING_SETUP',
      fee: 'NOT_REQUIRED',
      owner: null,
      sample: null,
    },
    {
      sender: 'WESTSHOP',
      kind: 'TRANSACTIONAL',
      country: 'KE',
      status: 'WAITING_SETUP',
      fee: 'NOT_REQUIRED',
      owner: 'West Shops',
      sample: 'Hello',
    },
  ]);
  const again = await ok('enterImport', input);
  expect(again['rows']).toMatchObject([{ entered: true }, { entered: true }, { entered: true }]);
  expect(await db.query('select from sender')).toHaveLength(2);
  expect(
    await db.query(`select from audit_entry where action = 'SENDER_REQUESTED' and actor_id = $1`, [
      root.clientId,
    ]),
  ).toHaveLength(2);
});

test('an address or a number names only the account that has it, and an address only once it is confirmed', async () => {
  const impostor = await add('impostor', 'COMPANY', root);
  const named = async (account: string) => {
    const { rows, problems } = await ok('previewImport', {
      ...standards,
      rows: [row(2, account, 'HERONSHOP')],
    });
    return rows[0]?.['clientName'] ?? problems[0]?.['message'];
  };
  // Everybody chooses the name of its account.
  await db.query('update client set client_name = $2 where id = $1', [
    impostor.clientId,
    'bank@example.com',
  ]);
  expect(await named('bank@example.com')).toMatch(/^No client/);
  await db.query('update client set client_name = $2 where id = $1', [
    impostor.clientId,
    '+254712999888',
  ]);
  expect(await named('0712999888')).toMatch(/^No client/);
  expect(await named('+254712999888')).toMatch(/^No client/);
  await db.query(
    `update client set client_name = 'Bank', email = 'bank@example.com', email_unproved = true where id = $1`,
    [impostor.clientId],
  );
  expect(await named('bank@example.com')).toMatch(/has not confirmed/);
  await db.query(`update client set client_status = 'INVITED', inviter_id = $2 where id = $1`, [
    impostor.clientId,
    root.clientId,
  ]);
  expect(await named('bank@example.com')).toBe('Bank');
  expect(await named('bank')).toBe('Bank');
});

test('a preview waits for nobody who changes sender IDs, and nobody waits for it', async () => {
  const holder = new Client({ connectionString: db.url });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  await holder.query('update acceptance_version set version = version + 1');
  expect(
    await ok('previewImport', { ...standards, rows: [row(2, east.email, 'FREEWAY')] }),
  ).toMatchObject({ rows: [{ senderId: 'FREEWAY', entered: false }] });
});

test('rows are compared with those before them: a name of another client, one that looks like it, its own', async () => {
  const input = {
    ...standards,
    rows: [
      row(2, east.email, 'SOLAR'),
      row(3, west.email, 'solar'),
      row(4, west.email, '5OLAR'),
      row(5, east.email, '5OLAR'),
      row(6, west.email, '5OLAR', { country: 'TZ' }),
      row(7, east.email, 'Solar', { kind: 'promo' }),
    ],
  };
  const preview = await ok('previewImport', input);
  expect(preview).toMatchObject({
    rows: [
      { line: 2, senderId: 'SOLAR', entered: false },
      { line: 5, senderId: '5OLAR', entered: false },
      { line: 6, senderId: '5OLAR', country: 'TZ', entered: false },
      { line: 7, senderId: 'SOLAR', kind: 'TRANSACTIONAL', entered: true },
    ],
    problems: [
      { line: 3, field: 'senderId', message: expect.stringContaining('already taken') },
      { line: 4, field: 'senderId', message: expect.stringContaining('looks too much like') },
    ],
  });
  const version = 'select version from acceptance_version';
  const [before] = await db.query<{ version: string }>(version);
  expect(await ok('enterImport', input)).toEqual(preview);
  // One statement enters them all: the version of acceptance is held for no longer than that, and raised once.
  const [after] = await db.query<{ version: string }>(version);
  expect(Number(after!.version) - Number(before!.version)).toBe(1);
});

test('another account than the one that imported it marks a sender ID ready', async () => {
  const [sender] = await db.query<{ id: string }>(
    `select id from sender where sender = 'WESTSHOP'`,
  );
  const body = { senderIdId: sender!.id };
  expect(await ask('markReadyToSend', body)).toMatchObject({
    status: 403,
    body: { error: 'FOUR_EYES' },
  });
  expect(await ok('markReadyToSend', body, support)).toMatchObject({ status: 'READY_FOR_SENDING' });
});

test('two imports of one name at the same time enter it once', async () => {
  const input = { ...standards, rows: [row(2, east.email, 'RACER')] };
  const answers = await Promise.all([ask('enterImport', input), ask('enterImport', input)]);
  // The second is refused, or finds it there.
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect(await db.query(`select from sender where sender = 'RACER'`)).toHaveLength(1);
});

test.each([
  ['Promotional', 'PROMOTIONAL'],
  ['promo', 'PROMOTIONAL'],
  [' transactional ', 'TRANSACTIONAL'],
  ['OTP', 'TRANSACTIONAL'],
  ['Short code', 'SHORTCODE'],
  ['voice', undefined],
])('the kind of %j', (cell, kind) => {
  expect(readKind(cell)).toBe(kind);
});

test.each([
  ['ke', 'KE'],
  [' Mozambique', 'MZ'],
  ['Atlantis', undefined],
])('the country of %j', (cell, country) => {
  expect(readCountry(cell)).toBe(country);
});

test('columns are guessed by their headings, each once', () => {
  expect(
    guessSenderColumns({
      columns: ['No', 'Client name', 'Sender ID', 'Type', 'Country', 'Sample'],
      rows: [],
    }),
  ).toEqual({ account: 1, senderId: 2, kind: 3, country: 4, brandOwner: null, sample: 5 });
});
