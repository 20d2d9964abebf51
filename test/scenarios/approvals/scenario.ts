// Long because an attempt is followed from its calls to its units. An account whose texts need approval tries to reach
// many numbers with one text, through every way that software sends, in any mixture and by two processes at once; then
// somebody decides, or nobody does. In some attempts the connections of acceptance are cut in the middle of calls, and what
// a process knew is lost; in others the api and the gateway are processes that are killed. The account repeats every call
// that was not answered.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { campaigns } from '../../../src/contract/api/campaigns.ts';
import { sms } from '../../../src/contract/api/campaign-sending.ts';
import { restMessages } from '../../../src/contract/api/rest-messages.ts';
import { MESSAGE_STATUS } from '../../../src/contract/api/messages.ts';
import { openAcceptor } from '../../../src/server/core/accept/accept.ts';
import { SoftwareCounter } from '../../../src/server/core/software-use/software-use.ts';
import type { Acceptor, MessageRequest } from '../../../src/server/core/accept/accept.ts';
import { readUsers } from '../../../src/server/core/gateway-users/gateway-users.store.ts';
import type { UserRow } from '../../../src/server/core/gateway-users/gateway-users.store.ts';
import { getBalances } from '../../../src/server/core/ledger/ledger.ts';
import { checkLedger } from '../../../src/server/core/ledger/verify-ledger.ts';
import { insertApiKey } from '../../../src/server/features/api-keys/api-keys.store.ts';
import { newApiKey } from '../../../src/server/features/api-keys/api-keys.ts';
import {
  aggregate,
  dropEnded,
  sweepDispatch,
} from '../../../src/server/features/campaigns/progress/aggregate.jobs.ts';
import { campaignRoutes } from '../../../src/server/features/campaigns/campaigns.api.ts';
import {
  endEmptied,
  releaseGathered,
} from '../../../src/server/features/campaigns/approval/gathered.jobs.ts';
import { startDue } from '../../../src/server/features/campaigns/send/schedule.jobs.ts';
import { restMessageRoutes } from '../../../src/server/features/messages/rest.api.ts';
import type { Database } from '../../../src/server/infra/database/db.ts';
import { Refusal } from '../../../src/server/infra/errors.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { openPageTokens } from '../../../src/server/infra/database/pages.ts';
import { scopeOf, systemScope } from '../../../src/server/infra/database/scope.ts';
import type { Route } from '../../../src/server/infra/http/http.ts';
import { call, messenger } from '../../harness/campaigns.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { openShops } from '../../harness/shops.ts';
import { open } from '../../harness/wallets.ts';
import { numbers } from '../crash/scenario.ts';
import { startProcesses } from './processes.ts';
import type { Processes } from './processes.ts';
import { disguised, sendBy, WAYS } from './ways.ts';
import type { Software } from './ways.ts';

/** Numbers that a text may reach, as the platform has it from the start. */
const MOST = 50;
/** The longest from the begin of calls to the kill of a process that answers them. */
const MOST_KILL_MS = 60;
const ENDS = ['approved', 'declined', 'cancelled', 'expired', 'undecided'] as const;

export type Attempt = {
  seed: number;
  end: (typeof ENDS)[number];
  /** Numbers whose calls were answered as accepted. */
  accepted: number;
  /** How often the connections were cut. */
  kills: number;
  /** Kills of the api or the gateway. */
  processKills: number;
  /** Numbers of messages that needed no decision. */
  unapproved: number;
  campaigns: number;
  wrong: string[];
};

export type Servers = {
  apps: FastifyInstance[];
  acceptors: Acceptor[];
  rest: Route[][];
  portal: Route[];
  database: Database;
};
type Sending = { username: string; clientId: string; user: UserRow };

/** Attempts that run beside each other: the database works for one while this process does for another. */
const AT_ONCE = 3;
/**
 * One attempt of so many is with cuts, and one with processes that are killed. They run after the others,
 * because a kill hits everything.
 */
const KILLED_OF = 5;
const KINDS = ['undisturbed', 'cut', 'processes'] as const;
type Kind = (typeof KINDS)[number];
const kindOf = (seed: number): Kind => {
  if (seed % KILLED_OF === 0) return 'cut';
  return seed % KILLED_OF === 3 ? 'processes' : 'undisturbed';
};

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
  const servers: Servers = {
    apps: [await shops.mountHttpDialects(), await shops.mountHttpDialects()],
    acceptors,
    rest: acceptors.map((acceptor) => restMessageRoutes({ database, tokens, acceptor, counter })),
    portal: campaignRoutes({ database, tokens, messenger }),
    database,
  };
  const forget = (at: number) => {
    acceptors[at] = openAcceptor({ database: pools[at]! });
    servers.rest[at] = restMessageRoutes({
      database,
      tokens,
      acceptor: acceptors[at]!,
      counter,
    });
  };
  const attempts: Attempt[] = [];
  let processes: Processes | undefined;
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
    const place = { db, servers, forget, rootId: shops.rootId, processes };
    attempts.push(await attempt(place, shop, seed, reached));
  };
  try {
    for (const kind of KINDS) {
      const left = seeds.filter((seed) => kindOf(seed) === kind);
      if (kind === 'processes' && left.length > 0) {
        // The carrier of this platform is not there: nothing is sent.
        await db.query('update connector set started = false');
        processes = await startProcesses(db.url);
      }
      const work = async () => {
        for (let seed = left.shift(); seed !== undefined; seed = left.shift()) await run(seed);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }
  } finally {
    await processes?.stop();
    for (const app of servers.apps) await app.close();
  }
  attempts.sort((a, b) => a.seed - b.seed);
  const books = await database.run(systemScope(), checkLedger);
  if (!books.ok) attempts.at(-1)?.wrong.push(`the ledger: ${JSON.stringify(books)}`);
  return attempts;
}

type Place = {
  db: TestDatabase;
  servers: Servers;
  rootId: string;
  forget(at: number): void;
  processes: Processes | undefined;
};

async function attempt(
  { db, servers, forget, rootId, processes }: Place,
  shop: Sending,
  seed: number,
  reached: number,
): Promise<Attempt> {
  const random = numbers(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const { clientId } = shop;
  const wrong: string[] = [];
  const accepted = new Set<string>();
  const kind = kindOf(seed);
  const software = processes?.openSoftware(
    shop.username,
    await addApiKey(servers.database, clientId),
  );
  /** Numbers that were sent to under an idempotency key. */
  const keyed = new Set<string>();
  let [kills, processKills, calls] = [0, 0, 0];
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
      const way = pick(WAYS);
      const caller = software ?? openLocalSoftware(servers, at, shop);
      if (software && (way === 'rest' || way === 'rest many')) for (const to of some) keyed.add(to);
      const taken = await sendBy(caller, shop.username, some, () => disguised(own), way);
      for (const number of taken) accepted.add(number);
    });
    if (kind === 'cut' && (kills === 0 || random() < 0.2)) {
      await cutConnections(db, Math.floor(random() * 6));
      forget(at);
      kills++;
    }
    if (processes && (processKills === 0 || random() < 0.2)) {
      await sleep(random() * MOST_KILL_MS);
      await processes.kill(Math.floor(random() * 2));
      processKills++;
    }
    await Promise.all(sending);
    // The account repeats what was not answered; over processes its software has done so.
    if (kind === 'cut')
      destinations = [...together.flat().filter((to) => !accepted.has(to)), ...destinations];
  }
  software?.close();
  if (accepted.size !== reached)
    wrong.push(`${accepted.size} of ${reached} were answered as accepted`);
  const free = await db.query<{ destination: string }>(
    `select distinct m.destination from message m where m.client_id = $1
       and (m.campaign_id is null or m.id in (select unnest(k.message_ids) from chunk k where k.client_id = $1 and not k.stopped))`,
    [clientId],
  );
  if (free.length > MOST) wrong.push(`${free.length} numbers without approval`);
  const waiting = await db.query<{ id: string }>(
    `select id from campaign where client_id = $1 and status = 'WAITING_APPROVAL'`,
    [clientId],
  );
  if (waiting.length !== 1) wrong.push(`${waiting.length} campaigns wait`);
  const [stored] = await db.query<{ numbers: number }>(
    'select count(distinct destination)::int as numbers from message where client_id = $1',
    [clientId],
  );
  if (stored!.numbers !== reached)
    wrong.push(`${stored!.numbers} of ${reached} numbers are stored`);
  const other = await db.query<{ destination: string; count: number }>(
    `select destination, count(id)::int as count from unnest($2::text[]) as t (destination) left join message using (destination)
     where client_id = $1 or client_id is null group by destination having count(id) <> 1`,
    [clientId, [...keyed]],
  );
  for (const { destination, count } of other)
    wrong.push(`${destination} has ${count} messages under one idempotency key`);
  const end = pick(ENDS);
  // The worker works for all accounts at once: one attempt ends after the other.
  await inTurn(async () => {
    if (waiting[0]) await decide(db, servers, shop, rootId, waiting[0].id, end);
    wrong.push(
      ...(await faultsAfter(db, servers, shop, end, kind === 'undisturbed' ? reached : null)),
    );
  });
  return {
    seed,
    end,
    accepted: accepted.size,
    kills,
    processKills,
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

/** An API key of an account, which may send. */
async function addApiKey(database: Database, clientId: string): Promise<string> {
  const { key, prefix, keyHash } = newApiKey(false);
  await database.run(systemScope(), (tx) =>
    insertApiKey(tx, {
      id: newId(),
      clientId,
      name: 'shop',
      scopes: ['send'],
      ipList: [],
      test: false,
      prefix,
      keyHash,
    }),
  );
  return key;
}

/** Ends every connection of acceptance, after so many of the database's answers. */
async function cutConnections(db: TestDatabase, answers: number): Promise<void> {
  for (let answer = 0; answer < answers; answer++) await db.query('select 1');
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'test tuma_accept'`,
  );
}

/** The calls of an account's software, answered in this process. */
export function openLocalSoftware(
  { apps, acceptors, rest }: Servers,
  at: number,
  { clientId, user }: Sending,
): Software {
  return {
    ask: (request) => apps[at]!.inject(request),
    async post(input) {
      const send = rest[at]!.find(({ endpoint }) => endpoint === restMessages.send)!
        .handler as unknown as (input: unknown, call: unknown) => Promise<Record<string, unknown>>;
      const answer = await send(input, {
        key: { apiKeyId: `${clientId}-${at}`, clientId, test: false },
        own: scopeOf({ clientId, path: '' }, 'own'),
        idempotency: undefined,
        language: 'en',
      }).catch((error: unknown) => {
        if (error instanceof Refusal) throw error;
        return { acceptedCount: 0 }; // the connection was cut
      });
      return Number(answer['acceptedCount'] ?? 1);
    },
    async submit(submissions) {
      const requests = submissions.map(({ to, text, isOctets }): MessageRequest => ({
        from: 'SHOP',
        to,
        content: isOctets
          ? {
              octets: Buffer.from(text.slice(0, 140), 'latin1'),
              dataCoding: 4,
              esmClass: 0,
              text,
            }
          : { text },
      }));
      const outcomes = await acceptors[at]!.accept(
        { source: 'SMPP', clientId, user, test: false },
        requests,
      ).catch(() => []);
      return requests.map(
        (_, each) => outcomes[each] !== undefined && !('refusal' in outcomes[each]),
      );
    },
  };
}

/** Ends the campaign that waits, as the seed chose, and lets the worker do its part. */
async function decide(
  db: TestDatabase,
  { portal, database }: Servers,
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
  { database }: Servers,
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
