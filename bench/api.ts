/**
 * Messages a second that customers' software submits, durable when they are answered: by REST one by one and in
 * batches, by SMPP with a window of 10 and of 100, by HTTP as Jasmin's /send. PostgreSQL, the product's api and gateway, and
 * whoever sends are processes of their own on this machine; nothing is sent on, so that taking is what is measured. For each
 * way: messages a second, the time to an answer (p50, p99), and the processor time that a message costs each process.
 * The last line is one JSON object.
 *
 *   npm run bench:api -- --seconds 10 --clients 4 --connections 64 --batch 1000 --ways single,batch,smpp10,smpp100,send --profile
 *
 * Each of `clients` has keys, a gateway user and a wallet of its own; `connections` are shared among them.
 * --profile writes the CPU profiles of api and gateway. Other things that run here cost figures a second;
 * microseconds a message hold better.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect as connectTcp } from 'node:net';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { mtMessagingCred, smppsCred } from '../src/contract/api/gateway-credentials.ts';
import { openAcceptor } from '../src/server/core/accept/accept.ts';
import { SoftwareCounter } from '../src/server/core/software-use/software-use.ts';
import { portalRoutes } from '../src/server/processes/routes.ts';
import { insertApiKey } from '../src/server/features/api-keys/api-keys.store.ts';
import { newApiKey, openKeyring } from '../src/server/features/api-keys/api-keys.ts';
import { authenticate } from '../src/server/core/auth/auth.ts';
import { hashPassword } from '../src/server/core/auth/passwords/passwords.ts';
import { readConfig } from '../src/server/infra/config/config.ts';
import { insertClient } from '../src/server/features/clients/clients.store.ts';
import { openDatabase } from '../src/server/infra/database/db.ts';
import type { DatabaseRole } from '../src/server/infra/database/roles.ts';
import { publishConfig } from '../src/server/core/dispatch/routing/config-version.ts';
import { NODE_FLAGS } from '../src/server/ops/process-family.ts';
import { run as runGateway } from '../src/server/processes/gateway.ts';
import { createServer } from '../src/server/infra/http/server.ts';
import { newId } from '../src/server/infra/ids.ts';
import { checkLedger } from '../src/server/core/ledger/verify-ledger.ts';
import { openAccounts, purchase } from '../src/server/core/ledger/ledger.ts';
import { seedRates } from '../src/server/core/ledger/rates.ts';
import { systemScope } from '../src/server/infra/database/scope.ts';
import { STATUS } from '../src/smpp/pdus.ts';
import { connect } from '../src/smpp/socket.ts';
import { addRoute } from '../test/harness/pipeline.ts';
import {
  commit,
  cpuSeconds,
  endProcess,
  startDatabase,
} from '../test/harness/processes/processes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '4' },
    connections: { type: 'string', default: '64' },
    batch: { type: 'string', default: '1000' },
    ways: { type: 'string', default: 'single,batch,smpp10,smpp100,send' },
    profile: { type: 'boolean', default: false },
  },
});
const TEXT =
  'Dear customer, your parcel has arrived at the collection point. Bring this message and your ID.';
const PASSWORD = 'benchpw1';
const secretKey = { bytes: Buffer.alloc(32, 7) };

type Way = 'single' | 'batch' | 'smpp10' | 'smpp100' | 'send';
type Customer = { keys: string[]; username: string };
/** The keys of a customer: a key has a limit of calls a second, and the limit is not what is measured. */
const KEYS = 8;
type Job = {
  way: Way;
  ports: { api: number; http: number; smpp: number };
  customers: Customer[];
  seconds: number;
  connections: number;
  batch: number;
};
type Measured = {
  messages: number;
  /** Messages refused, by the answer's status and error code. */
  refused: Record<string, number>;
  seconds: number;
  p50: number;
  p99: number;
};

let counter = 0;
/** Numbers of Kenya, each once. */
const nextNumber = () => String(254_700_000_000 + (counter++ % 99_000_000));

const [role, address = ''] = positionals;
if (role === 'api') await serveApi(address);
else if (role === 'gateway') await serveGateway(address);
else if (role === 'load') await load();
else await measure();

// --- the processes that take ----------------------------------------------------------------------------------------

function open(url: string, of: DatabaseRole, max: number) {
  return openDatabase({ connectionString: url }, of, {
    max,
    name: `bench ${of}`,
    onLost: () => {},
  });
}

/** The api as its process opens it, without the pages for browsers. */
async function serveApi(url: string): Promise<void> {
  const [database, accepting] = [open(url, 'tuma_portal', 20), open(url, 'tuma_accept', 6)];
  const onFault = (error: unknown) => console.error(error);
  const app = await createServer({
    routes: portalRoutes({
      database,
      secretKey,
      smtp: undefined,
      acceptor: openAcceptor({ database: accepting }),
      counter: new SoftwareCounter(),
      onFault,
      config: { ...readConfig(), sandbox: false },
    }),
    authenticate: (token) => authenticate(database, token),
    authenticateKey: openKeyring(accepting),
    requireStepUp: async () => {},
    onActed: async () => {},
    onFault,
    secure: false,
    trustProxy: [],
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.once('SIGTERM', () => process.exit(0));
  process.once('disconnect', () => process.exit(1));
  process.send?.({ api: (app.server.address() as AddressInfo).port });
}

async function serveGateway(url: string): Promise<void> {
  const gateway = await runGateway({
    database: { connectionString: url },
    secretKey,
    log: pino({ level: 'error' }),
    config: { ...readConfig(), httpApiPort: 0, smppPort: 0 },
  });
  process.once('SIGTERM', () => process.exit(0));
  process.once('disconnect', () => process.exit(1));
  process.send?.({ http: gateway.httpPort, smpp: gateway.smppPort });
}

// --- the process that sends -----------------------------------------------------------------------------------------

async function load(): Promise<void> {
  process.send?.('ready');
  for (;;) {
    const [job] = (await once(process, 'message')) as [Job];
    process.send?.(await (job.way.startsWith('smpp') ? sendSmpp(job) : sendHttp(job)));
  }
}

function tally(
  began: number,
  messages: number,
  refused: Measured['refused'],
  times: number[],
): Measured {
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    Number((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(2));
  return {
    messages,
    refused,
    seconds: (performance.now() - began) / 1000,
    p50: at(0.5),
    p99: at(0.99),
  };
}

async function sendHttp({
  way,
  ports,
  customers,
  seconds,
  connections,
  batch,
}: Job): Promise<Measured> {
  const port = way === 'send' ? ports.http : ports.api;
  const each = way === 'batch' ? batch : 1;
  const message = () => ({ from: 'BENCH', to: nextNumber(), text: TEXT });
  const requestOf = (username: string, key: string) => {
    if (way === 'send')
      return `GET /send?${new URLSearchParams({ username, password: PASSWORD, from: 'BENCH', to: nextNumber(), content: TEXT })} HTTP/1.1\r\nhost: bench\r\n\r\n`;
    const body = JSON.stringify(
      way === 'single' ? message() : { messages: Array.from({ length: batch }, message) },
    );
    return `POST /v1/messages HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
  const began = performance.now();
  const until = began + seconds * 1000;
  const times: number[] = [];
  let messages = 0;
  const refused: Measured['refused'] = {};
  await Promise.all(
    Array.from(
      { length: way === 'batch' ? Math.min(connections, customers.length * 2) : connections },
      async (_, at) => {
        const { keys, username } = customers[at % customers.length]!;
        const key = keys[Math.floor(at / customers.length) % keys.length]!;
        const ask = openClient(port);
        while (performance.now() < until) {
          const from = performance.now();
          const { status, body } = await ask(requestOf(username, key));
          times.push(performance.now() - from);
          const taken =
            status !== 200
              ? 0
              : way === 'batch'
                ? (JSON.parse(body) as { acceptedCount: number }).acceptedCount
                : 1;
          messages += taken;
          if (taken < each) {
            const why = `${status} ${/"error":"(\w+)"/.exec(body)?.[1] ?? ''}`.trim();
            refused[why] = (refused[why] ?? 0) + each - taken;
          }
        }
        ask('');
      },
    ),
  );
  return tally(began, messages, refused, times);
}

/** One connection, one request at a time: as little as a client can be, since it shares the machine. An empty request ends it. */
function openClient(port: number): (request: string) => Promise<{ status: number; body: string }> {
  const socket = connectTcp({ port, host: '127.0.0.1', noDelay: true });
  let got = '';
  let answered: ((answer: { status: number; body: string }) => void) | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (data: string) => {
    got += data;
    const head = got.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(got.slice(0, head))?.[1] ?? 0);
    if (head < 0 || got.length < head + 4 + length) return;
    const answer = {
      status: Number(got.slice(9, 12)),
      body: got.slice(head + 4, head + 4 + length),
    };
    got = '';
    answered?.(answer);
  });
  return (request) =>
    new Promise((resolve) => {
      answered = resolve;
      if (request === '') socket.end(() => resolve({ status: 0, body: '' }));
      else socket.write(request);
    });
}

/** A bind for each customer; each window is kept full. */
async function sendSmpp({ way, ports, customers, seconds }: Job): Promise<Measured> {
  const window = way === 'smpp10' ? 10 : 100;
  const times: number[] = [];
  let messages = 0;
  const refused: Measured['refused'] = {};
  const short_message = Buffer.from(TEXT, 'latin1');
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    customers.map(
      ({ username }) =>
        new Promise<void>((resolve, reject) => {
          const fill = () => {
            if (performance.now() >= until) {
              if (link.outstanding === 0) link.unbind();
              return;
            }
            while (
              link.free > 0 &&
              link.send(
                {
                  command: 'submit_sm',
                  source_addr: 'BENCH',
                  source_addr_ton: 5,
                  destination_addr: nextNumber(),
                  dest_addr_ton: 1,
                  dest_addr_npi: 1,
                  registered_delivery: 0,
                  short_message,
                },
                performance.now(),
              )
            );
          };
          const link = connect<number>(
            {
              host: '127.0.0.1',
              port: ports.smpp,
              window,
              bind: {
                command: 'bind_transceiver',
                system_id: username,
                password: PASSWORD,
                interface_version: 0x34,
              },
            },
            {
              bound: (response) =>
                response.command_status === STATUS.ESME_ROK
                  ? fill()
                  : reject(new Error(`bind refused: ${response.command_status}`)),
              outcomes: (batch) => {
                for (const outcome of batch) {
                  if (outcome.effect !== 'answered' || outcome.context === undefined) continue;
                  times.push(performance.now() - outcome.context);
                  if (outcome.response.command_status === STATUS.ESME_ROK) messages++;
                  else {
                    const { command_status } = outcome.response;
                    refused[command_status] = (refused[command_status] ?? 0) + 1;
                  }
                }
                fill();
              },
              requests: () => {},
              closed: () => resolve(),
            },
          );
        }),
    ),
  );
  return tally(began, messages, refused, times);
}

// --- the whole ------------------------------------------------------------------------------------------------------

async function measure(): Promise<void> {
  const [seconds, clients, connections, batch] = [
    values.seconds,
    values.clients,
    values.connections,
    values.batch,
  ].map(Number) as [number, number, number, number];
  const server = await startDatabase();
  const database = open(server.url, 'tuma_portal', 2);
  const queue = open(server.url, 'tuma_gateway', 1);
  const customers = await prepare(database, clients);
  const start = async (
    name: string,
    flags: string[] = [],
  ): Promise<[ChildProcess, Record<string, number>]> => {
    const child = fork(import.meta.filename, [name, server.url], {
      execArgv: flags,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [said] = (await once(child, 'message')) as [Record<string, number>];
    return [child, said];
  };
  const profile = (name: string) =>
    values.profile ? ['--cpu-prof', '--cpu-prof-name', `${name}.cpuprofile`] : [];
  const [[api, apiPort], [gateway, gatewayPorts], [sender]] = await Promise.all([
    start('api', [...NODE_FLAGS.api, ...profile('api')]),
    start('gateway', [...NODE_FLAGS.gateway, ...profile('gateway')]),
    start('load'),
  ]);
  const ports = { ...apiPort, ...gatewayPorts } as Job['ports'];
  const cpu = () =>
    [api.pid!, gateway.pid!, server.pid(), sender.pid!].map((pid) => cpuSeconds(pid) ?? NaN);
  const ask = async (job: Pick<Job, 'way' | 'seconds'>) => {
    sender.send({ ...job, ports, customers, connections, batch } satisfies Job);
    const [measured] = (await once(sender, 'message')) as [Measured];
    return measured;
  };
  const results: Record<string, unknown> = {};
  for (const way of values.ways.split(',') as Way[]) {
    // Nothing submits here, and an account may let half a million messages wait.
    await queue.run(systemScope(), (tx) => tx.query('delete from chunk'));
    await ask({ way, seconds: Math.min(3, seconds) }); // compiled code, filled caches, planned statements
    const before = cpu();
    const { messages, refused, seconds: took, p50, p99 } = await ask({ way, seconds });
    const allRefused = Object.values(refused).reduce((sum, each) => sum + each, 0);
    const [ofApi, ofGateway, ofPostgres, ofSender] = cpu().map((after, at) =>
      Math.round(((after - before[at]!) / messages) * 1e6),
    );
    results[way] = {
      per_s: Math.round(messages / took),
      p50_ms: p50,
      p99_ms: p99,
      refused: allRefused,
      ...(allRefused > 0 && { refused_by: refused }),
      cpu_us_a_message: { api: ofApi, gateway: ofGateway, postgres: ofPostgres, sender: ofSender },
    };
    console.error(way, JSON.stringify(results[way]));
  }
  const [stored] = (
    await database.run(systemScope(), (tx) =>
      tx.query<{ count: number; held: bigint }>(
        `select (select count(*)::int from message) as count, (select sum(balance)::bigint from ledger_account where kind = 'held') as held`,
      ),
    )
  ).rows;
  const ledger = await database.run(systemScope(), checkLedger);
  await Promise.all([api, gateway, sender].map((child) => endProcess(child, 'SIGTERM')));
  await Promise.all([database.close(), queue.close()]);
  await server.stop();
  console.log(
    JSON.stringify({
      bench: 'api',
      commit: await commit(),
      ...results,
      clients,
      connections,
      batch_size: batch,
      stored: stored!.count,
      held_is_stored: stored!.held === BigInt(stored!.count) * 10_000n,
      ledger_ok: ledger.ok,
    }),
  );
}

/**
 * A root with prices, a route to a carrier that nobody binds to, and customers with units, a sender ID, a key
 * and a gateway user.
 */
async function prepare(database: ReturnType<typeof open>, clients: number): Promise<Customer[]> {
  const passwordHash = await hashPassword(PASSWORD);
  return database.run(systemScope(), async (tx) => {
    const client = async (name: string, parentId: string | null) => {
      const clientId = newId();
      await insertClient(tx, {
        clientId,
        parentId,
        clientName: name,
        accountType: 'COMPANY',
        email: `${name}@example.test`,
        country: 'KE',
        timezone: 'Africa/Nairobi',
        accessLevel: parentId === null ? 'ADMINISTRATOR' : 'COMPANY',
        clientStatus: 'ACTIVE',
        passwordHash: null,
      });
      await openAccounts(tx, clientId);
      return clientId;
    };
    const rootId = await client('root', null);
    await seedRates(tx, rootId);
    await tx.query(
      `insert into sender (id, sender, client_id, kind, country, status, is_generic) values ($1, 'BENCH', $2, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING', true)`,
      [newId(), rootId],
    );
    const {
      rows: [connector],
    } = await tx.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings, started) values ('carrier', 'SMPP', 1, '{"host":"127.0.0.1","username":"x"}', false) returning id`,
    );
    await addRoute(tx, 0, 'DefaultRoute', [connector!.id]);
    await publishConfig(tx, null);
    await tx.query(`insert into gateway_group (gid) values ('bench')`);
    const customers: Customer[] = [];
    for (let at = 0; at < clients; at++) {
      const clientId = await client(`customer${at}`, rootId);
      await purchase(tx, { clientId, units: 10n ** 14n, idempotencyKey: clientId });
      const keys: string[] = [];
      for (let nth = 0; nth < KEYS; nth++) {
        const { key, prefix, keyHash } = newApiKey(false);
        await insertApiKey(tx, {
          id: newId(),
          clientId,
          name: `bench ${nth}`,
          scopes: ['send'],
          ipList: [],
          test: false,
          prefix,
          keyHash,
        });
        keys.push(key);
      }
      const username = `bench${at}`;
      await tx.query(
        `insert into gateway_user (uid, gid, client_id, username, password_hash, mt_messaging_cred, smpps_cred) values ($1, 'bench', $2, $1, $3, $4, $5)`,
        [
          username,
          clientId,
          passwordHash,
          JSON.stringify(mtMessagingCred.parse({})),
          JSON.stringify(smppsCred.parse({})),
        ],
      );
      customers.push({ keys, username });
    }
    return customers;
  });
}
