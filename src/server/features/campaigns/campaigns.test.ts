import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import {
  addRoute,
  addSender,
  call,
  messenger,
  startTasks,
} from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { campaigns } from '../../../contract/api/campaigns.ts';
import { sms } from '../../../contract/api/campaign-sending.ts';
import type { Download } from '../../infra/http/http.ts';
import { getBalances } from '../../core/ledger/ledger.ts';
import { checkLedger } from '../../core/ledger/verify-ledger.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { campaignRoutes } from './campaigns.api.ts';
import { aggregate, dropEnded } from './progress/aggregate.jobs.ts';
import { startDue } from './send/schedule.jobs.ts';

const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 12);
const rootId = await addClient(database, { parentId: null });
await addRoute(database);
const routes = campaignRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)), messenger });
// No test is to hang on the hour at which it is run.
await db.query('delete from sending_window');
const runner = startTasks(database);
afterAll(() => runner.stop());

const system = <T>(work: Parameters<typeof database.run<T>>[1]) =>
  database.run(systemScope(), work);
const walletOf = (client: Caller) => system((tx) => getBalances(tx, client.clientId));
let senders = 0;

async function newClient(
  units: bigint,
  sender?: { kind?: 'PROMOTIONAL' },
): Promise<Caller & { sender: string }> {
  const clientId = await addClient(database, { parentId: rootId, units });
  const name = `SHOP${++senders}`;
  await addSender(database, clientId, name, sender?.kind);
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel: 'COMPANY', path: row!.path, sender: name };
}

async function prepare(
  client: Caller & { sender: string },
  csv: string,
  text: string,
  scheduleTimestamp?: number,
): Promise<string> {
  const { uploadId, suggestedPhoneColumn } = await call(
    routes,
    sms.fromFileStep1,
    client,
    {},
    { file: { fileName: 'list.csv', stream: Readable.from([Buffer.from(csv)]) } },
  );
  const { campaignId } = await call(routes, sms.fromFileStep2, client, {
    uploadId,
    phoneColumn: suggestedPhoneColumn!,
    campaignName: 'Test',
    senderId: client.sender,
    text,
    scheduleTimestamp,
  });
  runner.wake();
  await vi.waitFor(
    async () =>
      expect(
        await db.query(
          `select from task where input ->> 'campaignId' = $1 and status <> 'PENDING'`,
          [campaignId],
        ),
      ).toHaveLength(1),
    { timeout: 180_000, interval: 20 },
  );
  return campaignId;
}

const get = (client: Caller, campaignId: string) =>
  call(routes, campaigns.get, client, { campaignId });
const send = (client: Caller, campaignId: string, key?: string) =>
  call(routes, sms.sendCampaign, client, { campaignId }, { key });
const expanded = (campaignId: string) =>
  vi.waitFor(
    async () => {
      runner.wake();
      expect(
        await db.query('select from campaign where id = $1 and expanded_at is not null', [
          campaignId,
        ]),
      ).toHaveLength(1);
    },
    { timeout: 180_000, interval: 20 },
  );
const wholeLedger = async () => expect(await system(checkLedger)).toMatchObject({ ok: true });

const LIST = `name,phone,town
Asha,0712 345 678,Nairobi
Juma,+255 712 345 678,Dodoma
Maria,+258841234567,Beira
Asha again,254712345678,Nairobi
Nobody,12,
Rose,+256 772 123456,Kampala
Empty,,
`;

test('an upload is visible to its owner only', async () => {
  const [client, other] = [await newClient(0n), await newClient(0n)];
  const file = {
    fileName: 'list.csv',
    stream: Readable.from([Buffer.from('name,phone,a,b,c,d\nAsha,0712345678,1,2,3,4\n')]),
  };
  const uploaded = await call(routes, sms.fromFileStep1, client, {}, { file });
  expect(uploaded).toMatchObject({
    columns: ['name', 'phone', 'a', 'b', 'c', 'd'],
    rows: [['Asha', '0712345678', '1', '2', '3', '4']],
    suggestedPhoneColumn: 'phone',
    rowCount: 1,
  });
  const { uploadId } = uploaded;
  expect(await call(routes, sms.upload, client, { uploadId })).toEqual(uploaded);
  await expect(call(routes, sms.upload, other, { uploadId })).rejects.toMatchObject({
    code: 'UPLOAD_GONE',
  });
  await db.query(`update upload set expires_at = now() where id = $1`, [uploadId]);
  await expect(call(routes, sms.upload, client, { uploadId })).rejects.toMatchObject({
    code: 'UPLOAD_GONE',
  });
});

test('a rewritten draft replaces the earlier one, and sent campaigns stay', async () => {
  const client = await newClient(1_000_000n);
  const { uploadId } = await call(
    routes,
    sms.fromFileStep1,
    client,
    {},
    { file: { fileName: 'list.csv', stream: Readable.from([Buffer.from(LIST)]) } },
  );
  const draft = { uploadId, phoneColumn: 'phone', campaignName: 'Test', senderId: client.sender };
  const first = await call(routes, sms.fromFileStep2, client, { ...draft, text: 'One' });
  const second = await call(routes, sms.fromFileStep2, client, {
    ...draft,
    text: 'Two',
    replaces: first.campaignId,
  });
  expect(await get(client, first.campaignId)).toMatchObject({
    status: 'CANCELLED',
    reason: 'REPLACED',
  });
  expect(
    (await call(routes, campaigns.list, client, {})).campaigns.map(({ campaignId }) => campaignId),
  ).toEqual([second.campaignId]);

  const stranger = await newClient(0n);
  const theirs = await prepare(stranger, LIST, 'Theirs');
  const third = await call(routes, sms.fromFileStep2, client, {
    ...draft,
    text: 'Three',
    replaces: theirs,
  });
  expect(await get(stranger, theirs)).toMatchObject({ status: 'PENDING' });

  runner.wake();
  await vi.waitFor(
    async () =>
      expect(
        await db.query('select from campaign where id = $1 and prepared_at is not null', [
          third.campaignId,
        ]),
      ).toHaveLength(1),
    { timeout: 180_000, interval: 20 },
  );
  await send(client, third.campaignId);
  await expect(
    call(routes, sms.fromFileStep2, client, {
      ...draft,
      text: 'Four',
      replaces: third.campaignId,
    }),
  ).rejects.toMatchObject({ code: 'CONFLICT', values: { what: 'campaign' } });
  expect((await get(client, third.campaignId)).status).not.toBe('CANCELLED');
});

test('a file is read, priced, previewed and queued', async () => {
  const client = await newClient(1_000_000n);
  const campaignId = await prepare(client, LIST, 'Dear #name#, greetings from #town#');
  const preview = await call(routes, sms.fromFilePreview, client, { campaignId });
  expect(preview.messages).toEqual([
    {
      destination: '+254712345678',
      text: 'Dear Asha, greetings from Nairobi',
      segments: 1,
      encoding: 'GSM7',
    },
    {
      destination: '+255712345678',
      text: 'Dear Juma, greetings from Dodoma',
      segments: 1,
      encoding: 'GSM7',
    },
    {
      destination: '+258841234567',
      text: 'Dear Maria, greetings from Beira',
      segments: 1,
      encoding: 'GSM7',
    },
  ]);
  // 0.8, 1.2, 2 and 1.6 a part against 0.8 at home.
  expect(preview.summary).toMatchObject({
    rows: 7,
    valid: 4,
    invalid: 2,
    duplicate: 1,
    optedOut: 0,
    blocked: 0,
    segments: 4,
    units: 7,
    balance: 100,
    balanceAfter: 93,
    short: false,
    encoding: { gsm: 4, ucs2: 0 },
    reasons: [
      { reason: 'EMPTY', count: 1 },
      { reason: 'TOO_SHORT', count: 1 },
    ],
    stopClause: null,
  });
  expect(preview.summary.regions).toContainEqual({
    regionName: 'Mozambique',
    country: 'MZ',
    messages: 1,
    segments: 1,
    units: 2.5,
  });
  expect(await walletOf(client)).toMatchObject({ available: 1_000_000n, held: 0n });

  expect(await send(client, campaignId)).toMatchObject({
    status: 'QUEUED',
    unitsReserved: 7,
    recipientCount: 4,
  });
  await expanded(campaignId);
  expect(await walletOf(client)).toMatchObject({ available: 930_000n, held: 70_000n });
  const messages = await db.query(
    `select destination, text, units, country, status from message where campaign_id = $1 order by id`,
    [campaignId],
  );
  expect(messages.map((row) => row['text'])).toEqual([
    'Dear Asha, greetings from Nairobi',
    'Dear Juma, greetings from Dodoma',
    'Dear Maria, greetings from Beira',
    'Dear Rose, greetings from Kampala',
  ]);
  expect(await get(client, campaignId)).toMatchObject({
    status: 'RUNNING',
    counts: { queued: 4, submitted: 0, delivered: 0 },
  });
  await wholeLedger();
});

test('the refused rows are a file without formulas', async () => {
  const client = await newClient(1_000_000n);
  const campaignId = await prepare(
    client,
    'phone,x\n0712345678,1\n=2+5,2\n0712345678,3\n"@SUM(1,2)",4\n',
    'Hello',
  );
  const file = (await call(routes, sms.refusedRows, client, { campaignId })) as unknown as Download;
  expect((await buffer(file.stream)).toString()).toBe(
    '\ufeffRow,Value,Reason\r\n3,\'=2+5,This is not a phone number.\r\n4,0712345678,This number is in an earlier row.\r\n5,"\'@SUM(1,2)",This is not a phone number.\r\n',
  );
});

test('a text shared by all recipients is stored once, with the STOP clause of a promotional sender', async () => {
  const client = await newClient(1_000_000n, { kind: 'PROMOTIONAL' });
  const campaignId = await prepare(client, LIST, 'Dial *144# today');
  const { messages, summary } = await call(routes, sms.fromFilePreview, client, { campaignId });
  expect(messages[0]!.text).toBe('Dial *144# today\nSTOP *456*9*5#');
  expect(summary.stopClause).toBe('\nSTOP *456*9*5#');
  await send(client, campaignId);
  await expanded(campaignId);
  expect(
    await db.query(`select distinct text from message where campaign_id = $1 and country = 'KE'`, [
      campaignId,
    ]),
  ).toEqual([{ text: null }]);
  expect(
    await db.query(`select text from message where campaign_id = $1 and country = 'UG'`, [
      campaignId,
    ]),
  ).toEqual([{ text: 'Dial *144# today\nSTOP *196#' }]);
});

test('a column whose name no text can contain is a placeholder by what is left of it', async () => {
  const client = await newClient(1_000_000n);
  const campaignId = await prepare(
    client,
    'phone,Valor (MZN)\n0712345678,1.500\n',
    'Pagou #Valor MZN# hoje',
  );
  const { messages } = await call(routes, sms.fromFilePreview, client, { campaignId });
  expect(messages[0]!.text).toBe('Pagou 1.500 hoje');
});

test('a placeholder without a column is reported before anything is prepared', async () => {
  const client = await newClient(0n);
  await expect(prepare(client, LIST, 'Dear #nmae#')).rejects.toMatchObject({
    code: 'UNKNOWN_PLACEHOLDER',
    values: { name: 'nmae', columns: 'name, phone, town' },
  });
});

test('a file whose header was changed meanwhile is not prepared with other columns', async () => {
  const client = await newClient(100_0000n);
  const { uploadId } = await call(
    routes,
    sms.fromFileStep1,
    client,
    {},
    {
      file: {
        fileName: 'list.csv',
        stream: Readable.from([Buffer.from('phone,name\nphone,town\n0712345678,Asha\n')]),
      },
    },
  );
  const prepared = await call(routes, sms.fromFileStep2, client, {
    uploadId,
    phoneColumn: 'phone',
    campaignName: 'Test',
    senderId: client.sender,
    text: 'Dear #name#',
  });
  // In another tab, before the task begins.
  await call(routes, sms.setHeader, client, { uploadId, headerRow: 2 });
  runner.wake();
  await vi.waitFor(
    async () =>
      expect(await get(client, prepared.campaignId)).toMatchObject({
        status: 'FAILED',
        reason: 'UPLOAD_GONE',
      }),
    { timeout: 20_000, interval: 20 },
  );
});

test("a sender ID that is not ready, or another client's, is refused", async () => {
  const [client, other] = [await newClient(0n), await newClient(0n)];
  await expect(prepare({ ...client, sender: other.sender }, LIST, 'Hello')).rejects.toMatchObject({
    code: 'SENDER_NOT_READY',
  });
  const campaignId = await prepare(client, LIST, 'Hello');
  await db.query(`update sender set status = 'INACTIVE' where sender = $1`, [client.sender]);
  await expect(send(client, campaignId)).rejects.toMatchObject({ code: 'SENDER_NOT_READY' });
});

test('opted-out and blocked numbers are excluded, and checked again at sending', async () => {
  const client = await newClient(1_000_000n);
  await db.query(
    `insert into opt_out (client_id, destination, source) values ($1, '254712345678', 'test')`,
    [client.clientId],
  );
  await db.query(
    `insert into blocked_number (destination, reason) values ('255712345678', 'test')`,
  );
  const campaignId = await prepare(client, LIST, 'Hello');
  const { summary } = await call(routes, sms.fromFilePreview, client, { campaignId });
  expect(summary).toMatchObject({ valid: 2, optedOut: 2, blocked: 1, duplicate: 0, units: 4.5 });
  await db.query(
    `insert into opt_out (client_id, destination, source) values ($1, '256772123456', 'test')`,
    [client.clientId],
  );
  await send(client, campaignId);
  await expanded(campaignId);
  expect(
    await db.query('select destination from message where campaign_id = $1', [campaignId]),
  ).toEqual([{ destination: '258841234567' }]);
  expect(await get(client, campaignId)).toMatchObject({ counts: { queued: 1, cancelled: 1 } });
  await db.query(`delete from blocked_number`);
});

test('a low balance is reported at once, and the campaign can be sent after a purchase', async () => {
  const client = await newClient(60_000n);
  const campaignId = await prepare(client, LIST, 'Hello');
  expect((await call(routes, sms.fromFilePreview, client, { campaignId })).summary).toMatchObject({
    balance: 6,
    balanceAfter: -1,
    short: true,
  });
  await expect(send(client, campaignId)).rejects.toMatchObject({
    code: 'NO_UNITS',
    values: { needed: { decimal: '7' }, available: { decimal: '6' } },
  });
  expect(await get(client, campaignId)).toMatchObject({ status: 'PENDING' });
  await wholeLedger();
});

test('a double click sends once', async () => {
  const client = await newClient(1_000_000n);
  const campaignId = await prepare(client, LIST, 'Hello');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => send(client, campaignId, 'the same')),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  await expect(send(client, campaignId)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expanded(campaignId);
  expect(await walletOf(client)).toMatchObject({ held: 70_000n });
});

test('a campaign is visible to its owner and the accounts above', async () => {
  const [client, other] = [await newClient(0n), await newClient(0n)];
  const campaignId = await prepare(client, LIST, 'Secret words');
  await expect(get(other, campaignId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(send(other, campaignId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(call(routes, sms.refusedRows, other, { campaignId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const support: Caller = { clientId: rootId, accessLevel: 'BD_CLIENT', path: '1.' };
  expect(await get(support, campaignId)).toMatchObject({ text: '•••••• •••••' });
  expect(await get({ ...support, accessLevel: 'ADMINISTRATOR' }, campaignId)).toMatchObject({
    text: 'Secret words',
  });
  const page = await call(routes, campaigns.list, other, {});
  expect(page).toEqual({ campaigns: [], collectionCount: 0, nextPageToken: '' });
});

test('cancelling a campaign releases its unsubmitted units', async () => {
  const client = await newClient(1_000_000n);
  const campaignId = await prepare(client, LIST, 'Hello');
  await send(client, campaignId);
  await expanded(campaignId);
  expect(await call(routes, sms.cancelCampaign, client, { campaignId })).toMatchObject({
    status: 'CANCELLED',
  });
  await dropEnded(database);
  await aggregate(database);
  expect(await get(client, campaignId)).toMatchObject({
    counts: { queued: 0, submitted: 0, cancelled: 4 },
  });
  expect(await walletOf(client)).toMatchObject({ available: 1_000_000n, held: 0n });
  expect(
    await db.query(`select status from message where campaign_id = $1 group by status`, [
      campaignId,
    ]),
  ).toEqual([{ status: 15 }]);
  await wholeLedger();
});

test('a schedule starts in time, asks its owner if much too late, and fails without units', async () => {
  const client = await newClient(100_000n);
  const later = Date.now() / 1000 + 3600;
  const [due, late, poor] = [
    await prepare(client, LIST, 'Due', later),
    await prepare(client, LIST, 'Late', later),
    await prepare(client, LIST, 'Poor', later),
  ];
  for (const campaignId of [due, late, poor])
    expect(await send(client, campaignId)).toMatchObject({ status: 'SCHEDULED', unitsReserved: 0 });
  await startDue(database);
  expect(await get(client, due)).toMatchObject({ status: 'SCHEDULED' });
  await db.query(`update campaign set scheduled_at = now() - interval '59 minutes' where id = $1`, [
    due,
  ]);
  await startDue(database);
  expect(['QUEUED', 'RUNNING']).toContain((await get(client, due)).status);
  await db.query(`update campaign set scheduled_at = now() - interval '61 minutes' where id = $1`, [
    late,
  ]);
  await db.query(`update campaign set scheduled_at = now() where id = $1`, [poor]);
  await startDue(database);
  expect(await get(client, late)).toMatchObject({
    status: 'PAUSED',
    reason: 'TOO_LATE',
    unitsReserved: 0,
  });
  expect(await get(client, poor)).toMatchObject({ status: 'FAILED', reason: 'NO_UNITS' });
  await expanded(due);
  await call(routes, sms.cancelCampaign, client, { campaignId: due });
  await dropEnded(database);
  await aggregate(database);
  expect(await call(routes, campaigns.resume, client, { campaignId: late })).toMatchObject({
    unitsReserved: 7,
  });
  await expanded(late);
  await wholeLedger();
});

test('a paused campaign creates and submits nothing more, and completes after resuming', async () => {
  const client = await newClient(1_000_000n);
  const campaignId = await prepare(client, LIST, 'Hello');
  await send(client, campaignId);
  await expanded(campaignId);
  expect(await call(routes, campaigns.pause, client, { campaignId })).toMatchObject({
    status: 'PAUSED',
    counts: { queued: 4 },
  });
  expect(await db.query('select stopped from chunk where campaign_id = $1', [campaignId])).toEqual([
    { stopped: true },
  ]);
  await expect(call(routes, campaigns.pause, client, { campaignId })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  expect(await call(routes, campaigns.resume, client, { campaignId })).toMatchObject({
    status: 'RUNNING',
  });
  expect(await db.query('select stopped from chunk where campaign_id = $1', [campaignId])).toEqual([
    { stopped: false },
  ]);
});
