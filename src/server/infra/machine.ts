// Facts about the machine for the start: processes, users, folders.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A system user that a child process can be started as. */
export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** True if a process with this id exists, ours or another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
  // A zombie has ended and only waits for its parent to read its exit status.
  return processState(pid) !== 'Z';
}

/**
 * The fields of /proc/<pid>/stat after the command's name, which may contain spaces and brackets.
 */
function procStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function processState(pid: number): string | undefined {
  if (process.platform === 'linux') return procStat(pid)?.[0];
  return ps(pid, 'state')?.slice(0, 1);
}

function ps(pid: number, field: string): string | undefined {
  try {
    return (
      execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim() || undefined
    );
  } catch {
    return undefined;
  }
}

/**
 * Distinguishes a process from a later one with the same id: its start time and the boot of the
 * machine. Undefined if there is no such process.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform !== 'linux') return ps(pid, 'lstart');
  const started = procStat(pid)?.[19];
  return started === undefined ? undefined : `${bootId()} ${started}`;
}

/** Distinguishes a start of the machine from the others; empty if the system does not say. */
export function bootId(): string {
  return process.platform === 'linux'
    ? readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    : '';
}

/** Distinguishes the process ids of this machine or container from those of another; empty if the system does not say. */
export function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Processes with this working folder; all of PostgreSQL's have their data folder. */
export function processesIn(folder: string): number[] {
  let real: string;
  try {
    real = realpathSync(folder);
  } catch {
    return [];
  }
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => {
        try {
          return readlinkSync(`/proc/${pid}/cwd`) === real && isAlive(pid);
        } catch {
          return false;
        }
      });
  }
  try {
    const rows = execFileSync('lsof', ['-a', '-d', 'cwd', '-c', 'postgres', '-F', 'pn'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).split('\n');
    return rows.flatMap((row, at) =>
      row.startsWith('p') && rows.slice(at + 1, at + 3).includes(`n${real}`)
        ? [Number(row.slice(1))]
        : [],
    );
  } catch {
    return [];
  }
}

function systemUser(name: string): SystemUser | undefined {
  try {
    const id = (flag: string): number =>
      Number(
        execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      );
    return { name, uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** True if this process runs as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The user of PostgreSQL if we are root, which it refuses to run as: the owner of existing data,
 * else `postgres`, else `nobody`. Undefined if we are not root: then it runs as our user.
 */
export function databaseUser(existingData: string): SystemUser | undefined {
  if (!isRoot()) return undefined;
  const owner = statSync(existingData, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0)
    return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  return systemUser('postgres') ?? systemUser('nobody');
}

/**
 * The first folder on the way to `path` (included) that `user` may not enter; undefined if all are
 * accessible.
 */
export function closedFolder(path: string, user: SystemUser): string | undefined {
  const folders: string[] = [];
  for (let folder = path; ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return folders.find((folder) => {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return false;
    const bit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001;
    return (stat.mode & bit) === 0;
  });
}
