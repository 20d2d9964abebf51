import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOpenToOthers, prepareDataFolder } from './data-folder.ts';
import { lockDataFolder } from './data-lock.ts';
import { closedFolder, databaseUser, isRoot, processIdentity } from './machine.ts';

function folder(): string {
  const path = mkdtempSync('/tmp/tuma-folder-');
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('one process holds the lock; once released it can be taken again', () => {
  const dataDir = folder();
  const lock = lockDataFolder(dataDir);
  expect(lock.takenOver).toBe(false);
  expect(() => lockDataFolder(dataDir)).toThrow(
    `Tuma is already running on the data in ${dataDir} (process ${process.pid})`,
  );
  lock.release();
  expect(existsSync(join(dataDir, 'tuma.lock'))).toBe(false);
  lockDataFolder(dataDir).release();
});

test('the lock of a killed process is taken over, even if its process id is reused', async () => {
  const dataDir = folder();
  const path = join(dataDir, 'tuma.lock');
  const child = spawn('sleep', ['60']);
  const holder = JSON.stringify({ pid: child.pid, identity: processIdentity(child.pid ?? 0) });
  writeFileSync(path, holder);
  expect(() => lockDataFolder(dataDir)).toThrow(`(process ${child.pid})`);
  expect(readFileSync(path, 'utf8')).toBe(holder);
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill('SIGKILL');
  await ended;
  const lock = lockDataFolder(dataDir);
  expect(lock.takenOver).toBe(true);
  lock.release();

  writeFileSync(path, JSON.stringify({ pid: process.pid, identity: 'an earlier one' }));
  expect(lockDataFolder(dataDir).takenOver).toBe(true);
  writeFileSync(path, '{"pid":');
  expect(lockDataFolder(dataDir).takenOver).toBe(true);
});

/** The content of a lock of this process. */
function holderOf(dataDir: string): Record<string, unknown> {
  const lock = lockDataFolder(dataDir);
  const holder = JSON.parse(readFileSync(join(dataDir, 'tuma.lock'), 'utf8')) as Record<
    string,
    unknown
  >;
  lock.release();
  return holder;
}

test.each([
  ['in another container, whose process ids are not ours', { pid: 1, namespace: 'pid:[1]' }],
  ['on another machine of the same name', { pid: 999_999_999, identity: 'another-boot 1' }],
])(
  'a holder %s is known by its touch',
  async (_, of) => {
    const dataDir = folder();
    const path = join(dataDir, 'tuma.lock');
    const elsewhere = JSON.stringify({ ...holderOf(dataDir), ...of });
    writeFileSync(path, elsewhere);
    const code = `setInterval(() => require('node:fs').utimesSync(${JSON.stringify(path)}, new Date(), new Date()), 500)`;
    const child = spawn(process.execPath, ['-e', code]);
    const ended = once(child, 'exit');
    expect(() => lockDataFolder(dataDir)).toThrow('in another container or on another machine');
    expect(readFileSync(path, 'utf8')).toBe(elsewhere);
    child.kill('SIGKILL');
    await ended;
    const taken = lockDataFolder(dataDir);
    expect(taken.takenOver).toBe(true);
    taken.release();
  },
  120_000,
);

test('a lock that another start takes meanwhile is not moved', async () => {
  const dataDir = folder();
  const path = join(dataDir, 'tuma.lock');
  const holder = holderOf(dataDir);
  writeFileSync(path, JSON.stringify({ ...holder, pid: 1, namespace: 'pid:[1]' }));
  writeFileSync(`${path}.faster`, JSON.stringify(holder));
  // A moment later this process itself has it.
  const code = `const fs = require('node:fs'); setTimeout(() => { fs.renameSync(${JSON.stringify(`${path}.faster`)}, ${JSON.stringify(path)}); console.log(fs.statSync(${JSON.stringify(path)}).ctimeMs); }, 1000)`;
  const child = spawn(process.execPath, ['-e', code]);
  const said = once(child.stdout, 'data');
  expect(() => lockDataFolder(dataDir)).toThrow(`(process ${process.pid})`);
  expect(statSync(path).ctimeMs).toBe(Number(String((await said)[0])));
}, 60_000);

test('a holder that slept, and whose lock another start has taken, is told and leaves it alone', async () => {
  const dataDir = folder();
  const path = join(dataDir, 'tuma.lock');
  const lock = lockDataFolder(dataDir);
  writeFileSync(path, '{"pid":1,"identity":"another"}');
  if (!lock.lost.aborted) await once(lock.lost, 'abort');
  lock.release();
  expect(existsSync(path)).toBe(true);
}, 30_000);

test('one of many concurrent starts over a stale lock wins', async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'tuma.lock'), JSON.stringify({ pid: 999_999_999, identity: 'gone' }));
  const module = join(import.meta.dirname, 'data-lock.ts');
  const code = `const { lockDataFolder } = await import(${JSON.stringify(module)}); try { lockDataFolder(${JSON.stringify(dataDir)}); console.log('mine'); setInterval(() => {}, 1000); } catch { console.log('refused'); }`;
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', code]),
  );
  const said = await Promise.all(
    children.map(
      (child) =>
        new Promise<string>((resolve) => {
          child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
        }),
    ),
  );
  for (const child of children) child.kill('SIGKILL');
  expect(said.toSorted()).toEqual(['mine', ...Array.from({ length: 5 }, () => 'refused')]);
});

test('a folder that cannot be created or written is reported in one line', () => {
  const home = folder();
  chmodSync(home, 0o755);
  writeFileSync(join(home, 'file'), '');
  expect(() => prepareDataFolder(join(home, 'file', 'data'), true)).toThrow(
    /^DATA_DIR: cannot write to \S+\/file\/data \(a file is in the way\)\./,
  );
});

test.runIf(isRoot())(
  'as root below a closed home the data moves, unless the folder was chosen',
  () => {
    const home = folder(); // mkdtemp closes it
    mkdirSync(join(home, 'clone'));
    expect(() => prepareDataFolder(join(home, 'clone/data'), true)).toThrow(
      /^DATA_DIR: \S+ cannot be used: as root, PostgreSQL runs as \w+, who may not enter \/tmp\/tuma-folder-/,
    );
    chmodSync(home, 0o755);
    expect(prepareDataFolder(join(home, 'clone/data'), true)).toEqual({
      dataDir: join(home, 'clone/data'),
    });
  },
);

test('the data folder is closed to other users, and one that was open is closed at the next start', () => {
  const home = folder();
  chmodSync(home, 0o755);
  const dataDir = join(home, 'new', 'data');
  const closed = isRoot() ? 0o710 : 0o700; // PostgreSQL's user walks through by its group
  prepareDataFolder(dataDir, true);
  expect(statSync(dataDir).mode & 0o777).toBe(closed);
  expect(isOpenToOthers(dataDir)).toBe(false);
  writeFileSync(join(dataDir, 'secret.key'), '');
  chmodSync(dataDir, 0o755);
  expect(isOpenToOthers(dataDir)).toBe(true);
  prepareDataFolder(dataDir, true);
  expect(statSync(dataDir).mode & 0o777).toBe(closed);
  const user = databaseUser(join(dataDir, 'postgres'));
  expect(user && closedFolder(dataDir, user)).toBeUndefined();
});

test("a folder with other people's files keeps its mode", () => {
  const home = folder();
  writeFileSync(join(home, 'letter.txt'), '');
  chmodSync(home, 0o755);
  prepareDataFolder(home, true);
  expect(statSync(home).mode & 0o777).toBe(0o755);
});
