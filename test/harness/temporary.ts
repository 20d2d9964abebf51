// The folders of data that end with a run of tests.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlive } from '../../src/server/infra/machine.ts';

const FOLDER = 'TUMA_TEST_FOLDER';
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 12 * 1024 ** 3;

/**
 * Keeps the data of this run in memory, where the system has a folder for it with room: a new database is nine hundred
 * files, and every commit a write that is synced. For the set-up of a run of tests; benchmarks measure a disk.
 */
export function keepInMemory(): void {
  if (!existsSync(MEMORY)) return;
  removeLeftovers();
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, availableMemory()) >= ENOUGH_BYTES) process.env[FOLDER] = MEMORY;
}

/** The bytes that programs can still take: the folder may be as large as all memory, and a system without any kills. */
function availableMemory(): number {
  const [, kilobytes] =
    /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}

/** The folder in which Node keeps compiled code: half of the work of a start, and the same each time. */
export const COMPILED = fileURLToPath(new URL('../../.cache/compiled', import.meta.url));

/** Lets every process that a test of this run starts read compiled code. For the set-up of a run of tests. */
export function keepCompiled(): void {
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
}

/** Removes what a run that was killed has left in memory: the name of a folder has the number of the process that made it. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, owner] = /^tuma-[a-z]+-(\d+)-\w+$/.exec(name) ?? [];
    if (owner !== undefined && !isAlive(Number(owner)))
      rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

/** True where the data of this run are in memory. */
export const isInMemory = (): boolean => process.env[FOLDER] === MEMORY;

/** The folder to make data folders in, which users other than this one can reach. */
export const temporaryFolder = (): string => process.env[FOLDER] ?? '/tmp';

/** Makes an empty folder of this process, such as `tuma-run-123-x7Yz1a`. */
export const makeTemporaryFolder = (purpose: string): string =>
  mkdtempSync(join(temporaryFolder(), `tuma-${purpose}-${process.pid}-`));
