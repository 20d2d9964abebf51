import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import {
  addCampaign,
  addClient,
  addGeneric,
  enqueueAll,
  makeMessage,
  testKey,
  until,
} from '../../../../test/harness/pipeline.ts';
import { GENERIC_PRESETS } from '../../../contract/api/connector-presets.ts';
import type { GenericPreset } from '../../../contract/api/connector-presets.ts';
import { startProvider } from '../../../sim/provider/provider.ts';
import type { Provider } from '../../../sim/provider/provider.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { run } from '../../processes/gateway.ts';

const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 3,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());

const PATHS: Record<GenericPreset, string> = {
  AFRICAS_TALKING: '/version1/messaging',
  SENDSMS: '/api/services/sendsms/',
  JASMIN: '/send',
  KANNEL: '/cgi-bin/sendsms',
  TWILIO: '/2010-04-01/Accounts/{{username}}/Messages.json',
  BEEM: '/v1/send',
};
const PRESETS = Object.keys(PATHS) as GenericPreset[];

let gateway: { httpPort: number | undefined; stop(): Promise<void> };
let clientId: string;
const providers = new Map<GenericPreset, Provider>();
const routes = new Map<GenericPreset, number>();
beforeAll(async () => {
  clientId = await addClient(database);
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  gateway = await run({
    database: { connectionString: db.url },
    secretKey: testKey,
    log,
    config: {
      httpApiPort: 0,
      httpDialects: new Map(),
      smppPort: 0,
      smppTls: undefined,
      host: '127.0.0.1',
      trustedProxies: ['127.0.0.1'],
      connectionsPerAddress: 256,
      sandbox: false,
      webhookHosts: [],
      privateHosts: ['127.0.0.1'],
    },
  });
  for (const [at, preset] of PRESETS.entries()) {
    const provider = await startProvider({
      secret: 'secret',
      behaviour: { callbackDelay: 20, lateDelay: 200 },
    });
    providers.set(preset, provider);
    const settings = {
      ...GENERIC_PRESETS[preset],
      url: GENERIC_PRESETS[preset].url.replace(
        /^https?:\/\/[^/]+[^?]*/,
        `http://127.0.0.1:${provider.port}${PATHS[preset]}`,
      ),
      username: 'tuma',
      allow_private: true,
      callback_base: `http://127.0.0.1:${gateway.httpPort}`,
      timeout: 3,
      requeue_delay: 0.1,
    };
    const { routeId, cid } = await addGeneric(database, at + 1, settings, at + 1);
    routes.set(preset, routeId);
    provider.callTo(`http://127.0.0.1:${gateway.httpPort}/callbacks/${cid}/callback-${at + 1}`);
  }
});
afterAll(async () => {
  await gateway.stop();
  for (const provider of providers.values()) await provider.stop();
});

const statuses = (campaignId: string) =>
  db.query<{ ending: string; status: number; error: string | null }>(
    `select right(destination, 2) as ending, status, error_code as error from message where campaign_id = $1 order by destination`,
    [campaignId],
  );

describe.each(PRESETS)('a provider that speaks %s', (preset) => {
  test('sends texts unchanged and matches its callbacks, early, late and repeated', async () => {
    // A client of its own: a word of the provider opts one of its numbers out.
    clientId = await addClient(database);
    const campaignId = await addCampaign(database, clientId);
    const provider = providers.get(preset)!;
    const text = 'Ndugu mteja & rafiki: "50% off"\n{{secret}} {a} '.repeat(5);
    const endings = ['50', '60', '01', '03', '04', '05', '06', '08', '09', '10'];
    const messages = endings.map((ending) =>
      makeMessage({
        clientId,
        campaignId,
        routeId: routes.get(preset)!,
        destination: `2547000000${ending}`,
        text: `${text} ${ending}`,
        segments: 2,
        units: 20_000n,
      }),
    );
    messages.push(
      makeMessage({
        clientId,
        campaignId,
        routeId: routes.get(preset)!,
        destination: '254700000070',
        text: 'Olá, é só um teste: ção €',
        encoding: 8,
      }),
    );
    await enqueueAll(database, messages);
    await until('all final', async () =>
      (await statuses(campaignId)).every(({ status }) => status >= 10),
    );
    // Some have one word for all that were not delivered.
    const expired = ['KANNEL', 'TWILIO', 'BEEM'].includes(preset) ? 11 : 12;
    const rejected = preset === 'BEEM' ? 11 : 13;
    expect(
      Object.fromEntries(
        (await statuses(campaignId)).map(({ ending, status }) => [ending, status]),
      ),
    ).toEqual({
      '01': 11,
      '03': expired,
      '04': rejected,
      '05': 13,
      '06': 10,
      '08': 10,
      '09': 10,
      10: 10,
      50: 10,
      60: 10,
      70: 10,
    });
    const received = new Map(provider.received().map((message) => [message.to, message.text]));
    for (const { destination, text: sent } of messages)
      if (!destination.endsWith('05')) expect(received.get(destination)).toBe(sent);
    expect(provider.stats().duplicates).toBe(0);
    expect(await db.query('select 1 from receipt where not matched')).toEqual([]);
  });
});

test('a request that was cut off, answered with a 500 or unanswered is held and not repeated; a callback resolves it', async () => {
  const campaignId = await addCampaign(database, clientId);
  const provider = providers.get('AFRICAS_TALKING')!;
  const before = provider.stats().accepted;
  const endings = ['11', '16', '17', '18', '50'];
  // Texts apart, so that each goes in a request of its own.
  await enqueueAll(
    database,
    endings.map((ending) =>
      makeMessage({
        clientId,
        campaignId,
        routeId: routes.get('AFRICAS_TALKING')!,
        destination: `2547110000${ending}`,
        text: `to ${ending}`,
      }),
    ),
  );
  const held = () =>
    db.query<{ ending: string }>(
      `select right(destination, 2) as ending from unconfirmed_part where campaign_id = $1 order by destination`,
      [campaignId],
    );
  await until(
    'resolved by callbacks',
    async () =>
      (await db.query(`select 1 from chunk where campaign_id = $1`, [campaignId])).length === 0 &&
      (
        await db.query(`select 1 from live_part where campaign_id = $1 and state <> 2`, [
          campaignId,
        ])
      ).length === 0 &&
      (await held()).length === 1,
  );
  // 18 never reached it; the others were taken, and their callbacks named their phones.
  expect(await held()).toEqual([{ ending: '18' }]);
  expect(
    (await statuses(campaignId))
      .filter(({ ending }) => ending !== '18')
      .map(({ status }) => status),
  ).toEqual([10, 10, 10, 10]);
  expect(provider.stats().accepted - before).toBe(4);
  expect(provider.stats().duplicates).toBe(0);
});

test('a callback with a wrong secret, a wrong name or no id is refused', async () => {
  const at = (path: string, body = '') =>
    fetch(`http://127.0.0.1:${gateway.httpPort}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    }).then(({ status }) => status);
  expect([
    await at('/callbacks/generic-1/nope', 'id=1&status=Success'),
    await at('/callbacks/nobody/callback-1', 'id=1&status=Success'),
    await at('/callbacks/generic-1', 'id=1&status=Success'),
  ]).toEqual([404, 404, 404]);
  expect(await at('/callbacks/generic-1/callback-1', 'status=Success')).toBe(400);
  expect(await at('/callbacks/generic-1/callback-1', 'id=unknown&status=Success')).toBe(200);
  await db.query(`delete from receipt where not matched`);
});
