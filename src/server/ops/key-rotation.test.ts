import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/harness/database.ts';
import { openPortal } from '../../../test/harness/portal.ts';
import { sources } from '../../../test/architecture/sources.ts';
import { openDatabase } from '../infra/database/db.ts';
import { upsertHeartbeat } from '../core/monitoring/heartbeat.store.ts';
import { newId } from '../infra/ids.ts';
import { claimKey, putSetting, readKeyState } from '../core/installation/installation.store.ts';
import { cancelRotation, countForeign, rotateKey } from './key-rotation.ts';
import { PLACES } from './key-rotation.store.ts';
import { openMail, queueMail } from '../core/mail/mail.ts';
import { openPageTokens } from '../infra/database/pages.ts';
import { systemScope } from '../infra/database/scope.ts';
import {
  acceptedKeys,
  decryptSecret,
  encryptSecret,
  fingerprintOf,
  keyFile,
  KeyRing,
  labelOf,
  nextKeyFile,
  purposeKeys,
  readKeys,
  readSecretKey,
  signingKey,
} from '../infra/secrets.ts';
import type { SecretKey } from '../infra/secrets.ts';
import { openKeyRing } from './start.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
const dataDir = mkdtempSync(join(tmpdir(), 'tuma-keys-'));
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});
const none = { secretKey: undefined, secretKeyNext: undefined };
const mailTo = (key: SecretKey, to: string) =>
  database.run(systemScope(), (tx) =>
    queueMail(
      tx,
      key,
      root.clientId,
      { to, fromName: 'Tuma', subject: 'Subject', text: 'text', html: '' },
      3600,
    ),
  );
/** Every sealed value of the installation, opened. */
async function readAll(key: SecretKey): Promise<number> {
  const texts: string[] = [];
  for (const { cid, secret } of await db.query<{ cid: string; secret: Buffer }>(
    'select cid, secret from connector where secret is not null',
  ))
    texts.push(decryptSecret(key, `connector:${cid}`, secret));
  for (const { id, secret, old_secret: old } of await db.query<{
    id: string;
    secret: Buffer;
    old_secret: Buffer | null;
  }>('select id, secret, old_secret from webhook'))
    for (const each of [secret, old])
      if (each) texts.push(decryptSecret(key, `webhook:${id}`, each));
  for (const row of await db.query<{ target: string; payload: Record<string, unknown> }>(
    `select target, payload from outbox where kind = 'MAIL'`,
  ))
    texts.push(openMail(key, row, Date.now())!.text);
  for (const { sealed } of await db.query<{ sealed: string }>(
    `select value ->> 'sealed' as sealed from setting where key = 'alerts'`,
  ))
    texts.push(decryptSecret(key, 'alerts webhook', Buffer.from(sealed, 'base64')));
  for (const { cid, sealed } of await db.query<{ cid: string; sealed: string }>(
    `select c ->> 'cid' as cid, c ->> 'secret' as sealed from config_version, jsonb_array_elements(config -> 'connectors') c where c ->> 'secret' is not null`,
  ))
    texts.push(decryptSecret(key, `connector:${cid}`, Buffer.from(sealed, 'base64')));
  return texts.length;
}

/** A process of the product: it reads and writes secrets all the time, and takes up what the database says with each beat. */
function startProcess(name: string): {
  ring: KeyRing;
  faults: unknown[];
  reads(): number;
  stop(): Promise<void>;
} {
  const ring = new KeyRing(() => readKeys(dataDir));
  const faults: unknown[] = [];
  let [stopping, reads] = [false, 0];
  const ended = (async () => {
    for (let n = 0; !stopping; n++) {
      try {
        const missing = ring.follow(await readKeyState(database.plain));
        await upsertHeartbeat(database.plain, {
          process: 'api',
          holder: name,
          host: 'box',
          version: '1',
          startedAt: new Date(),
          metrics: '',
          keys: [ring.bytes, ...(ring.others ?? [])].map(fingerprintOf),
        });
        if (missing.length === 0) {
          if (n % 20 === 0) await mailTo(ring, `${name}-${n}@example.com`);
          reads += await readAll(ring);
        }
      } catch (error) {
        faults.push(error);
      }
      await sleep(5);
    }
    await db.query('delete from heartbeat where holder = $1', [name]);
  })();
  return {
    ring,
    faults,
    reads: () => reads,
    stop: async () => {
      stopping = true;
      await ended;
    },
  };
}

async function addSecrets(key: SecretKey): Promise<void> {
  const seal = (purpose: string) => encryptSecret(key, purpose, `secret of ${purpose}`);
  await db.query(
    `insert into connector (cid, kind, carrier_account_id, settings, secret) select 'carrier-' || n, 'SMPP', 1000 + n, '{}', null from generate_series(1, 30) n`,
  );
  for (const { cid } of await db.query<{ cid: string }>(
    `select cid from connector where cid like 'carrier-%'`,
  ))
    await db.query('update connector set secret = $2 where cid = $1', [
      cid,
      seal(`connector:${cid}`),
    ]);
  for (let n = 0; n < 120; n++) {
    const id = newId();
    await db.query(
      `insert into webhook (id, client_id, url, events, secret, old_secret) values ($1, $2, $3, '{}', $4, $5)`,
      [
        id,
        root.clientId,
        `https://customer.example/${n}`,
        seal(`webhook:${id}`),
        n % 2 === 0 ? seal(`webhook:${id}`) : null,
      ],
    );
  }
  for (let n = 0; n < 20; n++) await mailTo(key, `reader${n}@example.com`);
  await database.run(systemScope(), (tx) =>
    putSetting(tx, 'alerts', {
      recipients: [],
      webhookUrl: 'https://customer.example/',
      sealed: seal('alerts webhook').toString('base64'),
    }),
  );
  for (let n = 0; n < 3; n++)
    await db.query(
      `insert into config_version (config) select jsonb_build_object('connectors', jsonb_agg(jsonb_build_object('cid', cid, 'secret', encode(secret, 'base64')) order by id) || '[{"cid": "http", "secret": null}]', 'filters', '[]'::jsonb, 'routes', '[]'::jsonb) from connector`,
    );
}

/** Values anywhere in the database that a key has sealed. */
async function findSealedBy(bytes: Buffer): Promise<string[]> {
  const label = labelOf(bytes);
  const columns = await db.query<{
    of: string;
    name: string;
    type: string;
  }>(`select c.relname as of, a.attname as name, t.typname as type from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and t.typname in ('bytea', 'text', 'jsonb', '_text', '_bytea')`);
  const found: string[] = [];
  for (const { of, name, type } of columns) {
    const [count] = await db.query<{ count: string }>(
      type.includes('bytea')
        ? `select count(*) from "${of}" where position($1::bytea in "${name}"${type === '_bytea' ? '::text::bytea' : ''}) = 1`
        : `select count(*) from "${of}" where "${name}"::text like '%' || $1 || '%'`,
      [type.includes('bytea') ? label : label.toString('base64').slice(0, 6)],
    );
    if (Number(count!.count) > 0) found.push(`${of}.${name}: ${count!.count}`);
  }
  return found;
}

test('killed at any moment and repeated, a rotation leaves no value under the old key, and running processes always read all values', async () => {
  const old = readSecretKey(dataDir);
  await claimKey(database.plain, fingerprintOf(old.bytes));
  await addSecrets({ ...old, others: [] });
  // As sealed before there were key ids.
  await db.query(`update connector set secret = $1 where cid = 'carrier-1'`, [
    encryptSecret(old, 'connector:carrier-1', 'unlabelled'),
  ]);
  expect((await findSealedBy(old.bytes)).map((each) => each.split(':')[0])).toEqual(
    expect.arrayContaining([
      'connector.secret',
      'webhook.secret',
      'webhook.old_secret',
      'outbox.payload',
      'setting.value',
      'config_version.config',
    ]),
  );

  const processes = [startProcess('one'), startProcess('two')];
  let [kills, latest] = [0, 50];
  for (let done = false; !done; kills++) {
    const child = fork(
      join(import.meta.dirname, '../../../test/harness/processes/rotate-process.ts'),
      [db.url, dataDir],
      { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    );
    const exited = once(child, 'exit');
    await once(child, 'message');
    // Later and later, so that each step is cut at some time; by a quarter more, so that a slow machine comes to the end too.
    const killed = setTimeout(() => child.kill('SIGKILL'), latest * Math.random());
    latest *= 1.25;
    const [code] = await exited;
    clearTimeout(killed);
    expect(code === 0 || code === null).toBe(true);
    // A kill after the last step leaves nothing to repeat: another run would begin the next rotation.
    const { writing, rotation } = await readKeyState(database.plain);
    const isOver = writing !== fingerprintOf(old.bytes) && rotation === undefined;
    done = code === 0 || (isOver && !existsSync(nextKeyFile(dataDir)));
  }
  // One more changes nothing but files that a kill left, and a process that starts now finds its key.
  const ring = await openKeyRing(database, none, dataDir);
  expect(processes.flatMap(({ faults }) => faults)).toEqual([]);
  for (const each of processes) {
    expect(each.reads()).toBeGreaterThan(1000);
    await each.stop();
  }
  expect(kills).toBeGreaterThan(2);
  const state = await readKeyState(database.plain);
  expect(state).toMatchObject({
    writing: fingerprintOf(ring.bytes),
    rotation: undefined,
    retired: [{ fingerprint: fingerprintOf(old.bytes) }],
  });
  expect(await findSealedBy(old.bytes)).toEqual([]);
  expect(await countForeign(database, ring.bytes)).toBe(0);
  expect(await readAll(ring)).toBeGreaterThan(300);
  expect(readFileSync(keyFile(dataDir))).toEqual(ring.bytes);
  expect(
    readFileSync(`${keyFile(dataDir)}.retired-${fingerprintOf(old.bytes).slice(0, 8)}`),
  ).toEqual(old.bytes);
}, 600_000);

test('signatures of the old key are accepted until it is retired', async () => {
  const ring = await openKeyRing(database, none, dataDir);
  const keys = purposeKeys(ring, 'page tokens');
  const tokens = openPageTokens(keys);
  const before = { token: tokens.encode('list', 'place'), key: signingKey(keys), from: ring.bytes };
  const said: string[] = [];
  const follower = startProcess('follower');
  const rotated = await rotateKey({
    database,
    ring,
    dataDir,
    graceSeconds: 0,
    pollMilliseconds: 5,
    progress: () => {},
    say: (line) => {
      said.push(line);
      if (line !== 'The new key is in force.') return;
      ring.follow({
        writing: fingerprintOf(readKeys(dataDir)[1]!),
        rotation: {
          from: fingerprintOf(before.from),
          to: fingerprintOf(readKeys(dataDir)[1]!),
          phase: 'WRITING',
          since: '',
        },
        retired: [],
      });
      expect(tokens.decode('list', before.token)).toBe('place');
      expect(signingKey(keys)).not.toEqual(before.key);
      expect(acceptedKeys(keys)).toContainEqual(before.key);
    },
  });
  await follower.stop();
  expect(follower.faults).toEqual([]);
  expect(rotated).toMatchObject({ from: fingerprintOf(before.from), unreadable: 0 });
  expect(said).toContain('The new key is in force.');
  expect(() => tokens.decode('list', before.token)).toThrow('BAD_PAGE_TOKEN');
  expect(acceptedKeys(keys)).toHaveLength(1);
  // Values that a process still holds in memory open.
  expect(
    decryptSecret(ring, 'x', encryptSecret({ bytes: before.from, others: [] }, 'x', 'held')),
  ).toBe('held');
});

test('a node that lacks a key reports it with the remedy', async () => {
  const ring = await openKeyRing(database, none, dataDir);
  // A process that never gets the new key holds the rotation back.
  await upsertHeartbeat(database.plain, {
    process: 'api',
    holder: 'elsewhere',
    host: 'far',
    version: '1',
    startedAt: new Date(),
    metrics: '',
    keys: [fingerprintOf(ring.bytes)],
  });
  const waits = Promise.withResolvers<string>();
  const rotating = rotateKey({
    database,
    ring,
    dataDir,
    graceSeconds: 0,
    pollMilliseconds: 5,
    progress: () => {},
    say: (line) => {
      if (line.startsWith('Waiting')) waits.resolve(line);
    },
  });
  expect(await waits.promise).toBe('Waiting for the new key on: api elsewhere');
  const [from, to] = readKeys(dataDir);
  // Distributing: the node that has only the old key starts and works by it.
  renameSync(nextKeyFile(dataDir), `${nextKeyFile(dataDir)}.away`);
  expect((await openKeyRing(database, none, dataDir)).bytes).toEqual(from);
  renameSync(`${nextKeyFile(dataDir)}.away`, nextKeyFile(dataDir));
  await upsertHeartbeat(database.plain, {
    process: 'api',
    holder: 'elsewhere',
    host: 'far',
    version: '1',
    startedAt: new Date(),
    metrics: '',
    keys: [from!, to!].map(fingerprintOf),
  });
  await expect
    .poll(async () => (await readKeyState(database.plain)).rotation?.phase)
    .toBe('WRITING');
  // In force: both are needed until the end, by whichever name.
  const empty = mkdtempSync(join(tmpdir(), 'tuma-no-keys-'));
  await expect(
    openKeyRing(database, { secretKey: from, secretKeyNext: undefined }, empty),
  ).rejects.toMatchObject({
    lines: [
      expect.stringContaining(`This node lacks the new one (${fingerprintOf(to!).slice(0, 8)}`),
    ],
  });
  await expect(
    openKeyRing(database, { secretKey: to, secretKeyNext: undefined }, empty),
  ).rejects.toMatchObject({ lines: [expect.stringContaining('This node lacks the old one')] });
  expect(
    (await openKeyRing(database, { secretKey: from, secretKeyNext: to }, empty)).bytes,
  ).toEqual(to);
  await expect(cancelRotation({ database })).rejects.toMatchObject({
    lines: [expect.stringContaining('in force already')],
  });
  await db.query(`delete from heartbeat`);
  await rotating;
  await expect(
    openKeyRing(database, { secretKey: from, secretKeyNext: undefined }, empty),
  ).rejects.toMatchObject({
    lines: [expect.stringMatching(/^SECRET_KEY: this key was retired on \d{4}-\d\d-\d\d/)],
  });
  await expect(
    openKeyRing(database, { secretKey: Buffer.alloc(32, 77), secretKeyNext: undefined }, empty),
  ).rejects.toMatchObject({ lines: [expect.stringContaining('were written with another key')] });
  rmSync(empty, { recursive: true });
});

test('a rotation can be cancelled until the new key is in force', async () => {
  const ring = await openKeyRing(database, none, dataDir);
  await upsertHeartbeat(database.plain, {
    process: 'api',
    holder: 'elsewhere',
    host: 'far',
    version: '1',
    startedAt: new Date(),
    metrics: '',
    keys: [fingerprintOf(ring.bytes)],
  });
  const waits = Promise.withResolvers<void>();
  const rotating = rotateKey({
    database,
    ring,
    dataDir,
    graceSeconds: 0,
    pollMilliseconds: 5,
    progress: () => {},
    say: (line) => {
      if (line.startsWith('Waiting')) waits.resolve();
    },
  });
  await waits.promise;
  await cancelRotation({ database });
  await db.query('delete from heartbeat');
  await expect(rotating).rejects.toMatchObject({
    lines: [expect.stringContaining('Another node')],
  });
  expect((await readKeyState(database.plain)).rotation).toBeUndefined();
});

test('the rotation knows every file that encrypts', () => {
  // A new one adds its column to PLACES in key-rotation.store.ts, and itself here.
  const known = [
    'src/server/core/auth/second-step/totp.ts',
    'src/server/core/mail/mail.ts',
    'src/server/features/monitoring/alert-settings.ts',
    'src/server/features/webhooks/secrets.ts',
    'src/server/gateway/carriers/first-carrier.ts',
    'src/server/gateway/console/connectors/connector-secrets.ts',
    'src/server/ops/key-rotation.ts',
  ];
  expect(
    sources()
      .filter(
        ({ path, text }) =>
          path !== 'src/server/infra/secrets.ts' && /\bencryptSecret\(/.test(text),
      )
      .map(({ path }) => path)
      .sort(),
  ).toEqual(known);
  expect(PLACES.length).toBe(8);
});
