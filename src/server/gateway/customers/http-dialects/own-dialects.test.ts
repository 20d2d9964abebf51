import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { ALL_DIALECTS, openShops, PASSWORD } from '../../../../../test/harness/shops.ts';
import {
  addCampaign,
  addConnector,
  addFilter,
  addGeneric,
  enqueueAll,
  makeMessage,
  testKey,
  until,
} from '../../../../../test/harness/pipeline.ts';
import { open } from '../../../../../test/harness/wallets.ts';
import { GENERIC_PRESETS } from '../../../../contract/api/connector-presets.ts';
import type { GenericPreset } from '../../../../contract/api/connector-presets.ts';
import { startSmsc } from '../../../../sim/smsc/smsc.ts';
import { publishConfig } from '../../../core/dispatch/routing/config-version.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { run } from '../../../processes/gateway.ts';

// A gateway that is its own provider: each preset of a generic connector sends to the dialect that it
// was made for, as a customer, and the message goes on to a carrier over SMPP.
const ADDRESSES: Record<GenericPreset, string> = {
  AFRICAS_TALKING: '/version1/messaging',
  SENDSMS: '/api/services/sendsms/',
  JASMIN: '/send',
  KANNEL: '/cgi-bin/sendsms',
  TWILIO: '/2010-04-01/Accounts/{{username}}/Messages.json',
  BEEM: '/v1/send',
};
const PRESETS = Object.keys(ADDRESSES) as GenericPreset[];

const db = await createTestDatabase();
const database = open(db);
let gateway: Awaited<ReturnType<typeof run>>;
let smsc: Awaited<ReturnType<typeof startSmsc>>;
let clientId: string;
const routes = new Map<GenericPreset, number>();

beforeAll(async () => {
  smsc = await startSmsc({ record: 100, behaviour: { receiptDelay: 20 } });
  const { connectorId } = await addConnector(
    database,
    1,
    { host: '127.0.0.1', port: smsc.port, username: 'tuma' },
    1,
  );
  const shops = await openShops(db, connectorId);
  gateway = await run({
    database: { connectionString: db.url },
    secretKey: testKey,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    config: {
      httpApiPort: 0,
      httpDialects: ALL_DIALECTS,
      smppPort: 0,
      smppTls: undefined,
      host: '127.0.0.1',
      trustedProxies: ['127.0.0.1'],
      connectionsPerAddress: 256,
      privateHosts: ['127.0.0.1'],
      sandbox: false,
      webhookHosts: ['127.0.0.1'],
    },
  });
  const own = `http://127.0.0.1:${gateway.httpPort}`;
  clientId = await shops.addShop('reseller');
  for (const [at, preset] of PRESETS.entries()) {
    const order = at + 2;
    const username = `shop-${at}`;
    await shops.addShop(username, {
      cred: { defaultvalue: { dlr_url: `${own}/callbacks/generic-${order}/callback-${order}` } },
    });
    const { url } = GENERIC_PRESETS[preset];
    const settings = {
      ...GENERIC_PRESETS[preset],
      url: url.replace(/^https?:\/\/[^/]+[^?]*/, `${own}${ADDRESSES[preset]}`),
      username,
      allow_private: true,
      callback_base: own,
    };
    const { routeId } = await addGeneric(database, order, settings, order, {
      secret: PASSWORD,
      callback: `callback-${order}`,
    });
    routes.set(preset, routeId);
  }
  // Messages of the customers must not be routed back to them.
  await database.run(systemScope(), async (tx) => {
    const filterId = await addFilter(tx, 'nobody', 'UserFilter', { uid: 'nobody' });
    await tx.query('update route set filter_ids = array[$1::int] where "order" > 1', [filterId]);
    await publishConfig(tx, null);
  });
});
afterAll(async () => {
  await gateway?.stop();
  await smsc?.stop();
});

test.each(PRESETS)(
  'the preset %s sends through our own dialect, and its receipts come back',
  async (preset) => {
    const campaignId = await addCampaign(database, clientId);
    const text = `Olá ${preset}: "50%" & {a}\nção €`;
    const destination = `2547123456${40 + PRESETS.indexOf(preset)}`;
    // Nobody has this number.
    const refused = '25412';
    const common = { clientId, campaignId, routeId: routes.get(preset)!, encoding: 8, text };
    await enqueueAll(database, [
      makeMessage({ ...common, destination, sender: 'SHOP' }),
      makeMessage({ ...common, destination: refused, sender: 'SHOP' }),
    ]);
    const statuses = () =>
      db.query<{ destination: string; status: number }>(
        'select destination, status from message where campaign_id = $1 order by destination desc',
        [campaignId],
      );
    await until('both final', async () => (await statuses()).every(({ status }) => status >= 10));
    expect(await statuses()).toEqual([
      { destination, status: 10 },
      { destination: refused, status: 13 },
    ]);
    const arrived = [...smsc.received()].filter((each) => each.destination === destination);
    expect(arrived.map((each) => [each.text, each.source])).toEqual([[text, 'SHOP']]);
  },
);
