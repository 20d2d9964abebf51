// A clock for processes, which a test moves while they run (Debian's libfaketime). The monotonic clock goes on as it is.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MovableClock {
  /** Variables with which a process lives by this clock. */
  environment: Record<string, string>;
  /** Sets it to so many seconds from the true time, for all its processes at once. */
  set(seconds: number): void;
  remove(): void;
}

const find = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];

/** @returns undefined where there is no libfaketime and it cannot be installed */
export function openClock(install = true): MovableClock | undefined {
  if (!find() && install && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, { stdio: 'ignore', timeout: 600_000 }).status === 0;
    if (!apt('install', '-y', '--no-install-recommends', 'libfaketime') && apt('update'))
      apt('install', '-y', '--no-install-recommends', 'libfaketime');
  }
  const library = find();
  if (library === undefined) return undefined;
  const folder = mkdtempSync('/tmp/tuma-clock-');
  chmodSync(folder, 0o755); // PostgreSQL reads it as another user
  const file = join(folder, 'offset');
  const set = (seconds: number) =>
    writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`);
  set(0);
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
    },
    set,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
