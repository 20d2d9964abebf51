// The places where strangers reach the product: hosts, addresses, invitations, inner services, connections that stall.
import { connect, type Socket } from 'node:net';
import { newAddress, type Finding, type Probe, type World } from './world.ts';

/** The longest that a connection without a request may stay open. */
const STALL_MS = 100_000;

async function isBranded(
  world: World,
  headers: Record<string, string>,
  via?: string,
): Promise<boolean> {
  const { body } = await world.call('GET', '/hostbranding', { headers, ...(via && { via }) });
  return body.hostBrandFound === true;
}

/** A reseller with a brand, and a host that it has named. */
async function addHost(world: World, host: string): Promise<void> {
  const reseller = await world.signIn('reseller');
  const brand = { clientId: reseller.clientId, brandName: 'Probe', themeName: 'ruby' };
  await world.portal(reseller, 'PUT', 'branding', brand);
  const answer = await world.portal(reseller, 'POST', 'branding/hosts', {
    clientId: reseller.clientId,
    host,
  });
  if (answer.status !== 200 && answer.status !== 422)
    throw new Error(`host: ${answer.status} ${answer.text}`);
}

/** Opens connections that send `text` and then, every five seconds, `drip`; resolves when all are closed. */
function stall(world: World, count: number, text: string, drip = ''): Promise<Finding> {
  const one = () =>
    new Promise<boolean>((resolve) => {
      const socket: Socket = connect({
        host: '127.0.0.1',
        port: world.port,
        localAddress: '127.0.0.7',
      });
      const timers = [setTimeout(() => end(false), STALL_MS)];
      if (drip) timers.push(setInterval(() => socket.write(drip), 5_000));
      function end(isClosed: boolean) {
        for (const timer of timers) clearInterval(timer);
        socket.destroy();
        resolve(isClosed);
      }
      socket
        .on('error', () => end(true))
        .once('close', () => end(true))
        .resume();
      socket.write(text);
    });
  return Promise.all(Array.from({ length: count }, one)).then((closed) => {
    const open = closed.filter((isClosed) => !isClosed).length;
    return open > 0 ? `${open} of ${count} open after ${STALL_MS / 1000} s` : undefined;
  });
}

const HEADERS =
  'POST /v1/signIn HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n';

/** Wrong passwords from one /64 of IPv6, each from another address, until one is told to wait. */
async function guess(
  world: World,
  usernames: (at: number) => string,
  most: number,
): Promise<Finding> {
  const statuses = new Set<number>();
  for (let at = 0; at < most; at++) {
    const from = `2001:db8:${most}:1::${(at + 1).toString(16)}`;
    const { status } = await world.call('POST', '/signIn', {
      body: { username: usernames(at), password: `wrong guess ${at}` },
      from,
    });
    statuses.add(status);
    if (status === 429) return undefined;
  }
  return `${most} wrong tries from one /64: ${[...statuses].join(', ')}`;
}

/** Opens as many connections from one address at the same time; gives how many were not kept. */
async function openMany(world: World, count: number, localAddress: string): Promise<number> {
  const sockets: Socket[] = [];
  const refused = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<boolean>((resolve) => {
          const socket = connect({ host: '127.0.0.1', port: world.port, localAddress });
          sockets.push(socket);
          const timer = setTimeout(() => resolve(false), 4_000);
          const end = () => {
            clearTimeout(timer);
            resolve(true);
          };
          socket.on('error', end).once('close', end).resume();
        }),
    ),
  );
  for (const socket of sockets) socket.destroy();
  return refused.filter(Boolean).length;
}

export const edges: readonly Probe[] = [
  {
    name: 'S6 a host without proof serves a brand',
    async run(world) {
      await addHost(world, 'unproved.example.com');
      return (await isBranded(world, { host: 'unproved.example.com' }))
        ? 'it is branded'
        : undefined;
    },
  },
  {
    name: 'S6 a forwarded host without proof chooses a brand',
    async run(world) {
      await addHost(world, 'forwarded.example.com');
      const headers = { 'x-forwarded-host': 'forwarded.example.com' };
      return (await isBranded(world, headers)) ? 'it is branded' : undefined;
    },
  },
  {
    name: 'S6 a forwarded host counts from an address that is no trusted proxy',
    async run(world) {
      const root = await world.signIn('administrator');
      const brand = { clientId: root.clientId, brandName: 'Released', themeName: 'ruby' };
      const host = 'released.example.com';
      await world.portal(root, 'PUT', 'branding', brand);
      await world.portal(root, 'POST', 'branding/hosts', { clientId: root.clientId, host });
      await world.portal(root, 'POST', `branding/hosts/${host}:release`, {
        clientId: root.clientId,
      });
      if (!(await isBranded(world, { 'x-forwarded-host': host })))
        throw new Error('a released host is not branded');
      return (await isBranded(world, { 'x-forwarded-host': host }, '127.0.0.8'))
        ? 'it is branded'
        : undefined;
    },
  },
  {
    name: 'S6 a host that the platform answers to',
    async run(world) {
      const reseller = await world.signIn('reseller');
      const body = { clientId: reseller.clientId, host: 'localhost' };
      const { status } = await world.portal(reseller, 'POST', 'branding/hosts', body);
      return status === 200 ? 'it is taken' : undefined;
    },
  },
  {
    name: 'S6 guesses at one account from one /64',
    run: (world) => guess(world, () => 'ebu-client@sandbox.test', 40),
  },
  {
    name: 'S6 guesses sprayed over accounts from one /64',
    run: (world) => guess(world, (at) => `nobody${at}@sandbox.test`, 230),
  },
  {
    name: 'S6 invitations without a limit',
    async run(world) {
      const company = await world.addAccount('COMPANY', await world.signIn('administrator'));
      const statuses: number[] = [];
      for (let at = 0; at < 40; at++) {
        const body = { email: `stranger${at}@elsewhere.example`, accessLevel: 'CLIENT' };
        statuses.push((await world.portal(company, 'POST', 'clients:inviteClient', body)).status);
      }
      if (statuses[0] !== 200) throw new Error(`the first invitation: ${statuses[0]}`);
      return statuses.every((status) => status === 200) ? '40 of 40 went out' : undefined;
    },
  },
  ...(['http', 'generic'] as const).map((kind): Probe => ({
    name: `S6 support reads an inner service by a connector of kind ${kind}`,
    async run(world) {
      const support = await world.stepUp(await world.signIn('it-support'));
      const url = `http://127.0.0.1:${world.port}/metrics`;
      const made = await world.portal(support, 'POST', `jasmin/${kind}-connectors`, {
        cid: `inner-${kind}`,
        url,
        method: 'GET',
        allow_private: true,
      });
      if (made.status >= 500) throw new Error(`connector: ${made.status}`);
      const path = kind === 'http' ? 'testPost' : 'testSend';
      const sample = kind === 'http' ? {} : { to: '+254712345678', text: 'Test' };
      const { text } = await world.portal(
        support,
        'POST',
        `jasmin/connectors/inner-${kind}:${path}`,
        sample,
      );
      return /process_cpu|nodejs_|# HELP/.test(text) ? 'its answer is shown' : undefined;
    },
  })),
  { name: 'S6 headers and no body', run: (world) => stall(world, 6, `${HEADERS}\r\n`) },
  {
    name: 'S6 an octet of the body each five seconds',
    run: (world) => stall(world, 3, `${HEADERS}\r\n`, ' '),
  },
  { name: 'S6 half the headers', run: (world) => stall(world, 3, HEADERS) },
  { name: 'S6 no octet at all', run: (world) => stall(world, 3, '') },
  {
    name: 'S6 connections of one address without a limit',
    async run(world) {
      return (await openMany(world, 320, '127.0.0.9')) === 0 ? '320 of 320 are kept' : undefined;
    },
  },
  {
    name: 'S6 control: a trusted proxy has as many connections as it needs',
    async run(world) {
      const refused = await openMany(world, 320, '127.0.0.1');
      return refused > 0 ? `${refused} of 320 refused` : undefined;
    },
  },
  {
    name: 'S7 strangers lock a known account out',
    async run(world) {
      const owner = await world.addAccount('COMPANY', await world.signIn('administrator'));
      const from = newAddress();
      const body = { username: owner.email, password: 'Sandbox-2026' };
      const known = await world.call('POST', '/signIn', { body, from });
      const cookies = ([known.headers['set-cookie']].flat().filter(Boolean) as string[]).map(
        (each) => each.split(';')[0],
      );
      for (let at = 0; at < 12; at++) {
        await world.call('POST', '/signIn', {
          body: { ...body, password: `wrong guess ${at}` },
          from,
        });
      }
      const headers = { cookie: cookies.join('; ') };
      const { status } = await world.call('POST', '/signIn', { body, from, headers });
      return status === 200 ? undefined : `the owner's own browser is answered ${status}`;
    },
  },
  {
    name: 'S7 no Trusted Types in the policy of pages',
    async run(world) {
      const { headers } = await world.call('GET', '/hostbranding');
      const policy = String(headers['content-security-policy']);
      if (!policy.includes("require-trusted-types-for 'script'")) return policy;
      return /script-src[^;]*unsafe/.test(policy) ? policy : undefined;
    },
  },
  {
    name: 'S7 frames are allowed by one header and forbidden by another',
    async run(world) {
      const { headers } = await world.call('GET', '/hostbranding');
      return headers['x-frame-options'] === 'SAMEORIGIN'
        ? 'x-frame-options: SAMEORIGIN'
        : undefined;
    },
  },
];
