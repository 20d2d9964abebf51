// A PostgreSQL primary with a synchronous standby, killed, failed over and rebuilt as an operator's manager would do it.
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chownSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseUser, isRoot } from '../../../src/server/infra/machine.ts';
import { findPostgresPrograms, installPostgres } from '../../../tools/debian-postgres.ts';
import { freePorts } from '../product.ts';
import { makeTemporaryFolder } from '../temporary.ts';

const READY_MS = 60_000;
const STANDBY = 'standby';

interface Server {
  port: number;
  data: string;
  child: ChildProcess | undefined;
}

export interface Cluster {
  /** Both hosts, as DATABASE_URL names them, as the user who owns the database. */
  url: string;
  /** The one that takes writes now, as its superuser. */
  bossUrl(): string;
  /** Kills the primary as a machine that loses its power: all its processes, without a word. */
  killPrimary(): void;
  /** The standby becomes the primary. It does not wait for a standby until there is one again, as managers do it. */
  promote(): Promise<void>;
  /** The former primary becomes the standby that every commit waits for. */
  rebuild(): Promise<'rewound' | 'copied'>;
  /** Main processes of both, for those who ask what they cost. */
  pids(): number[];
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  if (!findPostgresPrograms()) installPostgres();
  const programs = findPostgresPrograms();
  if (!programs)
    throw new Error(
      'There is no PostgreSQL of the system (15 or later) here, and it could not be installed. On Debian: apt-get install postgresql',
    );
  const folder = makeTemporaryFolder('cluster');
  const user = isRoot() ? databaseUser(folder) : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const as = {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  };
  const tool = (name: string, ...args: string[]) =>
    spawnSync(`${programs}/${name}`, args, { ...as, encoding: 'utf8' });
  const must = (name: string, ...args: string[]) => {
    const { status, stderr } = tool(name, ...args);
    if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  };
  const [one = 0, two = 0] = await freePorts(2);
  let primary: Server = { port: one, data: join(folder, 'one'), child: undefined };
  let standby: Server = { port: two, data: join(folder, 'two'), child: undefined };

  const start = async (server: Server): Promise<void> => {
    server.child = spawn(`${programs}/postgres`, ['-D', server.data, '-p', String(server.port)], {
      ...as,
      stdio: 'ignore',
      detached: true,
    });
    await until(`PostgreSQL on ${server.port}`, () => ask(server, 'select 1'));
  };
  const ask = async (
    server: Server,
    text: string,
  ): Promise<Record<string, unknown>[] | undefined> => {
    const client = new pg.Client({
      connectionString: `postgresql://boss@127.0.0.1:${server.port}/postgres`,
      connectionTimeoutMillis: 5000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text)).rows as Record<string, unknown>[];
    } catch {
      return undefined;
    } finally {
      await client.end().catch(() => {});
    }
  };
  const demand = async (server: Server, text: string) => until(text, () => ask(server, text));
  const waitForStandby = async (): Promise<void> => {
    // Only one that streams is waited for: else commits would stand still until it does.
    await until(
      'the standby to stream',
      async () =>
        (await ask(primary, `select from pg_stat_replication where state = 'streaming'`))
          ?.length === 1,
    );
    await demand(primary, `alter system set synchronous_standby_names = 'ANY 1 (${STANDBY})'`);
    await demand(primary, 'select pg_reload_conf()');
    await until(
      'a synchronous standby',
      async () =>
        (
          await ask(
            primary,
            `select from pg_stat_replication where sync_state in ('sync', 'quorum')`,
          )
        )?.length === 1,
    );
  };
  const source = () => `host=127.0.0.1 port=${primary.port} user=boss application_name=${STANDBY}`;
  const copy = (): void => {
    rmSync(standby.data, { recursive: true, force: true });
    must('pg_basebackup', '-D', standby.data, '-d', source(), '-R', '-X', 'stream', '-c', 'fast');
  };

  must(
    'initdb',
    '-D',
    primary.data,
    '-U',
    'boss',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale',
    'C',
    '--data-checksums',
  );
  const settings = {
    listen_addresses: `'127.0.0.1'`,
    unix_socket_directories: `'${folder}'`,
    max_connections: 300,
    wal_keep_size: `'512MB'`,
    synchronous_commit: 'on',
    shared_buffers: `'128MB'`,
    max_wal_size: `'2GB'`,
    jit: 'off',
    max_locks_per_transaction: 256,
    random_page_cost: 1.1,
    autovacuum_naptime: `'15s'`,
    wal_receiver_status_interval: `'1s'`,
    wal_retrieve_retry_interval: `'500ms'`,
  };
  const conf = join(primary.data, 'postgresql.auto.conf');
  spawnSync('sh', ['-c', `cat >> ${conf}`], {
    ...as,
    input: `${Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}`)
      .join('\n')}\n`,
  });
  await start(primary);
  await demand(primary, 'create role tuma login createrole');
  await demand(primary, 'create database tuma owner tuma');
  copy();
  await start(standby);
  await waitForStandby();

  return {
    url: `postgresql://tuma@127.0.0.1:${one},127.0.0.1:${two}/tuma`,
    bossUrl: () => `postgresql://boss@127.0.0.1:${primary.port}/tuma`,
    killPrimary() {
      const main = primary.child!.pid!;
      const its = childrenOf(main);
      for (const pid of [main, ...its]) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          /* it ended by itself */
        }
      }
    },
    async promote() {
      await until(
        'the old primary to be gone',
        async () => primary.child!.exitCode !== null || primary.child!.signalCode !== null,
      );
      [primary, standby] = [standby, primary];
      must('pg_ctl', 'promote', '-w', '-D', primary.data);
      await demand(primary, 'alter system reset synchronous_standby_names');
      await demand(primary, 'select pg_reload_conf()');
    },
    async rebuild() {
      await demand(primary, 'checkpoint'); // the new timeline is in the control file, where pg_rewind looks
      let how: 'rewound' | 'copied' = 'rewound';
      rmSync(join(standby.data, 'postmaster.pid'), { force: true }); // killed
      const rewound = tool(
        'pg_rewind',
        '-D',
        standby.data,
        `--source-server=${source()} dbname=postgres`,
        '-R',
      );
      if (rewound.status !== 0) {
        how = 'copied';
        copy();
      }
      await start(standby);
      await waitForStandby();
      return how;
    },
    pids: () => [primary, standby].flatMap(({ child }) => child?.pid ?? []),
    async stop() {
      for (const { child } of [standby, primary]) {
        if (!child || child.exitCode !== null || child.signalCode !== null) continue;
        const ended = new Promise((resolve) => {
          child.once('exit', resolve);
        });
        child.kill('SIGQUIT');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]) === parent
        );
      } catch {
        return false;
      }
    });
}

async function until(what: string, check: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + READY_MS; !(await check()); await sleep(50))
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
}
