import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call, messenger, silent } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { withinOneHour } from '../../../../test/harness/clock.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import { addMessages } from '../../../../test/harness/reports.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { reports } from '../../../contract/api/reports.ts';
import { SUMMARY_KEYS } from '../../../contract/api/report-columns.ts';
import type { ReportFilters } from '../../../contract/api/report-columns.ts';
import { tasks } from '../../../contract/api/tasks.ts';
import type { FileSource } from '../../core/files/source.ts';
import { readXlsx } from '../../core/files/xlsx.ts';
import type { Download } from '../../infra/http/http.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { startRunner } from '../../core/background/runner.ts';
import { taskRoutes } from '../../core/background/tasks.api.ts';
import {
  dropExpiredReports,
  endSchedulesOfClockAhead,
  makeReport,
  startDueReports,
} from './reports.jobs.ts';
import { reportRoutes } from './reports.api.ts';

const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 14);
const portal = await openPortal(db);
const tokens = openPageTokens(Buffer.alloc(32));
const routes = [...reportRoutes({ database, tokens }), ...taskRoutes({ database, tokens })];
const START = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 5 * 3_600_000 + 75_000);

const rootId = await addClient(database, { parentId: null, name: 'root' });
const resellerId = await addClient(database, { parentId: rootId, name: 'reseller' });
const childId = await addClient(database, { parentId: resellerId, name: 'child' });
const strangerId = await addClient(database, { parentId: rootId, name: 'stranger' });
const caller = async (clientId: string, accessLevel: Caller['accessLevel']): Promise<Caller> => {
  const [row] = await db.query<{ path: string }>(
    'update client set access_level = $2 where id = $1 returning path',
    [clientId, accessLevel],
  );
  return { clientId, accessLevel, path: row!.path };
};
const [root, reseller, child, stranger] = [
  await caller(rootId, 'ADMINISTRATOR'),
  await caller(resellerId, 'RESELLER'),
  await caller(childId, 'COMPANY'),
  await caller(strangerId, 'COMPANY'),
];

let runner: { wake(): void; stop(): Promise<void> };
const startWorker = () =>
  startRunner({
    database,
    concurrency: 3,
    log: silent,
    handlers: { makeReport: makeReport(database, messenger) },
  });
beforeAll(async () => {
  runner = startWorker();
  await addMessages(db.query, childId, 3, START, { sender: 'ONE', text: '=1+1' });
  await addMessages(db.query, childId, 2, new Date(START.getTime() + 3_600_000), { sender: 'TWO' });
});
afterAll(() => runner.stop());

type Wish = Input<typeof reports.request>;
const request = (as: Caller, wish: Partial<Wish> & { filters?: ReportFilters } = {}) =>
  call(routes, reports.request, as, {
    name: 'Test',
    kind: 'SENT_MESSAGES',
    format: 'CSV',
    filters: {},
    columns: ['created', 'destination', 'sender', 'status', 'text', 'client'],
    ...wish,
  });
const get = (as: Caller, requestId: string) => call(routes, reports.get, as, { requestId });
const ended = (as: Caller, requestId: string) =>
  vi.waitFor(
    async () => {
      runner.wake();
      const report = await get(as, requestId);
      expect(['READY_FOR_DOWNLOAD', 'FAILED']).toContain(report.status);
      return report;
    },
    { timeout: 180_000, interval: 30 },
  );
async function fileOf(as: Caller, reportId: string): Promise<Buffer> {
  return buffer(
    ((await call(routes, reports.download, as, { reportId })) as unknown as Download).stream,
  );
}
const linesOf = async (as: Caller, reportId: string): Promise<string[][]> =>
  parse(await fileOf(as, reportId), { bom: true });
async function make(as: Caller, wish: Parameters<typeof request>[1] = {}): Promise<string[][]> {
  const { requestId } = await request(as, wish);
  expect(await ended(as, requestId)).toMatchObject({ status: 'READY_FOR_DOWNLOAD', error: null });
  return linesOf(as, requestId);
}

test('a repeated request under its key makes one report or one schedule; another body is refused', async () => {
  const wish = {
    name: 'Once',
    kind: 'SENT_MESSAGES' as const,
    format: 'CSV' as const,
    filters: {},
    columns: ['created'],
  };
  const asked = await Promise.all(
    Array.from({ length: 3 }, () =>
      call(routes, reports.request, stranger, wish, { key: 'one-report' }),
    ),
  );
  expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(1);
  const scheduled = {
    ...wish,
    every: 'DAY' as const,
    hour: 8,
    timezone: 'Africa/Nairobi',
    attach: false,
    paused: true,
  };
  const set = await Promise.all(
    Array.from({ length: 3 }, () =>
      call(routes, reports.schedule, stranger, scheduled, { key: 'one-schedule' }),
    ),
  );
  expect(new Set(set.map(({ scheduleId }) => scheduleId)).size).toBe(1);
  await expect(
    call(routes, reports.request, stranger, { ...wish, name: 'Other' }, { key: 'one-report' }),
  ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  expect(
    await db.query(
      `select (select count(*)::int from report where client_id = $1) as reports, (select count(*)::int from report_schedule where client_id = $1) as schedules, (select count(*)::int from task where client_id = $1) as tasks`,
      [strangerId],
    ),
  ).toEqual([{ reports: 1, schedules: 1, tasks: 1 }]);
  await ended(stranger, asked[0]!.requestId);
  await call(routes, reports.remove, stranger, { requestId: asked[0]!.requestId });
  await call(routes, reports.unschedule, stranger, { scheduleId: set[0]!.scheduleId });
});

test('a report has the filtered rows, oldest first, in the chosen columns and order', async () => {
  const { requestId } = await request(child, {
    name: 'First',
    columns: ['sender', 'destination', 'text', 'segments'],
  });
  const report = await ended(child, requestId);
  expect(report).toMatchObject({
    status: 'READY_FOR_DOWNLOAD',
    rows: 5,
    progress: 1,
    downloadable: true,
    clientName: 'child',
  });
  expect(report.expiryTimestamp! - report.endTimestamp!).toBeCloseTo(7 * 86_400, -1);
  const lines = await linesOf(child, requestId);
  expect(lines.slice(0, 2)).toEqual([
    ['Sender ID', 'Number', 'Text', 'Segments'],
    ['ONE', '+254700000001', "'=1+1", '1'],
  ]);
  expect(lines.slice(1).map(([sender]) => sender)).toEqual(['ONE', 'ONE', 'ONE', 'TWO', 'TWO']);
  expect((await fileOf(child, requestId)).length).toBe(report.bytes);
  expect((await make(child, { filters: { senderIds: ['TWO'] } })).length).toBe(3);
  expect(
    (await make(child, { filters: { destinations: ['0700000002'] } }))
      .slice(1)
      .map(([, number]) => number),
  ).toEqual(['+254700000002', '+254700000002']);
  expect((await make(child, { filters: { messageStatuses: ['QUEUED'] } })).length).toBe(1);
  expect(
    (await make(child, { filters: { startTimestamp: START.getTime() / 1000 + 3_600 } })).length,
  ).toBe(3);
});

test('a workbook of the same rows', async () => {
  const { requestId } = await request(child, {
    format: 'XLSX',
    columns: ['destination', 'text', 'segments', 'created'],
    filters: { senderIds: ['ONE'] },
  });
  await ended(child, requestId);
  const bytes = await fileOf(child, requestId);
  const rows: string[][] = [];
  const source: FileSource = {
    size: bytes.length,
    read: (start, end) => Readable.from([bytes.subarray(start, end)]) as never,
  };
  for await (const batch of readXlsx(source)) rows.push(...batch.map(({ cells }) => [...cells]));
  expect(rows[0]).toEqual(['Number', 'Text', 'Segments', 'Created (Africa/Nairobi)']);
  expect(rows[1]!.slice(0, 3)).toEqual(['+254700000001', '=1+1', '1']);
  expect(rows[1]![3]).toBe(
    new Date(START.getTime() + 1 + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
  );
});

test('an empty report is a file with its heading', async () => {
  expect(await make(stranger)).toHaveLength(1);
});

test("an account with reach gets others' rows, and texts only if it may read them on screen", async () => {
  const seen = await make(reseller, { filters: { clientIds: [childId], senderIds: ['ONE'] } });
  expect(seen.slice(1).map((line) => line.slice(3))).toEqual(
    Array.from({ length: 3 }, () => ['DELIVERED', '••••', 'child']),
  );
  expect((await make(root, { filters: { clientIds: [childId], senderIds: ['ONE'] } }))[1]![4]).toBe(
    "'=1+1",
  );
  await expect(request(reseller, { filters: { clientIds: [strangerId] } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a file belongs to its owner: other accounts see neither it nor, from above, its texts', async () => {
  const { requestId } = await request(child);
  await ended(child, requestId);
  await expect(get(stranger, requestId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(
    call(routes, reports.download, stranger, { reportId: requestId }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await get(reseller, requestId)).toMatchObject({ downloadable: false });
  await expect(
    call(routes, reports.download, reseller, { reportId: requestId }),
  ).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await expect(call(routes, reports.remove, reseller, { requestId })).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
  });
  expect((await linesOf(root, requestId)).length).toBe(6);
  const plain = await request(child, { columns: ['destination'] });
  await ended(child, plain.requestId);
  expect((await linesOf(reseller, plain.requestId)).length).toBe(6);
});

test('a file that is ready is closed to an account whose role reaches less than the file does', async () => {
  const { requestId } = await request(root, {
    columns: ['client', 'destination', 'text', 'connector'],
  });
  await ended(root, requestId);
  const { requestId: withoutConnectors } = await request(root, { columns: ['client', 'text'] });
  await ended(root, withoutConnectors);
  expect((await linesOf(root, requestId)).length).toBeGreaterThan(5);
  const lowered: Caller = { ...root, accessLevel: 'CLIENT' };
  for (const reportId of [requestId, withoutConnectors]) {
    await expect(fileOf(lowered, reportId)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    expect(await get(lowered, reportId)).toMatchObject({
      status: 'READY_FOR_DOWNLOAD',
      downloadable: false,
    });
  }
  // Staff of another kind: only its own messages, which are in no file of everybody's.
  await expect(
    fileOf({ ...root, accessLevel: 'BD_CLIENT' }, withoutConnectors),
  ).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  const own = await request({ ...stranger, accessLevel: 'IT_SUPPORT' }, { columns: ['connector'] });
  expect(await ended(stranger, own.requestId)).toMatchObject({ downloadable: false });
  await expect(fileOf(stranger, own.requestId)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
});

test('a permission lost since the request leaves nothing', async () => {
  const made = async (change: string) => {
    const { requestId } = await (async () => {
      await runner.stop();
      return request(reseller, { filters: {} });
    })();
    await db.query(change, [resellerId]);
    runner = startWorker();
    const report = await ended(root, requestId);
    await db.query(
      `update client set client_status = 'ACTIVE', access_level = 'RESELLER' where id = $1`,
      [resellerId],
    );
    return report;
  };
  expect(await made(`update client set client_status = 'BLOCKED' where id = $1`)).toMatchObject({
    status: 'FAILED',
    rows: 0,
    error: 'Your access level does not allow this.',
  });
  expect(await made(`update client set access_level = 'EBU_APPROVER' where id = $1`)).toMatchObject(
    { status: 'FAILED', rows: 0 },
  );
  // From a tree to oneself: what is one's own, which is nothing here.
  expect(await made(`update client set access_level = 'CLIENT' where id = $1`)).toMatchObject({
    status: 'READY_FOR_DOWNLOAD',
    rows: 0,
  });
  expect(await made(`update client set website = null where id = $1`)).toMatchObject({
    status: 'READY_FOR_DOWNLOAD',
    rows: 5,
  });
});

test.each(['CSV', 'XLSX'] as const)(
  'a %s report whose worker dies repeatedly resumes: no row twice, none lost',
  async (format) => {
    const many = await addClient(database, { parentId: rootId, name: 'many' });
    await addMessages(db.query, many, 21_000, START, { millisecondsApart: 20 });
    const owner = await caller(many, 'COMPANY');
    await runner.stop();
    const { requestId } = await request(owner, {
      format,
      columns: ['destination', 'text', 'created'],
    });
    let kills = 0;
    for (let rows = 0; kills < 4;) {
      runner = startWorker();
      await vi.waitFor(
        async () => {
          const [row] = await db.query<{ rows: string; ready: boolean }>(
            `select rows, status = 'READY_FOR_DOWNLOAD' as ready from report where id = $1`,
            [requestId],
          );
          if (!row!.ready) expect(Number(row!.rows)).toBeGreaterThan(rows);
          rows = Number(row!.rows);
        },
        { timeout: 180_000, interval: 5 },
      );
      // The worker that holds the task loses it in the middle of a slice, and another begins.
      await db.query(
        `update task set holder = gen_random_uuid()::text, lease_until = now() where status = 'PENDING' and kind = 'makeReport'`,
      );
      await runner.stop();
      kills++;
      if ((await get(owner, requestId)).status === 'READY_FOR_DOWNLOAD') break;
    }
    runner = startWorker();
    const report = await ended(owner, requestId);
    expect(report).toMatchObject({ status: 'READY_FOR_DOWNLOAD', rows: 21_000 });
    const bytes = await fileOf(owner, requestId);
    expect(bytes.length).toBe(report.bytes);
    const numbers: string[] = [];
    if (format === 'CSV')
      numbers.push(
        ...parse(bytes, { bom: true })
          .slice(1)
          .map(([number]: string[]) => number!),
      );
    else
      for await (const batch of readXlsx({
        size: bytes.length,
        read: (start, end) => Readable.from([bytes.subarray(start, end)]) as never,
      }))
        numbers.push(...batch.map(({ cells }) => cells[0]!));
    if (format === 'XLSX') numbers.shift();
    expect(numbers).toEqual(
      Array.from({ length: 21_000 }, (_, n) => `+2547${String(n + 1).padStart(8, '0')}`),
    );
    expect(kills).toBeGreaterThan(1);
  },
);

test('a stopped report fails with the reason and leaves no bytes', async () => {
  await runner.stop();
  const { requestId, operationId } = await request(child);
  await call(routes, tasks.cancel, child, { operationId: operationId! });
  runner = startWorker();
  expect(await ended(child, requestId)).toMatchObject({
    status: 'FAILED',
    error: 'It was stopped before it was ready.',
  });
  // The task ends a moment after the report that it was to write.
  await expect
    .poll(() => call(routes, tasks.get, child, { operationId: operationId! }))
    .toMatchObject({ status: 'CANCELED', result: { reportId: requestId } });
  await expect(
    call(routes, reports.download, child, { reportId: requestId }),
  ).rejects.toMatchObject({ code: 'REPORT_NOT_READY' });
  expect(await db.query('select from file_part where file_id = $1', [requestId])).toEqual([]);
});

test('a deleted or expired report is removed with its bytes', async () => {
  const { requestId } = await request(child);
  await ended(child, requestId);
  await call(routes, reports.remove, child, { requestId });
  await expect(get(child, requestId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const kept = await request(child);
  await ended(child, kept.requestId);
  await db.query(`update report set expires_at = now() - interval '1 second' where id = $1`, [
    kept.requestId,
  ]);
  await dropExpiredReports(database);
  await expect(get(child, kept.requestId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(
    await db.query('select from file_part where file_id = any ($1)', [[requestId, kept.requestId]]),
  ).toEqual([]);
});

test('a delivery summary adds the roll-ups by the chosen dimensions', async () => {
  const bySender = await make(child, {
    kind: 'DELIVERY_SUMMARY',
    columns: ['sender', 'messages', 'units', 'deliveryRate'],
  });
  expect(bySender).toEqual([
    ['Sender ID', 'Messages', 'Units', 'Delivery rate'],
    ['ONE', '3', '3', '1'],
    ['TWO', '2', '2', '1'],
  ]);
  const byDay = await make(child, {
    kind: 'DELIVERY_SUMMARY',
    columns: ['day', 'client', 'network', 'delivered'],
  });
  expect(byDay[0]).toEqual(['Day (UTC)', 'Client', 'Network', 'Delivered']);
  expect(byDay.slice(1).reduce((sum, line) => sum + Number(line[3]), 0)).toBe(5);
  expect(byDay[1]).toEqual([
    START.toISOString().slice(0, 10),
    'child',
    expect.stringMatching(/./),
    expect.anything(),
  ]);
  const byAll = await make(child, {
    kind: 'DELIVERY_SUMMARY',
    columns: [...SUMMARY_KEYS, 'messages'],
  });
  expect(byAll.slice(1).map((line) => line.slice(1, 4))).toEqual([
    ['child', 'ONE', 'KE'],
    ['child', 'TWO', 'KE'],
  ]);
});

test('a delivery rate is the share of what has ended, as in the delivery report on screen', async () => {
  const sends = await caller(
    await addClient(database, { parentId: rootId, name: 'halfway' }),
    'COMPANY',
  );
  // Four are delivered, two failed before a carrier had them, one is cancelled and three are still open.
  await db.query(
    `insert into rollup_hour (hour, client_id, sender, country, network, messages, segments, units, submitted, delivered, failed, cancelled)
     values (date_trunc('hour', $2::timestamptz), $1, 'HALF', 'KE', 1, 10, 10, 100000, 7, 4, 2, 1)`,
    [sends.clientId, START],
  );
  const [, line] = await make(sends, {
    kind: 'DELIVERY_SUMMARY',
    columns: ['sender', 'delivered', 'failed', 'deliveryRate'],
  });
  expect(line!.slice(0, 3)).toEqual(['HALF', '4', '2']);
  expect(Number(line![3])).toBeCloseTo(4 / 6, 4);
});

test('incoming messages and transactions', async () => {
  await db.query(
    `insert into incoming_message (id, client_id, carrier_account_id, connector_id, source, destination, text, encoding, hash) values (uuid_v7_floor(now() - interval '1 minute'), $1, 1, 1, '254700000009', '22456', '@SUM(1)', 0, '')`,
    [childId],
  );
  expect(
    (
      await make(child, { kind: 'INCOMING_MESSAGES', columns: ['source', 'recipient', 'text'] })
    ).slice(1),
  ).toEqual([['+254700000009', '22456', "'@SUM(1)"]]);
  const buyer = await addClient(database, { parentId: rootId, units: 50_000n, name: '=buyer' });
  expect(
    (
      await make(await caller(buyer, 'COMPANY'), {
        kind: 'TRANSACTIONS',
        columns: ['type', 'units', 'balanceAfter', 'client'],
      })
    ).slice(1),
  ).toEqual([['Purchase', '5', '5', "'=buyer"]]);
});

test('an invalid request is refused field by field', async () => {
  await expect(request(child, { columns: ['day'] })).rejects.toMatchObject({
    code: 'BAD_INPUT',
    details: [{ field: 'columns', message: 'A report of this kind has no column "day".' }],
  });
  await expect(request(child, { kind: 'CAMPAIGN_MESSAGES' })).rejects.toMatchObject({
    details: [{ field: 'filters.campaignIds' }],
  });
});

test('mails a link to the finished report if the account wants mail', async () => {
  await db.query(`update client set email_alerts = '{boss@example.test}' where id = $1`, [childId]);
  const { requestId } = await request(child, { name: 'Letters' });
  await ended(child, requestId);
  const [mail] = await portal.mailTo('boss@example.test');
  expect(mail?.subject).toBe('Your report Letters is ready');
  expect(mail?.text).toContain(
    `https://sms.tuma.test/dashboard/reports/download-report?report=${requestId}`,
  );
});

test('an account keeps at most 100 reports and 100 schedules, also where several are made at once', async () => {
  const busy = await caller(
    await addClient(database, { parentId: rootId, name: 'busy' }),
    'COMPANY',
  );
  const wish = {
    name: 'Daily',
    kind: 'SENT_MESSAGES' as const,
    format: 'CSV' as const,
    columns: ['created' as const],
    every: 'DAY' as const,
    hour: 7,
    timezone: 'UTC',
    filters: {},
    attach: false,
    paused: true,
  };
  const schedule = () => call(routes, reports.schedule, busy, wish);
  await schedule();
  const { requestId } = await request(busy);
  await ended(busy, requestId);
  for (const table of ['report', 'report_schedule'])
    await db.query(
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'operation_id', null))).*
       from ${table} t cross join generate_series(1, 97) where client_id = $1`,
      [busy.clientId],
    );
  const refused = async (one: () => Promise<unknown>) =>
    (await Promise.allSettled(Array.from({ length: 8 }, one))).filter(
      (each) =>
        each.status === 'rejected' &&
        (each.reason as { code?: string }).code === 'TOO_MANY_REPORTS',
    ).length;
  expect([await refused(() => request(busy)), await refused(schedule)]).toEqual([6, 6]);
});

test('a scheduled report is made once for each due time by any number of workers, covers the day before and is mailed with its file', async () => {
  await withinOneHour(30);
  const wish = {
    name: 'Daily',
    kind: 'SENT_MESSAGES' as const,
    format: 'CSV' as const,
    filters: {},
    columns: ['destination'],
    every: 'DAY' as const,
    hour: 7,
    timezone: 'Africa/Nairobi',
    attach: true,
    paused: false,
  };
  const owner = await caller(
    await addClient(database, { parentId: rootId, name: 'daily' }),
    'COMPANY',
  );
  const yesterday = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000);
  await addMessages(db.query, owner.clientId, 4, yesterday);
  await expect(
    call(routes, reports.schedule, owner, { ...wish, filters: { startTimestamp: 1 } }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(
    call(routes, reports.schedule, owner, { ...wish, timezone: 'Mars/Base' }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT' });
  const { scheduleId, nextTimestamp } = await call(routes, reports.schedule, owner, wish);
  expect(nextTimestamp! * 1000).toBeGreaterThan(Date.now());
  const schedule = () => call(routes, reports.getSchedule, owner, { scheduleId });
  const setAlerts = (addresses: string[]) =>
    db.query('update client set email_alerts = $2 where id = $1', [owner.clientId, addresses]);
  expect((await schedule()).addresses).toEqual([expect.stringContaining('@')]);
  await setAlerts(['boss@example.test']);
  expect((await schedule()).addresses).toEqual(['boss@example.test']);
  await setAlerts([]);
  await startDueReports(database);
  expect((await call(routes, reports.list, owner, {})).requests).toEqual([]);

  const due = new Date(Date.now() - 1000);
  await db.query('update report_schedule set next_at = $2 where id = $1', [scheduleId, due]);
  await Promise.all(Array.from({ length: 8 }, () => startDueReports(database)));
  // As a worker that saw the same time and died after the others had moved on.
  await db.query('update report_schedule set next_at = $2 where id = $1', [scheduleId, due]);
  await startDueReports(database);
  const { requests } = await call(routes, reports.list, owner, {});
  expect(requests).toHaveLength(1);
  const made = await ended(owner, requests[0]!.requestId);
  expect(made).toMatchObject({
    name: `Daily ${yesterday.toISOString().slice(0, 10)}`,
    rows: 4,
    scheduleId,
    status: 'READY_FOR_DOWNLOAD',
  });
  expect((await call(routes, reports.getSchedule, owner, { scheduleId })).lastRequestId).toBe(
    made.requestId,
  );

  const [{ email }] = (await db.query('select email from client where id = $1', [
    owner.clientId,
  ])) as [{ email: string }];
  const [mail] = await portal.mailTo(email);
  expect(mail?.attachments).toEqual([
    {
      fileName: `Daily ${yesterday.toISOString().slice(0, 10)}.csv`,
      bytes: made.bytes,
      text: expect.stringContaining('+254700000004'),
    },
  ]);
  expect(mail?.subject).toContain('Your report Daily');

  // The clock was a year ahead when it was last due, and is right again.
  const { nextTimestamp: next } = await schedule();
  await db.query(`update report_schedule set next_at = next_at + interval '1 year' where id = $1`, [
    scheduleId,
  ]);
  await endSchedulesOfClockAhead(database);
  await startDueReports(database);
  expect((await schedule()).nextTimestamp).toBe(next);
  expect((await call(routes, reports.list, owner, {})).requests).toHaveLength(1);

  await call(routes, reports.reschedule, owner, { scheduleId, ...wish, paused: true });
  await db.query('update report_schedule set next_at = $2 where id = $1', [
    scheduleId,
    new Date(Date.now() - 500),
  ]);
  await startDueReports(database);
  expect((await call(routes, reports.list, owner, {})).requests).toHaveLength(1);
  await expect(
    call(routes, reports.reschedule, root, { scheduleId, ...wish }),
  ).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await call(routes, reports.unschedule, owner, { scheduleId });
  expect(await get(owner, made.requestId)).toMatchObject({ scheduleId: null });
});

test('a list is narrowed by client and status, and pages by token', async () => {
  const [one, two] = [await request(child, { name: 'one' }), await request(child, { name: 'two' })];
  await Promise.all([one, two].map(({ requestId }) => ended(child, requestId)));
  const first = await call(routes, reports.list, root, {
    'filter.clientIds': [childId],
    pageSize: 1,
  });
  expect(first.requests.map(({ requestId }) => requestId)).toEqual([two.requestId]);
  const second = await call(routes, reports.list, root, {
    'filter.clientIds': [childId],
    pageSize: 1,
    pageToken: first.nextPageToken,
  });
  expect(second.requests.map(({ requestId }) => requestId)).toEqual([one.requestId]);
  expect(
    (
      await call(routes, reports.list, child, {
        pageSize: 200,
        'filter.reportStatuses': ['FAILED'],
      })
    ).requests.filter(({ status }) => status !== 'FAILED'),
  ).toEqual([]);
  expect(
    (await call(routes, reports.list, stranger, { 'filter.clientIds': [childId] })).requests,
  ).toEqual([]);
});
