// T22: every file that the server writes for spreadsheets, made from a database in which a stranger's texts
// stand wherever they may: each text is there, and none of them can run.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { columnsFor, REPORT_KINDS } from '../../../src/contract/api/report-columns.ts';
import { REPORT_FORMATS } from '../../../src/contract/api/reports.ts';
import { STATS_BY } from '../../../src/contract/api/statistics.ts';
import { addRollups } from '../../../src/server/core/dispatch/counts/rollups.store.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { makeReport } from '../../../src/server/features/reports/reports.jobs.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { startRunner } from '../../../src/server/core/background/runner.ts';
import { messenger, silent } from '../../harness/campaigns.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { FORMULA_PAYLOADS, HARMLESS_TEXTS, mayRun } from '../../harness/files/formulas.ts';
import { openPortal } from '../../harness/portal.ts';

/** PostgreSQL keeps no NUL in a text. */
const TEXTS = [...FORMULA_PAYLOADS.filter((text) => !text.includes('\0')), ...HARMLESS_TEXTS];
const START = new Date(Date.now() - 3_600_000);

const db = await createTestDatabase();
const portal = await openPortal(db);
const address = await portal.listen();
const root = await portal.add('root', 'ADMINISTRATOR', null);
const seller = await portal.add('seller', 'RESELLER', root);
const [campaignId, importId] = [newId(), newId()];
const PHONES = TEXTS.map((_, at) => String(254_711_000_000 + at));

const runner = startRunner({
  database: portal.database,
  concurrency: 1,
  log: silent,
  handlers: { makeReport: makeReport(portal.database, messenger) },
});
afterAll(() => runner.stop());

beforeAll(async () => {
  // Ids of messages carry their time, and those of a campaign lie within its expansion.
  await db.query(`create function test_id(n int) returns uuid language sql as $$
    select overlay(uuid_v7_floor('${START.toISOString()}'::timestamptz + n * interval '1 millisecond')::text
      placing lpad(to_hex(n), 12, '0') from 25 for 12)::uuid $$`);
  await addClients();
  await addMessages();
  await addCampaign();
  await addContacts();
  await addMoney();
});

/** A client under the seller for every text, which is its name. */
async function addClients() {
  await db.query(
    `insert into client (id, parent_id, path, client_name, account_type, country, access_level, client_status)
     select t.id, $1, c.path || t.id || '/', t.text, 'COMPANY', 'KE', 'COMPANY', 'ACTIVE'
     from client c, unnest($2::uuid[], $3::text[]) as t (id, text) where c.id = $1`,
    [seller.clientId, TEXTS.map(() => newId()), TEXTS],
  );
  await db.query(
    `insert into ledger_account (id, client_id, kind) select gen_random_uuid(), id, 'available' from client
     where parent_id = $1`,
    [seller.clientId],
  );
}

/** Messages both ways: the seller's own, of which it reads the words, and one of each client. */
async function addMessages() {
  const whose = `(select $1::uuid as id, t.text, t.n, null::text as name from unnest($2::text[]) with ordinality t (text, n)
    union all select c.id, t.text, t.n + 1000, c.client_name from unnest($2::text[]) with ordinality t (text, n)
      join client c on c.client_name = t.text and c.parent_id = $1) w`;
  await db.query(
    `insert into message (id, client_id, destination, sender, text, encoding, segments, units, route_id, config_version,
       status, carrier_ids, carrier_status, error_code, submitted_at, done_at, country, network)
     select test_id(n::int), w.id, (254711000000 + n)::text, w.text, w.text, 0, 1, 10000, 1, 1,
       10, array[w.text], w.text, w.text, $3, $3, 'KE', 1 from ${whose}`,
    [seller.clientId, TEXTS, START],
  );
  const counted = await db.query<{ id: string; text: string }>(
    `select w.id, w.text from ${whose}`,
    [seller.clientId, TEXTS],
  );
  const hour = new Date(Math.floor(START.getTime() / 3_600_000) * 3_600_000);
  const none = { undeliverable: 0, rejected: 0, expired: 0, failed: 0, unknown: 0, cancelled: 0 };
  const one = {
    messages: 1,
    segments: 1,
    submitted: 1,
    delivered: 1,
    captured: 10_000n,
    causes: [],
    ...none,
  };
  await portal.database.run(systemScope(), (tx) =>
    addRollups(
      tx,
      counted.map(({ id, text }) => ({
        hour,
        clientId: id,
        sender: text,
        country: 'KE',
        network: 1,
        ...one,
      })),
    ),
  );
  await db.query(
    `insert into incoming_message (id, client_id, carrier_account_id, connector_id, source, destination, text, encoding, hash)
     select test_id(n::int), w.id, 1, 1, w.text, w.text, w.text, 0, '' from ${whose}`,
    [seller.clientId, TEXTS],
  );
}

/** One campaign with a message, a recipient without one, and a refused row for each text, and one of each name. */
async function addCampaign() {
  await db.query(
    `insert into campaign (id, client_id, campaign_name, sender, text, columns, source, country, status, total, expanded,
       expand_row, created_at, started_at, expanded_at, ended_at)
     select t.id, $1, t.name, 'SHOP', '#name#', '{phone,name}', 'FILE', 'KE', 'CANCELLED', 1, 1, 0, $4, $4, now(), now()
     from unnest($2::uuid[], $3::text[]) as t (id, name)`,
    [seller.clientId, [campaignId, ...TEXTS.map(() => newId())], ['Campaign', ...TEXTS], START],
  );
  await db.query(
    `insert into message (id, client_id, campaign_id, destination, sender, text, encoding, segments, units, route_id,
       config_version, status, carrier_status, error_code, country, network)
     select test_id(2000 + n::int), $1, c.id, (254711000000 + n)::text, 'SHOP', t.text, 0, 1, 10000, 1, 1, 10,
       t.text, t.text, 'KE', 1
     from unnest($2::text[]) with ordinality t (text, n) join campaign c on c.campaign_name in (t.text, 'Campaign')
     where c.id = $3`,
    [seller.clientId, TEXTS, campaignId],
  );
  await db.query(
    `insert into message (id, client_id, campaign_id, destination, sender, text, encoding, segments, units, route_id,
       config_version, status, country, network)
     select test_id(3000 + n::int), $1, c.id, (254711000000 + n)::text, 'SHOP', 'Hello', 0, 1, 10000, 1, 1, 10, 'KE', 1
     from unnest($2::text[]) with ordinality t (text, n) join campaign c on c.campaign_name = t.text`,
    [seller.clientId, TEXTS],
  );
  await db.query(
    `insert into recipient (campaign_id, row_no, client_id, destination, fields, segments, units, country, network, skipped)
     select $1, n, $2, (254711000000 + n)::text, jsonb_build_array(t.text), 1, 10000, 'KE', 1, t.text
     from unnest($3::text[]) with ordinality t (text, n)`,
    [campaignId, seller.clientId, TEXTS],
  );
  await db.query(
    `insert into recipient_refused (campaign_id, row_no, client_id, value, reason)
     select $1, n, $2, t.text, 'NO_VALUE:' || t.text from unnest($3::text[]) with ordinality t (text, n)`,
    [campaignId, seller.clientId, TEXTS],
  );
}

async function addContacts() {
  const ids = TEXTS.map(() => newId());
  await db.query(
    `insert into contact (id, client_id, phone, first_name, last_name, other_names, email, attributes)
     select t.id, $1, t.phone, t.text, t.text, t.text, t.text, jsonb_build_object(t.text, t.text)
     from unnest($2::uuid[], $3::text[], $4::text[]) as t (id, phone, text)`,
    [seller.clientId, ids, PHONES, TEXTS],
  );
  await db.query(
    `with made as (insert into contact_group (id, client_id, group_name, contact_count)
       select t.id, $1, t.text, 1 from unnest($2::uuid[], $3::text[]) as t (id, text) returning id, group_name)
     insert into contact_group_member (group_id, contact_id, client_id)
     select made.id, c.id, $1 from made join contact c on c.first_name = made.group_name`,
    [seller.clientId, TEXTS.map(() => newId()), TEXTS],
  );
  await db.query(
    `insert into opt_out (client_id, destination, source, note)
     select $1, t.phone, t.text, t.text from unnest($2::text[], $3::text[]) as t (phone, text)`,
    [seller.clientId, PHONES, TEXTS],
  );
  await db.query(
    `insert into contact_import (id, client_id, kind, upload_id, file_name, status, mapping, existing, row_count)
     values ($1, $2, 'CONTACTS', $1, 'a.csv', 'COMPLETED', $3, 'KEEP', 1)`,
    [importId, seller.clientId, JSON.stringify(TEXTS.map((column) => ({ column, to: 'IGNORE' })))],
  );
  await db.query(
    `insert into contact_import_refused (import_id, row_no, client_id, cells, reason)
     select $1, n, $2, $3, t.text from unnest($3::text[]) with ordinality t (text, n)`,
    [importId, seller.clientId, TEXTS],
  );
}

/** Adjustments with a note, and payments that are open: their phone and receipt are a provider's words. */
async function addMoney() {
  await db.query(
    `with made as (insert into ledger_transfer (id, kind, idem, note)
       select t.id, 'ADJUSTMENT', n::text, t.text from unnest($2::text[], $3::uuid[]) with ordinality t (text, id, n)
       returning id)
     insert into ledger_entry (transfer_id, account_id, amount, balance_after, listed)
     select made.id, a.id, -50000, 10000, true from made, ledger_account a where a.client_id = $1 and a.kind = 'available'`,
    [seller.clientId, TEXTS, TEXTS.map(() => newId())],
  );
  await db.query(
    `insert into payment (id, client_id, purpose, units, amount, currency, provider, phone, status, receipt, after_seq)
     select gen_random_uuid(), $1, 'UNITS', 10000, 1, 'KES', 'MPESA', t.text, 'FAILED', t.text, 0
     from unnest($2::text[]) t (text)`,
    [seller.clientId, TEXTS],
  );
}

// --- the files ------------------------------------------------------------------------------------------------------

type File = {
  endpoint: string;
  path: string;
  query?: Record<string, string>;
  format?: 'CSV' | 'XLSX';
};

/** Every file with the call that gives it. Reports are made first, in their own test. */
const FILES: Readonly<Record<string, File>> = {
  'sent messages': { endpoint: 'messages.exportSent', path: 'sms/mt/export' },
  'incoming messages': { endpoint: 'messages.exportReceived', path: 'sms/mo/export' },
  'a campaign': { endpoint: 'campaigns.download', path: 'downloadCampaign', query: { campaignId } },
  'refused rows of a campaign': {
    endpoint: 'sms.refusedRows',
    path: 'sms/refusedRows',
    query: { campaignId },
  },
  'contacts, CSV': {
    endpoint: 'contacts.download',
    path: 'downloadContacts',
    query: { format: 'CSV' },
  },
  'contacts, XLSX': {
    endpoint: 'contacts.download',
    path: 'downloadContacts',
    query: { format: 'XLSX' },
    format: 'XLSX',
  },
  'opt-outs': { endpoint: 'optOuts.download', path: 'downloadOptOuts' },
  'refused rows of an import': {
    endpoint: 'contactImports.refusedRows',
    path: 'downloadContactImport',
    query: { importId },
  },
  transactions: { endpoint: 'purchases.export', path: 'purchases/export' },
  ...Object.fromEntries(
    STATS_BY.map((by) => [
      `delivery report by ${by}`,
      { endpoint: 'stats.exportReport', path: 'stats/reports/export', query: { by } },
    ]),
  ),
};
/** By which no text of a stranger is told: names of countries and networks are the product's own. */
const OF_OUR_WORDS = ['delivery report by country', 'delivery report by network'];
/** Downloads that no spreadsheet opens: pictures, papers and lines of JSON. */
const OTHERS = [
  'audit.export',
  'branding.logo',
  'branding.picture',
  'clients.picture',
  'consents.proof',
  'invoices.pdf',
  'personal.export',
  'purchases.receipt',
  'purchases.statement',
  'senderDocuments.download',
];

async function fetchFile(path: string, query: Record<string, string> = {}): Promise<Buffer> {
  const headers = { authorization: `Bearer ${await portal.enter(seller.clientId)}` };
  const response = await fetch(
    `${address}/v1/portal/${path}?${new URLSearchParams(query).toString()}`,
    { headers },
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200)
    throw new Error(`${path}: ${response.status} ${bytes.toString('utf8').slice(0, 300)}`);
  return bytes;
}

const cellsOfCsv = (bytes: Buffer): string[] =>
  (
    parse(bytes, { bom: true, relax_column_count: true, record_delimiter: '\r\n' }) as string[][]
  ).flat();

/** The texts of a workbook, each cell of which must be a text or a figure: no formula, and no result of one. */
function cellsOfWorkbook(bytes: Buffer): string[] {
  const xml = partsOf(bytes)
    .filter(({ name }) => name.startsWith('xl/worksheets/'))
    .map(({ text }) => text)
    .join('');
  expect(xml.length).toBeGreaterThan(0);
  const cells = [...xml.matchAll(/<c ([^>]*)>(.*?)<\/c>/gs)];
  const wrong = cells.filter(([, attributes, inner]) =>
    attributes!.includes('t="')
      ? !(
          attributes!.includes('t="inlineStr"') &&
          /^<is><t xml:space="preserve">[^<]*<\/t><\/is>$/s.test(inner!)
        )
      : !/^<v>-?[\d.e+-]+<\/v>$/.test(inner!),
  );
  expect(wrong).toEqual([]);
  expect(xml).not.toMatch(/<f[ >]/);
  return cells
    .flatMap(([, , inner]) => /<t [^>]*>([^<]*)<\/t>/s.exec(inner!)?.[1] ?? [])
    .map(readXml);
}

const readXml = (text: string) =>
  text
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The parts of a ZIP archive by its directory (APPNOTE 4.3.12). */
function partsOf(bytes: Buffer): { name: string; text: string }[] {
  const parts = [];
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, packed, start] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ];
    const [name, extra, comment] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const content = bytes.subarray(data, data + packed);
    parts.push({
      name: bytes.toString('utf8', at + 46, at + 46 + name),
      text: (method === 0 ? content : inflateRawSync(content)).toString('utf8'),
    });
    at += 46 + name + extra + comment;
  }
  return parts;
}

function expectHarmless(cells: readonly string[], format: 'CSV' | 'XLSX') {
  expect(format === 'CSV' ? cells.filter(mayRun) : []).toEqual([]);
  const seen = new Set(cells);
  const isThere = (text: string) => seen.has(text) || (format === 'CSV' && seen.has(`'${text}`));
  expect(TEXTS.filter((text) => !isThere(text))).toEqual([]);
  expect(HARMLESS_TEXTS.filter((text) => !seen.has(text))).toEqual([]);
}

test.each(Object.entries(FILES))(
  '%s: every text is present, and none is a formula',
  async (name, { path, query, format = 'CSV' }) => {
    const bytes = await fetchFile(path, query);
    const cells = format === 'CSV' ? cellsOfCsv(bytes) : cellsOfWorkbook(bytes);
    if (OF_OUR_WORDS.includes(name)) {
      expect(cells.length).toBeGreaterThan(10);
      expect(cells.filter(mayRun)).toEqual([]);
    } else expectHarmless(cells, format);
  },
);

const REPORTS = REPORT_KINDS.flatMap((kind) => REPORT_FORMATS.map((format) => ({ kind, format })));

test.each(REPORTS)(
  'the report $kind as $format: every text is present, and none is a formula',
  async ({ kind, format }) => {
    const filters = kind === 'CAMPAIGN_MESSAGES' ? { campaignIds: [campaignId] } : {};
    const { status, body } = await portal.call('POST', '/v1/portal/stats/download-reports', {
      token: seller.token,
      body: { name: kind, kind, format, filters, columns: columnsFor('RESELLER', kind) },
    });
    expect([status, body['error']]).toEqual([200, null]);
    const reportId = body['requestId'] as string;
    await vi.waitFor(
      async () => {
        runner.wake();
        const report = await portal.call('GET', `/v1/portal/stats/download-reports/${reportId}`, {
          token: seller.token,
        });
        expect(['READY_FOR_DOWNLOAD', 'FAILED']).toContain(report.body['status']);
      },
      { timeout: 180_000, interval: 30 },
    );
    const bytes = await fetchFile('downloadReport', { reportId });
    expectHarmless(format === 'CSV' ? cellsOfCsv(bytes) : cellsOfWorkbook(bytes), format);
  },
);

test('every download of the contract is tested here, or is not for spreadsheets', async () => {
  const folder = join(import.meta.dirname, '../../../src/contract/api');
  const downloads: string[] = [];
  for (const file of readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )) {
    const exported = (await import(join(folder, file))) as Record<
      string,
      Record<string, unknown> | null
    >;
    for (const [group, value] of Object.entries(exported)) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, each] of Object.entries(value)) {
        if ((each as Partial<Endpoint> | null)?.download) downloads.push(`${group}.${name}`);
      }
    }
  }
  const tried = new Set([
    ...Object.values(FILES).map(({ endpoint }) => endpoint),
    'reports.download',
    ...OTHERS,
  ]);
  expect([...tried].toSorted()).toEqual(downloads.toSorted());
});
