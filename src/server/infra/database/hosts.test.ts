// The database on several hosts: which is used, and what happens when one of them stops answering.
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { freePorts } from '../../../../test/harness/product.ts';
import { addressOfDatabase, hostsOf } from './hosts.ts';
import { connectToWriter } from './writer-client.ts';
import { DatabaseAway } from './failures.ts';
import { openDatabase } from './db.ts';

test.each([
  [
    'postgresql://u:p@one:1,two:2/d?x=1',
    ['postgresql://u:p@one:1/d?x=1', 'postgresql://u:p@two:2/d?x=1'],
  ],
  [
    'postgres://one,two,[::1]:5/d',
    ['postgres://one/d', 'postgres://two/d', 'postgres://[::1]:5/d'],
  ],
  ['postgresql://u:a,b@one/d?options=-c%20a=1,2', ['postgresql://u:a,b@one/d?options=-c%20a=1,2']],
  ['postgresql://u@localhost/d?host=/tmp/a,b', ['postgresql://u@localhost/d?host=/tmp/a,b']],
  ['postgresql:///d?host=/tmp', ['postgresql:///d?host=/tmp']],
])('the hosts of %s', (url, hosts) => expect(hostsOf(url)).toEqual(hosts));

test.each([
  ['postgresql://u:p@one:1,two:2/d?x=1', 'postgresql://u:p@one:1,two:2/other?x=1'],
  ['postgresql:///d?host=/tmp', 'postgresql:///other?host=/tmp'],
  ['postgresql://u:p@/d?host=/tmp', 'postgresql://u:p@/other?host=/tmp'],
  ['postgres://one', 'postgres://one/other'],
])('another database beside %s', (url, other) =>
  expect(addressOfDatabase(url, 'other')).toBe(other),
);

const db = await createTestDatabase();
const direct = new URL(db.url);
const target = direct.searchParams.has('host')
  ? {
      path: `${direct.searchParams.get('host')}/.s.PGSQL.${direct.searchParams.get('port') ?? (direct.port || '5432')}`,
    }
  : { host: direct.hostname, port: Number(direct.port) };

/** A way to the server that can be cut without a word: what is sent into it stays unanswered. */
class Way {
  readonly server: Server;
  readonly #sockets = new Set<Socket>();
  #silent = false;

  constructor() {
    this.server = createServer((client) => {
      const onward = connect(target as never);
      for (const socket of [client, onward]) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
      }
      client.on('data', (data) => {
        if (!this.#silent) onward.write(data);
      });
      onward.on('data', (data) => {
        if (!this.#silent) client.write(data);
      });
      client.on('close', () => onward.destroy());
      onward.on('close', () => {
        if (!this.#silent) client.destroy();
      });
    });
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The machine is gone: its connections stay open here, and new ones get no greeting. */
  vanish(): void {
    this.#silent = true;
    for (const socket of this.#sockets)
      if (
        socket.remotePort !== (this.server.address() as AddressInfo).port &&
        socket.localPort !== (this.server.address() as AddressInfo).port
      )
        socket.destroy();
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
  }
}

const ways = [new Way(), new Way()] as const;
const urlOf = (...hosts: string[]) => {
  const url = new URL(db.url);
  for (const name of ['host', 'port']) url.searchParams.delete(name);
  url.host = 'HOSTS';
  return url.href.replace('HOSTS', hosts.join(','));
};
beforeAll(() =>
  Promise.all(
    ways.map(
      ({ server }) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
    ),
  ),
);
afterAll(() => {
  for (const way of ways) way.close();
});
const pool = (url: string) =>
  openDatabase({ connectionString: url }, 'tuma_portal', {
    max: 2,
    name: 'hosts',
    onLost: () => {},
  });

test('the host that answers is used, and a read-only one is refused', async () => {
  const [nobody] = await freePorts(1);
  const client = await connectToWriter(urlOf(`127.0.0.1:${nobody}`, ways[1].host));
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  const database = pool(urlOf(`127.0.0.1:${nobody}`, ways[1].host));
  expect((await database.plain.query('select 1 as one')).rows).toEqual([{ one: 1 }]);

  await client.query(
    `alter database ${direct.pathname.slice(1)} set default_transaction_read_only = on`,
  );
  await expect(connectToWriter(urlOf(ways[0].host, ways[1].host))).rejects.toMatchObject({
    code: '25006',
  });
  await expect(pool(urlOf(ways[0].host)).plain.query('select 1')).rejects.toBeInstanceOf(
    DatabaseAway,
  );
  await client.query(
    `alter database ${direct.pathname.slice(1)} reset default_transaction_read_only`,
  );
  await client.end();
  await database.close();
});

test('a machine that vanishes during a statement is replaced by the other', async () => {
  const database = pool(urlOf(ways[0].host, ways[1].host));
  await database.plain.query('select 1');
  ways[0].vanish();
  await expect(database.plain.query('select 2')).rejects.toThrow();
  await vi.waitFor(
    async () =>
      expect((await database.plain.query('select 3 as three')).rows).toEqual([{ three: 3 }]),
    { timeout: 180_000 },
  );
  await database.close();
});
