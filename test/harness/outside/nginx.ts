// nginx of Debian's packages before the product, with the configuration that deploy/nginx gives to operators.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const NGINX = '/usr/sbin/nginx';
const ROOT = join(import.meta.dirname, '../../..');
const READY_MS = 30_000;

/** Tells if nginx is there; installs Debian's package where that is allowed: as root, by apt, without starting a service. */
export function haveNginx(): boolean {
  if (!existsSync(NGINX) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, {
        stdio: 'ignore',
        timeout: 600_000,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      }).status === 0;
    if (!apt('install', '-y', '--no-install-recommends', 'nginx-light') && apt('update'))
      apt('install', '-y', '--no-install-recommends', 'nginx-light');
  }
  return existsSync(NGINX);
}

/** The configuration that operators copy, with ports, certificate and logs of this run. */
export async function startNginx(ports: {
  tls: number;
  plain: number;
  api: number;
  gateway: number;
}): Promise<{ log(): string; stop(): Promise<void> }> {
  const folder = mkdtempSync('/tmp/tuma-nginx-');
  const certificate = join(ROOT, 'test/harness/tls');
  const site = readFileSync(join(ROOT, 'deploy/nginx/tuma.conf'), 'utf8')
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${ports.tls} ssl`)
    .replaceAll('listen 80;', `listen 127.0.0.1:${ports.plain};`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${ports.api}`)
    .replaceAll('127.0.0.1:1401', `127.0.0.1:${ports.gateway}`)
    .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${certificate}/cert.pem;`)
    .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${certificate}/key.pem;`)
    .replaceAll('/var/log/nginx/', `${folder}/`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid;\nerror_log ${folder}/error.log;\ndaemon off;\n${process.getuid?.() === 0 ? 'user root;\n' : ''}events {}\nhttp {\n${paths}\n${site}\n}\n`,
  );
  const child = spawn(NGINX, ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  for (
    const until = Date.now() + READY_MS;
    !(await fetch(`http://127.0.0.1:${ports.plain}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    ));
    await sleep(50)
  ) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`nginx did not start:\n${readFileSync(join(folder, 'error.log'), 'utf8')}`);
  }
  return {
    log: () =>
      ['tuma.log', 'tuma-gateway.log']
        .map((name) => join(folder, name))
        .filter((file) => existsSync(file))
        .map((file) => readFileSync(file, 'utf8'))
        .join(''),
    async stop() {
      child.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Heard = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** A call by TLS to one of its names, from an address of this machine's own choice. */
export function askBy(
  port: number,
  host: string,
  from: string,
  method: string,
  path: string,
  given: { headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        localAddress: from,
        servername: host,
        rejectUnauthorized: false,
        agent: false,
        method,
        path,
        headers: {
          host,
          ...given.headers,
          ...(given.body !== undefined && {
            'content-length': String(Buffer.byteLength(given.body)),
          }),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    asked.once('error', reject);
    asked.end(given.body);
  });
}
