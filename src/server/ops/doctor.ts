// `npm run doctor`: looks at an installation, whether it runs or not, and says in plain words what is wrong and what to do. It
// changes nothing, and no secret is in what it says.
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { connect as connectTcp, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { parseArgs } from 'node:util';
import { VERSION } from '../../contract/shared/version.ts';
import { findLastGood } from './backup/backup.store.ts';
import type { BackupRun } from './backup/backup.store.ts';
import { StartupError } from '../infra/startup-error.ts';
import { checkMail, checkMpesa, checkPublicUrl } from './checks.ts';
import type { Finding } from './checks.ts';
import { withDatabase } from './cli.ts';
import { isLoopback, readConfig } from '../infra/config/config.ts';
import type { Config } from '../infra/config/config.ts';
import { isSecretSetting } from '../infra/config/settings.ts';
import { environment, readSettings, settingsFile } from '../infra/config/sources.ts';
import { chooseDataFolder, isOpenToOthers } from '../infra/data-folder.ts';
import { databaseComplaints, lookAtDatabase } from './database-check.ts';
import { readGauges } from '../core/dispatch/gauges.ts';
import { listLinks } from '../gateway/console/connectors.store.ts';
import { SILENT_AFTER_SECONDS } from '../core/monitoring/heartbeat.ts';
import { listHeartbeats } from '../core/monitoring/heartbeat.store.ts';
import type { Heartbeat } from '../core/monitoring/heartbeat.store.ts';
import { findInstallation, readKeyState } from '../core/installation/installation.store.ts';
import { checkLedger } from '../core/ledger/verify-ledger.ts';
import { knownMigrations } from '../infra/database/migrate.ts';
import { findOpenRestoration } from '../core/quarantine/quarantine.store.ts';
import { runningPostgres } from '../infra/database/postgres.ts';
import { systemScope } from '../infra/database/scope.ts';
import { countForeign } from './key-rotation.ts';
import { fingerprintOf, hasSecretKey, keyFile, nextKeyFile, readKeys } from '../infra/secrets.ts';
import type { KeyState } from '../infra/secrets.ts';
import { withPortal } from './start.ts';
import type { ProcessName } from '../infra/process.ts';

/** Exit codes: all is well, somebody should look, something does not work. */
export const EXIT = { ok: 0, warning: 1, wrong: 2 } as const;

/** The result of one check. */
export type Look = Finding & { check: string };

const OLDEST_NODE = [22, 18];
const CONNECT_MS = 5_000;
const DAY_MS = 86_400_000;
/** Days that a certificate should still have. */
const CERTIFICATE_DAYS = 21;
const BACKUP_HOURS = 26;
const QUEUE_SECONDS = 300;
const CLOCK_MS = 5_000;
/** The locks of thirty connections, each with a statement over 400 days of messages. */
const LEAST_LOCKS = 84_000;
const GIB = 1024 ** 3;

/** Looks at everything that can be looked at; where the settings are wrong, at nothing else. */
export async function examine(given: Record<string, string | undefined>): Promise<Look[]> {
  const looks: Look[] = [lookAtNode()];
  const add = (check: string, ...findings: Finding[]): void => {
    for (const finding of findings) looks.push({ check, ...finding });
  };
  let config: Config;
  try {
    config = readConfig(given);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    add('settings', ...error.lines.map((line): Finding => ({ state: 'wrong', said: line })));
    return looks;
  }
  add('settings', {
    state: 'ok',
    said: `${readSettings(given).size} settings, and no mistake in them.`,
  });
  add(
    'screens',
    existsSync(join(import.meta.dirname, '../../../dist/web/index.html'))
      ? { state: 'ok', said: 'The screens are built.' }
      : { state: 'wrong', said: 'The screens are not built.', remedy: 'Run npm run build.' },
  );
  let dataDir = config.dataDir;
  try {
    await withDatabase(config, async (at) => {
      dataDir = at.dataDir;
      add('files', ...lookAtFiles(config, dataDir, given));
      add('disk', await lookAtDisk(dataDir));
      await lookInside(config, at.databaseUrl, dataDir, add);
    });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    add(
      'database',
      ...error.lines.map((line): Finding => ({
        state: 'wrong',
        said: line,
        ...(line.includes('there is no data') && { remedy: 'Run npm run setup.' }),
      })),
    );
  }
  add(
    'mail',
    config.smtpUrl === undefined
      ? {
          state: 'warning',
          said: 'There is no mail server, so nobody gets codes, invitations or alerts.',
          remedy: 'Set SMTP_URL; npm run setup asks for it.',
        }
      : await checkMail(config.smtpUrl, config.mailFrom),
  );
  if (config.mpesa) add('mpesa', await checkMpesa(config.mpesa), ...lookAtCallback(config));
  if (config.securityContact === undefined)
    add('security contact', {
      state: 'warning',
      said: 'Nobody can find out where to report a vulnerability.',
      remedy: 'Set SECURITY_CONTACT, such as mailto:security@example.com.',
    });
  add('certificates', ...(await lookAtCertificates(config)));
  return looks;
}

function lookAtNode(): Look {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fits = major > OLDEST_NODE[0]! || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]!);
  return {
    check: 'node',
    ...(fits
      ? { state: 'ok', said: `Node ${process.versions.node}, Tuma ${VERSION}.` }
      : {
          state: 'wrong',
          said: `Node ${process.versions.node} is too old.`,
          remedy: `Tuma needs ${OLDEST_NODE.join('.')} or later; npm start brings one.`,
        }),
  };
}

function lookAtFiles(
  config: Config,
  dataDir: string,
  given: Record<string, string | undefined>,
): Finding[] {
  const found: Finding[] = [];
  const settings = settingsFile(given);
  const secrets = [...readSettings(given)].some(
    ([name, { from }]) => from === 'file' && isSecretSetting(name),
  );
  const files = [
    ...(existsSync(settings) && secrets ? [settings] : []),
    ...(config.secretKey === undefined && existsSync(keyFile(dataDir)) ? [keyFile(dataDir)] : []),
  ];
  for (const path of files) {
    const { mode, uid } = statSync(path);
    if (mode & 0o007)
      found.push({
        state: 'wrong',
        said: `${path} holds secrets and other users can read it.`,
        remedy: `Run: chmod 600 ${path}`,
      });
    else if (path !== settings && uid !== statSync(dataDir).uid)
      found.push({
        state: 'warning',
        said: `${path} belongs to another user than its folder.`,
        remedy: `Run: chown --reference=${dataDir} ${path}`,
      });
  }
  if (existsSync(dataDir) && isOpenToOthers(dataDir))
    found.push({
      state: 'warning',
      said: `${dataDir} is open to other users.`,
      remedy: 'Start Tuma once as the user who owns it, which closes it.',
    });
  if (!hasSecretKey(dataDir, config.secretKey))
    found.push({
      state: 'wrong',
      said: `There is no secret key (${keyFile(dataDir)}).`,
      remedy: 'Put your copy of it back; a start on empty data makes one.',
    });
  return found.length > 0
    ? found
    : [
        {
          state: 'ok',
          said: 'The secret key is there, and what holds secrets is closed to others.',
        },
      ];
}

async function lookAtDisk(dataDir: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const [free, share] = [bavail * bsize, bavail / blocks];
  const said = `${(free / GIB).toFixed(1)} GiB (${Math.round(share * 100)} %) are free where ${dataDir} lies.`;
  if (free < GIB)
    return {
      state: 'wrong',
      said,
      remedy: 'Make room at once: when the disk is full nothing is accepted any more.',
    };
  return free < 5 * GIB || share < 0.1
    ? {
        state: 'warning',
        said,
        remedy: 'Make room before it is full; docs/operating.md tells what grows and how fast.',
      }
    : { state: 'ok', said };
}

async function lookInside(
  config: Config,
  databaseUrl: string,
  dataDir: string,
  add: (check: string, ...findings: Finding[]) => void,
): Promise<void> {
  const before = Date.now();
  const facts = await lookAtDatabase(databaseUrl);
  const machine = new Date((before + Date.now()) / 2);
  const complaints = databaseComplaints(facts, machine);
  if (complaints.length > 0)
    return add('database', ...complaints.map((said): Finding => ({ state: 'wrong', said })));
  if (facts.migration === null)
    return add('database', {
      state: 'wrong',
      said: 'The database is empty.',
      remedy: 'Run npm run setup.',
    });
  add('database', {
    state: 'ok',
    said: `PostgreSQL ${Math.floor(facts.version / 10_000)} answers.`,
  });
  if (config.databaseUrl !== undefined && facts.connectionsAllowed < 150)
    add('database', {
      state: 'warning',
      said: `PostgreSQL allows ${facts.connectionsAllowed} connections, and two nodes use up to 140.`,
      remedy: 'Set max_connections to 200 or more.',
    });
  if (config.databaseUrl !== undefined && facts.locksAllowed < LEAST_LOCKS)
    add('database', {
      state: 'warning',
      said: `PostgreSQL has room for ${facts.locksAllowed} locks, and each day of messages needs its own.`,
      remedy: 'Set max_locks_per_transaction to 1024.',
    });
  const apart = Math.abs(machine.getTime() - facts.now.getTime());
  add(
    'clock',
    apart < CLOCK_MS
      ? { state: 'ok', said: "This machine's clock and the database's agree." }
      : {
          state: 'warning',
          said: `This machine's clock is ${Math.round(apart / 1000)} s from the database's.`,
          remedy: 'Let both be set by NTP (timedatectl set-ntp true).',
        },
  );

  const known = knownMigrations();
  if (facts.migrations.some((number) => !known.includes(number)))
    return add('migrations', {
      state: 'wrong',
      said: `The database is at ${facts.migration}, which this release does not know: it was made by a newer one.`,
      remedy: 'Start that release, or restore a back-up from before it.',
    });
  const missing = known.filter((number) => !facts.migrations.includes(number));
  if (missing.length > 0)
    return add('migrations', {
      state: 'warning',
      said: `The database waits for ${missing.length} migrations of this release.`,
      remedy: 'Start Tuma: the first process applies them.',
    });
  add('migrations', { state: 'ok', said: `The database is at ${facts.migration}.` });

  // Read in one go, and looked at when nothing is open any more: what is called may be slow to answer.
  const at = await withPortal(databaseUrl, (database) =>
    database.run(systemScope(), async (tx) => ({
      keys: await readKeyState(tx),
      made: await findInstallation(tx),
      restored: await findOpenRestoration(tx),
      beats: await listHeartbeats(tx),
      links: await listLinks(tx),
      gauges: await readGauges(tx),
      ledger: await checkLedger(tx),
      backup: await findLastGood(tx),
    })),
  );
  add('secret key', await lookAtKey(at.keys, config, databaseUrl, dataDir));
  if (at.made?.sandbox)
    add('installation', {
      state: 'warning',
      said: 'This is a sandbox, whose passwords everybody knows.',
      remedy: 'For customers, run npm run setup on data of its own.',
    });
  if (at.restored)
    add('installation', {
      state: 'warning',
      said: `The data was put back from ${at.restored.file}, and what was under way in it waits.`,
      remedy:
        'Release it in the portal once it was looked at ("Back-up and restore" in docs/operating.md).',
    });
  add('processes', ...lookAtProcesses(at.beats));
  add('ports', ...(await lookAtPorts(config, at.beats)));
  if (config.publicUrl)
    add('public address', await checkPublicUrl(config.publicUrl, lives(at.beats, 'api')));
  else if (!at.made?.sandbox)
    add('public address', {
      state: 'warning',
      said: 'PUBLIC_URL is not set: links in mails lead to localhost.',
      remedy: 'Set it to the address that people reach the portal at.',
    });
  add('carriers', ...lookAtCarriers(at.links, at.beats));
  const { queued, oldestQueuedSeconds } = at.gauges;
  add(
    'queue',
    oldestQueuedSeconds < QUEUE_SECONDS
      ? { state: 'ok', said: `${queued} messages wait, none of them long.` }
      : {
          state: 'warning',
          said: `${queued} messages wait, the oldest for ${Math.round(oldestQueuedSeconds / 60)} minutes.`,
          remedy:
            'Look at the connectors that its route goes to, and their limits; a campaign for another hour is not counted here.',
        },
  );
  add(
    'ledger',
    at.ledger.ok
      ? {
          state: 'ok',
          said: 'Every wallet is the sum of its entries, and all entries together are zero.',
        }
      : {
          state: 'wrong',
          said: `The wallets do not add up: ${JSON.stringify(at.ledger)}.`,
          remedy:
            'Stop changing units by hand, keep a back-up of now, and look at the entries; nothing of Tuma writes such a state.',
        },
  );
  add('back-up', lookAtBackup(at.backup, config));
}

async function lookAtKey(
  { writing, rotation, retired }: KeyState,
  config: Config,
  databaseUrl: string,
  dataDir: string,
): Promise<Finding> {
  const held = readKeys(dataDir, config.secretKey, config.secretKeyNext);
  if (writing === undefined || held.length === 0)
    return { state: 'ok', said: 'The database names no key yet; the next start does.' };
  const short = writing.slice(0, 8);
  const inForce = held.find((key) => fingerprintOf(key) === writing);
  if (!inForce) {
    const old = retired.find(({ fingerprint }) =>
      held.some((key) => fingerprintOf(key) === fingerprint),
    );
    if (old)
      return {
        state: 'wrong',
        said: `The secret key of this node was retired on ${old.at.slice(0, 10)}; ${short} is in force.`,
        remedy: `Put the key in force into ${keyFile(dataDir)}, or name it by SECRET_KEY_FILE.`,
      };
    return {
      state: 'wrong',
      said: 'The secret key is another than the one that the data was written with.',
      remedy: 'Put the right one at its place, or name it by SECRET_KEY_FILE.',
    };
  }
  const foreign = await withPortal(databaseUrl, (database) => countForeign(database, inForce));
  if (rotation) {
    const said =
      rotation.phase === 'DISTRIBUTING'
        ? `The secret key is being changed: ${rotation.to.slice(0, 8)} is given to every process.`
        : `The secret key is being changed: ${short} is in force, and ${foreign} values are sealed by the old one.`;
    return {
      state: 'warning',
      said,
      remedy: 'Run npm run rotate-key, which goes on where it stopped.',
    };
  }
  if (retired.length > 0 && foreign > 0)
    return {
      state: 'warning',
      said: `${foreign} values are sealed by a key that was retired or is unknown.`,
      remedy: 'Enter those secrets again (carriers, webhooks, alerts).',
    };
  if (fingerprintOf(held[0]!) !== writing)
    return {
      state: 'warning',
      said: `The key in force (${short}) is not the first that this node finds: an old one lies before it.`,
      remedy: `Rename ${nextKeyFile(dataDir)} to secret.key, or set SECRET_KEY_FILE to the key in force.`,
    };
  return { state: 'ok', said: `The secret key (${short}) is the data's.` };
}

function lives(beats: readonly Heartbeat[], name: ProcessName): boolean {
  return beats.some((beat) => beat.process === name && beat.silentSeconds <= SILENT_AFTER_SECONDS);
}

function lookAtProcesses(beats: readonly Heartbeat[]): Finding[] {
  const found = (['api', 'worker', 'gateway'] as const).map((name): Finding => {
    const living = beats.filter(
      (beat) => beat.process === name && beat.silentSeconds <= SILENT_AFTER_SECONDS,
    );
    return living.length > 0
      ? {
          state: 'ok',
          said: `${living.length} ${name} ${living.length === 1 ? 'runs' : 'run'}: ${living.map(({ holder, version }) => `${holder} (${version})`).join(', ')}.`,
        }
      : {
          state: 'wrong',
          said: `No ${name} runs.`,
          remedy: `Start it: npm start, or systemctl start tuma${name === 'api' ? '-api@8080' : `-${name}`}; then look at its log (journalctl -u tuma).`,
        };
  });
  const versions = new Set(
    beats
      .filter(({ silentSeconds }) => silentSeconds <= SILENT_AFTER_SECONDS)
      .map(({ version }) => version),
  );
  return versions.size < 2
    ? found
    : [
        ...found,
        {
          state: 'warning',
          said: `Processes of ${versions.size} releases run beside each other.`,
          remedy: 'Right during an upgrade; otherwise start the older ones anew.',
        },
      ];
}

/** Checks that this machine's processes answer; where none runs here, nothing is expected. */
async function lookAtPorts(config: Config, beats: readonly Heartbeat[]): Promise<Finding[]> {
  const here = (name: string) =>
    beats.some(
      (beat) =>
        beat.process === name &&
        beat.host === hostname() &&
        beat.silentSeconds <= SILENT_AFTER_SECONDS,
    );
  const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host === '::' ? '::1' : config.host;
  const ports: [name: string, port: number, process: string][] = [
    ['PORT', config.port, 'api'],
    ['SMPP_PORT', config.smppPort, 'gateway'],
    ['HTTP_API_PORT', config.httpApiPort, 'gateway'],
    ...(config.smppTls
      ? [['SMPP_TLS_PORT', config.smppTls.port, 'gateway'] as [string, number, string]]
      : []),
  ];
  const found = await Promise.all(
    ports.map(async ([name, port, process]): Promise<Finding> => {
      if (here(process)) {
        return (await answers(host, port))
          ? { state: 'ok', said: `${name}: ${host}:${port} answers.` }
          : {
              state: 'warning',
              said: `${name}: nobody answers at ${host}:${port}, though the ${process} runs here.`,
              remedy: 'Is it started with other settings than these?',
            };
      }
      return (await isFree(config.host, port))
        ? { state: 'ok', said: `${name}: ${port} is free.` }
        : {
            state: 'warning',
            said: `${name}: ${port} is taken by another program, or may not be listened on.`,
            remedy: `Stop that, or set ${name} to a free one.`,
          };
    }),
  );
  if (config.publicUrl !== undefined && !isLoopback(config.host))
    found.push({
      state: 'ok',
      said: `The portal listens at ${config.host}: trusted proxies are ${config.trustedProxies.join(', ') || 'none'}.`,
    });
  return found;
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTcp({ host, port, timeout: CONNECT_MS });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    for (const event of ['error', 'timeout'] as const) socket.once(event, () => end(false));
  });
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function lookAtCarriers(
  links: Awaited<ReturnType<typeof listLinks>>,
  beats: readonly Heartbeat[],
): Finding[] {
  if (links.length === 0)
    return [
      {
        state: 'warning',
        said: 'There is no connector, so no message can leave.',
        remedy: 'Make one in the portal, under Gateway, or by npm run setup.',
      },
    ];
  if (!lives(beats, 'gateway'))
    return [
      { state: 'wrong', said: 'No gateway runs, so no carrier is bound.', remedy: 'Start it.' },
    ];
  return links.map(({ cid, started, state, lastError }): Finding => {
    if (!started)
      return {
        state: 'warning',
        said: `The connector ${cid} is stopped.`,
        remedy: 'Start it in the portal if it should send.',
      };
    return state === 'BOUND'
      ? { state: 'ok', said: `The connector ${cid} is bound.` }
      : {
          state: 'wrong',
          said: `The connector ${cid} is not bound${lastError ? ` (${lastError})` : ''}.`,
          remedy:
            'Look at its address, user and password in the portal; ask the carrier if they are right.',
        };
  });
}

/** @param last the last that is whole: one whose restore failed is none */
function lookAtBackup(last: BackupRun | undefined, config: Config): Finding {
  const hours = last ? (Date.now() - last.startedAt.getTime()) / 3_600_000 : undefined;
  if (hours === undefined)
    return {
      state: 'warning',
      said: 'There is no back-up.',
      remedy: 'Set BACKUP_DIR, or run npm run backup; "Back-up and restore" in docs/operating.md.',
    };
  const said = `The last back-up that is whole is ${hours < 48 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`} old.`;
  if (hours <= BACKUP_HOURS) return { state: 'ok', said };
  return {
    state: config.backup.folder === undefined ? 'warning' : 'wrong',
    said,
    remedy:
      config.backup.folder === undefined
        ? 'Set BACKUP_DIR, so that one is made each day.'
        : `Look why none was written to ${config.backup.folder}: is it there, writable, and is there room?`,
  };
}

function lookAtCallback(config: Config): Finding[] {
  const origin = config.mpesaCallbackUrl ?? config.publicUrl;
  return origin?.startsWith('https:')
    ? []
    : [
        {
          state: 'warning',
          said: `M-Pesa calls back at ${origin ?? 'no address'}, and does so by https alone.`,
          remedy: 'Set MPESA_CALLBACK_URL or PUBLIC_URL to an https address.',
        },
      ];
}

async function lookAtCertificates(config: Config): Promise<Finding[]> {
  const found: Finding[] = [];
  if (config.smppTls) {
    try {
      found.push(
        sayExpiry(
          'The certificate of SMPP_TLS_PORT',
          new X509Certificate(readFileSync(config.smppTls.certFile)).validToDate,
        ),
      );
    } catch (error) {
      found.push({
        state: 'wrong',
        said: `SMPP_TLS_CERT cannot be read (${error instanceof Error ? error.message : String(error)}).`,
        remedy: 'Give a certificate in PEM that this user may read.',
      });
    }
  }
  if (config.publicUrl?.startsWith('https:')) {
    const expires = await expiryOf(new URL(config.publicUrl));
    if (expires) found.push(sayExpiry(`The certificate of ${config.publicUrl}`, expires));
  }
  return found;
}

function sayExpiry(whose: string, expires: Date): Finding {
  const days = Math.floor((expires.getTime() - Date.now()) / DAY_MS);
  if (days < 0)
    return {
      state: 'wrong',
      said: `${whose} ran out on ${expires.toISOString().slice(0, 10)}.`,
      remedy: 'Renew it now.',
    };
  return days < CERTIFICATE_DAYS
    ? {
        state: 'warning',
        said: `${whose} runs out in ${days} days.`,
        remedy: 'Renew it; whatever should have done it by itself did not.',
      }
    : { state: 'ok', said: `${whose} is good for ${days} days.` };
}

/** When the certificate of whoever answers there ends, be it one to trust or not; undefined where nobody answers. */
function expiryOf(url: URL): Promise<Date | undefined> {
  return new Promise((resolve) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = connectTls(
      {
        host,
        port: Number(url.port || 443),
        servername: host,
        rejectUnauthorized: false,
        timeout: CONNECT_MS,
      },
      () => {
        const { valid_to: until } = socket.getPeerCertificate();
        socket.destroy();
        resolve(until ? new Date(until) : undefined);
      },
    );
    for (const event of ['error', 'timeout'] as const) {
      socket.once(event, () => {
        socket.destroy();
        resolve(undefined);
      });
    }
  });
}

const SIGN = { ok: 'ok      ', warning: 'look at ', wrong: 'WRONG   ' } as const;

/**
 * The command.
 * @returns its exit code: 0 all is well, 1 somebody should look, 2 something does not work
 */
export async function runDoctor(
  args: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  let json: boolean | undefined;
  try {
    ({ json } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean' } },
      strict: true,
    }).values);
  } catch (error) {
    throw new StartupError(
      `${error instanceof Error ? error.message : String(error)} npm run doctor takes --json, and nothing else.`,
    );
  }
  const looks = await examine(environment());
  const worst =
    (['wrong', 'warning'] as const).find((state) => looks.some((look) => look.state === state)) ??
    'ok';
  if (json) say(JSON.stringify({ state: worst, looks }));
  else {
    for (const { check, state, said, remedy } of looks)
      say(
        `${SIGN[state]} ${check.padEnd(14)} ${said}${remedy && state !== 'ok' ? `\n${' '.repeat(24)}${remedy}` : ''}`,
      );
    const count = (state: Finding['state']) => looks.filter((look) => look.state === state).length;
    say(`\n${count('wrong')} wrong, ${count('warning')} to look at, ${count('ok')} ok.`);
  }
  return EXIT[worst];
}

/**
 * Checks that the processes on this machine are alive and that its api is ready: for container health checks.
 * @returns an exit code
 */
export async function runHealthy(say: (line: string) => void): Promise<number> {
  const config = readConfig();
  // It is asked while Tuma starts, too: it must start no database of its own, and hold no lock.
  const databaseUrl =
    config.databaseUrl ??
    runningPostgres(chooseDataFolder(config.dataDir, config.dataDirChosen).dataDir);
  const beats =
    databaseUrl === undefined
      ? []
      : await withPortal(databaseUrl, (database) => listHeartbeats(database.plain));
  const here = beats.filter(({ host }) => host === hostname());
  const living = here.filter(({ silentSeconds }) => silentSeconds <= SILENT_AFTER_SECONDS);
  const silent = [...new Set(here.map(({ process: name }) => name))].filter(
    (name) => !living.some((beat) => beat.process === name),
  );
  if (living.length === 0 || silent.length > 0) {
    say(
      living.length === 0
        ? 'Nothing of Tuma runs here.'
        : `Nothing was heard of: ${silent.join(', ')}.`,
    );
    return 1;
  }
  if (living.some(({ process: name }) => name === 'api')) {
    const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
    const ready = await fetch(
      `http://${host.includes(':') ? `[${host}]` : host}:${config.port}/readyz`,
      { signal: AbortSignal.timeout(CONNECT_MS) },
    ).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!ready) {
      say('The api is not ready.');
      return 1;
    }
  }
  return 0;
}
