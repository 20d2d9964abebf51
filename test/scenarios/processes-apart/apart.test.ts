import { hostname } from 'node:os';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { ensureCarrier } from '../../../src/server/gateway/carriers/first-carrier.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { withPortal } from '../../../src/server/ops/start.ts';
import { startApart, type Apart } from './scenario.ts';
import {
  hasExternalPostgres,
  startExternalPostgres,
} from '../../harness/database/external-postgres.ts';
import { startCarrier } from '../../harness/processes/processes.ts';
import { freePorts } from '../../harness/product.ts';

// Two nodes beside each other on one PostgreSQL: an operator starts every process by itself.
const PHONES = 1500;
const key = Buffer.alloc(32, 9);
const undo: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

test.skipIf(!hasExternalPostgres)(
  'separate processes on one database: a campaign continues while its gateway is stopped',
  { timeout: 900_000 },
  async () => {
    const server = await startExternalPostgres();
    undo.push(server.stop);
    const carrier = await startCarrier(['--latency', '50', '--receipt-delay', '200']);
    undo.push(carrier.stop);
    const ports = await freePorts(6);
    const shared = {
      DATABASE_URL: server.url,
      SECRET_KEY: key.toString('hex'),
      SANDBOX: '1',
      PRIVATE_HOSTS: '127.0.0.1',
    };
    const start = (
      name: 'api' | 'worker' | 'gateway',
      environment: Record<string, string> = {},
    ): Apart => {
      const apart = startApart(name, { ...shared, ...environment });
      undo.push(() => apart.stop());
      return apart;
    };
    // All at once on an empty database: one of them makes the tables, the others wait.
    const apis = [0, 1].map((at) => start('api', { PORT: String(ports[at]) }));
    const worker = start('worker');
    const gateways = [0, 1].map((at) =>
      start('gateway', {
        SMPP_PORT: String(ports[2 + 2 * at]),
        HTTP_API_PORT: String(ports[3 + 2 * at]),
      }),
    );
    await Promise.all([...apis, worker, ...gateways].map(({ ready }) => ready));
    const migrated = [...apis, worker, ...gateways].filter((each) =>
      each.output().includes('database migrated'),
    );
    expect(migrated).toHaveLength(1);

    const stranger = start('worker', { SECRET_KEY: Buffer.alloc(32, 8).toString('hex') });
    expect(await stranger.ended).toBe(1);
    expect(stranger.output()).toMatch(
      /^SECRET_KEY: the secrets in this database were written with another key\. Give this node the key of the one that made the data/,
    );

    await withPortal(server.url, (database) =>
      database.run(systemScope(), (tx) =>
        ensureCarrier(
          tx,
          { bytes: key },
          {
            cid: 'carrier',
            host: '127.0.0.1',
            port: carrier.port,
            username: 'tuma',
            password: 'secret',
            window: 20,
          },
        ),
      ),
    );
    const call = async <T>(
      node: 0 | 1,
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<T> => {
      const response = await fetch(`http://127.0.0.1:${ports[node]}/v1${path}`, {
        method,
        headers: {
          ...headers,
          ...(!(body instanceof FormData) &&
            body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      const answer = (await response.json()) as T;
      expect([path, response.status, answer]).toEqual([path, 200, expect.anything()]);
      return answer;
    };
    const { token } = await call<{ token: string }>(0, 'POST', '/signIn', {
      username: 'company@sandbox.test',
      password: 'Sandbox-2026',
    });
    const me = { authorization: `Bearer ${token}` };
    const form = new FormData();
    form.set(
      'file',
      new Blob([
        [
          'phone,name',
          ...Array.from(
            { length: PHONES },
            (_, at) => `0712${String(at * 100 + 50).padStart(6, '0')},Name ${at}`,
          ),
        ].join('\n'),
      ]),
      'list.csv',
    );
    // Each step on the other node: the file and the session are in the database.
    const { uploadId } = await call<{ uploadId: string }>(
      0,
      'POST',
      '/portal/sms:sendFromFileStep1',
      form,
      me,
    );
    const { campaignId } = await call<{ campaignId: string }>(
      1,
      'POST',
      '/portal/sms:sendFromFileStep2',
      {
        uploadId,
        phoneColumn: 'phone',
        campaignName: 'Apart',
        senderId: 'TUMA',
        text: 'Hi #name#',
      },
      me,
    );
    const campaign = (node: 0 | 1) =>
      call<{ status: string; recipientCount: number; counts: { delivered: number } }>(
        node,
        'GET',
        `/portal/campaigns/${campaignId}`,
        undefined,
        me,
      );
    await expect
      .poll(async () => (await campaign(0)).recipientCount, { timeout: 300_000 })
      .toBe(PHONES);
    await expect
      .poll(
        async () =>
          (
            await fetch(`http://127.0.0.1:${ports[0]}/v1/portal/sms:sendCampaign`, {
              method: 'POST',
              headers: { ...me, 'content-type': 'application/json', 'idempotency-key': 'once' },
              body: JSON.stringify({ campaignId }),
            })
          ).status,
        { timeout: 300_000 },
      )
      .toBe(200);

    const client = new Client({ connectionString: server.bossUrl });
    await client.connect();
    undo.push(() => client.end());
    // Under load: the one that holds the connector's lease is told to end.
    await expect
      .poll(async () => (await carrier.stats()).accepted, { timeout: 300_000, interval: 20 })
      .toBeGreaterThan(PHONES / 10);
    const holder = async () =>
      (await client.query<{ holder: string }>('select holder from connector_lease')).rows[0]
        ?.holder;
    const nameOf = (gateway: Apart) => `${hostname()}/${gateway.child.pid}`;
    const holding = await holder();
    const [owner, other] =
      nameOf(gateways[0]!) === holding
        ? [gateways[0]!, gateways[1]!]
        : [gateways[1]!, gateways[0]!];
    expect(holding).toBe(nameOf(owner));
    const stopped = owner.stop();
    expect((await carrier.stats()).accepted).toBeLessThan(PHONES); // it is told so in the midst of it; the other goes on while it ends
    expect(await stopped).toBe(0);
    await expect.poll(holder, { timeout: 300_000 }).toBe(nameOf(other));
    await expect
      .poll(
        async () => {
          const { status, counts } = await campaign(1);
          return [status, counts.delivered];
        },
        { timeout: 400_000, interval: 500 },
      )
      .toEqual(['COMPLETED', PHONES]);

    const received = await carrier.received();
    expect(received).toHaveLength(PHONES);
    expect(new Set(received.map(({ destination }) => destination)).size).toBe(PHONES);
    expect(
      (await client.query(`select kind from message_event where kind in ('AMBIGUOUS', 'RESENT')`))
        .rows,
    ).toEqual([]);
    // The rest ends as it was told as well.
    expect(await Promise.all([...apis, worker, other].map((each) => each.stop()))).toEqual([
      0, 0, 0, 0,
    ]);
  },
);
