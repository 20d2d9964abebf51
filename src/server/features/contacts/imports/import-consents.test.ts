import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { call, startTasks } from '../../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { until } from '../../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { contactImports } from '../../../../contract/api/contact-imports.ts';
import type { ColumnUse } from '../../../../contract/api/contact-imports.ts';
import type { Input } from '../../../../contract/endpoint.ts';
import type { Download } from '../../../infra/http/http.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
import { importRoutes } from './imports.api.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const routes = importRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)) });
const tasks = startTasks(database);
afterAll(() => tasks.stop());

async function newCaller(): Promise<Caller> {
  const clientId = await addClient(database, { parentId: rootId });
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel: 'CLIENT', path: row!.path };
}
const upload = (as: Caller, text: string) =>
  call(
    routes,
    contactImports.upload,
    as,
    {},
    { file: { fileName: 'people.csv', stream: Readable.from([Buffer.from(text)]) } },
  );
async function settled(as: Caller, importId: string) {
  tasks.wake();
  return until('import', async () => {
    const found = await call(routes, contactImports.get, as, { importId });
    return found.status !== 'CHECKING' && found.status !== 'RUNNING' && found;
  });
}
async function bring(
  as: Caller,
  text: string,
  more: Partial<Input<typeof contactImports.check>> = {},
) {
  const { uploadId, mapping } = await upload(as, text);
  const { importId } = await call(routes, contactImports.check, as, { uploadId, mapping, ...more });
  expect((await settled(as, importId)).status).toBe('READY');
  await call(routes, contactImports.start, as, { importId });
  return settled(as, importId);
}
const consentsOf = ({ clientId }: Caller) =>
  db.query<{ phone: string; given: Date; withdrawn: boolean }>(
    `select destination as phone, source, wording, evidence, given_at as given, withdrawn_at is not null as withdrawn from consent
     where client_id = $1 and purpose = 'PROMOTIONS' order by destination, id`,
    [clientId],
  );

const FILE = `Phone,Name,Consent,Consent date,Consent wording,Consent source
0712000001,Asha,Yes,2026-01-05,Send me offers,Website
0712000002,Juma,ndiyo,06/01/2026,Send me news,Radio show
0712000003,Zoe,no,,,
0712000004,Ali,,,,
0712000005,Eve,perhaps,2026-01-05,Send me offers,
0712000006,Sam,yes,2999-01-01,Send me offers,
0712000007,Lea,yes,2026-01-05,,
12,Short,yes,2026-01-05,Send me offers,
`;

test('consents are recorded with their words, day, way and row; wrong ones are named by their row, and their numbers taken in', async () => {
  const as = await newCaller();
  const { mapping } = await upload(as, FILE);
  expect(mapping.map(({ field }) => field)).toEqual([
    'phone',
    'firstName',
    'consent',
    'consentDate',
    'consentWording',
    'consentSource',
  ]);
  const done = await bring(as, FILE);
  expect(done.counts).toMatchObject({
    rows: 8,
    new: 7,
    invalid: 1,
    consents: 2,
    incomplete: [
      { reason: 'BAD_CONSENT', count: 1 },
      { reason: 'BAD_CONSENT_DATE', count: 1 },
      { reason: 'NO_CONSENT_WORDING', count: 1 },
    ],
  });
  expect(done.expected).toMatchObject({ consents: 2 });
  expect(await consentsOf(as)).toEqual([
    {
      phone: '254712000001',
      source: 'WEBSITE',
      wording: 'Send me offers',
      evidence: 'people.csv, 2',
      given: new Date('2026-01-05T00:00:00Z'),
      withdrawn: false,
    },
    {
      phone: '254712000002',
      source: 'OTHER',
      wording: 'Send me news',
      evidence: 'Radio show · people.csv, 3',
      given: new Date('2026-01-06T00:00:00Z'),
      withdrawn: false,
    },
  ]);
  const { stream } = (await call(routes, contactImports.refusedRows, as, {
    importId: done.importId,
  })) as unknown as Download;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer));
  const lines = Buffer.concat(chunks).toString().split('\r\n');
  expect(lines.find((line) => line.includes('Eve'))).toContain('neither yes nor no');
  expect(lines.find((line) => line.includes('Sam'))).toContain('in the future');
  expect(lines.find((line) => line.includes('Lea'))).toContain('no wording');
});

test('the same file again records nothing twice, and a "no" withdraws what is on record', async () => {
  const as = await newCaller();
  await bring(as, FILE);
  expect((await bring(as, FILE, { existing: 'KEEP' })).counts).toMatchObject({ consents: 0 });
  expect(await consentsOf(as)).toHaveLength(2);
  await bring(as, 'Phone,Consent\n0712000001,no\n');
  expect((await consentsOf(as)).map(({ phone, withdrawn }) => [phone, withdrawn])).toEqual([
    ['254712000001', true],
    ['254712000002', false],
  ]);
});

test('a list that is older than a withdrawal does not revive the consent, a later day does', async () => {
  const as = await newCaller();
  await bring(as, FILE);
  await db.query(
    `update consent set withdrawn_at = '2026-03-01T10:00Z' where client_id = $1 and destination = '254712000001'`,
    [as.clientId],
  );
  const inForce = async () =>
    (await consentsOf(as)).filter(({ phone, withdrawn }) => phone === '254712000001' && !withdrawn);
  expect((await bring(as, FILE)).counts).toMatchObject({ consents: 0 });
  const withDay = (day: string) =>
    bring(
      as,
      `Phone,Consent,Consent date,Consent wording\n0712000001,yes,${day},New words of the form\n`,
    );
  expect((await withDay('2026-03-01')).counts).toMatchObject({ consents: 0 });
  const noDay =
    'Phone,Consent,Consent wording\n0712000001,yes,New words\n0712000009,yes,New words\n';
  expect((await bring(as, noDay)).counts).toMatchObject({ consents: 1 });
  expect(await inForce()).toEqual([]);
  expect((await withDay('2026-03-02')).counts).toMatchObject({ consents: 1 });
  expect(await inForce()).toMatchObject([{ given: new Date('2026-03-02T00:00:00Z') }]);
});

const LONG = 'x'.repeat(81);
const FORM = { what: 'Form of May', how: 'Paper', timestamp: Date.UTC(2026, 4, 1) / 1000 };
const contactsOf = ({ clientId }: Caller) =>
  db.query<{ phone: string; words: string | null }>(
    `select phone, consent ->> 'what' as words from contact where client_id = $1 order by phone`,
    [clientId],
  );

test.each([
  ['in a second row of the number', '0712000001,Asha,yes\n0712000001,Asha,no\n'],
  ['in a row before it that is refused', `0712000001,${LONG},no\n0712000001,Asha,yes\n`],
  ['in a row after it that is refused', `0712000001,Asha,yes\n0712000001,${LONG},no\n`],
  ['beside a row that says nothing', `0712000001,${LONG},no\n0712000001,Asha,\n`],
])('a "no" wins in its file: %s', async (_, rows) => {
  const as = await newCaller();
  const done = await bring(as, `Phone,Name,Consent\n${rows}0712000002,Juma,yes\n`, {
    consent: FORM,
  });
  expect(done.expected).toMatchObject({ consents: 1 });
  expect(done.counts).toMatchObject({ consents: 1 });
  expect(await consentsOf(as)).toMatchObject([{ phone: '254712000002', withdrawn: false }]);
  expect(await contactsOf(as)).toEqual([
    { phone: '254712000001', words: null },
    { phone: '254712000002', words: 'Form of May' },
  ]);
});

test('a "no" in a refused row or a later step withdraws what is on record, and its words at the contact', async () => {
  const as = await newCaller();
  const file = 'Phone,Name,Consent\n';
  await bring(as, `${file}0712000001,Asha,yes\n0712000002,Juma,yes\n0712000003,Zoe,yes\n`, {
    consent: FORM,
  });
  const others = Array.from({ length: 5_000 }, (_, at) => `07${13_000_000 + at},,\n`).join('');
  await bring(as, `${file}0712000001,${LONG},no\n0712000002,Juma,yes\n${others}0712000002,,no\n`, {
    consent: FORM,
  });
  expect((await consentsOf(as)).map(({ phone, withdrawn }) => [phone, withdrawn])).toEqual([
    ['254712000001', true],
    ['254712000002', true],
    ['254712000003', false],
  ]);
  expect((await contactsOf(as)).slice(0, 3)).toEqual([
    { phone: '254712000001', words: null },
    { phone: '254712000002', words: null },
    { phone: '254712000003', words: 'Form of May' },
  ]);
});

test('people who did not agree do not get the words of the import, nor keep older ones', async () => {
  const as = await newCaller();
  const file = (answer: string) => `Phone,Consent\n0712000001,${answer}\n0712000002,no\n`;
  await bring(as, file('yes'), { consent: FORM });
  expect((await contactsOf(as)).map(({ words }) => words)).toEqual(['Form of May', null]);
  await bring(as, file('no'), { consent: { ...FORM, what: 'Form of June' } });
  expect((await contactsOf(as)).map(({ words }) => words)).toEqual([null, null]);
});

test('a file of yes and no takes words and day from the import; more about a consent needs that column', async () => {
  const as = await newCaller();
  const timestamp = Date.UTC(2026, 4, 1) / 1000;
  await bring(as, 'Phone,Opt-in\n0712000001,yes\n', {
    consent: { what: 'Form of May', how: 'Paper', timestamp },
  });
  expect(await consentsOf(as)).toMatchObject([
    { wording: 'Form of May', given: new Date(timestamp * 1000), source: 'OTHER' },
  ]);
  const { uploadId } = await upload(as, 'Phone,Day\n0712000001,2026-01-05\n');
  const mapping: ColumnUse[] = [
    { column: 'Phone', field: 'phone' },
    { column: 'Day', field: 'consentDate' },
  ];
  await expect(call(routes, contactImports.check, as, { uploadId, mapping })).rejects.toMatchObject(
    { code: 'BAD_INPUT', details: [{ field: 'mapping.1.field' }] },
  );
});

test('12,000 rows of consents are recorded once, though a process dies between steps', async () => {
  const as = await newCaller();
  const rows = Array.from({ length: 12_000 }, (_, at) => `07${12_000_000 + at},yes,Offers`);
  const { uploadId, mapping } = await upload(
    as,
    `Phone,Consent,Consent wording\n${rows.join('\n')}\n`,
  );
  const { importId } = await call(routes, contactImports.check, as, { uploadId, mapping });
  await settled(as, importId);
  await db.query(`create function fail_once() returns trigger language plpgsql as $$ begin if new.at_row > 6000 and not exists (select from pg_class where relname = 'failed_once') then raise exception 'died'; end if; return new; end $$;
    create trigger fail_once before update on contact_import for each row execute function fail_once()`);
  await call(routes, contactImports.start, as, { importId });
  tasks.wake();
  await until(
    'first step',
    async () => (await call(routes, contactImports.get, as, { importId })).counts !== null,
  );
  await db.query('create table failed_once ()');
  expect((await settled(as, importId)).counts).toMatchObject({ rows: 12_000, consents: 12_000 });
  expect(
    await db.query<{ count: number; phones: number }>(
      'select count(*)::int, count(distinct destination)::int as phones from consent where client_id = $1',
      [as.clientId],
    ),
  ).toEqual([{ count: 12_000, phones: 12_000 }]);
});
