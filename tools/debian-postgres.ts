// A PostgreSQL of the system's own, for the part of the suite that runs on an external server.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

const OLDEST = 15;

/** The folder of its programs, the oldest that serves; undefined where there is none. */
export function findPostgresPrograms(): string | undefined {
  const major = (folder: string) => Number(/postgresql\/(\d+)\//.exec(folder)?.[1] ?? 0);
  return globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => major(folder) >= OLDEST && existsSync(`${folder}/initdb`))
    .sort((a, b) => major(a) - major(b))[0];
}

/** Installs Debian's where that is allowed: as root, by apt, without starting a cluster of its own. */
export function installPostgres(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      timeout: 600_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  if (!apt('install', '-y', '--no-install-recommends', 'postgresql') && apt('update'))
    apt('install', '-y', '--no-install-recommends', 'postgresql');
}
