import { createServer } from 'node:http';
import { createHmac } from 'node:crypto';
import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addConnector } from '../../../../test/harness/pipeline.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import type { Person } from '../../../../test/harness/portal.ts';
import { publishConfig } from '../../core/dispatch/config-version.ts';
import { Outbound } from '../../infra/http/outbound.ts';
import { systemScope } from '../../infra/database/scope.ts';
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
    'boss@example.com: Tuma, over: The process worker@box is silent',
    'noc@example.com: Tuma, over: The process worker@box is silent',
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
  // The secret key was replaced: whoever saves the address again gets a secret that signs.
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
    'on.call@example.com: Tuma: What should go out as MAIL has been due for 11 minutes',
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
