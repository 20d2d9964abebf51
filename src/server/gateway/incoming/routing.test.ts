import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, addConnector } from '../../../../test/harness/pipeline.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { publishConfig } from '../../core/dispatch/routing/config-version.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { encodeText } from '../../../smpp/text.ts';
import { acceptIncoming } from './incoming.ts';
import type { NewIncoming } from './incoming.rules.ts';

const db = await createTestDatabase();
const open = (role: 'tuma_gateway' | 'tuma_portal') =>
  openDatabase({ connectionString: db.url }, role, { max: 3, name: 'test', onLost: () => {} });
const [gateway, portal] = [open('tuma_gateway'), open('tuma_portal')];
afterAll(() => Promise.all([gateway.close(), portal.close()]));
const publish = () => portal.run(systemScope(), (tx) => publishConfig(tx, null));
let shop: string;
beforeAll(async () => {
  await addConnector(portal, 0, { host: '127.0.0.1', username: 'a' }, 1);
  shop = await addClient(portal);
});

test('incoming messages follow the configuration, keep the explanation, and leave through the outbox', async () => {
  const [hook] = await db.query(
    `insert into connector (cid, kind, carrier_account_id, settings) values ('hook', 'HTTP', 9, '{"url": "https://example.com"}') returning id`,
  );
  const [info, all] = await db.query<{ id: number }>(
    `insert into route (direction, "order", type, connector_ids, targets) values ('MO', 10, 'StaticMORoute', '{}', $1), ('MO', 0, 'DefaultRoute', array[$3::int], $2) returning id`,
    [
      JSON.stringify([{ kind: 'KEYWORD', keyword: 'Info', clientId: shop }]),
      JSON.stringify([{ kind: 'HTTP', connectorId: hook!['id'] }]),
      hook!['id'],
    ],
  );
  const { version } = await publish();
  let number = 0;
  const take = (text: string, part?: NewIncoming['part']) => {
    const { data_coding: encoding, octets } = encodeText(text);
    number++;
    return gateway.run(systemScope(), (tx) =>
      acceptIncoming(tx, {
        connectorId: 1,
        carrierAccountId: 1,
        source: part ? '254711000009' : `25471100000${number}`,
        destination: '22141',
        text,
        octets,
        encoding,
        carrierAt: '',
        hash: Buffer.alloc(32, number),
        part,
      } satisfies NewIncoming),
    );
  };
  await take('INFO on prices');
  await take('Something else');
  const stored = await db.query<{
    text: string;
    client_id: string;
    route_id: number;
    config_version: number;
    facts: { connector: string };
  }>('select text, client_id, route_id, config_version, facts from incoming_message order by id');
  expect(stored).toMatchObject([
    {
      client_id: shop,
      route_id: info!.id,
      config_version: version,
      facts: { connector: 'carrier-0' },
    },
    { text: 'Something else', route_id: all!.id, config_version: version },
  ]);
  const left = await db.query<{ kind: string; target: string; payload: { mo: { text: string } } }>(
    'select kind, target, payload from outbox',
  );
  expect(left).toMatchObject([
    {
      kind: 'HTTP_CONNECTOR',
      target: 'hook',
      payload: {
        mo: {
          from: '254711000002',
          to: '22141',
          text: 'Something else',
          originConnector: 'carrier-0',
          coding: 0,
          binary: Buffer.from('Something else').toString('hex'),
        },
        next: [],
      },
    },
  ]);

  // The parts of a long text come in any order; the receiver gets their octets in the text's.
  await take('вет', { reference: 3, total: 2, part: 2 });
  await take('При', { reference: 3, total: 2, part: 1 });
  const [, long] = await db.query<{ payload: { mo: Record<string, unknown> } }>(
    'select payload from outbox order by id',
  );
  expect(long!.payload.mo).toMatchObject({
    text: 'Привет',
    coding: 8,
    binary: '041f04400438043204350442',
  });
});
