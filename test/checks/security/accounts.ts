// Takeovers by a changed address, and what a stolen access token is enough for.
import type { Finding, Probe, Session, World } from './world.ts';

let victims = 0;

/** Opens every link in a mailbox, as its owner would, so that a new address counts if it ever does. */
async function openLinks(world: World, address: string): Promise<void> {
  await world.settleMail();
  for (const { text } of await world.mails(address)) {
    for (const [, path, token] of text.matchAll(
      /https?:\/\/[^/\s]+\/([a-z-]+)\?\S*?token=([\w-]+)/g,
    )) {
      if (path === 'reset-password') continue;
      for (const verb of ['confirmAddress', 'confirmEmail', 'confirm']) {
        await world.call('POST', `/${verb}`, { token, body: { token } });
        await world.call('POST', `/portal/clients:${verb}`, { token, body: { token } });
      }
    }
  }
}

/** Tells if a link to a new password comes to an address: asked for, and everything mailed has arrived. */
async function isPasswordMailed(world: World, address: string): Promise<boolean> {
  const asked = await world.call('POST', '/requestChangePassword', { body: { username: address } });
  if (asked.status !== 200) throw new Error(`password link: ${asked.status} ${asked.text}`);
  await world.settleMail();
  return (await world.mails(address)).some(({ text }) => text.includes('/reset-password?token='));
}

/** One account changes the e-mail of another to a mailbox of its own, and asks there for a password. */
async function takeOver(world: World, thief: Session, victim: Session): Promise<Finding> {
  victims += 1;
  const mailbox = `thief${victims}@thief.example`;
  const changed = await world.portal(thief, 'PUT', `clients/${victim.clientId}`, {
    email: mailbox,
  });
  await openLinks(world, mailbox);
  return (await isPasswordMailed(world, mailbox))
    ? `changed (${changed.status}), a password link came`
    : undefined;
}

const STAFF: readonly [who: string, whom: string][] = [
  ['bd-client', 'RESELLER'],
  ['bd-client', 'EBU_APPROVER'],
  ['it-support', 'EBU_CLIENT'],
  ['company', 'CLIENT'],
];

/** A session that has stolen nothing but its access token may not do this. */
async function isAskedForProof(
  world: World,
  method: string,
  path: (session: Session) => string,
  body: (session: Session) => unknown,
): Promise<Finding> {
  const victim = await world.addAccount('COMPANY', await world.signIn('administrator'));
  const answer = await world.portal(victim, method, path(victim), body(victim));
  return answer.status === 403 && answer.error === 'STEP_UP_REQUIRED'
    ? undefined
    : `answered ${answer.status} ${answer.error}`;
}

const own = ({ clientId }: Session) => `clients/${clientId}`;
const isProofAsked: readonly [
  name: string,
  method: string,
  path: (session: Session) => string,
  body: (session: Session) => unknown,
][] = [
  ['the e-mail', 'PUT', own, () => ({ email: 'elsewhere@thief.example' })],
  ['the phone', 'PUT', own, () => ({ phone: '+254755000001' })],
  ['two-factor', 'PUT', own, () => ({ use2fa: true })],
  ['an API key', 'POST', () => 'apikeys', () => ({ name: 'kept', scopes: ['send'] })],
  [
    'a webhook',
    'POST',
    () => 'webhooks',
    () => ({ url: 'https://thief.example/', events: ['message.delivered'] }),
  ],
  ['a gateway password', 'POST', () => 'apicreds:reset', ({ clientId }) => ({ clientId })],
];

export const accounts: readonly Probe[] = [
  {
    name: 'S2 control: an owner gets a password link at the address of the account',
    async run(world) {
      const { email } = await world.addAccount('COMPANY', await world.signIn('administrator'));
      return (await isPasswordMailed(world, email))
        ? undefined
        : 'no link came, so the probes below prove nothing';
    },
  },
  ...STAFF.map(([who, level]): Probe => ({
    name: `S2 ${who} takes a ${level}`,
    async run(world) {
      const thief = await world.stepUp(await world.signIn(who));
      const under = level === 'CLIENT' ? thief : await world.signIn('administrator');
      return takeOver(world, thief, await world.addAccount(level, under));
    },
  })),
  {
    name: 'S2 bd-client takes a CLIENT with two-factor on',
    async run(world) {
      const victim = await world.addAccount('CLIENT', await world.signIn('administrator'));
      await world.sql('update client set use_2fa = true where id = $1', [victim.clientId]);
      return takeOver(world, await world.stepUp(await world.signIn('bd-client')), victim);
    },
  },
  ...(['email', 'phone'] as const).map((field): Probe => ({
    name: `S2 a reseller changes the ${field} of the client that it acts for`,
    async run(world) {
      const reseller = await world.signIn('reseller');
      const client = await world.addAccount('CLIENT', reseller);
      const acting = await world.actFor(reseller, client.clientId);
      const value = field === 'email' ? 'acted@thief.example' : '+254755000002';
      const answer = await world.portal(acting, 'PUT', `clients/${client.clientId}`, {
        [field]: value,
      });
      return answer.error === 'NOT_WHILE_IMPERSONATING'
        ? undefined
        : `answered ${answer.status} ${answer.error}`;
    },
  })),
  ...isProofAsked.map(([name, method, path, body]): Probe => ({
    name: `S3 the access token alone changes or makes ${name}`,
    run: (world) => isAskedForProof(world, method, path, body),
  })),
  {
    name: 'S3 a sign-in a moment ago counts as proof',
    async run(world) {
      const session = await world.signIn('company');
      const { error, status } = await world.portal(session, 'POST', 'apikeys', {
        name: 'kept',
        scopes: ['read'],
      });
      return error === 'STEP_UP_REQUIRED' ? undefined : `answered ${status} ${error}`;
    },
  },
  {
    name: 'S3 proof is good for more than five minutes',
    async run(world) {
      const session = await world.stepUp(await world.signIn('company'));
      const make = () =>
        world.portal(session, 'POST', 'apikeys', { name: 'kept', scopes: ['read'] });
      const first = await make();
      if (first.status !== 200) throw new Error(`after a step-up: ${first.status} ${first.error}`);
      const [row] = await world.sql<{ known: boolean }>(
        `select exists (select from information_schema.columns
           where table_name = 'session' and column_name = 'step_up_expires_at') as known`,
      );
      if (!row?.known) return 'there is no step-up';
      await world.sql(
        `update session set step_up_expires_at = step_up_expires_at - interval '301 seconds'
        where access_hash = sha256($1)`,
        [Buffer.from(session.token)],
      );
      const later = await make();
      return later.error === 'STEP_UP_REQUIRED'
        ? undefined
        : `answered ${later.status} ${later.error}`;
    },
  },
];
