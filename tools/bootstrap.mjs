// Every npm script starts here, on whatever Node 20 or later is at hand and with nothing installed:
// it brings the Node that the product needs, installs what the lock file names, builds the screens
// when they changed, and hands over. When nothing changed it does none of it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * `npm run <task>`: the program that it runs, and whether the screens are built first: always, for any
 * name after it (without one the names are listed), or for some names.
 */
const TASKS = {
  start: { run: 'src/server/main.ts', screens: true },
  serve: { run: 'src/server/main.ts', screens: true },
  doctor: { run: 'src/server/main.ts', args: ['doctor'] },
  setup: { run: 'src/server/main.ts', args: ['setup'], screens: true },
  test: { run: 'tools/test.ts' },
  build: { screens: true },
  release: { run: 'tools/release.ts', screens: true },
  sbom: { run: 'tools/sbom.ts' },
  generate: { run: 'tools/generate.ts', screensFor: ['manual-pictures', 'screens'] },
  bench: { run: 'bench/main.ts', screens: 'named' },
  check: { run: 'test/check.ts', screens: 'named' },
  backup: { run: 'src/server/ops/backup/backup.run.ts' },
  upgrade: { run: 'src/server/ops/backup/upgrade.run.ts' },
  restore: { run: 'src/server/ops/backup/restore.run.ts' },
  'ledger:check': { run: 'src/server/ops/ledger-check.ts' },
  'sign-in:reset': { run: 'src/server/ops/sign-in-reset.ts' },
  'rotate-key': { run: 'src/server/ops/rotate-key.ts' },
  'audit:check': { run: 'src/server/ops/audit-check.ts' },
  // Other names of benchmarks and checks that scripts elsewhere call.
  'bench:dispatch': { run: 'bench/main.ts', args: ['dispatch'], screens: true },
  'bench:campaign': { run: 'bench/main.ts', args: ['campaign'], screens: true },
  'bench:api': { run: 'bench/main.ts', args: ['api'], screens: true },
  'bench:kannel': { run: 'bench/main.ts', args: ['kannel'], screens: true },
  'bench:reports': { run: 'bench/main.ts', args: ['reports'], screens: true },
  'test:crash': { run: 'test/check.ts', args: ['crash'], screens: true },
  'test:failover': { run: 'test/check.ts', args: ['failover'], screens: true },
  'test:axe:all': { run: 'test/check.ts', args: ['accessibility'], screens: true },
};

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
// A release folder has its packages and its screens: nothing is installed or built there.
const IS_RELEASE = existsSync(join(ROOT, 'release.json'));
const OLDEST_NODE = [22, 18]; // the first that strips types without a flag
const LOCK_STALE_MS = 20_000;

class Refusal extends Error {}

const [taskName = '', ...args] = process.argv.slice(2);
const taskNames = Object.keys(TASKS).filter(
  (name) =>
    (TASKS[name].run !== undefined && existsSync(join(ROOT, TASKS[name].run))) || !IS_RELEASE,
);
try {
  if (taskName === '--list') {
    console.log(taskNames.join('\n'));
    process.exit(0);
  }
  const task = TASKS[taskName];
  if (!task)
    throw new Refusal(`There is no task "${taskName}". There are: ${taskNames.join(', ')}.`);
  const node = IS_RELEASE
    ? await chooseNode()
    : await withLock(async () => {
        const chosen = await chooseNode();
        await install(ROOT, chosen);
        const needsScreens =
          task.screensFor?.includes(args[0]) ??
          (task.screens === 'named' ? args.length > 0 : task.screens);
        if (needsScreens) await buildScreens(chosen);
        return chosen;
      });
  if (task.run) handOver(node, task.run, [...(task.args ?? []), ...args]);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** The environment of what is started: its Node first in the path, and nothing of the npm that called us. */
function environment(node) {
  const env = { ...process.env };
  for (const name of Object.keys(env))
    if (/^npm_(package|lifecycle|command|node_execpath|execpath|config_local_prefix)/.test(name))
      delete env[name];
  return { ...env, PATH: [dirname(node), env.PATH ?? ''].join(delimiter) };
}

async function chooseNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]))
    return process.execPath;
  if (major < 20)
    throw new Refusal(
      `Tuma needs Node 20 or later to start, and this is ${process.version}. Install a newer Node and try again.`,
    );
  const folder = join(ROOT, 'tools/node');
  if (!IS_RELEASE) await install(folder, process.execPath);
  const node = join(folder, 'node_modules/.bin/node');
  if (!existsSync(node)) {
    throw new Refusal(
      `Tuma runs on Node ${OLDEST_NODE.join('.')} or later, this is ${process.version}, and npm has none for ${process.platform}-${process.arch}. Install a newer Node and try again.`,
    );
  }
  const trial = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (trial.status !== 0)
    throw new Refusal(
      `Node from npm does not run here: ${trial.stderr.trim()}\nInstall what is missing (on Debian: apt-get install libatomic1) and try again.`,
    );
  return node;
}

async function install(folder, node) {
  const lockFile = readFileSync(join(folder, 'package-lock.json'));
  const stamp = join(folder, 'node_modules/.tuma-installed'); // npm ci begins by removing the folder, and so the stamp
  const wanted = hash(lockFile, `${process.platform}-${process.arch}`);
  if (read(stamp) === wanted) return;
  if (!agrees(JSON.parse(lockFile), read(join(folder, 'node_modules/.package-lock.json')))) {
    tell(
      folder === ROOT
        ? 'Installing packages ...'
        : `Installing Node (this is ${process.version}) ...`,
    );
    await quietly(
      'npm',
      ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
      folder,
      node,
      'npm ci failed',
    );
  }
  writeFileSync(stamp, wanted);
}

/** Not on standard output: that belongs to the task, whose words may go into a file. */
function tell(notice) {
  console.error(notice);
}

/** Tells if the packages that npm installed are those that the lock file names, as after a person's own `npm install`. */
function agrees(lockFile, installedText) {
  let installed;
  try {
    installed = JSON.parse(installedText).packages ?? {};
  } catch {
    return false; // none, or npm was killed while it wrote it
  }
  return Object.entries(lockFile.packages).every(
    ([path, wanted]) =>
      path === '' ||
      (installed[path]
        ? installed[path].version === wanted.version &&
          installed[path].integrity === wanted.integrity
        : wanted.optional === true),
  );
}

async function buildScreens(node) {
  if (!existsSync(join(ROOT, 'vite.config.ts'))) return;
  await build(
    node,
    'web',
    [
      'src/web',
      'src/contract',
      'index.html',
      'vite.config.ts',
      'tsconfig.json',
      'package-lock.json',
    ],
    'Building the screens ...',
    'The screens could not be built',
    (draft) => [
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      'build',
      '--outDir',
      draft,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
  );
  await build(
    node,
    'manual',
    [
      'docs/manual',
      'docs/tutorial.md',
      'tools/manual',
      'src/contract/shared/version.ts',
      'src/web/ui/theme/theme.ts',
      'src/web/ui/theme/scheme.js',
      'package-lock.json',
    ],
    'Building the manual ...',
    'The manual could not be built',
    (draft) => [join(ROOT, 'tools/manual/build.ts'), draft],
  );
}

/**
 * Builds `dist/<name>` when its sources changed: beside it and swapped, so that a server that is running
 * keeps its files until the new ones are whole.
 */
async function build(node, name, sourcePaths, notice, failure, commandFor) {
  const sources = sourcePaths.flatMap(filesOf).filter((path) => !/\.test\.tsx?$/.test(path));
  const wanted = hash(...sources.flatMap((path) => [path, readFileSync(join(ROOT, path))]));
  const built = join(ROOT, 'dist', name);
  const stamp = `${built}.built`;
  if (existsSync(built) && read(stamp) === wanted) return;
  tell(notice);
  rmSync(stamp, { force: true });
  const draft = `${built}.new`;
  await quietly(node, commandFor(draft), ROOT, node, failure);
  rmSync(`${built}.old`, { recursive: true, force: true });
  if (existsSync(built)) renameSync(built, `${built}.old`);
  renameSync(draft, built);
  rmSync(`${built}.old`, { recursive: true, force: true });
  writeFileSync(stamp, wanted);
}

function filesOf(path) {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [path];
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`));
}

function hash(...parts) {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest('hex');
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Runs a program to its end; what it prints is shown only when it fails. */
function quietly(program, programArgs, cwd, node, failure) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, programArgs, {
      cwd,
      env: environment(node),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.stderr.on('data', (data) => {
      output += data;
    });
    child.once('error', (error) =>
      reject(
        new Refusal(
          error.code === 'ENOENT'
            ? `${program} is not in the path: install it (it comes with Node) and try again.`
            : `${failure}: ${error.message}`,
        ),
      ),
    );
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      process.stderr.write(output);
      reject(
        new Refusal(
          `${failure} in ${cwd} (${signal ?? `exit ${code}`}; its words stand above). Mend that and run the command again.`,
        ),
      );
    });
  });
}

/** One installation and one build at a time in this folder: a second start waits for the first. */
async function withLock(work) {
  const lock = join(ROOT, '.cache/bootstrap.lock');
  try {
    mkdirSync(dirname(lock), { recursive: true });
  } catch (error) {
    throw new Refusal(
      `Cannot write to ${ROOT} (${error.code}): make the folder writable for this user, or start as its owner.`,
    );
  }
  for (let told = false; ; await sleep(100)) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST')
        throw new Refusal(
          `Cannot write to ${ROOT} (${error.code}): make the folder writable for this user, or start as its owner.`,
        );
    }
    if (age(lock) > LOCK_STALE_MS) {
      takeAway(lock); // its holder was killed: it would have touched it
    } else if (!told && age(lock) > 1000) {
      tell('Another start is installing or building here; waiting for it ...');
      told = true;
    }
  }
  const touch = setInterval(() => {
    if (existsSync(lock)) utimesSync(lock, new Date(), new Date());
  }, 2000);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    rmSync(lock, { recursive: true, force: true });
  }
}

/** From a time to come, if the clock was ahead, it is as far away as from one that is past. */
function age(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? Math.abs(Date.now() - stat.mtimeMs) : 0;
}

function takeAway(lock) {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    // Another start may have taken the stale one away and made its own in between: that one goes back.
    if (age(aside) > LOCK_STALE_MS) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, lock);
  } catch {
    // Somebody else was faster.
  }
}

/** The task takes our place: our terminal, our signals, our exit code. Its channel tells it should we be killed. */
function handOver(node, file, fileArgs) {
  const path = join(ROOT, file);
  if (!existsSync(path)) throw new Refusal(`${file} is missing from this copy of Tuma.`);
  const child = spawn(node, [path, ...fileArgs], {
    env: environment(node),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) {
    const npm = process.ppid;
    setInterval(() => {
      if (process.ppid !== npm) child.kill('SIGTERM');
    }, 1000).unref();
  }
  child.once('exit', (code, signal) =>
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0)),
  );
}
