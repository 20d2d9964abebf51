/**
 * An attack on a customer's verify calls among its real users: numbers that earn somebody money are
 * entered into its form, and no code of theirs is ever read. On the real functions and a real database.
 */
import { addRoute } from '../../harness/pipeline.ts';
import { openAcceptor } from '../../../src/server/core/accept/accept.ts';
import { publishConfig } from '../../../src/server/core/dispatch/routing/config-version.ts';
import { openRefusalCounter } from '../../../src/server/core/guard/refusal-counter.ts';
import { newCode } from '../../../src/server/core/verification-codes/codes.rules.ts';
import { checkVerification } from '../../../src/server/features/verifications/check.ts';
import { startVerification } from '../../../src/server/features/verifications/start.ts';
import type { VerificationServices } from '../../../src/server/features/verifications/start.ts';
import { insertClient } from '../../../src/server/features/clients/clients.store.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import type { Database } from '../../../src/server/infra/database/db.ts';
import { openAccounts, purchase } from '../../../src/server/core/ledger/ledger.ts';
import { seedRates } from '../../../src/server/core/ledger/rates.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { Refusal } from '../../../src/server/infra/errors.ts';
import { scopeOf, systemScope } from '../../../src/server/infra/database/scope.ts';
import type { Scope } from '../../../src/server/infra/database/scope.ts';

export type Attack = {
  databaseUrl: string;
  seed: number;
  numbers: number;
  users: number;
  /** Blocks of six digits that the attack alone has. */
  blocks: number;
  /** Ranges of eight digits that it has within blocks of real users, five of them in each at most. */
  ranges: number;
  /** Codes that may stay unentered, by the digits of a block, in place of the platform's own. */
  codes?: Readonly<Record<number, number>>;
};

export type Outcome = {
  /** Codes that went to numbers of the attack. */
  sent: number;
  /** Refused, by the rule's code. */
  refused: Record<string, number>;
  /** Real users that were refused, by the rule's code. */
  disturbed: Record<string, number>;
  verified: number;
};

/** Mobile numbers of countries that the shop does not send to: how they begin, and the digits behind. */
const FOREIGN = [
  ['3706', 7],
  ['3712', 7],
  ['37529', 7],
  ['99890', 7],
  ['99450', 7],
  ['21261', 7],
  ['9477', 7],
] as const;
/** Calls under way at a time. */
const AT_ONCE = 10;
/** One of ten real users never enters the code. */
const GIVES_UP = 10;
const USER_BLOCKS = 30;

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Plays the attack and the users in one mixed order, and counts what came of each. */
export async function playAttack(attack: Attack): Promise<Outcome> {
  const connect = (role: 'tuma_portal' | 'tuma_accept', max: number) =>
    openDatabase({ connectionString: attack.databaseUrl }, role, {
      max,
      name: 'verify attack',
      onLost: () => {},
    });
  const database = connect('tuma_portal', AT_ONCE + 2);
  const accepting = connect('tuma_accept', 6);
  try {
    const own = await openShop(database, attack);
    return await playVisits(attack, own, {
      database,
      acceptor: openAcceptor({ database: accepting }),
    });
  } finally {
    await Promise.all([database.close(), accepting.close()]);
  }
}

async function playVisits(
  attack: Attack,
  own: Scope,
  { database, acceptor }: Pick<VerificationServices, 'database' | 'acceptor'>,
): Promise<Outcome> {
  const keys = Buffer.alloc(32, 5);
  const at = { database, acceptor, keys, countRefusals: openRefusalCounter(database) };
  const outcome: Outcome = { sent: 0, refused: {}, disturbed: {}, verified: 0 };
  const start = (to: string) =>
    startVerification(
      at,
      { to, language: 'en', length: 6, validitySeconds: 600, tries: 5, resendSeconds: 60 },
      { own, test: false, request: undefined },
    );
  const count = (where: Record<string, number>, error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    where[error.code] = (where[error.code] ?? 0) + 1;
  };
  const enter = async (id: string) => {
    const { code } = newCode(keys, id, 6);
    const { valid } = await database.run(own, (tx) =>
      checkVerification(tx, keys, { clientId: own.clientId, id, test: false, code }),
    );
    if (valid) outcome.verified++;
  };
  const visits = visitsOf(attack);
  const work = async (): Promise<void> => {
    for (let visit = visits.pop(); visit; visit = visits.pop()) {
      const { to, user } = visit;
      try {
        const { id } = await start(to);
        if (user === undefined) outcome.sent++;
        else if (user % GIVES_UP !== 0) await enter(id);
      } catch (error) {
        count(user === undefined ? outcome.refused : outcome.disturbed, error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcome;
}

/** The shop that is attacked: of Kenya, which it alone sends to, with prices, a route and units. */
async function openShop(database: Database, { codes }: Attack): Promise<Scope> {
  const [rootId, clientId] = [newId(), newId()];
  await database.run(systemScope(), async (tx) => {
    for (const [id, parentId] of [
      [rootId, null],
      [clientId, rootId],
    ] as const) {
      await insertClient(tx, {
        clientId: id,
        parentId,
        clientName: 'Duka',
        accountType: 'COMPANY',
        email: `${id}@example.test`,
        country: 'KE',
        timezone: 'Africa/Nairobi',
        accessLevel: parentId === null ? 'ADMINISTRATOR' : 'COMPANY',
        clientStatus: 'ACTIVE',
        passwordHash: null,
      });
      await openAccounts(tx, id);
      if (parentId === null) await seedRates(tx, id);
    }
    await purchase(tx, { clientId, units: 1_000_000_0000n, idempotencyKey: 'start' });
    await tx.query(
      `insert into sender (id, sender, client_id, kind, country, status) values ($1, 'DUKA', $2, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING')`,
      [newId(), clientId],
    );
    const {
      rows: [connector],
    } = await tx.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{"host":"x","username":"x"}') returning id`,
    );
    await addRoute(tx, 0, 'DefaultRoute', [connector!.id]);
    await publishConfig(tx, null);
    await tx.query(
      `insert into guard_rule (id, client_id, kind, countries) values ($1, $2, 'COUNTRIES', '{KE}')`,
      [newId(), clientId],
    );
    for (const [digits, most] of Object.entries(codes ?? {}))
      await tx.query(
        `update guard_rule set codes = $2 where client_id is null and kind = 'SHARE' and digits = $1`,
        [Number(digits), most],
      );
  });
  return scopeOf({ clientId, path: '' }, 'own');
}

/** Everybody who comes, in a random order: numbers of the attack, and real users by their number. */
function visitsOf({
  seed,
  numbers,
  users,
  blocks,
  ranges,
}: Attack): { to: string; user?: number }[] {
  const random = randomOf(seed);
  const digits = (count: number) => String(random(10 ** count)).padStart(count, '0');
  const own = Array.from({ length: blocks }, (_, block) => `2547${40 + block}`);
  const shared = Array.from(
    { length: ranges },
    (_, range) => `2547${String(Math.floor(range / 5)).padStart(2, '0')}${90 + (range % 5)}`,
  );
  const attacked = Array.from({ length: numbers }, () => {
    const kind = random(20);
    if (kind < 11) {
      const [beginning, behind] = FOREIGN[random(FOREIGN.length)]!;
      return `+${beginning}${digits(behind)}`;
    }
    if (kind < 17) return `+${own[random(own.length)]}${digits(6)}`;
    return `+${shared[random(shared.length)]}${digits(4)}`;
  });
  // People have numbers of ranges that operators give to people.
  const people = new Set<string>();
  while (people.size < users)
    people.add(
      `+2547${String(random(USER_BLOCKS)).padStart(2, '0')}${String(random(90)).padStart(2, '0')}${digits(4)}`,
    );
  const visits = [
    ...attacked.map((to) => ({ to })),
    ...[...people].map((to, user) => ({ to, user })),
  ];
  for (let at = visits.length - 1; at > 0; at--) {
    const other = random(at + 1);
    [visits[at], visits[other]] = [visits[other]!, visits[at]!];
  }
  return visits;
}
