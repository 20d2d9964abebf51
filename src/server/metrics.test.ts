import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/support/database.ts';
import { addCampaign, addClient, addConnector, enqueueAll, makeMessage } from '../../test/support/pipeline.ts';
import { openDatabase } from './db.ts';
import { serveMetrics } from './metrics.ts';

const { url } = await createTestDatabase();
const database = openDatabase({ connectionString: url }, 'tuma_portal', { max: 2, name: 'test', onLost: () => {} });
afterAll(() => database.close());

test('tells how the pipeline stands', async () => {
  const app = Fastify();
  serveMetrics(app, database, undefined);
  const clientId = await addClient(database);
  const { routeId } = await addConnector(database, 0, { host: '127.0.0.1', port: 1, username: 'x' }, 1);
  const campaignId = await addCampaign(database, clientId);
  await enqueueAll(database, Array.from({ length: 700 }, (_, at) => makeMessage({ clientId, routeId, campaignId, destination: String(254_700_000_000 + at) })));
  const { body, statusCode } = await app.inject('/metrics');
  expect(statusCode).toBe(200);
  expect(body).toMatch(/^tuma_queued_messages 700$/m);
  expect(body).toMatch(/^tuma_oldest_queued_seconds \d+(\.\d+)?$/m);
  expect(body).toMatch(/^tuma_unfolded_deltas 1$/m);
  expect(body).toMatch(/^process_cpu_seconds_total /m);
  await app.close();
});

test.each([
  ['from this machine', undefined, {}, '127.0.0.1', 200],
  ['from elsewhere', undefined, {}, '10.1.2.3', 404],
  ['through a proxy on this machine', undefined, { 'x-forwarded-for': '10.1.2.3' }, '127.0.0.1', 404],
  ['with the token', 'a-token-of-sixteen', { authorization: 'Bearer a-token-of-sixteen' }, '10.1.2.3', 200],
  ['with another', 'a-token-of-sixteen', { authorization: 'Bearer b-token-of-sixteen' }, '127.0.0.1', 404],
  ['without the token it asks for', 'a-token-of-sixteen', {}, '127.0.0.1', 404],
])('%s', async (_, token, headers, remoteAddress, status) => {
  const app = Fastify();
  serveMetrics(app, database, token);
  expect((await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode).toBe(status);
  await app.close();
});
