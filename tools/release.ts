// `npm run release`: a folder with all that an installation runs and nothing else, for systemd and
// the container image. Options: `--to FOLDER` (dist/release where absent) and `--with-node`, which
// adds Node itself for machines whose own is older than 22.18.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createSbom } from './sbom.ts';

const ROOT = join(import.meta.dirname, '..');
const COPIED = [
  'bin',
  'db',
  'deploy',
  'dist/web',
  'dist/manual',
  'src/contract',
  'src/server',
  'src/sim',
  'src/smpp',
  'tools/bootstrap.mjs',
  'LICENSE',
  'SECURITY.md',
  'CHANGELOG.md',
  '.npmrc',
];
const isNeeded = (path: string): boolean => !/\.test\.tsx?$/.test(path);

type Manifest = {
  name: string;
  version: string;
  scripts: Record<string, string>;
  devDependencies?: unknown;
};

/**
 * Builds the release folder beside its place and swaps it in when it is whole, so that a running
 * installation never sees half of one.
 * @returns the commit and the packages that were installed
 */
function buildRelease(
  target: string,
  options: { withNode: boolean },
): { commit: string; folder: string } {
  const draft = `${target}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const path of COPIED.filter((each) => existsSync(join(ROOT, each)))) {
    cpSync(join(ROOT, path), join(draft, path), { recursive: true, filter: isNeeded });
  }
  cpSync(join(ROOT, 'docs'), join(draft, 'docs'), {
    recursive: true,
    filter: (path) => !path.startsWith(join(ROOT, 'docs/manual')) && isNeeded(path),
  });
  const commit = readCommit();
  // The bootstrap finds this file and neither installs nor builds.
  writeFileSync(
    join(draft, 'release.json'),
    `${JSON.stringify({ version: readManifest(ROOT).version, commit })}\n`,
  );
  installPackages(draft);
  if (options.withNode) addNode(draft);
  writeFileSync(join(draft, 'sbom.cdx.json'), `${JSON.stringify(createSbom(), null, 2)}\n`);
  rmSync(`${target}.old`, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, `${target}.old`);
  renameSync(draft, target);
  rmSync(`${target}.old`, { recursive: true, force: true });
  return { commit, folder: target };
}

/** Installs what the server loads, by the lock file, then leaves the commands that work there. */
function installPackages(draft: string): void {
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(draft, name));
  execFileSync(
    'npm',
    ['ci', '--omit=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'],
    { cwd: draft, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  rmSync(join(draft, 'package-lock.json'));
  const manifest = readManifest(draft);
  delete manifest.devDependencies;
  const tasks = execFileSync(process.execPath, [join(draft, 'tools/bootstrap.mjs'), '--list'], {
    encoding: 'utf8',
  }).split('\n');
  manifest.scripts = Object.fromEntries(
    Object.entries(manifest.scripts).filter(([name]) => tasks.includes(name)),
  );
  writeFileSync(join(draft, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function addNode(draft: string): void {
  const folder = 'tools/node';
  cpSync(join(ROOT, folder, 'package.json'), join(draft, folder, 'package.json'));
  cpSync(join(ROOT, folder, 'package-lock.json'), join(draft, folder, 'package-lock.json'));
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: join(draft, folder),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest; // our own file
}

/** The commit of the checkout, or `unknown` where the sources came without git. */
function readCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: 'dist/release' },
    'with-node': { type: 'boolean', default: false },
  },
});
const { commit, folder } = buildRelease(resolve(ROOT, values.to), {
  withNode: values['with-node'],
});
const megabytes = Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);
console.log(JSON.stringify({ release: folder, commit, megabytes }));
