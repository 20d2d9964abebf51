/**
 * `npm run restore`: puts a backup into an empty database. The product is stopped meanwhile. The last line is JSON.
 *
 *   npm run restore -- FILE            into DATA_DIR, or DATABASE_URL
 *   npm run restore -- FILE --replace  in place of what is there, which stays until all is in; asks first, or takes --yes
 *   npm run restore -- FILE --secret-key KEYFILE   the key that the backup's secrets were sealed with, where it is not in the backup
 *   npm run restore -- --undo          takes back a restore that was killed, and puts back what it replaced
 */
import { accessSync, constants, existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { StartupError } from '../../infra/startup-error.ts';
import { progressLine, runCommand, withDatabase } from '../cli.ts';
import { readConfig } from '../../infra/config/config.ts';
import type { Config } from '../../infra/config/config.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { holdUnfinishedWork } from './quarantine.ts';
import { readKeyState } from '../../core/installation/installation.store.ts';
import { systemScope } from '../../infra/database/scope.ts';
import {
  fingerprintOf,
  keyFile,
  makeKeyFile,
  nextKeyFile,
  readKeyFile,
  readKeys,
  unpackKeys,
} from '../../infra/secrets.ts';
import type { KeyState } from '../../infra/secrets.ts';
import { restore } from './restore.ts';
import { inspectTarget, othersIn, undoRestore } from './restore-target.ts';
import { inspectBackup } from './inspect.ts';
import type { Inspected } from './inspect.ts';

await runCommand(async () => {
  const {
    values,
    positionals: [name],
  } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      undo: { type: 'boolean', default: false },
      'secret-key': { type: 'string' },
    },
  });
  const config = readConfig();
  if (values.undo) {
    const state = await withDatabase(config, ({ databaseUrl }) => undoRestore(databaseUrl), {
      alone: true,
    });
    console.log(JSON.stringify({ undone: state }));
    return;
  }
  if (name === undefined) throw new StartupError('Name the backup: npm run restore -- FILE');
  const file = resolve(name);
  requireReadable(file);
  const began = performance.now();
  const line = progressLine();
  // All of it is read before anything is touched.
  const backup = await inspectBackup(file, config.backup.key, ({ table, bytes }) =>
    line.tell(`Checking: ${table}, ${Math.round(bytes / 1e6)} MB`),
  );
  await withDatabase(
    config,
    async ({ databaseUrl, dataDir }) => {
      await requireTarget(databaseUrl, backup, { ...values, endLine: () => line.end() });
      const offered =
        values['secret-key'] === undefined ? undefined : readKeyFile(resolve(values['secret-key']));
      if (backup.secretKey && !offered) keepSecretKeys(dataDir, backup.secretKey, config);
      let keyKept = false;
      await restore(databaseUrl, backup, {
        onProgress: ({ table, bytes, ofBytes }) =>
          line.tell(
            `Restoring: ${table}, ${Math.round(bytes / 1e6)} of ${Math.round(ofBytes / 1e6)} MB`,
          ),
        finish: async () => {
          const database = openDatabase({ connectionString: databaseUrl }, 'tuma_portal', {
            max: 1,
            name: 'tuma restore',
            onLost: () => {},
          });
          try {
            await database.run(systemScope(), (tx) =>
              holdUnfinishedWork(tx, { file, backupAt: new Date(backup.header.at) }),
            );
            keyKept = settleKey(
              dataDir,
              await readKeyState(database.plain),
              [config.secretKey, config.secretKeyNext],
              offered,
            );
          } finally {
            await database.close();
          }
        },
      });
      line.end();
      console.error(
        `Restored as of ${backup.header.at}. What was under way then is held back: start Tuma, sign in as an administrator and let it go on. What happened later is not in the data.`,
      );
      if (!keyKept)
        console.error(
          `The secret key of this backup is not here. Before you start Tuma, put the key that was in force on ${backup.header.at.slice(0, 10)} into ${dataDir} as secret.key; without it the carriers' passwords must be entered again.`,
        );
      console.log(
        JSON.stringify({
          file,
          at: backup.header.at,
          product: backup.header.product,
          tables: backup.whole.tables,
          rows: backup.whole.rows,
          secretKey: keyKept,
          seconds: Math.round((performance.now() - began) / 100) / 10,
        }),
      );
    },
    { alone: true },
  );
});

function requireReadable(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new StartupError(`There is no file ${file}.`);
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new StartupError(`${file} cannot be read. Let this user read it.`);
  }
}

/** @throws StartupError where the database is in use, or holds what may not be replaced */
async function requireTarget(
  databaseUrl: string,
  backup: Inspected,
  { replace, yes, endLine }: { replace: boolean; yes: boolean; endLine(): void },
): Promise<void> {
  const others = await othersIn(databaseUrl);
  if (others.length > 0)
    throw new StartupError(
      `The database is in use (${others.join(', ')}). Stop Tuma everywhere first.`,
    );
  const target = await inspectTarget(databaseUrl);
  if (target.state !== 'full') return;
  endLine();
  if (!replace)
    throw new StartupError(
      `The database is not empty: ${describe(target)}. Restore into an empty one (another DATA_DIR or DATABASE_URL), or give --replace to put the backup in its place.`,
    );
  if (!yes) await confirm(describe(target), backup);
}

function describe(target: { clients: number; migrated: boolean }): string {
  return target.migrated
    ? `it holds an installation of Tuma with ${target.clients.toLocaleString('en')} ${target.clients === 1 ? 'account' : 'accounts'}`
    : "it holds tables that are not Tuma's";
}

async function confirm(what: string, backup: Inspected): Promise<void> {
  if (!process.stdin.isTTY)
    throw new StartupError(
      '--replace asks before it replaces anything, and nobody is there to answer. Give --yes as well.',
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const said = await terminal.question(
    `The database is not empty: ${what}. Restoring puts in its place what was there on ${backup.header.at}; everything later is lost.\nType replace to go on: `,
  );
  terminal.close();
  if (said.trim() !== 'replace') throw new StartupError('Nothing was changed.');
}

/** Puts the keys of an encrypted backup where they are looked for; one that is there stays if it is the same. */
function keepSecretKeys(
  dataDir: string,
  packed: Buffer,
  given: Pick<Config, 'secretKey' | 'secretKeyNext'>,
): void {
  const [writing, other] = unpackKeys(packed);
  const mine = readKeys(dataDir, given.secretKey, given.secretKeyNext);
  const path = keyFile(dataDir);
  if (mine.length > 0 && !mine.some((each) => each.equals(writing!)))
    throw new StartupError(
      `${given.secretKey ? 'SECRET_KEY' : path} is another key than that of the backup, whose secrets it does not open. Move it aside and restore again.`,
    );
  if (mine.length === 0) makeKeyFile(path, writing);
  if (other && !mine.some((each) => each.equals(other))) makeKeyFile(nextKeyFile(dataDir), other);
}

/**
 * Finds the key that the restored rows need: one that is in use, one that was retired on this machine, or the
 * one that is offered.
 * @returns whether it is there
 */
function settleKey(
  dataDir: string,
  { writing }: KeyState,
  given: (Buffer | undefined)[],
  offered: Buffer | undefined,
): boolean {
  if (writing === undefined) return true;
  const isRight = (key: Buffer) => fingerprintOf(key) === writing;
  if (offered && !isRight(offered))
    console.error(
      `--secret-key: this is not the key of the backup (${writing.slice(0, 8)}), and was not used.`,
    );
  if (readKeys(dataDir, ...given).some(isRight)) return true;
  const path = keyFile(dataDir);
  const retired = readdirSync(dataDir)
    .filter((name) => name.startsWith('secret.key.retired-'))
    .map((name) => readKeyFile(join(dataDir, name)));
  const right = [offered, ...retired].find((key) => key && isRight(key));
  if (!right) return false;
  if (existsSync(path))
    renameSync(path, `${path}.before-restore-${fingerprintOf(readKeyFile(path)).slice(0, 8)}`);
  makeKeyFile(path, right);
  if (given[0])
    console.error(
      `The backup's key is ${path}. SECRET_KEY names another: take it away before you start Tuma.`,
    );
  return true;
}
