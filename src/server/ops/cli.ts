// Shared parts of the commands: the database, whether it runs or not, and output for a person.
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { StartupError } from '../infra/startup-error.ts';
import type { Config } from '../infra/config/config.ts';
import { chooseDataFolder, databaseFolder, prepareDataFolder } from '../infra/data-folder.ts';
import { lockDataFolder, lostLock } from '../infra/data-lock.ts';
import type { DataFolderLock } from '../infra/data-lock.ts';
import { upgradedFolder } from '../infra/database/postgres-data.ts';
import { killAll } from '../infra/database/postgres-server.ts';
import { runningPostgres, startPostgres, stopPostgres } from '../infra/database/postgres.ts';

const FORCE_AFTER_MS = 1_000; // npm passes a Ctrl-C on that the terminal has already sent to everyone
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The database at hand. */
export type DatabaseHandle = { databaseUrl: string; dataDir: string };

/**
 * Works in the product's database, whether the product runs or not: over the socket of the embedded server that runs, or on
 * one that is started for this.
 * @param how.alone waits for nobody: refuses where the product runs on this data folder; the folder may be new
 * @param how.make there may be no data yet: it is made
 * @throws StartupError where there is no data yet
 */
export async function withDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'dataDirChosen'>,
  work: (at: DatabaseHandle) => Promise<T>,
  how: { alone?: true; make?: true } = {},
): Promise<T> {
  const { dataDir } =
    config.databaseUrl && !how.alone
      ? config
      : chooseDataFolder(config.dataDir, config.dataDirChosen);
  const running = config.databaseUrl ?? runningPostgres(dataDir);
  if (running && !how.alone) return work({ databaseUrl: running, dataDir });
  if (
    !config.databaseUrl &&
    !how.alone &&
    !how.make &&
    ![databaseFolder, upgradedFolder].some((folderOf) => existsSync(folderOf(dataDir)))
  )
    throw new StartupError(
      `DATA_DIR: there is no data in ${dataDir} yet. Start Tuma once, or set DATA_DIR to where it keeps its data.`,
    );
  prepareDataFolder(config.dataDir, config.dataDirChosen);
  const lock = lockDataFolder(dataDir);
  try {
    if (config.databaseUrl) return await work({ databaseUrl: config.databaseUrl, dataDir });
    const starting = startPostgres({ dataDir });
    // The server has a session of its own: a signal to us does not end it.
    const ending = endOnSignal(async () => {
      await stopPostgres(starting, dataDir);
      lock.release();
    });
    endOnLostLock(lock, dataDir);
    try {
      return await work({ databaseUrl: (await starting).url, dataDir });
    } finally {
      // A failure of work whose server is being stopped is no fault of it.
      if (ending.isAsked()) await new Promise<never>(() => {});
      ending.off();
      await stopPostgres(starting, dataDir);
    }
  } finally {
    lock.release();
  }
}

/**
 * Ends the command once another start has its lock: the data is not ours any more.
 * @param folders with databases that it has started
 */
export function endOnLostLock(
  { lost }: Pick<DataFolderLock, 'lost'>,
  dataDir: string,
  folders: readonly string[] = [dataDir],
): void {
  lost.addEventListener('abort', () => {
    for (const folder of folders) killAll(databaseFolder(folder));
    console.error(lostLock(dataDir));
    process.exit(1);
  });
}

/** Work that a signal to the command aborts; the command ends once it has put its things in order. */
export async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const aborting = new AbortController();
  const ended = Promise.withResolvers<void>();
  const ending = endOnSignal(() => {
    aborting.abort();
    return ended.promise;
  });
  try {
    return await work(aborting.signal);
  } finally {
    ended.resolve();
    // Output about the end of the work is no fault.
    if (ending.isAsked()) await new Promise<never>(() => {});
    ending.off();
  }
}

/** A signal ends the command once what it has started is stopped. A second one, which is not the first passed on, at once. */
function endOnSignal(stop: () => Promise<void>): { isAsked(): boolean; off(): void } {
  let askedAt: number | undefined;
  const asked = (signal: NodeJS.Signals): void => {
    const exit = () => process.exit(128 + constants.signals[signal]);
    if (askedAt !== undefined) return void (Date.now() - askedAt >= FORCE_AFTER_MS && exit());
    askedAt = Date.now();
    void stop().finally(exit);
  };
  for (const signal of SIGNALS) process.on(signal, asked);
  return {
    isAsked: () => askedAt !== undefined,
    off: () => {
      for (const signal of SIGNALS) process.off(signal, asked);
    },
  };
}

/** Runs a command; a fault that a person can correct is printed, and the exit code is 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const mistake = error instanceof StartupError ? error.lines.join('\n') : flagMistake(error);
    if (mistake === undefined) throw error;
    console.error(mistake);
    process.exitCode = 1;
  }
}

/** The words of `parseArgs` for a flag that it does not know. */
function flagMistake(error: unknown): string | undefined {
  const isOne =
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isOne ? error.message : undefined;
}

/** Reports the progress of long work in one line that is overwritten; nothing where no terminal shows it. */
export function progressLine(): { tell(line: string): void; end(): void } {
  const shown = process.stderr.isTTY;
  let last = 0;
  return {
    tell(line) {
      if (!shown || Date.now() - last < 200) return;
      last = Date.now();
      process.stderr.write(`\r\u001b[K${line}`);
    },
    end() {
      if (shown && last > 0) process.stderr.write('\r\u001b[K');
    },
  };
}
