// Kannel of Debian's packages, as customers run it: a bearerbox bound to an SMSC, and a smsbox with its HTTP calls.
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer, connect } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { until } from '../pipeline.ts';
import { freePorts } from '../product.ts';

const PROGRAMS = { bearerbox: '/usr/sbin/bearerbox', smsbox: '/usr/sbin/smsbox' };

/** Tells if Kannel is there; installs Debian's package where that is allowed: as root, by apt, without starting a service. */
export function haveKannel(): boolean {
  const there = () => Object.values(PROGRAMS).every((file) => existsSync(file));
  if (!there() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, {
        stdio: 'ignore',
        timeout: 600_000,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      }).status === 0;
    if (!apt('install', '-y', '--no-install-recommends', 'kannel') && apt('update'))
      apt('install', '-y', '--no-install-recommends', 'kannel');
  }
  return there();
}

/** A message as Kannel's HTTP call has it. */
export type Sendsms = { from: string; to: string; text: string; dlrUrl?: string };

/**
 * Sends over connections that stay open by /cgi-bin/sendsms, wherever that is; resolves to the status of
 * HTTP, 202 where the message is kept.
 */
export function openSender({
  port,
  username,
  password,
  connections = 32,
}: {
  port: number;
  username: string;
  password: string;
  connections?: number;
}): { send(message: Sendsms): Promise<number>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send({ from, to, text, dlrUrl }) {
      const query = new URLSearchParams({
        username,
        password,
        from,
        to,
        text,
        charset: 'UTF-8',
        coding: [...text].every((each) => each <= '\u007f') ? '0' : '2',
        ...(dlrUrl && { 'dlr-mask': '3', 'dlr-url': dlrUrl }),
      });
      return new Promise((resolve, reject) => {
        const asked = request(
          { host: '127.0.0.1', port, path: `/cgi-bin/sendsms?${query}`, agent },
          (response) => {
            response.resume().on('end', () => resolve(response.statusCode ?? 0));
          },
        );
        asked.on('error', reject).end();
      });
    },
    close: () => agent.destroy(),
  };
}

export type Kannel = {
  /** The address of its HTTP call, and sending by it. */
  httpPort: number;
  send(message: Sendsms): Promise<number>;
  /** Its programs, for what they cost. */
  pids: number[];
  stop(): void;
};

/** The link that Kannel sends by: a bind of SMPP, or another gateway's sendsms, which calls back at `reportPort`. */
export type KannelLink = { port: number; username: string; password: string } & (
  | { window: number }
  | { sendUrl: string; reportPort: number }
);

/**
 * Starts one.
 *
 * @param how.moUrl the address to which its smsbox brings messages from phones, with Kannel's own escapes
 * @param how.store `file` keeps accepted messages in a file, which is never synced; `none` in memory alone
 * @param how.logLevel Kannel's: 1 logs each message, 3 errors only
 */
export async function startKannel(
  how: KannelLink & { moUrl: string; store?: 'file' | 'none'; logLevel?: number },
): Promise<Kannel> {
  const { store = 'file', logLevel = 1 } = how;
  const [admin = 0, box = 0, http = 0] = await freePorts(3);
  const folder = mkdtempSync('/tmp/tuma-kannel-');
  const config = join(folder, 'kannel.conf');
  writeFileSync(
    config,
    `
group = core
admin-port = ${admin}
admin-password = test
admin-interface = 127.0.0.1
smsbox-port = ${box}
smsbox-interface = 127.0.0.1
box-allow-ip = 127.0.0.1
log-file = "${folder}/bearerbox.log"
log-level = ${logLevel}
${store === 'file' ? `store-type = file\nstore-location = "${folder}/store"` : ''}
dlr-storage = internal
sms-resend-freq = 1
sms-resend-retry = -1
sms-outgoing-queue-limit = 1000000
sms-incoming-queue-limit = 1000000
maximum-queue-length = 1000000

group = smsc
smsc-id = carrier
smsc-username = "${how.username}"
smsc-password = "${how.password}"
${
  'window' in how
    ? `smsc = smpp
host = 127.0.0.1
port = ${how.port}
transceiver-mode = true
system-type = ""
interface-version = 34
address-range = ""
max-pending-submits = ${how.window}
wait-ack = 20
wait-ack-expire = 0
reconnect-delay = 1
connection-timeout = 20
enquire-link-interval = 5`
    : `smsc = http
system-type = kannel
port = ${how.reportPort}
connect-allow-ip = 127.0.0.1
send-url = "${how.sendUrl}"
dlr-url = "http://127.0.0.1:${how.reportPort}/?username=${how.username}&password=${how.password}"`
}

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${http}
sendsms-interface = 127.0.0.1
log-file = "${folder}/smsbox.log"
log-level = ${logLevel}
http-request-retry = 20
http-queue-delay = 1
max-pending-requests = 64

group = sendsms-user
username = test
password = test
concatenation = true
max-messages = 10

group = sms-service
keyword = default
catch-all = true
max-messages = 0
get-url = "${how.moUrl}"
`,
  );
  const children: ChildProcess[] = [];
  const start = (program: string) =>
    children.push(spawn(program, ['-v', '4', config], { cwd: folder, stdio: 'ignore' }));
  start(PROGRAMS.bearerbox);
  await listening(box, folder);
  start(PROGRAMS.smsbox);
  await listening(http, folder);
  // A message from a phone that comes before a smsbox is there lies in the bearerbox.
  await until('the smsbox', async () =>
    /smsbox:/.test(
      await (await fetch(`http://127.0.0.1:${admin}/status.txt?password=test`)).text(),
    ),
  );
  const sender = openSender({ port: http, username: 'test', password: 'test' });
  return {
    httpPort: http,
    send: sender.send,
    pids: children.map(({ pid }) => pid!),
    stop() {
      sender.close();
      for (const child of children.toReversed()) child.kill('SIGKILL');
      if (process.env['KEEP_KANNEL'] === undefined)
        rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(port: number, folder: string): Promise<void> {
  for (
    const deadline = Date.now() + 20_000;
    ;
    await new Promise((resolve) => setTimeout(resolve, 50))
  ) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (open) return;
    if (Date.now() > deadline) {
      const log = join(folder, 'bearerbox.log');
      throw new Error(
        `Kannel did not start:\n${existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : ''}`,
      );
    }
  }
}

/** An HTTP server that answers everything with 200 and tells what was asked. */
export async function openEar(
  heard: (path: string, query: URLSearchParams) => void,
): Promise<{ url: string; close(): void }> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (asked, response) => {
    const url = new URL(asked.url ?? '/', 'http://ear');
    heard(url.pathname, url.searchParams);
    response.writeHead(200, { 'content-type': 'text/plain' }).end('');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A way to a port that can be cut, whatever is on it. */
export async function openCutter(
  target: () => number,
): Promise<{ port: number; readonly links: number; cut(): number; close(): void }> {
  const open = new Set<Socket>();
  const server = createTcpServer((inside) => {
    const outside = connect(target(), '127.0.0.1');
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      one.setNoDelay(true);
      open.add(one);
      one.pipe(other);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const cut = () => {
    const links = open.size / 2;
    for (const socket of open) socket.destroy();
    return links;
  };
  return {
    port: (server.address() as AddressInfo).port,
    get links() {
      return open.size / 2;
    },
    cut,
    close() {
      server.close();
      cut();
    },
  };
}
