// Builds the container image from the Containerfile with buildah, runs it and waits for its health
// check. It needs root on Debian and the Debian and npm registries; buildah and debootstrap are
// installed where they are missing. The base image is made here, from Debian's packages and the
// Node of tools/node, so that nothing comes from an image registry.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from '../check.ts';

const ROOT = join(import.meta.dirname, '../..');
const BASE_FOLDER = join(ROOT, '.cache/image-base');
const BASE = 'localhost/tuma-base';
const IMAGE = 'localhost/tuma';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const NPM = 'usr/local/lib/node_modules/npm';
const READY_WITHIN_MS = 120_000;
const AIM_MEGABYTES = 350;
// The health check runs beside the product, as in a container: a second `buildah run` would have a
// data volume of its own.
const SCRIPT = `/opt/tuma/bin/tuma all & tuma=$!
until /opt/tuma/bin/tuma healthy; do kill -0 $tuma || exit 1; sleep 1; done
kill -TERM $tuma; wait $tuma`;

export const check: Check = {
  async run() {
    if (process.getuid?.() !== 0)
      throw new Error('The image check needs root: debootstrap and buildah --isolation chroot do.');
    installPrograms();
    // Files that git does not track, such as data and built screens, stay out of the build.
    const context = mkdtempSync(join(tmpdir(), 'tuma-image-'));
    try {
      makeBase();
      exportSources(context);
      const began = performance.now();
      execute('buildah', [
        'bud',
        '--isolation',
        'chroot',
        '--format',
        'docker',
        '--build-arg',
        `BASE=${BASE}`,
        '--tag',
        IMAGE,
        context,
      ]);
      const buildSeconds = (performance.now() - began) / 1000;
      const overBase = (sizeOf(IMAGE) - sizeOf(BASE)) / 1e6;
      const readySeconds = await runUntilReady();
      const open =
        overBase <= AIM_MEGABYTES
          ? []
          : [`the image has ${Math.round(overBase)} MB over its base, above ${AIM_MEGABYTES}`];
      const figures = {
        build_s: round(buildSeconds),
        ready_s: round(readySeconds),
        over_base_mb: Math.round(overBase),
      };
      return { tried: 2, held: 2 - open.length, open, figures };
    } finally {
      rmSync(context, { recursive: true, force: true });
    }
  },
};

function installPrograms(): void {
  for (const program of ['buildah', 'debootstrap']) {
    const isInstalled = existsSync(`/usr/bin/${program}`) || existsSync(`/usr/sbin/${program}`);
    if (!isInstalled) execute('apt-get', ['install', '-y', '--no-install-recommends', program]);
  }
}

/** Makes the base image once: Debian's smallest system with Node, npm and the certificates of this machine. */
function makeBase(): void {
  if (!existsSync(join(BASE_FOLDER, 'usr/local/bin/node'))) {
    rmSync(BASE_FOLDER, { recursive: true, force: true });
    mkdirSync(dirname(BASE_FOLDER), { recursive: true });
    execute('debootstrap', ['--variant=minbase', '--include=libatomic1', 'bookworm', BASE_FOLDER]);
    cpSync(CERTIFICATES, join(BASE_FOLDER, CERTIFICATES), { recursive: true });
    const npmFolder = dirname(dirname(realpathSync(query('sh', ['-c', 'command -v npm']))));
    cpSync(npmFolder, join(BASE_FOLDER, NPM), { recursive: true });
    execute('ln', ['-s', `/${NPM}/bin/npm-cli.js`, join(BASE_FOLDER, 'usr/local/bin/npm')]);
    cpSync(process.execPath, join(BASE_FOLDER, 'usr/local/bin/node'), { dereference: true });
  }
  const container = query('buildah', ['from', 'scratch']);
  execute('buildah', ['copy', container, BASE_FOLDER, '/']);
  execute('buildah', [
    'config',
    '--env',
    `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
    '--env',
    'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    container,
  ]);
  execute('buildah', ['commit', '--rm', '--format', 'docker', container, BASE]);
}

function exportSources(folder: string): void {
  execFileSync(
    'sh',
    [
      '-c',
      `git -C '${ROOT}' ls-files -z --cached --others --exclude-standard | tar -C '${ROOT}' --null -T - -cf - | tar -C '${folder}' -xf -`,
    ],
    { stdio: 'inherit' },
  );
}

/** Starts the image, waits until its api can work and its health check passes. @returns seconds until ready */
async function runUntilReady(): Promise<number> {
  const container = query('buildah', ['from', IMAGE]);
  const [portal, smpp, http] = await Promise.all([freePort(), freePort(), freePort()]);
  const environment = { SANDBOX: '1', PORT: portal, SMPP_PORT: smpp, HTTP_API_PORT: http };
  const flags = Object.entries(environment).flatMap(([name, value]) => [
    '--env',
    `${name}=${value}`,
  ]);
  const began = performance.now();
  const running = spawn(
    'buildah',
    ['run', '--isolation', 'chroot', ...flags, container, '--', 'sh', '-c', SCRIPT],
    { stdio: 'inherit', detached: true },
  );
  const ended = new Promise<number | null>((resolve) => running.once('exit', resolve));
  try {
    while (!(await isReady(portal!))) {
      if (running.exitCode !== null)
        throw new Error(`The container ended with ${running.exitCode}.`);
      if (performance.now() - began > READY_WITHIN_MS)
        throw new Error('The container was not ready within two minutes.');
      await sleep(100);
    }
    const seconds = (performance.now() - began) / 1000;
    const code = await Promise.race([ended, sleep(READY_WITHIN_MS, 'still running' as const)]);
    if (code !== 0)
      throw new Error(`The health check or the stop of the container failed: ${code}.`);
    return seconds;
  } finally {
    if (running.exitCode === null) process.kill(-running.pid!, 'SIGTERM');
    execute('buildah', ['rm', container]);
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false; // nobody listens yet
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Returns the octets of all files in an image. */
function sizeOf(image: string): number {
  const container = query('buildah', ['from', image]);
  try {
    const folder = query('buildah', ['mount', container]);
    return Number(query('du', ['-sb', folder]).split('\t')[0]);
  } finally {
    execute('buildah', ['rm', container]);
  }
}

function execute(program: string, args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function query(program: string, args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' }).trim();
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
