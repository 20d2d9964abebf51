// Long because every way into the product stands here. An account whose texts need approval tries to reach many numbers
// with one text, through every way that software sends, in any mixture and by two processes at once; then somebody
// decides, or nobody does. In some attempts the connections of acceptance are cut in the middle of calls, what a process
// knew is lost, and the account repeats every call that was not answered.
import type { FastifyInstance } from 'fastify';
import { campaigns } from '../../../src/contract/api/campaigns.ts';
import { sms } from '../../../src/contract/api/campaign-sending.ts';
import { restMessages } from '../../../src/contract/api/rest-messages.ts';
import { MESSAGE_STATUS } from '../../../src/contract/api/messages.ts';
import { accountSidOf } from '../../../src/contract/shared/http-dialects.ts';
import { openAcceptor } from '../../../src/server/core/accept/accept.ts';
import { SoftwareCounter } from '../../../src/server/core/software-use/software-use.ts';
import type { Acceptor, MessageRequest } from '../../../src/server/core/accept/accept.ts';
import { readUsers } from '../../../src/server/core/gateway-users/gateway-users.store.ts';
import type { UserRow } from '../../../src/server/core/gateway-users/gateway-users.store.ts';
import { getBalances } from '../../../src/server/core/ledger/ledger.ts';
import { checkLedger } from '../../../src/server/core/ledger/verify-ledger.ts';
import {
  aggregate,
  dropEnded,
  sweepDispatch,
} from '../../../src/server/features/campaigns/aggregate.jobs.ts';
import { campaignRoutes } from '../../../src/server/features/campaigns/campaigns.api.ts';
import {
  endEmptied,
  releaseGathered,
} from '../../../src/server/features/campaigns/gathered.jobs.ts';
import { startDue } from '../../../src/server/features/campaigns/schedule.jobs.ts';
import { restMessageRoutes } from '../../../src/server/features/messages/rest.api.ts';
import type { Database } from '../../../src/server/infra/database/db.ts';
import { Refusal } from '../../../src/server/infra/errors.ts';
import { openPageTokens } from '../../../src/server/infra/database/pages.ts';
import { scopeOf, systemScope } from '../../../src/server/infra/database/scope.ts';
import type { Route } from '../../../src/server/infra/http/http.ts';
import { call, messenger } from '../../harness/campaigns.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { openShops, PASSWORD } from '../../harness/doors.ts';
import { open } from '../../harness/wallets.ts';
import { numbers } from '../crash/scenario.ts';

/** Numbers that a text may reach, as the platform has it from the start. */
const MOST = 50;
const ENDS = ['approved', 'declined', 'cancelled', 'expired', 'undecided'] as const;

export type Attempt = {
  seed: number;
  end: (typeof ENDS)[number];
  /** Numbers whose calls were answered as accepted. */
  accepted: number;
  /** How often the connections were cut. */
  kills: number;
  /** Numbers of messages that needed no decision. */
  unapproved: number;
  campaigns: number;
  wrong: string[];
};

type Doors = {
  apps: FastifyInstance[];
  acceptors: Acceptor[];
  rest: Route[][];
  portal: Route[];
  database: Database;
};
type Sending = { username: string; clientId: string; user: UserRow };

/** Attempts that run beside each other: the database works for one while this process does for another. */
const AT_ONCE = 3;
/** One attempt of so many is with kills. They run after the others, because a kill hits everything. */
const KILLED_OF = 5;
const isKilled = (seed: number) => seed % KILLED_OF === 0;

/** One attempt for each seed, in a client of its own. */
export async function tryAll(
  db: TestDatabase,
  { seeds, reached }: { seeds: readonly number[]; reached: number },
): Promise<Attempt[]> {
  const shops = await openShops(db);
  const database = shops.portal;
  const tokens = openPageTokens(Buffer.alloc(32));
  const counter = new SoftwareCounter();
  const pools = [1, 2].map(() => open(db, 'tuma_accept', 4));
  const acceptors = pools.map((pool) => openAcceptor({ database: pool }));
  const doors: Doors = {
    apps: [await shops.mountHttpDialects(), await shops.mountHttpDialects()],
    acceptors,
    rest: acceptors.map((acceptor) => restMessageRoutes({ database, tokens, acceptor, counter })),
    portal: campaignRoutes({ database, tokens, messenger }),
    database,
  };
  const forget = (at: number) => {
    acceptors[at] = openAcceptor({ database: pools[at]! });
    doors.rest[at] = restMessageRoutes({
      database,
      tokens,
      acceptor: acceptors[at]!,
      counter,
    });
  };
  const attempts: Attempt[] = [];
  const run = async (seed: number) => {
    const username = `shop${seed}`;
    const clientId = await shops.addShop(username, { units: BigInt(reached) * 200_000n });
    await db.query(`update client set access_level = 'EBU_CLIENT' where id = $1`, [clientId]);
    const [row] = await db.query<{ id: number }>(
      `select id from gateway_user where username = $1`,
      [username],
    );
    const users = await database.run(systemScope(), (tx) => readUsers(tx, [row!.id]));
    const shop = { username, clientId, user: users.get(row!.id)! };
    attempts.push(await attempt({ db, doors, forget, rootId: shops.rootId }, shop, seed, reached));
  };
  try {
    for (const kind of [false, true]) {
      const left = seeds.filter((seed) => isKilled(seed) === kind);
      const work = async () => {
        for (let seed = left.shift(); seed !== undefined; seed = left.shift()) await run(seed);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }
  } finally {
    for (const app of doors.apps) await app.close();
  }
  attempts.sort((a, b) => a.seed - b.seed);
  const books = await database.run(systemScope(), checkLedger);
  if (!books.ok) attempts.at(-1)?.wrong.push(`the ledger: ${JSON.stringify(books)}`);
  return attempts;
}

type Place = { db: TestDatabase; doors: Doors; rootId: string; forget(at: number): void };

async function attempt(
  { db, doors, forget, rootId }: Place,
  shop: Sending,
  seed: number,
  reached: number,
): Promise<Attempt> {
  const random = numbers(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const { clientId } = shop;
  const wrong: string[] = [];
  const accepted = new Set<string>();
  let [kills, calls] = [0, 0];
  let destinations = Array.from({ length: reached }, (_, at) => `2547${String(10_000_000 + at)}`);
  while (destinations.length > 0 && calls < reached * 10) {
    // Some calls at once, by ways that the seed chooses.
    const at = Math.floor(random() * 2);
    const together = Array.from({ length: 1 + Math.floor(random() * 8) }, () =>
      destinations.splice(0, 1 + Math.floor(random() * 6)),
    ).filter((some) => some.length > 0);
    calls += together.length;
    const sending = together.map(async (some) => {
      // A sequence of its own, so that the seed decides whichever call is quicker.
      const own = numbers(Math.floor(random() * 2 ** 31));
      const taken = await sendBy(doors, at, shop, some, () => disguised(own), pick(WAYS));
      for (const number of taken) accepted.add(number);
    });
    if (isKilled(seed) && (kills === 0 || random() < 0.2)) {
      await cutConnections(db, Math.floor(random() * 6));
      forget(at);
      kills++;
    }
    await Promise.all(sending);
    // The account repeats what was not answered.
    if (isKilled(seed))
      destinations = [...together.flat().filter((to) => !accepted.has(to)), ...destinations];
  }
  if (accepted.size !== reached)
    wrong.push(`${accepted.size} of ${reached} were answered as accepted`);
  const free = await db.query<{ destination: string }>(
    `select distinct m.destination from message m where m.client_id = $1
       and (m.campaign_id is null or exists (select from chunk k where m.id = any (k.message_ids) and not k.stopped))`,
    [clientId],
  );
  if (free.length > MOST) wrong.push(`${free.length} numbers without approval`);
  const waiting = await db.query<{ id: string }>(
    `select id from campaign where client_id = $1 and status = 'WAITING_APPROVAL'`,
    [clientId],
  );
  if (waiting.length !== 1) wrong.push(`${waiting.length} campaigns wait`);
  const end = pick(ENDS);
  // The worker works for all accounts at once: one attempt ends after the other.
  await inTurn(async () => {
    if (waiting[0]) await decide(db, doors, shop, rootId, waiting[0].id, end);
    wrong.push(...(await faultsAfter(db, doors, shop, end, isKilled(seed) ? null : reached)));
  });
  return {
    seed,
    end,
    accepted: accepted.size,
    kills,
    unapproved: free.length,
    campaigns: waiting.length,
    wrong,
  };
}

let turns: Promise<void> = Promise.resolve();
/** Runs work after all that was given before. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const mine = turns.then(work);
  turns = mine.catch(() => {});
  return mine;
}

/** Ends every connection of acceptance, after so many of the database's answers. */
async function cutConnections(db: TestDatabase, answers: number): Promise<void> {
  for (let answer = 0; answer < answers; answer++) await db.query('select 1');
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'test tuma_accept'`,
  );
}

const WAYS = [
  'rest',
  'rest many',
  'smpp',
  'smpp octets',
  'jasmin',
  'kannel',
  'sendsms',
  'twilio',
] as const;

/** The same text to a reader, and another one to a computer. */
function disguised(random: () => number): string {
  const words =
    'Hurry up! Cheap loans of KES 5000 today at https://loans.example/a or call 0700123456';
  const tricks: ((text: string) => string)[] = [
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.replace('5000', String(1000 + Math.floor(random() * 9000))),
    (text) => text.replaceAll('a', 'а'),
    (text) => text.replaceAll('o', '0'),
    (text) => text.replace('loans.example/a', `l${Math.floor(random() * 1e6)}.example/b`),
    (text) => text.replaceAll(' ', random() < 0.5 ? '  ' : ' . '),
    (text) => text.replace('Cheap', 'C-h-e-a-p'),
    (text) => `${text} ${Math.floor(random() * 1e9)}`,
  ];
  return tricks[Math.floor(random() * tricks.length)]!(words);
}

/** @returns the numbers whose calls were answered as accepted */
async function sendBy(
  { apps, acceptors, rest }: Doors,
  at: number,
  { username, clientId, user }: Sending,
  numbersOf: readonly string[],
  write: () => string,
  way: (typeof WAYS)[number],
): Promise<readonly string[]> {
  const app = apps[at]!;
  const form = (url: string, fields: Record<string, string>, authorization?: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(authorization && { authorization }),
      },
      payload: new URLSearchParams(fields).toString(),
    });
  const query = (url: string, fields: Record<string, string>) =>
    app.inject({ method: 'GET', url: `${url}?${new URLSearchParams(fields)}` });
  const each = async (send: (to: string) => Promise<{ statusCode: number }>) => {
    const taken: string[] = [];
    for (const to of numbersOf) if ((await send(to)).statusCode < 300) taken.push(to);
    return taken;
  };
  switch (way) {
    case 'rest':
    case 'rest many': {
      const offers = numbersOf.map((to) => ({ from: 'SHOP', to: `+${to}`, text: write() }));
      const post = rest[at]!.find(({ endpoint }) => endpoint === restMessages.send)!
        .handler as unknown as (input: unknown, call: unknown) => Promise<Record<string, unknown>>;
      const caller = {
        key: { apiKeyId: `${clientId}-${at}`, clientId, test: false },
        own: scopeOf({ clientId, path: '' }, 'own'),
        idempotency: undefined,
        language: 'en',
      };
      const isAccepted = (input: unknown, count: number) =>
        post(input, caller).then(
          (answer) => (answer['acceptedCount'] ?? 1) === count,
          (error: unknown) => {
            if (error instanceof Refusal) throw error;
            return false; // the connection was cut
          },
        );
      if (way === 'rest many')
        return (await isAccepted({ messages: offers }, offers.length)) ? numbersOf : [];
      const taken: string[] = [];
      for (const [at, offer] of offers.entries())
        if (await isAccepted(offer, 1)) taken.push(numbersOf[at]!);
      return taken;
    }
    case 'smpp':
    case 'smpp octets': {
      const requests = numbersOf.map((to): MessageRequest => {
        const text = write();
        return {
          from: 'SHOP',
          to,
          content:
            way === 'smpp'
              ? { text }
              : {
                  octets: Buffer.from(text.slice(0, 140), 'latin1'),
                  dataCoding: 4,
                  esmClass: 0,
                  text,
                },
        };
      });
      const outcomes = await acceptors[at]!.accept(
        { source: 'SMPP', clientId, user, test: false },
        requests,
      ).catch(() => []);
      return numbersOf.filter((_, each) => outcomes[each] && !('refusal' in outcomes[each]));
    }
    case 'jasmin':
      return each((to) =>
        query('/send', {
          username,
          password: PASSWORD,
          from: 'SHOP',
          to,
          content: write(),
          coding: '0',
        }),
      );
    case 'kannel':
      return each((to) =>
        query('/cgi-bin/sendsms', {
          username,
          password: PASSWORD,
          from: 'SHOP',
          to,
          text: write(),
          coding: '2',
          charset: 'UTF-8',
        }),
      );
    case 'sendsms':
      return each((to) =>
        app.inject({
          method: 'POST',
          url: '/api/services/sendsms/',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({
            apikey: PASSWORD,
            partnerID: username,
            mobile: to,
            message: write(),
            shortcode: 'SHOP',
          }),
        }),
      );
    case 'twilio':
      return each((to) =>
        form(
          `/2010-04-01/Accounts/${accountSidOf(username)}/Messages.json`,
          { From: 'SHOP', To: `+${to}`, Body: write() },
          `Basic ${Buffer.from(`${accountSidOf(username)}:${PASSWORD}`).toString('base64')}`,
        ),
      );
  }
}

/** Ends the campaign that waits, as the seed chose, and lets the worker do its part. */
async function decide(
  db: TestDatabase,
  { portal, database }: Doors,
  { clientId }: Sending,
  rootId: string,
  campaignId: string,
  end: Attempt['end'],
): Promise<void> {
  await aggregate(database);
  const root = { clientId: rootId, accessLevel: 'ADMINISTRATOR' as const, path: '1.' };
  switch (end) {
    case 'approved':
      await call(portal, campaigns.approve, root, { campaignId, approved: true });
      break;
    case 'declined':
      await call(portal, campaigns.approve, root, {
        campaignId,
        approved: false,
        reason: 'Not like this',
      });
      break;
    case 'cancelled': {
      const owner = { clientId, accessLevel: 'EBU_CLIENT' as const, path: '' };
      await call(portal, sms.cancelCampaign, owner, { campaignId });
      break;
    }
    case 'expired':
      await db.query(`update chunk set expires_at = now() where campaign_id = $1`, [campaignId]);
      await sweepDispatch(database);
      await endEmptied(database);
      break;
    case 'undecided':
      break;
  }
  await startDue(database);
  await releaseGathered(database);
  await dropEnded(database);
  await aggregate(database);
}

/** The faults at the end: the campaign's status, its messages, or units. */
async function faultsAfter(
  db: TestDatabase,
  { database }: Doors,
  { clientId }: Sending,
  end: Attempt['end'],
  /** Null where calls were repeated, so that some numbers have two messages. */
  reached: number | null,
): Promise<string[]> {
  const wrong: string[] = [];
  const expect = <T>(what: string, is: T, should: T) => {
    if (is !== should) wrong.push(`${what} is ${String(is)}, not ${String(should)} (${end})`);
  };
  const [campaign] = await db.query<{
    status: string;
    total: number;
    held: bigint;
    released: bigint;
    refunded: bigint;
  }>(
    `select status, total, units_held as held, units_released as released, units_refunded as refunded from campaign where client_id = $1`,
    [clientId],
  );
  const [made] = await db.query<{ all: number; waited: number }>(
    `select count(*)::int as all, count(campaign_id)::int as waited from message where client_id = $1`,
    [clientId],
  );
  const { all, waited } = made!;
  if (reached !== null) {
    expect('the number of messages', all, reached);
    expect('what waited', waited, reached - MOST);
  }
  expect(
    'the campaign',
    campaign?.status,
    {
      approved: 'RUNNING',
      declined: 'DECLINED',
      cancelled: 'CANCELLED',
      expired: 'CANCELLED',
      undecided: 'WAITING_APPROVAL',
    }[end],
  );
  expect('its size', campaign?.total, waited);
  const [sum] = await db.query<{ queued: number; ended: number; open: bigint; stopped: number }>(
    `select count(*) filter (where status = ${MESSAGE_STATUS.QUEUED})::int as queued,
       count(*) filter (where status = $2)::int as ended,
       coalesce(sum(units) filter (where status = ${MESSAGE_STATUS.QUEUED}), 0)::bigint as open,
       (select coalesce(sum(size - pos), 0) from chunk where client_id = $1 and stopped)::int as stopped
     from message where client_id = $1`,
    [
      clientId,
      {
        approved: -1,
        undecided: -1,
        declined: MESSAGE_STATUS.REJECTED,
        cancelled: MESSAGE_STATUS.CANCELLED,
        expired: MESSAGE_STATUS.EXPIRED,
      }[end],
    ],
  );
  const goOn = end === 'approved' || end === 'undecided';
  expect('what is queued', sum!.queued, goOn ? all : all - waited);
  expect('what ended', sum!.ended, goOn ? 0 : waited);
  expect('what is stopped', sum!.stopped, end === 'undecided' ? waited : 0);
  const { held } = await database.run(systemScope(), (tx) => getBalances(tx, clientId));
  expect('what is held', Number(held), Number(sum!.open));
  expect('what came back', Number(campaign?.refunded), goOn ? 0 : Number(campaign?.held));
  return wrong;
}
