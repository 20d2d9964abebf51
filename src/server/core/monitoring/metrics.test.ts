import Fastify from 'fastify';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import {
  addCampaign,
  addClient,
  addConnector,
  enqueueAll,
  makeMessage,
} from '../../../../test/harness/pipeline.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { startHeartbeat } from './heartbeat.ts';
import { upsertHeartbeat } from './heartbeat.store.ts';
import { serveReadiness } from './readiness.ts';
import { joinPages, serveMetrics } from './metrics.ts';

const { url, query } = await createTestDatabase();
const database = openDatabase({ connectionString: url }, 'tuma_portal', {
  max: 2,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());

test('reports the state of the pipeline', async () => {
  const app = Fastify();
  serveMetrics(app, database, undefined);
  const clientId = await addClient(database);
  const { routeId } = await addConnector(
    database,
    0,
    { host: '127.0.0.1', port: 1, username: 'x' },
    1,
  );
  const campaignId = await addCampaign(database, clientId);
  await enqueueAll(
    database,
    Array.from({ length: 700 }, (_, at) =>
      makeMessage({ clientId, routeId, campaignId, destination: String(254_700_000_000 + at) }),
    ),
  );
  const { body, statusCode } = await app.inject('/metrics');
  expect(statusCode).toBe(200);
  expect(body).toMatch(/^tuma_queued_messages 700$/m);
  expect(body).toMatch(/^tuma_oldest_queued_seconds \d+(\.\d+)?$/m);
  expect(body).toMatch(/^tuma_unfolded_deltas 1$/m);
  expect(body).toMatch(/^tuma_payments_waiting 0$/m);
  await app.close();
});

test('shows the counters of every process, each name once', async () => {
  const log = pino({ level: 'silent' });
  const heartbeat = startHeartbeat({
    database,
    process: 'api',
    log,
    secretKey: { bytes: Buffer.alloc(32) },
  });
  const beat = { holder: 'box/1', host: 'box', version: '1.0.0', startedAt: new Date(), keys: [] };
  await upsertHeartbeat(database.plain, {
    ...beat,
    process: 'worker',
    metrics:
      '# HELP process_cpu_seconds_total Total\n# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total{process="worker"} 7\n',
  });
  await upsertHeartbeat(database.plain, {
    ...beat,
    process: 'gateway',
    metrics:
      '# HELP tuma_connector_parts_total Parts\n# TYPE tuma_connector_parts_total counter\ntuma_connector_parts_total{connector="A",outcome="lost",process="gateway"} 2\n',
  });
  await query(
    `update heartbeat set updated_at = now() - interval '1 minute' where process = 'gateway'`,
  );
  const app = Fastify();
  serveMetrics(app, database, undefined);
  serveReadiness(app, database);
  const { body } = await app.inject('/metrics');
  expect(body.match(/^# TYPE process_cpu_seconds_total /gm)).toHaveLength(1);
  expect(body).toMatch(/^process_cpu_seconds_total\{process="api"\} /m);
  expect(body).toMatch(/^process_cpu_seconds_total\{process="worker"\} 7$/m);
  expect(body).toMatch(/^tuma_database_connections\{pool="test",state="busy",process="api"\} \d/m);
  expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds\{process="api"\} /m);
  // It is silent: what it last said is no figure of now.
  expect(body).not.toContain('process="gateway"}');
  expect(body).toMatch(/^tuma_heartbeat_age_seconds\{process="gateway",host="box"\} [56]\d/m);
  expect((await app.inject('/readyz/worker')).json()).toEqual({ ok: true, problems: [] });
  expect((await app.inject('/readyz/gateway')).json()).toEqual({ ok: false, problems: ['silent'] });
  await heartbeat.stop();
  expect(await query(`select process from heartbeat order by process`)).toEqual([
    { process: 'gateway' },
    { process: 'worker' },
  ]);
  await app.close();
});

test('a merged page has each name once, with the series of all processes', () => {
  const page = (name: string, sample: string) =>
    `# HELP ${name} of it\n# TYPE ${name} gauge\n${sample}\n`;
  expect(joinPages([page('a', 'a 1') + page('b', 'b 2'), page('b', 'b{process="x"} 3')])).toBe(
    `# HELP a of it\n# TYPE a gauge\na 1\n\n# HELP b of it\n# TYPE b gauge\nb 2\nb{process="x"} 3\n`,
  );
});

test('is ready if the database accepts writes and has every table, and gives the reason if not', async () => {
  const app = Fastify();
  serveReadiness(app, database);
  const ask = async () => {
    const answer = await app.inject('/readyz');
    return [answer.statusCode, answer.json().problems];
  };
  expect(await ask()).toEqual([200, []]);
  const [{ number }] = (await query('select max(number) as number from migration')) as [
    { number: number },
  ];
  await query('update migration set number = 9999 where number = $1', [number]);
  expect(await ask()).toEqual([503, ['migrations pending']]);
  await query('update migration set number = $1 where number = 9999', [number]);
  await app.close();

  // As after a failover to a standby, or by an operator's order: another database of the server is not touched by it.
  await query(
    `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
  );
  const unready = {
    'database away': openDatabase(
      { connectionString: 'postgres://nobody@127.0.0.1:1/none' },
      'tuma_portal',
      { max: 1, name: 'test', onLost: () => {} },
    ),
    'database read-only': openDatabase({ connectionString: url }, 'tuma_portal', {
      max: 1,
      name: 'test',
      onLost: () => {},
    }),
  };
  for (const [problem, of] of Object.entries(unready)) {
    const other = Fastify();
    serveReadiness(other, of);
    const answer = await other.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([503, { ok: false, problems: [problem] }]);
    expect((await other.inject('/healthz')).statusCode).toBe(200);
    await other.close();
    await of.close();
  }
});

test.each([
  ['from this machine', undefined, {}, '127.0.0.1', 200],
  ['from elsewhere', undefined, {}, '10.1.2.3', 404],
  [
    'through a proxy on this machine',
    undefined,
    { 'x-forwarded-for': '10.1.2.3' },
    '127.0.0.1',
    404,
  ],
  [
    'with the token',
    'a-token-of-sixteen',
    { authorization: 'Bearer a-token-of-sixteen' },
    '10.1.2.3',
    200,
  ],
  [
    'with another',
    'a-token-of-sixteen',
    { authorization: 'Bearer b-token-of-sixteen' },
    '127.0.0.1',
    404,
  ],
  ['without the token it asks for', 'a-token-of-sixteen', {}, '127.0.0.1', 404],
])('%s', async (_, token, headers, remoteAddress, status) => {
  const app = Fastify();
  serveMetrics(app, database, token);
  expect((await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode).toBe(status);
  await app.close();
});
