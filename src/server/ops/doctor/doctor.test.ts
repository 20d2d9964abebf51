import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startMailServer } from '../../../sim/mail/smtp.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { freePorts } from '../../../../test/harness/product.ts';
import { prepareDataFolder } from '../../infra/data-folder.ts';
import { examine } from './doctor.ts';
import type { Look } from './findings.ts';
import { newId } from '../../infra/ids.ts';

const db = await createTestDatabase();
const empty = await createTestDatabase({ empty: true });
const folder = mkdtempSync(join(tmpdir(), 'tuma-doctor-'));
prepareDataFolder(folder, true);
const mail = await startMailServer();
const [port, smppPort, httpPort] = await freePorts(3);
afterAll(async () => {
  await mail.stop();
  rmSync(folder, { recursive: true });
});
const ports = { PORT: String(port), SMPP_PORT: String(smppPort), HTTP_API_PORT: String(httpPort) };
const about = (looks: readonly Look[], check: string) =>
  looks.filter((look) => look.check === check).map(({ state, said }) => `${state}: ${said}`);

test('with invalid settings nothing else is checked', async () => {
  const looks = await examine({ DATA_DIR: folder, SMTP_URL: 'imap://me:hidden@x', PORT: 'eighty' });
  expect(about(looks, 'settings')).toEqual([
    'wrong: PORT: "eighty" is not a port: give a whole number from 1 to 65535.',
    expect.stringMatching(/^wrong: SMTP_URL: what is set is not/),
  ]);
  expect(looks.map(({ check }) => check)).toEqual(['node', 'settings', 'settings']);
  expect(JSON.stringify(looks)).not.toContain('hidden');
});

test('an unreachable or empty database is reported with its remedy', async () => {
  const [away] = await freePorts(1);
  const looks = await examine({
    ...ports,
    DATA_DIR: folder,
    DATABASE_URL: `postgresql://me:hidden@127.0.0.1:${away}/x`,
  });
  expect(about(looks, 'database')[0]).toMatch(
    /^wrong: DATABASE_URL: cannot connect to the database/,
  );
  expect(JSON.stringify(looks)).not.toContain('hidden');
  expect(await examine({ ...ports, DATA_DIR: folder, DATABASE_URL: empty.url })).toContainEqual({
    check: 'database',
    state: 'wrong',
    said: 'The database is empty.',
    remedy: 'Run npm run setup.',
  });
  expect(await examine({ ...ports, DATA_DIR: join(folder, 'none') })).toContainEqual(
    expect.objectContaining({ check: 'database', remedy: 'Run npm run setup.' }),
  );
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

test('missing parts are reported until they are present', async () => {
  const settings = join(folder, 'tuma.env');
  writeFileSync(settings, `SMTP_URL=smtp://me:hidden@127.0.0.1:1\n`);
  chmodSync(settings, 0o644);
  writeFileSync(join(folder, 'secret.key'), Buffer.alloc(32, 5), { mode: 0o600 });
  const environment = { ...ports, DATA_DIR: folder, DATABASE_URL: db.url };
  const bad = await examine(environment);
  expect(about(bad, 'files')).toEqual([
    `wrong: ${settings} holds secrets and other users can read it.`,
  ]);
  expect(about(bad, 'migrations')[0]).toMatch(/^ok: /);
  expect(about(bad, 'processes')).toEqual([
    'wrong: No api runs.',
    'wrong: No worker runs.',
    'wrong: No gateway runs.',
  ]);
  expect(about(bad, 'ports')).toEqual([
    `ok: PORT: ${port} is free.`,
    `ok: SMPP_PORT: ${smppPort} is free.`,
    `ok: HTTP_API_PORT: ${httpPort} is free.`,
  ]);
  expect(about(bad, 'carriers')).toEqual([
    'warning: There is no connector, so no message can leave.',
  ]);
  expect(about(bad, 'back-up')).toEqual(['warning: There is no backup.']);
  expect(about(bad, 'public address')[0]).toMatch(/^warning: PUBLIC_URL is not set/);
  expect(about(bad, 'mail')[0]).toMatch(/^wrong: The mail server 127\.0\.0\.1:1 cannot be reached/);
  expect(JSON.stringify(bad)).not.toContain('hidden');

  chmodSync(folder, 0o755);
  expect(about(await examine(environment), 'files')).toContain(
    `warning: ${folder} is open to other users.`,
  );
  prepareDataFolder(folder, true);
  chmodSync(settings, 0o600);
  for (const name of ['api', 'worker', 'gateway'])
    await db.query(
      `insert into heartbeat (process, holder, host, version, started_at, metrics) values ($1, $2, $3, '1', now(), '')`,
      [name, `${hostname()}/1`, hostname()],
    );
  await db.query(
    `insert into connector (cid, kind, carrier_account_id, settings) values ('bound', 'SMPP', 1, '{}'), ('away', 'SMPP', 2, '{}')`,
  );
  await db.query(
    `insert into connector_state (connector_id, updated_at, holder, state, since, window_size, in_window, submitted_per_s, slowest_tick_ms) select id, now() + interval '1 minute', 'x', 'BOUND', now(), 10, 0, 0, 0 from connector where cid = 'bound'`,
  );
  await db.query(
    `insert into backup_run (id, started_by, started_at, ended_at, encrypted) values ($1, 'COMMAND', now(), now(), false)`,
    [newId()],
  );
  await db.query(`insert into setting (key, value) values ('secretKeyFingerprint', '"another"')`);
  const better = await examine({ ...environment, SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
  expect(about(better, 'files')).toEqual([
    'ok: The secret key is there, and what holds secrets is closed to others.',
  ]);
  expect(about(better, 'processes').map((line) => line.slice(0, 12))).toEqual([
    'ok: 1 api ru',
    'ok: 1 worker',
    'ok: 1 gatewa',
  ]);
  expect(about(better, 'carriers')).toEqual([
    'wrong: The connector away is not bound.',
    'ok: The connector bound is bound.',
  ]);
  expect(about(better, 'ports')[0]).toBe(
    `warning: PORT: nobody answers at 127.0.0.1:${port}, though the api runs here.`,
  );
  expect(about(better, 'back-up')).toEqual(['ok: The last backup that is whole is 0 hours old.']);
  await db.query(
    `insert into backup_run (id, started_by, file, started_at, ended_at, encrypted) values ($1, 'SCHEDULE', $2, now(), now(), false)`,
    [newId(), join(folder, 'unmounted', 'gone.tumabackup')],
  );
  expect(
    about(await examine({ ...environment, BACKUP_DIR: join(folder, 'unmounted') }), 'back-up')[0],
  ).toMatch(/^warning: The last backup is not in BACKUP_DIR any more: .*gone\.tumabackup\./);
  expect(about(better, 'secret key')).toEqual([
    'wrong: The secret key is another than the one that the data was written with.',
  ]);
  expect(about(better, 'mail')).toEqual([`ok: The mail server 127.0.0.1:${mail.port} answers.`]);
  expect(about(better, 'ledger')[0]).toMatch(/^ok: /);
});

test('the expiry of a certificate is reported', async () => {
  const cert = join(import.meta.dirname, '../../../../test/harness/tls/cert.pem');
  const looks = await examine({
    ...ports,
    DATA_DIR: folder,
    DATABASE_URL: empty.url,
    SMPP_TLS_PORT: String((await freePorts(1))[0]),
    SMPP_TLS_CERT: cert,
    SMPP_TLS_KEY: cert.replace('cert', 'key'),
  });
  expect(about(looks, 'certificates')[0]).toMatch(
    /The certificate of SMPP_TLS_PORT (is good for|runs out in|ran out on)/,
  );
});
