// The whole product, started and killed as machines and people do it. Needs the built screens (`npm run build`).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import {
  freePorts,
  launchProduct,
  newDataDir,
  startProduct,
} from '../../../test/harness/product.ts';
import type { Product } from '../../../test/harness/product.ts';
import { databaseFolder } from '../infra/data-folder.ts';
import { stopOrphan } from '../infra/database/postgres-server.ts';
import { isAlive, processesIn } from '../infra/machine.ts';

const started: Product[] = [];
/** Data that the first test makes from nothing; the others begin with what the test before has left of it. */
const dataDir = newDataDir();
afterAll(async () => {
  for (const product of started) await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(environment: Record<string, string> = {}): Promise<Product> {
  const product = await startProduct({ DATA_DIR: dataDir, ...environment });
  started.push(product);
  return product;
}

/** The output of a start that must fail with exit code 1. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const product = await launchProduct({ LOG_LEVEL: 'error', ...environment });
  expect(await product.ended).toBe(1);
  if (!environment['DATA_DIR']) rmSync(product.dataDir, { recursive: true, force: true });
  return product.output().trim();
}

/** The processes below the supervisor, by what they are. */
function members(product: Product): Map<string, number> {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .filter((row) => row !== null);
  return new Map(
    rows
      .filter(([, , parent]) => Number(parent) === product.child.pid)
      .map(([, pid, , args = '']) => [
        /main\.ts (\w+) --supervised$/.exec(args)?.[1] ??
          (args.includes('postgres') ? 'postgres' : (/\/sim\/(\w+)\//.exec(args)?.[1] ?? args)),
        Number(pid),
      ]),
  );
}

async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  for (
    const deadline = performance.now() + 120_000;
    performance.now() < deadline;
    await sleep(50)
  ) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`Not within two minutes: ${what}`);
}

/** True where the product serves and has all its processes, none of them the one that was killed. */
async function isWhole(product: Product, killed?: number): Promise<boolean> {
  const answer = await fetch(`${product.baseUrl}/readyz`).catch(() => undefined);
  if (answer?.status !== 200) return false;
  const pids = [...members(product).values()];
  return pids.length === 7 && !pids.includes(killed ?? 0);
}

test(
  'it starts, survives the death of every process, refuses a second start, and ends cleanly',
  { timeout: 300_000 },
  async () => {
    const product = await start();
    expect(product.output()).toContain('Portal   http://localhost:');
    expect(product.output()).toContain('administrator@sandbox.test, password Sandbox-2026');
    expect(product.output()).toContain(`Data     ${product.dataDir}`);
    await until('everything runs', () => isWhole(product));

    for (const name of ['gateway', 'worker', 'smsc', 'mail', 'mpesa', 'postgres', 'api']) {
      const pid = members(product).get(name) ?? 0;
      expect(pid, name).toBeGreaterThan(0);
      process.kill(pid, 'SIGKILL');
      await until(`${name} is back`, () => isWhole(product, pid));
    }

    const { port } = new URL(product.baseUrl);
    expect(await refusal({ DATA_DIR: product.dataDir })).toBe(
      `Tuma is already running on the data in ${product.dataDir} (process ${product.child.pid}). Stop it first, or set DATA_DIR (and PORT) to start another.`,
    );
    expect(await refusal({ PORT: port })).toBe(
      `PORT: ${port} on 127.0.0.1 is taken by another program. Stop that, or set PORT to a free one.`,
    );
    expect(await isWhole(product)).toBe(true);

    const left = [...members(product).values()];
    product.child.kill('SIGINT');
    expect(await product.ended).toBe(0);
    expect(left.filter(isAlive)).toEqual([]);
  },
);

test(
  'after the supervisor is killed its processes end, and the next start recovers',
  { timeout: 300_000 },
  async () => {
    const product = await start();
    await until('everything runs', () => isWhole(product));
    const left = members(product);
    const database = left.get('postgres') ?? 0;
    product.child.kill('SIGKILL');
    const next = await start({ PORT: new URL(product.baseUrl).port });
    await until('the earlier processes ended', () => ![...left.values()].some(isAlive));
    expect(isAlive(database)).toBe(false);
    await until('everything runs', () => isWhole(next));
    await next.stop({ keepData: true });
  },
);

test(
  'a process that cannot start again stops nobody else, and works once its mistake is mended',
  { timeout: 300_000 },
  async () => {
    const [port] = await freePorts(1);
    const [cert, key] = [join(dataDir, 'cert.pem'), join(dataDir, 'key.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-subj',
        '/CN=localhost',
        '-out',
        cert,
        '-keyout',
        key,
      ],
      { stdio: 'ignore' },
    );
    const product = await start({
      SMPP_TLS_PORT: String(port),
      SMPP_TLS_CERT: cert,
      SMPP_TLS_KEY: key,
    });
    await until('everything runs', () => isWhole(product));
    const pid = members(product).get('gateway') ?? 0;
    renameSync(cert, `${cert}.right`);
    writeFileSync(cert, 'half of a certifi');
    process.kill(pid, 'SIGKILL');
    await until('the gateway says why it cannot start', () =>
      product.output().includes('they are no certificate and its key'),
    );
    expect(product.child.exitCode).toBeNull();
    expect((await fetch(`${product.baseUrl}/healthz`)).status).toBe(200);
    renameSync(`${cert}.right`, cert);
    await until('the gateway is back', async () => {
      expect(product.child.exitCode).toBeNull();
      return isWhole(product, pid);
    });
    await product.stop({ keepData: true });
  },
);

test(
  'a stop while the database is starting leaves no database behind',
  { timeout: 300_000 },
  async () => {
    const dataDir = newDataDir();
    const folder = databaseFolder(dataDir);
    try {
      // While it is made, and then while it starts on what is there.
      for (const isThere of [false, true]) {
        expect(existsSync(folder)).toBe(isThere);
        const product = await launchProduct({ DATA_DIR: dataDir });
        await until('the database starts', () => existsSync(join(folder, 'postmaster.pid')));
        product.child.kill('SIGTERM');
        expect(await product.ended).toBe(0);
        expect(processesIn(folder)).toEqual([]);
        expect(existsSync(join(dataDir, 'tuma.lock'))).toBe(false);
      }
    } finally {
      await stopOrphan(folder);
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

test(
  'a start that slept, and whose data another has taken over, ends without another write',
  { timeout: 300_000 },
  async () => {
    const product = await start();
    await until('everything runs', () => isWhole(product));
    const folder = databaseFolder(dataDir);
    const lock = join(dataDir, 'tuma.lock');
    const theirs = '{"pid":1,"identity":"another"}';
    writeFileSync(lock, theirs);
    expect(await product.ended).toBe(1);
    expect(product.output()).toContain('Another start has taken over the data');
    await until('the database is gone', () => processesIn(folder).length === 0);
    // A server that stops by itself removes it, and with it the other one's.
    expect(existsSync(join(folder, 'postmaster.pid'))).toBe(true);
    expect(readFileSync(lock, 'utf8')).toBe(theirs);
  },
);

test('a correctable mistake is reported in one line', { timeout: 300_000 }, async () => {
  expect(await refusal({ PORT: 'eighty', LOG_LEVEL: 'loud' })).toBe(
    'PORT: "eighty" is not a port: give a whole number from 1 to 65535.\nLOG_LEVEL: "loud" is not a level: give one of trace, debug, info, warn, error, fatal.',
  );
  expect(await refusal({ HOST: '192.0.2.1', SANDBOX: '1' })).toBe(
    'HOST: 192.0.2.1 is not an address of this machine that can be listened on (EADDRNOTAVAIL). Set HOST to one that is, or to 0.0.0.0 for all.',
  );

  const dataDir = newDataDir();
  try {
    writeFileSync(join(dataDir, 'file'), '');
    expect(await refusal({ DATA_DIR: join(dataDir, 'file') })).toBe(
      `DATA_DIR: cannot write to ${join(dataDir, 'file')} (a file is in the way). Make it writable for this user, or set DATA_DIR to another folder.`,
    );
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n');
    expect(await refusal({ DATA_DIR: dataDir })).toMatch(
      /^DATA_DIR: the data in \S+ was made by PostgreSQL 17, and this is PostgreSQL 18\. Run npm run upgrade, which brings it over \(docs\/operating\.md\), or start the release of Tuma that made it\.$/,
    );
    rmSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'last-seen'), new Date(Date.now() + 2 * 3_600_000).toISOString());
    expect(await refusal({ DATA_DIR: dataDir })).toMatch(
      /^This machine's clock \(\S+\) is 2\.0 hours behind the last time the data was in use \(\S+\)\. Set it and start again; if it is right now and was wrong then, remove \S+last-seen first\.$/,
    );
    expect(await refusal({ DATA_DIR: dataDir, SANDBOX: '0' })).toContain('last-seen');
    rmSync(join(dataDir, 'last-seen'));
    expect(await refusal({ DATA_DIR: dataDir, SANDBOX: '0' })).toBe(
      'ADMIN_EMAIL: missing. This will be a real installation, because SANDBOX is 0: set ADMIN_EMAIL and ADMIN_PASSWORD for its first administrator, or SANDBOX=1 to try it out.',
    );
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain(
      'database system is shut down',
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test(
  'an unreachable database is reported in one line, without its password',
  { timeout: 300_000 },
  async () => {
    const [port] = await freePorts(1);
    const refused = await refusal({ DATABASE_URL: `postgresql://me:hidden@127.0.0.1:${port}/x` });
    expect(refused).toMatch(/^DATABASE_URL: cannot connect to the database \(connect ECONNREFUSED/);
    expect(refused).not.toContain('hidden');
  },
);
