import { readFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import {
  addCampaign,
  addClient,
  addConnector,
  addRoute,
  enqueueAll,
  makeMessage,
  testKey,
  until,
} from '../../../../test/harness/pipeline.ts';
import { startSmsc, type Smsc } from '../../../sim/smsc/smsc.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { publishConfig } from '../../core/dispatch/routing/config-version.ts';
import { run } from '../../processes/gateway.ts';

// Carriers with the peculiarities of real ones: ids and receipts in different number bases, long
// texts split in each mode, TLS.
const test_ = await createTestDatabase();
const database = openDatabase({ connectionString: test_.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());

type Carrier = {
  name: string;
  behaviour?: Parameters<Smsc['behave']>[0];
  settings: Record<string, unknown>;
  tls?: true;
};
const CARRIERS: Carrier[] = [
  { name: 'UDH with a 16-bit reference', settings: { concatenation: 'udh16' } },
  { name: 'SAR parameters', settings: { concatenation: 'sar' } },
  { name: 'message_payload', settings: { concatenation: 'payload' } },
  {
    name: 'ids in hex, receipts in decimal',
    behaviour: { ids: 'hex', receiptIds: 'decimal' },
    settings: { dlr_msgid: 1 },
  },
  {
    name: 'ids in decimal, receipts in hex',
    behaviour: { ids: 'decimal', receiptIds: 'hex' },
    settings: { dlr_msgid: 2 },
  },
  {
    name: 'receipts in capitals with leading zeros',
    behaviour: { ids: 'hex', receiptUpperCase: true, receiptIdDigits: 20 },
    settings: {},
  },
  {
    name: 'uuids, and receipts as text alone',
    behaviour: { ids: 'uuid', receiptForm: 'text' },
    settings: {},
  },
  { name: 'receipts as parameters alone', behaviour: { receiptForm: 'tlvs' }, settings: {} },
  {
    name: 'parameters of its own',
    settings: {
      custom_tlvs:
        '0x1400,COctetString,21,required,1101234567890123456;0x1401,Int2,-,optional,513;0x1402,OctetString,-,optional',
    },
  },
  {
    name: 'TLS without a check of the certificate',
    settings: { ssl: true, ssl_verify: false },
    tls: true,
  },
];

const file = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../test/harness/tls', name));

/** A TLS proxy in front of a plain carrier, as carriers run it. */
function openTls(port: number): Promise<{ port: number; close(): void }> {
  const server = createServer({ key: file('key.pem'), cert: file('cert.pem') }, (socket) => {
    const carrier = connect(port, '127.0.0.1');
    socket.pipe(carrier).pipe(socket);
    for (const end of [socket, carrier])
      end.on('error', () => {
        socket.destroy();
        carrier.destroy();
      });
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ port: (server.address() as AddressInfo).port, close: () => server.close() }),
    ),
  );
}

test('every kind of carrier accepts long and short texts and has its receipts matched', async () => {
  const clientId = await addClient(database);
  const campaignId = await addCampaign(database, clientId);
  const long = `${'Ndugu mteja, karibu tena. '.repeat(20)}€`;
  const open: { carrier: Carrier; smsc: Smsc; proxy?: { close(): void } }[] = [];
  for (const [at, carrier] of CARRIERS.entries()) {
    const smsc = await startSmsc({ behaviour: { receiptDelay: 5, ...carrier.behaviour } });
    const proxy = carrier.tls ? await openTls(smsc.port) : undefined;
    const { routeId } = await addConnector(
      database,
      at + 1,
      {
        host: '127.0.0.1',
        port: proxy?.port ?? smsc.port,
        username: 'tuma',
        window: 10,
        con_fail_delay: 0.2,
        ...carrier.settings,
      },
      at + 1,
    );
    await enqueueAll(
      database,
      [long, 'Habari', 'Olá, é só um teste ção'].flatMap((text, kind) =>
        [50, 60].map((tail) =>
          makeMessage({
            clientId,
            routeId,
            campaignId,
            destination: `2547${at}00${kind}00${tail}`,
            text,
            encoding: kind === 2 ? 8 : 0,
            segments: kind === 0 ? 4 : 1,
            units: kind === 0 ? 40_000n : 10_000n,
          }),
        ),
      ),
    );
    open.push({ carrier, smsc, ...(proxy && { proxy }) });
  }
  const gateway = await run({
    database: { connectionString: test_.url },
    secretKey: testKey,
    privateHosts: ['127.0.0.1'],
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
  });
  try {
    const waiting = () =>
      test_.query<{ destination: string }>(
        `select destination from message where status <> 10 order by 1`,
      );
    await until('all delivered', async () => (await waiting()).length === 0);
    const stored = await test_.query<{ destination: string; text: string }>(
      'select destination, text from message',
    );
    const received = new Map(
      open.flatMap(({ smsc }) =>
        [...smsc.received()].map(({ destination, text }) => [destination, text] as const),
      ),
    );
    expect(received).toEqual(new Map(stored.map(({ destination, text }) => [destination, text])));
    expect(await test_.query('select 1 from receipt where not matched')).toEqual([]);
    // Every part carries this carrier's own parameters that have a value, and none of another
    // carrier's.
    const own = [
      { tag: 0x1400, value: Buffer.from('1101234567890123456\0').toString('hex') },
      { tag: 0x1401, value: '0201' },
    ];
    for (const { carrier, smsc } of open) {
      for (const { parts } of smsc.received())
        for (const { parameters } of parts)
          expect(parameters).toEqual(
            carrier.settings['custom_tlvs'] === undefined ? undefined : own,
          );
    }
  } finally {
    await gateway.stop();
    for (const { smsc, proxy } of open) {
      proxy?.close();
      await smsc.stop();
    }
  }
});

test('a carrier with an untrusted certificate gets no message', async () => {
  const smsc = await startSmsc();
  const proxy = await openTls(smsc.port);
  const clientId = await addClient(database);
  const { routeId, connectorId } = await addConnector(
    database,
    90,
    { host: '127.0.0.1', port: proxy.port, username: 'tuma', ssl: true, con_fail_delay: 0.2 },
    90,
  );
  await enqueueAll(database, [makeMessage({ clientId, routeId, destination: '254700000050' })]);
  const gateway = await run({
    database: { connectionString: test_.url },
    secretKey: testKey,
    privateHosts: ['127.0.0.1'],
    log: pino({ level: 'silent' }),
  });
  try {
    const state = () =>
      test_.query<{ error: string | null }>(
        'select last_error as error from connector_state where connector_id = $1',
        [connectorId],
      );
    await until('it says why', async () =>
      /certificate|self-signed/i.test((await state())[0]?.error ?? ''),
    );
    expect(smsc.stats().accepted).toBe(0);
  } finally {
    await gateway.stop();
    proxy.close();
    await smsc.stop();
  }
});

test('a connector that only receives takes no messages of its routes', async () => {
  const [receiving, sending] = [await startSmsc(), await startSmsc()];
  const clientId = await addClient(database);
  const ids: number[] = [];
  for (const [at, smsc] of [receiving, sending].entries())
    ids.push(
      (
        await addConnector(
          database,
          91 + at,
          {
            host: '127.0.0.1',
            port: smsc.port,
            username: 'tuma',
            con_fail_delay: 0.2,
            bind: at === 0 ? 'receiver' : 'transceiver',
          },
          91,
        )
      ).connectorId,
    );
  const routeIds = await database.run(systemScope(), async (tx) => {
    const made = [
      await addRoute(tx, 93, 'FailoverMTRoute', ids),
      await addRoute(tx, 94, 'RandomRoundrobinMTRoute', ids),
    ];
    await publishConfig(tx, null);
    return made;
  });
  const gateway = await run({
    database: { connectionString: test_.url },
    secretKey: testKey,
    privateHosts: ['127.0.0.1'],
    log: pino({ level: 'silent' }),
  });
  try {
    await until('both are bound', async () => {
      const bound = await test_.query(
        `select from connector_state where connector_id = any ($1::int[]) and state = 'BOUND'`,
        [ids],
      );
      return bound.length === 2;
    });
    await enqueueAll(
      database,
      routeIds.flatMap((routeId) =>
        Array.from({ length: 30 }, (_, at) =>
          makeMessage({ clientId, routeId, destination: `2547${routeId % 10}9${at + 100}050` }),
        ),
      ),
    );
    await until('all are submitted', async () => sending.stats().accepted === 60);
    expect(receiving.stats().accepted).toBe(0);
  } finally {
    await gateway.stop();
    await receiving.stop();
    await sending.stop();
  }
});
