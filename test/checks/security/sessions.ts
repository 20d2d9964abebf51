// Sessions: stolen refresh tokens, how long they live, and acting for somebody.
import type { Finding, Probe, Session, World } from './world.ts';

type Pair = Pick<Session, 'token' | 'refreshToken' | 'clientId'>;

async function refresh(world: World, { refreshToken, clientId }: Pair): Promise<Pair | undefined> {
  const { status, body } = await world.call('POST', '/refreshSession', {
    body: { refreshToken, clientId },
  });
  return status === 200
    ? { token: body.token, refreshToken: body.refreshToken, clientId }
    : undefined;
}

const isIn = async (world: World, { token }: Pick<Pair, 'token'>): Promise<boolean> =>
  (await world.portal({ token }, 'GET', 'me')).status === 200;

/** Moves a session's own times into the past: those of the given columns that it has. */
async function age(
  world: World,
  session: Pair,
  columns: readonly string[],
  hours: number,
): Promise<void> {
  const known = await world.sql<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = 'session' and data_type like 'timestamp%'`,
  );
  const moved = known.map(({ name }) => name).filter((name) => columns.includes(name));
  const sets = moved.map((name) => `${name} = ${name} - make_interval(mins => $2)`).join(', ');
  await world.sql(`update session set ${sets} where access_hash = sha256($1)`, [
    Buffer.from(session.token),
    Math.round(hours * 60),
  ]);
}

async function outlives(world: World, name: string, hours: number): Promise<Finding> {
  const session = await world.signIn(name);
  await age(world, session, ['created_at'], hours);
  const next = await refresh(world, session);
  return next || (await isIn(world, session)) ? `still in after ${hours} hours` : undefined;
}

/** Calls that are refused while acting for a client. */
async function actingMay(
  world: World,
  method: string,
  path: (at: { webhookId: string }) => string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Finding> {
  const reseller = await world.signIn('reseller');
  const client = await world.addAccount('CLIENT', reseller);
  await world.stepUp(client);
  const hook = { url: 'https://shop.example/', events: ['message.delivered'] };
  const made = await world.portal(client, 'POST', 'webhooks', hook);
  if (made.status !== 200) throw new Error(`webhook: ${made.text}`);
  const acting = await world.actFor(reseller, client.clientId);
  const answer = await world.portal(acting, method, path(made.body.webhook), body, headers);
  return answer.error === 'NOT_WHILE_IMPERSONATING'
    ? undefined
    : `answered ${answer.status} ${answer.error}`;
}

const webhook = ({ webhookId }: { webhookId: string }) => `webhooks/${webhookId}`;

export const sessions: readonly Probe[] = [
  {
    name: 'S4 a stolen refresh token, turned twice, is not noticed',
    async run(world) {
      const owner = await world.signIn('company');
      const first = await refresh(world, owner);
      const second = first && (await refresh(world, first));
      if (!second) throw new Error('a refresh token is not taken');
      const shown = await refresh(world, owner);
      if (shown) return 'the first token is taken again';
      if (await isIn(world, second)) return "the thief's access lives on";
      return (await refresh(world, second)) ? "the thief's refresh lives on" : undefined;
    },
  },
  {
    name: 'S4 a refresh token of three generations ago, shown later, is not noticed',
    async run(world) {
      const owner = await world.signIn('company');
      let last: Pair = owner;
      for (let turn = 0; turn < 3; turn++) {
        const next = await refresh(world, last);
        if (!next) throw new Error('a refresh token is not taken');
        last = next;
        await age(world, last, ['refreshed_at'], 1 / 30);
      }
      await refresh(world, owner);
      return (await isIn(world, last)) ? 'the session lives on' : undefined;
    },
  },
  {
    name: 'S4 control: the last token comes again within 30 seconds, from a second tab',
    async run(world) {
      const session = await world.signIn('company');
      const [one, two] = [await refresh(world, session), await refresh(world, session)];
      return one && two && (await isIn(world, two)) ? undefined : 'a second tab is signed out';
    },
  },
  {
    name: 'S4 a session of staff without an end',
    run: (world) => outlives(world, 'it-support', 13),
  },
  {
    name: 'S4 a session of a client without an end',
    run: (world) => outlives(world, 'company', 31 * 24),
  },
  {
    name: 'S4 an idle session that polls',
    async run(world) {
      const session = await world.signIn('company');
      await age(
        world,
        session,
        ['last_active_at', 'active_at', 'activity_at', 'refreshed_at', 'created_at'],
        31 / 60,
      );
      await isIn(world, session);
      const next = await refresh(world, session);
      return next && (await isIn(world, next)) ? 'still in after 31 idle minutes' : undefined;
    },
  },
  {
    name: "S6 acting for somebody outlives the actor's sign-out",
    async run(world) {
      const reseller = await world.signIn('reseller');
      const client = await world.addAccount('CLIENT', reseller);
      const acting = await world.actFor(reseller, client.clientId);
      if (!(await isIn(world, acting))) throw new Error('acting does not work');
      await world.call('POST', '/signOut', { token: reseller.token });
      return (await isIn(world, acting)) ? 'still acting' : undefined;
    },
  },
  {
    name: 'S6 a webhook is redirected while acting',
    run: (world) => actingMay(world, 'PATCH', webhook, { url: 'https://thief.example/' }),
  },
  {
    name: 'S6 a webhook is switched off while acting',
    run: (world) => actingMay(world, 'PATCH', webhook, { enabled: false }),
  },
  {
    name: 'S6 a webhook is deleted while acting',
    run: (world) => actingMay(world, 'DELETE', webhook, {}),
  },
  {
    name: 'S6 a payment is opened while acting',
    run: (world) =>
      actingMay(
        world,
        'POST',
        () => 'purchases',
        { units: 10, phone: '+254712345678' },
        { 'idempotency-key': 'probe' },
      ),
  },
  {
    name: 'S6 an STK push is sent while acting',
    run: (world) =>
      actingMay(world, 'POST', () => 'payments:sendStk', {
        purchaseId: '018f0000-0000-7000-8000-00000000dead',
        phone: '+254712345678',
      }),
  },
];
