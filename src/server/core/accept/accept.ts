/**
 * The one door for messages that customers' software hands over, whatever dialect it speaks. What comes at the same moment
 * is taken together, in one transaction with one hold for each client; whoever is answered knows that it is on disk.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction, Tx } from '../../infra/database/db.ts';
import { CommitUnknown, DatabaseAway } from '../../infra/database/failures.ts';
import { settled } from '../../infra/database/pipeline.ts';
import { lockQuotas, readUsers, takeFromQuotas } from '../gateway-users/gateway-users.store.ts';
import type { UserRow } from '../gateway-users/gateway-users.store.ts';
import { configInForce } from '../dispatch/config-version.ts';
import { leftOfToday } from '../dispatch/daily-limit.ts';
import { addToQueue, enqueueScripted } from '../dispatch/enqueue.store.ts';
import { countWaiting, hasMessage, wakeLinks } from '../dispatch/queue.store.ts';
import type { NewMessage } from '../dispatch/types.ts';
import { compileRoutes, routeRates } from '../dispatch/routing.rules.ts';
import type { GatewayConfig, Routing, RoutingFacts } from '../dispatch/routing.rules.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { formatUnits } from '../../../contract/shared/units.ts';
import {
  dailyLimit,
  idempotencyKeyReused,
  noUnits,
  numberBlocked,
  optedOut,
  queueFull,
  quotaSpent,
  Refusal,
  throughputExceeded,
} from '../../infra/errors.ts';
import {
  dropKeys,
  findAnswers,
  keepAnswers,
  takeKeys,
} from '../../infra/http/idempotency.store.ts';
import { newId } from '../../infra/ids.ts';
import { lockWallets } from '../ledger/ledger.ts';
import { priceTableUntil } from '../ledger/rates.ts';
import type { PriceTable } from '../ledger/prices.rules.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { Throughput } from '../../infra/throughput.ts';
import { readOffer } from './accept.rules.ts';
import type { Draft, Encoding, Grounds, Offer, Party } from './accept.rules.ts';
import {
  limitWaiting,
  readClients,
  readLeftOut,
  readSenders,
  readStamp,
  readWindows,
  takeThroughput,
} from './accept.store.ts';
import type { Haste } from './accept.store.ts';
import { outcomeOf } from './script.rules.ts';
import type { SenderFacts } from './sender.rules.ts';
import type { Window } from './windows.rules.ts';

export type { Offer, Party } from './accept.rules.ts';

/** A message that was taken: it is on disk, priced and held for. `units` in ten-thousandths. */
export type Taken = {
  messageId: string;
  destination: string;
  sender: string;
  segments: number;
  encoding: Encoding;
  units: bigint;
};
export type Outcome = Taken | { refusal: Refusal };

export interface Acceptor {
  /**
   * Takes messages: one outcome an offer, in their order, after the commit; what one offer is never throws.
   * @param once a key under which all of it is done once: a repeat is answered what the first one was. Where nothing was taken, the key may be used again
   * @throws Refusal IDEMPOTENCY_KEY_REUSED where the key came with something else
   */
  accept(
    party: Party,
    offers: readonly Offer[],
    once?: { key: string; bodyHash: Buffer },
  ): Promise<Outcome[]>;
  /** What a message would cost and where it would go, taking nothing: neither units nor limits are looked at. */
  quote(
    party: Party,
    offer: Offer,
  ): Promise<
    (Omit<Taken, 'messageId'> & Pick<Routing, 'routeId' | 'connectorIds'>) | { refusal: Refusal }
  >;
}

/** What comes within so long is taken together. */
const GATHER_MS = 2;
/** Messages of one transaction at most, but those of one call stay together. */
const MOST_TOGETHER = 2000;
/**
 * Single messages of one client that may wait, so that nobody fills the queue while a carrier is away. Each process counts
 * what it takes itself and asks the queue when that might be too many, so together they may let in some more.
 */
const MOST_WAITING = 500_000;
const ASK_AGAIN_MS = 2000;
/** A fail-over of the database takes some seconds; whoever waits for an answer waits no longer than this. */
const ASK_FATE_MS = 20_000;
const ASK_FATE_AGAIN_MS = 250;
/** Transactions at a time; the wallet of one client is in one of them only. */
const MOST_AT_ONCE = 3;

type Call = {
  party: Party;
  offers: readonly Offer[];
  once: { key: string; bodyHash: Buffer } | undefined;
  resolve(outcomes: Outcome[]): void;
  reject(error: unknown): void;
};

/** Opens the door. @param database works as `tuma_accept`, with at least as many connections as there are transactions at a time, one for quotes, and one to wake the links */
export function openAcceptor({ database }: { database: Database }): Acceptor {
  const throughput = new Throughput();
  const memory = new Memory();
  const scope = systemScope();
  let waiting: Call[] = [];
  /** Clients in the transactions that are under way. */
  const busy = new Set<string>();
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  let [waking, wakeAgain] = [false, false];

  function add(call: Call): void {
    waiting.push(call);
    timer ??= setTimeout(next, GATHER_MS);
  }

  /** Begins transactions with what waits; of a client that is in one already the rest comes after it. */
  function next(): void {
    clearTimeout(timer);
    timer = undefined;
    while (running < MOST_AT_ONCE) {
      const calls = gather();
      if (calls.length === 0) return;
      const clients = new Set(calls.map(({ party }) => party.clientId));
      for (const client of clients) busy.add(client);
      running++;
      void take(calls).finally(() => {
        for (const client of clients) busy.delete(client);
        running--;
        if (waiting.length > 0) next();
      });
    }
  }

  function gather(): Call[] {
    const calls: Call[] = [];
    const later: Call[] = [];
    const keys = new Set<string>();
    let messages = 0;
    for (const call of waiting) {
      const key = call.once && `${call.party.clientId} ${call.once.key}`;
      const fits = messages === 0 || messages + call.offers.length <= MOST_TOGETHER;
      // Whoever repeats a call waits for it.
      if (!fits || busy.has(call.party.clientId) || (key !== undefined && keys.has(key)))
        later.push(call);
      else {
        calls.push(call);
        messages += call.offers.length;
        if (key !== undefined) keys.add(key);
      }
    }
    waiting = later;
    return calls;
  }

  /** What fails the database fails by itself: the others are tried without it, unless the database was away for all. */
  async function take(calls: Call[]): Promise<void> {
    let taken: Taking | undefined;
    try {
      await database.run(scope, async (tx) => {
        taken = await takeTogether(tx, memory, calls);
      });
      answer(calls, taken!);
      if (taken!.first !== undefined) wake();
    } catch (error) {
      if (error instanceof CommitUnknown) {
        const fate = await fateOf(calls, taken?.first).catch(() => 'unknown' as const);
        if (fate === 'taken') answer(calls, taken!);
        else
          for (const call of calls) call.reject(fate === 'lost' ? new DatabaseAway(error) : error);
      } else if (calls.length === 1 || error instanceof DatabaseAway)
        for (const call of calls) call.reject(error);
      else for (const call of calls) await take([call]);
    }
  }

  /**
   * Wakes the links, after the commit: a transaction that notifies keeps all others that do waiting until it is on disk.
   * What is taken while they are being woken wakes them once more, together.
   */
  function wake(): void {
    if (waking) {
      wakeAgain = true;
      return;
    }
    waking = true;
    wakeLinks(database.plain)
      .catch(() => {})
      .finally(() => {
        waking = false;
        if (wakeAgain) {
          wakeAgain = false;
          wake();
        }
      });
  }

  function answer(calls: readonly Call[], { answers }: Taking): void {
    calls.forEach((call, at) => {
      const its = answers[at]!;
      if (its instanceof Refusal) call.reject(its);
      else call.resolve(its);
    });
  }

  /**
   * What became of a transaction whose commit was not answered. It held the wallets of its clients: whoever has these
   * knows that it has ended, and one of its messages is there or is not.
   * @param first a message that it made; without one it changed nothing
   */
  async function fateOf(
    calls: readonly Call[],
    first: string | undefined,
  ): Promise<'taken' | 'lost'> {
    if (first === undefined) return 'taken';
    const clientIds = [...new Set(calls.map(({ party }) => party.clientId))].sort();
    for (const since = performance.now(); ;) {
      try {
        return await database.run(scope, async (tx) => {
          await limitWaiting(tx, ASK_FATE_MS);
          await lockWallets(tx, clientIds);
          return (await hasMessage(tx, first)) ? 'taken' : 'lost';
        });
      } catch (error) {
        if (!(error instanceof DatabaseAway) || performance.now() - since > ASK_FATE_MS)
          throw error;
        await sleep(ASK_FATE_AGAIN_MS);
      }
    }
  }

  return {
    async accept(party, offers, once) {
      if (offers.length === 0) return [];
      // What one process alone lets through is too much already; what all do together is counted in the transaction.
      const limit = limitOf(party, memory);
      const allowed =
        limit > 0 && party.user
          ? throughput.take(nameOf(party), limit, offers.length)
          : offers.length;
      const tooFast = offers.slice(allowed).map(() => ({ refusal: throughputExceeded(limit) }));
      if (allowed === 0) return tooFast;
      const outcomes = await new Promise<Outcome[]>((resolve, reject) =>
        add({ party, offers: offers.slice(0, allowed), once, resolve, reject }),
      );
      return [...outcomes, ...tooFast];
    },
    async quote(party, offer) {
      return database.run(scope, async (tx) => {
        const { read } = await readOffers(tx, memory, [{ party, offers: [offer] }]);
        const draft = read[0]![0]!;
        if (draft instanceof Refusal) return { refusal: draft };
        const {
          message: { destination, sender, segments, units },
          encoding,
          routing: { routeId, connectorIds },
        } = draft;
        return { destination, sender, segments, units, encoding, routeId, connectorIds };
      });
    },
  };
}

/** Of a user at one door: SMPP and HTTP have limits of their own. */
const nameOf = ({ source, user }: Party): string => `${source} ${user?.id}`;

/** Messages a second that the user may send, as it was when its credentials were last read; 0: no limit. */
function limitOf({ user, source }: Party, memory: Memory): number {
  if (!user) return 0;
  const { quota } = (memory.users.get(user.id) ?? user).mtMessagingCred;
  return (source === 'SMPP' ? quota.smpps_throughput : quota.http_throughput) ?? 0;
}

// --- what is kept between transactions -------------------------------------------------------------------------------

/**
 * Prices, sender IDs and hours as they were under one stamp. A transaction goes by the one that it began with, whatever
 * others learn or forget beside it: what it reads later is newer than its stamp, never older.
 */
class Known {
  readonly stamp: bigint;
  readonly prices = new Map<string, { prices: PriceTable | undefined; until: Date | null }>();
  readonly senders = new Map<string, SenderFacts[]>();
  windows: (Window & { kind: string })[] | undefined;

  constructor(stamp: bigint) {
    this.stamp = stamp;
  }
}

type Routes = {
  route: ((facts: RoutingFacts) => Routing) | undefined;
  rates: ReadonlyMap<number, number>;
  version: number;
};

/** What is true while the database says that it has not changed, and what is counted in this process. */
class Memory {
  config: GatewayConfig | undefined;
  /** What waited when the queue was last asked, and what was taken since. */
  readonly waiting = new Map<string, { count: number; at: number }>();
  /** Of users who sent, for their throughput. */
  readonly users = new Map<number, UserRow>();
  #known = new Known(-1n);
  readonly #routes = new WeakMap<GatewayConfig, Routes>();

  /** What is known under this stamp; names that nobody has fill it no further than this. */
  under(stamp: bigint): Known {
    if (stamp === this.#known.stamp && this.#known.senders.size < 100_000) return this.#known;
    const fresh = new Known(stamp);
    if (stamp >= this.#known.stamp) this.#known = fresh;
    return fresh;
  }

  routesOf(config: GatewayConfig | undefined): Routes {
    if (!config) return { route: undefined, rates: new Map(), version: 0 };
    this.config = config;
    let routes = this.#routes.get(config);
    if (!routes)
      this.#routes.set(
        config,
        (routes = {
          route: compileRoutes(config),
          rates: routeRates(config),
          version: config.version,
        }),
      );
    return routes;
  }
}

// --- one transaction --------------------------------------------------------------------------------------------------

/** For each call its outcomes, or what is wrong with its key. */
type Taking = { answers: (Outcome[] | Refusal)[]; first: string | undefined };

type Wish = { call: Pick<Call, 'party' | 'offers'>; at: number; draft: Draft };

/** Reads offers against everything that decides on them but units and limits. */
async function readOffers(
  tx: Tx,
  memory: Memory,
  calls: readonly Pick<Call, 'party' | 'offers'>[],
): Promise<{ read: (Draft | Refusal)[][]; rates: Routes['rates'] }> {
  const clientIds = [...new Set(calls.map(({ party }) => party.clientId))];
  const userIds = [...new Set(calls.flatMap(({ party }) => party.user?.id ?? []))];
  const [stamp, clients, users, config] = await settled([
    readStamp(tx),
    readClients(tx, clientIds),
    userIds.length > 0 ? readUsers(tx, userIds) : Promise.resolve(new Map<number, UserRow>()),
    configInForce(tx, memory.config),
  ]);
  const known = memory.under(stamp);
  const { route, rates, version } = memory.routesOf(config);
  for (const [id, user] of users) memory.users.set(id, user);
  const now = new Date();
  await learn(tx, known, calls, users, now);
  const read = calls.map(({ party, offers }) => {
    const grounds: Grounds = {
      now,
      client: clients.get(party.clientId),
      user: party.user ? users.get(party.user.id) : undefined,
      prices: known.prices.get(party.clientId)?.prices,
      sendersNamed: (name) => known.senders.get(name.toLowerCase()) ?? [],
      windows: known.windows ?? [],
      route,
      configVersion: version,
    };
    return offers.map((offer) => readOffer(party, offer, grounds));
  });
  return { read, rates };
}

/** Reads what is not known yet of prices, senders and hours: all of it when they have changed, nothing in most transactions. */
async function learn(
  tx: Tx,
  known: Known,
  calls: readonly Pick<Call, 'party' | 'offers'>[],
  users: ReadonlyMap<number, UserRow>,
  now: Date,
): Promise<void> {
  const names = new Set<string>();
  for (const { party, offers } of calls) {
    for (const { from } of offers)
      if (from && !from.includes('\0')) names.add(from.trim().toLowerCase());
    const own = party.user && users.get(party.user.id)?.mtMessagingCred.defaultvalue.src_addr;
    if (own) names.add(own.toLowerCase());
  }
  const unknown = [...names].filter((name) => !known.senders.has(name));
  const unpriced = [...new Set(calls.map(({ party }) => party.clientId))].filter((clientId) => {
    const priced = known.prices.get(clientId);
    return !priced || (priced.until !== null && priced.until <= now);
  });
  const [senders, windows, prices] = await settled([
    unknown.length > 0 ? readSenders(tx, unknown) : Promise.resolve([]),
    known.windows ? Promise.resolve(known.windows) : readWindows(tx),
    settled(unpriced.map((clientId) => priceTableUntil(tx, clientId))),
  ] as const);
  known.windows = windows;
  for (const name of unknown)
    known.senders.set(
      name,
      senders.filter(({ sender }) => sender.toLowerCase() === name),
    );
  unpriced.forEach((clientId, at) => known.prices.set(clientId, prices[at]!));
}

/**
 * Takes what several calls hand over, in three turns with the database: what decides is read, what is taken from is locked,
 * and all that is written goes out with the commit. Locks are taken in the order in which everybody takes them: keys, the
 * day's limits, users, wallets.
 * @returns what it answers, and the first of the messages that it made
 */
async function takeTogether(
  tx: Transaction,
  memory: Memory,
  calls: readonly Call[],
): Promise<Taking> {
  const keyed = calls.flatMap(({ party: { clientId }, once }) =>
    once ? [{ clientId, ...once }] : [],
  );
  const [fresh, { read, rates }] = await settled([
    keyed.length > 0 ? takeKeys(tx, keyed) : Promise.resolve(new Set<string>()),
    readOffers(tx, memory, calls),
  ]);
  const isRepeat = ({ party: { clientId }, once }: Call) =>
    once !== undefined && !fresh.has(`${clientId} ${once.key}`);
  const answers: (Outcome[] | Refusal)[] = calls.map((call, index) =>
    isRepeat(call)
      ? []
      : read[index]!.map((each) => (each instanceof Refusal ? { refusal: each } : undefined!)),
  );
  const wanted: (Wish & { answer: Outcome[] })[] = calls.flatMap((call, index) =>
    isRepeat(call)
      ? []
      : read[index]!.flatMap((draft, at) =>
          draft instanceof Refusal
            ? []
            : [{ call, at, draft, answer: answers[index] as Outcome[] }],
        ),
  );
  const wishes = wanted.filter(({ draft }) => !draft.message.test);
  const tests = wanted
    .filter(({ draft }) => draft.message.test)
    .map(({ draft, at, answer }) => {
      const message = {
        ...draft.message,
        id: newId(),
        script: outcomeOf(draft.message.destination),
      };
      answer[at] = takenOf(message, draft);
      return message;
    });
  const repeats = calls.filter(isRepeat);
  // Whoever asks what became of a transaction waits for a wallet that it had, so those of test keys are locked as well.
  const clientIds = [...new Set(wanted.map(({ call: { party } }) => party.clientId))].sort();
  const [taken] = await settled([
    takeWishes(tx, memory, wishes, clientIds),
    repeats.length > 0 ? answerRepeats(tx, calls, repeats, answers) : Promise.resolve(),
  ]);
  tx.atCommit(
    ...addToQueue(tx, taken, { rates }),
    ...enqueueScripted(tx, tests),
    ...keep(tx, calls, answers, isRepeat),
  );
  return { answers, first: taken[0]?.id ?? tests[0]?.id };
}

/**
 * Gives each wish, in their order, what it needs of today's messages, its user's parts and its client's units, and says what came of it.
 * @param clientIds whose wallets are locked: all who wish, in order
 */
async function takeWishes(
  tx: Transaction,
  memory: Memory,
  wishes: readonly (Wish & { answer: Outcome[] })[],
  clientIds: readonly string[],
): Promise<NewMessage[]> {
  if (clientIds.length === 0) return [];
  const limited = clientIds.filter((clientId) =>
    wishes.some(({ draft }) => draft.isLimited && draft.message.clientId === clientId),
  );
  const quotaUsers = [
    ...new Set(
      wishes.flatMap(({ draft: { isMetered, message } }) =>
        isMetered && message.gatewayUserId != null ? [message.gatewayUserId] : [],
      ),
    ),
  ].sort((a, b) => a - b);
  const full = clientIds.filter((clientId) => mayBeFull(memory, clientId, wishes.length));
  const hasty = new Map<string, Haste>();
  for (const {
    call: { party },
  } of wishes) {
    const perSecond = limitOf(party, memory);
    if (perSecond === 0) continue;
    const who = nameOf(party);
    hasty.set(who, { who, perSecond, wanted: (hasty.get(who)?.wanted ?? 0) + 1 });
  }
  const [leftOut, days, quotas, waiting, allowed, { room, hold }] = await settled([
    readLeftOut(
      tx,
      wishes.map(({ draft: { message } }) => message),
    ),
    readDays(tx, limited),
    quotaUsers.length > 0 ? lockQuotas(tx, quotaUsers) : Promise.resolve(new Map<number, number>()),
    full.length > 0 ? countWaiting(tx, full) : Promise.resolve(new Map<string, number>()),
    hasty.size > 0
      ? takeThroughput(tx, [...hasty.values()])
      : Promise.resolve(new Map<string, number>()),
    lockWallets(tx, clientIds),
  ]);
  for (const clientId of full)
    memory.waiting.set(clientId, { count: waiting.get(clientId) ?? 0, at: performance.now() });
  const messages: NewMessage[] = [];
  const parts = new Map<number, number>();
  const spent = new Map<string, { units: bigint; messages: number; idem: string }>();
  for (const {
    call: { party },
    draft: { message, encoding },
    at,
    answer,
  } of wishes) {
    const { clientId, destination, units, segments, gatewayUserId } = message;
    const day = days.get(clientId);
    const sofar = spent.get(clientId) ?? { units: 0n, messages: 0, idem: '' };
    const available = room.get(clientId)! - sofar.units;
    const quota = gatewayUserId == null ? undefined : quotas.get(gatewayUserId);
    const used = gatewayUserId == null ? 0 : (parts.get(gatewayUserId) ?? 0);
    const inTime = allowed.get(nameOf(party)) ?? Infinity;
    if (inTime > 0) allowed.set(nameOf(party), inTime - 1);
    const refusal =
      inTime <= 0
        ? throughputExceeded(limitOf(party, memory))
        : leftOut.isBlocked(destination)
          ? numberBlocked(`+${destination}`)
          : leftOut.isOptedOut(clientId, destination)
            ? optedOut(`+${destination}`)
            : memory.waiting.get(clientId)!.count + sofar.messages >= MOST_WAITING
              ? queueFull(MOST_WAITING)
              : day && day.used + sofar.messages + 1 > day.limit
                ? dailyLimit(1, day.limit, day.used + sofar.messages)
                : quota !== undefined && used + segments > quota
                  ? quotaSpent(segments, quota - used)
                  : units > available
                    ? noUnits(formatUnits(units), formatUnits(available))
                    : undefined;
    if (refusal) {
      answer[at] = { refusal };
      continue;
    }
    const id = newId();
    spent.set(clientId, {
      units: sofar.units + units,
      messages: sofar.messages + 1,
      idem: sofar.idem || `message:${id}`,
    });
    if (quota !== undefined && gatewayUserId != null) parts.set(gatewayUserId, used + segments);
    messages.push({ ...message, id });
    answer[at] = takenOf({ ...message, id }, { encoding });
  }
  for (const [clientId, { messages: taken }] of spent) memory.waiting.get(clientId)!.count += taken;
  tx.atCommit(
    ...hold([...spent].map(([clientId, { units, idem }]) => ({ clientId, units, idem }))),
  );
  if (parts.size > 0)
    tx.atCommit(
      takeFromQuotas(
        tx,
        [...parts].map(([id, taken]) => ({ id, parts: taken })),
      ),
    );
  return messages;
}

/** Whether the queue is to be asked how many of a client's messages wait: the first time, and when so many more might be too many. */
function mayBeFull(memory: Memory, clientId: string, more: number): boolean {
  const known = memory.waiting.get(clientId);
  return (
    !known || (known.count + more > MOST_WAITING && performance.now() - known.at > ASK_AGAIN_MS)
  );
}

function takenOf(
  { id, destination, sender, segments, units }: NewMessage,
  { encoding }: Pick<Draft, 'encoding'>,
): Taken {
  return { messageId: id, destination, sender, segments, encoding, units };
}

/** What of today is left, of the clients that have a limit. */
async function readDays(
  tx: Tx,
  clientIds: readonly string[],
): Promise<Map<string, { limit: number; used: number }>> {
  const days = await settled(
    clientIds.map(async (clientId) => [clientId, await leftOfToday(tx, clientId)] as const),
  );
  return new Map(days.flatMap(([clientId, day]) => (day ? [[clientId, day]] : [])));
}

// --- what was answered before -----------------------------------------------------------------------------------------

type Kept = {
  outcomes: (
    | {
        messageId: string;
        destination: string;
        sender: string;
        segments: number;
        encoding: Encoding;
        units: string;
      }
    | {
        refusal: {
          status: number;
          code: ErrorCode;
          values: Refusal['values'];
          details?: Refusal['details'];
          retryAfterSeconds?: number | undefined;
        };
      }
  )[];
};

/** Keeps what is answered under keys. @returns a step for each statement */
function keep(
  tx: Tx,
  calls: readonly Call[],
  answers: readonly (Outcome[] | Refusal)[],
  isRepeat: (call: Call) => boolean,
): Promise<void>[] {
  const all = calls.flatMap((call, at) =>
    call.once && !isRepeat(call)
      ? [{ clientId: call.party.clientId, key: call.once.key, outcomes: answers[at] as Outcome[] }]
      : [],
  );
  // What took nothing may be tried again, when there are units or another day has come.
  const none = all.filter(({ outcomes }) => outcomes.every((outcome) => 'refusal' in outcome));
  const some = all.filter((each) => !none.includes(each));
  return [
    ...(none.length > 0 ? [dropKeys(tx, none)] : []),
    ...(some.length > 0
      ? [
          keepAnswers(
            tx,
            some.map(({ clientId, key, outcomes }) => ({
              clientId,
              key,
              answer: { outcomes: outcomes.map(kept) } satisfies Kept,
            })),
          ),
        ]
      : []),
  ];
}

function kept(outcome: Outcome): Kept['outcomes'][number] {
  if (!('refusal' in outcome)) return { ...outcome, units: String(outcome.units) };
  const { status, code, values, details, retryAfterSeconds } = outcome.refusal;
  return { refusal: { status, code, values, details, retryAfterSeconds } };
}

async function answerRepeats(
  tx: Tx,
  calls: readonly Call[],
  repeats: readonly Call[],
  answers: (Outcome[] | Refusal)[],
): Promise<void> {
  const found = await findAnswers(
    tx,
    repeats.map(({ party: { clientId }, once }) => ({ clientId, key: once!.key })),
  );
  for (const call of repeats) {
    const first = found.get(`${call.party.clientId} ${call.once!.key}`);
    answers[calls.indexOf(call)] =
      !first || !first.bodyHash.equals(call.once!.bodyHash)
        ? idempotencyKeyReused()
        : (first.answer as Kept).outcomes.map((outcome) =>
            'refusal' in outcome
              ? {
                  refusal: new Refusal(
                    outcome.refusal.status,
                    outcome.refusal.code,
                    outcome.refusal.values,
                    {
                      ...(outcome.refusal.details && { details: outcome.refusal.details }),
                      ...(outcome.refusal.retryAfterSeconds !== undefined && {
                        retryAfterSeconds: outcome.refusal.retryAfterSeconds,
                      }),
                    },
                  ),
                }
              : { ...outcome, units: BigInt(outcome.units) },
          );
  }
}
