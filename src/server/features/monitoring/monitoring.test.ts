import { createServer } from 'node:http';
import { createHmac } from 'node:crypto';
import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addConnector } from '../../../../test/harness/pipeline.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import type { Person } from '../../../../test/harness/portal.ts';
import { publishConfig } from '../../core/dispatch/routing/config-version.ts';
import { Outbound } from '../../infra/http/outbound.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { StatusPage } from '../../../contract/api/monitoring.ts';
import type { LinkStatus } from '../../gateway/carriers/link/ports.ts';
import { writeStates } from '../../gateway/carriers/nodes.store.ts';
import type { Mail } from '../../core/mail/mail.ts';
import { checkHealth, recordMinute } from './check-health.ts';
import { readSettings, saveSettings } from './alert-settings.ts';
import { sendNotifications } from './notify-operators.ts';
import type { MonitoringContext } from './context.ts';

const test_ = await createTestDatabase();
const { query } = test_;
const portal = await openPortal(test_);
const { database } = portal;
const outbound = new Outbound();
afterAll(() => outbound.close());

let admin: Person;
let support: Person;
const sent: Mail[] = [];
let mailFails = false;
const watch: MonitoringContext = {
  database,
  secretKey: { bytes: Buffer.alloc(32, 9) },
  log: pino({ level: 'silent' }),
  outbound,
  origin: 'https://sms.tuma.test',
  platformName: 'Tuma',
  sandbox: true,
  webhookHosts: [],
  smtp: {
    close() {},
    async send(mail) {
      if (mailFails) throw new Error('mailbox full');
      sent.push(mail);
      return { answer: '250' };
    },
  },
};
const beat = (process: string, secondsAgo = 0) =>
  query(
    `insert into heartbeat (process, holder, host, version, started_at, updated_at) values ($1, $1 || '/1', 'box', '1', now(), now() - $2 * interval '1 second') on conflict (process, holder) do update set updated_at = excluded.updated_at`,
    [process, secondsAgo],
  );
const openAlerts = async () =>
  (await query(`select kind, subject from alert where status = 'OPEN' order by kind, subject`)).map(
    ({ kind, subject }) => `${kind} ${subject}`,
  );
/** Looks when it has been well for some minutes. */
const lookLater = async () => {
  await query(`update alert set found_at = now() - interval '5 minutes' where status = 'OPEN'`);
  await checkHealth(watch);
};
const subjects = () =>
  sent
    .splice(0)
    .map(({ subject, to }) => `${to}: ${subject}`)
    .sort();

beforeAll(async () => {
  admin = await portal.add('admin', 'ADMINISTRATOR', null);
  support = await portal.add('support', 'IT_SUPPORT', admin);
  for (const process of ['api', 'worker', 'gateway']) await beat(process);
});
beforeEach(() => {
  sent.length = 0;
  mailFails = false;
});

test('a silent process raises one alert, a reminder after a day, and a notice when it is back', async () => {
  await query(
    `update client set email_alerts = '{noc@example.com,boss@example.com}' where id = $1`,
    [admin.clientId],
  );
  await checkHealth(watch);
  expect(await openAlerts()).toEqual([]);
  await beat('worker', 61);
  for (let times = 0; times < 3; times++) {
    await checkHealth(watch);
    await sendNotifications(watch);
  }
  expect(await openAlerts()).toEqual(['PROCESS_SILENT worker@box']);
  expect(sent[0]!.text).toContain('https://sms.tuma.test/dashboard/status');
  expect(subjects()).toEqual([
    'boss@example.com: Tuma: The process worker@box is silent',
    'noc@example.com: Tuma: The process worker@box is silent',
  ]);
  await query(`update alert set reminded_at = now() - interval '1 day'`);
  await checkHealth(watch);
  await sendNotifications(watch);
  await checkHealth(watch);
  await sendNotifications(watch);
  expect(subjects()).toEqual([
    'boss@example.com: Tuma, still: The process worker@box is silent',
    'noc@example.com: Tuma, still: The process worker@box is silent',
  ]);
  await beat('worker');
  await checkHealth(watch);
  await sendNotifications(watch);
  expect(subjects()).toEqual([]);
  await lookLater();
  await sendNotifications(watch);
  expect(subjects()).toEqual([
    'boss@example.com: Tuma, resolved: The process worker@box is silent',
    'noc@example.com: Tuma, resolved: The process worker@box is silent',
  ]);
  expect(await openAlerts()).toEqual([]);
});

test('a failed notification is sent later, and two watchers raise one alert', async () => {
  await beat('gateway', 300);
  mailFails = true;
  await Promise.all([checkHealth(watch), checkHealth(watch), checkHealth(watch)]);
  expect(await openAlerts()).toEqual(['PROCESS_SILENT gateway@box']);
  await sendNotifications(watch);
  expect(
    await query(`select last_error, done_at from alert_notice where done_at is null limit 1`),
  ).toEqual([{ last_error: 'mailbox full', done_at: null }]);
  mailFails = false;
  expect(await sendNotifications(watch)).toBe(0);
  await query(`update alert_notice set not_before = now() where done_at is null`);
  await sendNotifications(watch);
  expect(sent).toHaveLength(2);
  await beat('gateway');
  await lookLater();
  await sendNotifications(watch);
});

test('an unbound connector of the configuration in force, and missing receipts', async () => {
  const made = await addConnector(database, 0, { host: '127.0.0.1', port: 1, username: 'x' }, 1);
  await database.run(systemScope(), (tx) => publishConfig(tx, null));
  const [connector] = await query<{ id: number; cid: string }>(
    'select id, cid from connector where id = $1',
    [made.connectorId],
  );
  const cid = connector!.cid;
  await query(`update connector set created_at = now() - interval '1 hour'`);
  await query(`update config_version set created_at = now() - interval '1 hour'`);
  const state = (name: string, since: string) =>
    query(
      `insert into connector_state (connector_id, holder, state, since, window_size, in_window, submitted_per_s, slowest_tick_ms) values ($1, 'x', $2, now() - $3::interval, 1, 0, 0, 0)
     on conflict (connector_id) do update set state = excluded.state, since = excluded.since, updated_at = now()`,
      [made.connectorId, name, since],
    );
  await state('CONNECTING', '4 minutes');
  await checkHealth(watch);
  expect(await openAlerts()).toEqual([]);
  await state('CONNECTING', '6 minutes');
  await checkHealth(watch);
  expect(await openAlerts()).toEqual([`CONNECTOR_DOWN ${cid}`]);
  await state('BOUND', '1 second');
  await query(
    `insert into connector_minute (connector_id, minute, accepted, receipts) values ($1, date_trunc('minute', now()) - interval '30 minutes', 400, 100), ($1, date_trunc('minute', now()) - interval '2 minutes', 900, 50)`,
    [made.connectorId],
  );
  await lookLater();
  expect(await openAlerts()).toEqual([`RECEIPTS_MISSING ${cid}`]);
  await query(`update connector_minute set receipts = 150`);
  await lookLater();
  expect(await openAlerts()).toEqual([]);
  while ((await sendNotifications(watch)) > 0);
  expect(sent.splice(0)).toHaveLength(8);
});

test('status shows a connector that is down before an alert is due, and the clock goes on over a restart', async () => {
  const [connector] = await query<{ id: number; cid: string }>('select id, cid from connector');
  await query(`delete from connector_state`);
  const report = (holder: string, state: LinkStatus['state'], secondsAgo: number) =>
    database.run(systemScope(), (tx) =>
      writeStates(tx, holder, [
        {
          connectorId: connector!.id,
          state,
          since: new Date(Date.now() - secondsAgo * 1000),
          lastError: 'refused',
          tries: 3,
          epoch: 1n,
          window: 1,
          inWindow: 0,
          submittedPerSecond: 0,
          slowestTickMs: 0,
        },
      ]),
    );
  const problems = async () =>
    (await portal.call('GET', '/v1/portal/status', { token: support.token })).body[
      'problems'
    ] as StatusPage['problems'];
  const ofConnector = async () =>
    (await problems()).filter(({ kind }) => kind === 'CONNECTOR_DOWN');
  await report('first', 'CONNECTING', 20);
  expect(await ofConnector()).toEqual([]);
  await report('first', 'CLOSED', 120);
  // An address that no reload has put into force is not the one that fails.
  await query(`update connector set settings = settings || '{"port": 2}'`);
  await checkHealth(watch);
  expect(await openAlerts()).toEqual([]);
  const down = Date.now() / 1000 - 120;
  expect(await ofConnector()).toEqual([
    {
      kind: 'CONNECTOR_DOWN',
      subject: connector!.cid,
      facts: { minutes: 2, tries: 6, error: 'refused', address: '127.0.0.1:1' },
      // The moment from which the link was down, to within the time of this test.
      sinceTimestamp: expect.closeTo(down, -2),
      acknowledgement: null,
      isUrgent: true,
    },
  ]);
  // A process that has just started knows nothing of the two minutes.
  await report('second', 'CONNECTING', 0);
  await query(`update connector_state set since = since - interval '4 minutes'`);
  await report('second', 'CLOSED', 0);
  await checkHealth(watch);
  expect(await openAlerts()).toEqual([`CONNECTOR_DOWN ${connector!.cid}`]);
  await report('second', 'BOUND', 0);
  expect(await ofConnector()).toEqual([]);
  await lookLater();
  expect(await openAlerts()).toEqual([]);
  while ((await sendNotifications(watch)) > 0);
});

test('an operator takes a problem on with a note, others see it, and it ends with its cause', async () => {
  await beat('worker', 90);
  const path = '/v1/portal/status';
  const take = (body: Record<string, unknown>, token = support.token) =>
    portal.call('POST', `${path}:acknowledge`, { token, body });
  const page = async () =>
    (await portal.call('GET', path, { token: admin.token })).body as unknown as StatusPage;
  const worker = { kind: 'PROCESS_SILENT', subject: 'worker@box' };
  expect((await page()).verdict).toMatchObject({ tone: 'URGENT', problem: worker, more: 0 });
  // Only what is wrong now can be taken on.
  expect((await take({ kind: 'CONNECTOR_DOWN', subject: 'none' })).status).toBe(404);
  expect((await take({ ...worker, note: ' restarting it ' })).body).toMatchObject({
    name: 'support',
    note: 'restarting it',
  });
  await checkHealth(watch);
  const taken = await page();
  expect(taken.verdict).toMatchObject({
    tone: 'WARNING',
    problem: { ...worker, acknowledgement: { name: 'support', note: 'restarting it' } },
  });
  expect(taken.alerts[0]).toMatchObject({ ...worker, acknowledgement: { name: 'support' } });
  expect(
    await query(
      `select before, after from audit_entry where action = 'PROBLEM_ACKNOWLEDGED' and actor_id = $1`,
      [support.clientId],
    ),
  ).toEqual([{ before: null, after: { ...worker, note: 'restarting it' } }]);
  // A colleague who did not know of it is told so, and may take over then; the alert says who has it last.
  expect(await take({ ...worker, unlessTaken: true }, admin.token)).toMatchObject({
    status: 409,
    body: { error: 'CONFLICT' },
  });
  expect((await take({ ...worker, note: 'it restarts', unlessTaken: true })).body).toMatchObject({
    name: 'support',
    note: 'it restarts',
  });
  await take(worker, admin.token);
  expect((await page()).verdict.problem!.acknowledgement).toMatchObject({
    name: 'admin',
    note: '',
  });
  await beat('worker');
  // The alert is still open: the cause may be back in a moment.
  await checkHealth(watch);
  expect(
    await query('select count(*)::int as n from acknowledgement where ended_at is null'),
  ).toEqual([{ n: 1 }]);
  await lookLater();
  expect(
    await query('select count(*)::int as n from acknowledgement where ended_at is null'),
  ).toEqual([{ n: 0 }]);
  const over = await page();
  expect(over.verdict).toEqual({ tone: 'OK', problem: null, more: 0 });
  expect(over.alerts.find(({ subject }) => subject === 'worker@box')).toMatchObject({
    status: 'RESOLVED',
    acknowledgement: { name: 'admin' },
  });
  while ((await sendNotifications(watch)) > 0);
});

test('a connector shows its last hour, its queue, its receipts and its last error, the worst first', async () => {
  const page = async () =>
    (await portal.call('GET', '/v1/portal/status', { token: support.token }))
      .body as unknown as StatusPage;
  const [{ id, cid }] = (await query<{ id: number; cid: string }>(
    'select id, cid from connector',
  )) as [{ id: number; cid: string }];
  await query('delete from connector_minute');
  await query(
    `insert into connector_minute (connector_id, minute, submitted, accepted, receipts)
     select $1, date_trunc('minute', now()) - n * interval '1 minute', 10 + n, 10, case when n between 1 and 2 then 8 else 0 end from generate_series(0, 70) n`,
    [id],
  );
  await query(
    `update connector_minute set drops = 2 where minute > now() - interval '90 seconds' or minute < now() - interval '65 minutes'`,
  );
  await query(
    `insert into connector (cid, kind, settings, carrier_account_id) values ('a-draft', 'SMPP', '{}', 900), ('web-hook', 'HTTP', '{"url":"http://127.0.0.1/"}', 901)`,
  );
  await database.run(systemScope(), (tx) => publishConfig(tx, null));
  await query(
    `insert into connector (cid, kind, settings, carrier_account_id) values ('draft', 'SMPP', '{}', 902)`,
  );
  await query(`update connector set started = false where cid = 'a-draft'`);
  await query(
    `update connector_state set state = 'CLOSED', since = now() - interval '2 minutes', last_error = 'refused', updated_at = now()`,
  );
  await query(
    `insert into outbox (kind, target, payload, last_error) values ('HTTP_CONNECTOR', 'web-hook', '{}', 'HTTP 500'), ('HTTP_CONNECTOR', 'web-hook', '{}', null)`,
  );
  const { connectors } = await page();
  expect(connectors.map((each) => [each.cid, each.state, each.level])).toEqual([
    [cid, 'CLOSED', 'DOWN'],
    ['web-hook', 'ON_DEMAND', 'DEGRADED'],
    ['a-draft', 'STOPPED', 'OFF'],
    ['draft', 'DRAFT', 'OFF'],
  ]);
  expect(connectors[0]).toMatchObject({ lastError: 'refused', queueLength: 0 });
  // Those of the minutes before the hour do not count; a minute may end meanwhile.
  expect([2, 4]).toContain(connectors[0]!.drops);
  expect(connectors[0]!.minutes).toHaveLength(60);
  expect(connectors[0]!.minutes.slice(-3)).toEqual([13, 12, 11]);
  // Two of 15 minutes with 10 accepted each brought 8.
  expect(connectors[0]!.receiptShare).toBeCloseTo(16 / 150, 2);
  expect(Date.now() / 1000 - connectors[0]!.sinceTimestamp!).toBeGreaterThan(119);
  expect(connectors[1]).toMatchObject({
    queueLength: 2,
    lastError: 'HTTP 500',
    receiptShare: null,
    sinceTimestamp: null,
  });
  await query(`delete from outbox where kind = 'HTTP_CONNECTOR'`);
  await query(`delete from connector where cid in ('a-draft', 'draft', 'web-hook')`);
  await database.run(systemScope(), (tx) => publishConfig(tx, null));
  await query(`update connector_state set state = 'BOUND', updated_at = now()`);
  await query('delete from connector_minute');
});

test('the chart of what waits to be told counts what the figure counts', async () => {
  await query(
    `insert into webhook_delivery (webhook_id, client_id, url, host, event_id, event, body, status, expires_at)
     select gen_random_uuid(), $1, 'http://127.0.0.1:9/', 'http://127.0.0.1:9', gen_random_uuid(), 'message.delivered', '{}', 'PENDING', now() + interval '1 day' from generate_series(1, 566)`,
    [admin.clientId],
  );
  await recordMinute(database, '.');
  const { body } = await portal.call('GET', '/v1/portal/status', { token: support.token });
  const figure = (body['outbox'] as { waiting: number }[]).reduce(
    (sum, { waiting }) => sum + waiting,
    0,
  );
  const { body: history } = await portal.call('GET', '/v1/portal/status/history', {
    token: support.token,
    body: { hours: 6 },
  });
  expect(figure).toBeGreaterThanOrEqual(566);
  expect((history['points'] as { outbox: number }[]).at(-1)!.outbox).toBe(figure);
  expect(history['seconds']).toBe(120);
  await query('delete from webhook_delivery');
  await query('delete from gauge_minute');
});

test('thresholds and readers are set by the administrator alone, and a webhook is signed with a secret that is shown once', async () => {
  const heard: { body: string; signature: string; event: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += String(chunk);
    });
    request.on('end', () => {
      heard.push({
        body,
        signature: String(request.headers['tuma-signature']),
        event: String(request.headers['tuma-event']),
      });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as { port: number };
  const path = '/v1/portal/status/settings';
  const webhookUrl = `http://127.0.0.1:${port}/alerts`;
  expect(
    (await portal.call('PATCH', path, { token: support.token, body: { webhookUrl } })).status,
  ).toBe(403);
  const set = await portal.call('PATCH', path, {
    token: admin.token,
    body: { webhookUrl, recipients: ['on.call@example.com'] },
  });
  expect(set.status).toBe(200);
  const secret = set.body['webhookSecret'];
  expect(
    (
      await portal.call('PATCH', path, {
        token: admin.token,
        body: { thresholds: { ...set.body['thresholds'], processSeconds: 120 } },
      })
    ).body['webhookSecret'],
  ).toBeNull();
  // The secret key was replaced: saving the address again creates a secret that signs.
  const { sealed, ...settings } = await database.run(systemScope(), readSettings);
  expect(sealed).not.toBeNull();
  await expect(
    database.run(systemScope(), async (tx) => {
      expect(
        (await saveSettings(tx, { bytes: Buffer.alloc(32, 8) }, settings)).webhookSecret,
      ).toMatch(/^whsec_/);
      throw new Error('not kept');
    }),
  ).rejects.toThrow('not kept');
  expect((await portal.call('GET', path, { token: support.token })).body).toMatchObject({
    webhookUrl,
    recipients: ['on.call@example.com'],
    thresholds: { processSeconds: 120, queueMinutes: 15 },
  });
  expect(
    (
      await portal.call('PATCH', path, {
        token: admin.token,
        body: { thresholds: { ...set.body['thresholds'], diskPercent: 0 } },
      })
    ).status,
  ).toBe(400);

  await beat('worker', 100);
  await checkHealth(watch);
  expect(await openAlerts()).toEqual([]);
  await query(
    `insert into outbox (kind, target, payload, not_before) values ('MAIL', 'a@example.com', '{}', now() - interval '11 minutes')`,
  );
  await checkHealth(watch);
  await sendNotifications(watch);
  expect(subjects()).toEqual([
    'on.call@example.com: Tuma: Outgoing MAIL has been due for 11 minutes',
  ]);
  expect(heard).toHaveLength(1);
  const [time, signature] = heard[0]!.signature.split(',').map((part) => part.split('=')[1]);
  expect(signature).toBe(
    createHmac('sha256', secret).update(`${time}.${heard[0]!.body}`).digest('hex'),
  );
  expect(heard[0]!.event).toBe('alert.raised');
  expect(JSON.parse(heard[0]!.body)).toMatchObject({
    type: 'alert.raised',
    data: { kind: 'OUTBOX_STUCK', subject: 'MAIL', facts: { minutes: 11, waiting: 1 } },
  });

  expect(
    (await portal.call('POST', '/v1/portal/status:testAlert', { token: admin.token })).body,
  ).toMatchObject({ told: 2 });
  await sendNotifications(watch);
  expect(subjects()).toEqual(['on.call@example.com: Tuma: A test alert']);
  await new Promise((resolve) => server.close(resolve));
});

test('the page shows the state of all parts, and the charts minutes', async () => {
  // The tests above may have taken longer than a process may be silent.
  for (const process of ['api', 'gateway']) await beat(process);
  await recordMinute(database, tmpdir());
  await query(
    `insert into gauge_minute select minute - n * interval '10 minutes', n, 5 * n, in_flight, ambiguous, outbox, outbox_oldest_s, unmatched, tasks, payments, 10, 20, database_bytes, disk_free, disk_total from gauge_minute, generate_series(1, 12) n`,
  );
  const { body } = await portal.call('GET', '/v1/portal/status', { token: support.token });
  expect(body).toMatchObject({ version: '4.32.0', queued: 0, ledger: null, backup: null });
  expect(
    body['processes'].map(({ process, alive }: { process: string; alive: boolean }) => [
      process,
      alive,
    ]),
  ).toEqual([
    ['api', true],
    ['gateway', true],
    ['worker', false],
  ]);
  expect(body['databaseBytes']).toBeGreaterThan(1e6);
  expect(body['diskFree']).toBeGreaterThan(0);
  expect(body['alerts'][0]).toMatchObject({
    kind: 'OUTBOX_STUCK',
    status: 'OPEN',
    told: 2,
    untold: 0,
  });
  expect(body['alerts'].map(({ kind }: { kind: string }) => kind)).toContain('RECEIPTS_MISSING');
  const points = (
    await portal.call('GET', '/v1/portal/status/history', {
      token: support.token,
      body: { hours: 1 },
    })
  ).body['points'];
  expect(points.map(({ queued }: { queued: number }) => queued)).toEqual([5, 4, 3, 2, 1, 0]);
  expect(
    (
      await portal.call('GET', '/v1/portal/status', {
        token: (await portal.add('client', 'CLIENT', admin)).token,
      })
    ).status,
  ).toBe(403);
});

test('rows written while the clock was ahead hide nothing once it is right again', async () => {
  await lookLater();
  const before = await openAlerts();
  // The worker died while the clock was a year ahead; the proof and the disk of that time were well.
  await beat('worker', -365 * 86_400);
  await query(
    `insert into ledger_proof (ok, result, created_at) values (true, '{}', now() + interval '1 year'), (false, '{}', now() - interval '1 hour')`,
  );
  await query(
    `insert into gauge_minute (minute, queued, oldest_queued_s, in_flight, ambiguous, outbox, outbox_oldest_s, unmatched, tasks, payments, disk_free, disk_total, submitted, receipts, database_bytes)
     select date_trunc('minute', now()) + ahead, 0, 0, 0, 0, 0, 0, 0, 0, 0, free, 100, 0, 0, 1 from (values (interval '1 year', 90), (interval '0', 1)) each (ahead, free)
     on conflict (minute) do update set disk_free = excluded.disk_free, disk_total = excluded.disk_total`,
  );
  await checkHealth(watch);
  expect(await openAlerts()).toEqual(
    expect.arrayContaining(['DISK_LOW ', 'LEDGER_UNBALANCED ', 'PROCESS_SILENT worker@box']),
  );
  // All is well again; the alerts themselves were last seen a year from now.
  await beat('worker');
  await query(`delete from ledger_proof where not ok`);
  await query(`delete from gauge_minute where disk_free = 1`);
  await query(`update alert set found_at = now() + interval '1 year' where status = 'OPEN'`);
  await checkHealth(watch);
  expect(await openAlerts()).toEqual(before);
});
