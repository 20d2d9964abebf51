import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../infra/database/db.ts';
import { CommitUnknown, DatabaseAway } from '../../infra/database/failures.ts';
import { hasMessage, wakeLinks } from '../dispatch/queue/queue.store.ts';
import type { Links } from '../dispatch/submission/reservations.store.ts';
import { Refusal } from '../../infra/errors.ts';
import { lockWallets } from '../ledger/locked-wallets.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { setLockTimeout } from './accept.store.ts';
import type { Call, Acceptance } from './call.ts';
import { acceptAtOnce, acceptEach, prepareAtOnce } from './at-once.ts';
import type { AtOnce } from './at-once.ts';
import type { AcceptanceCache } from './cache.ts';
import { openPeak } from './peak.rules.ts';
import { acceptTogether } from './transaction.ts';

/** Calls share a transaction that come without a longer pause, */
const PAUSE_MS = 1;
/** within this time, */
const LONGEST_GATHER_MS = 3;
/** and until this many messages wait (a statement costs as much as thirty messages in it), or nobody is left who could call. */
const ENOUGH = 64;
/** Messages in one transaction; the requests of one call are never split. */
const MAX_MESSAGES = 2000;
/** A fail-over of the database takes some seconds; no caller waits longer than this. */
const OUTCOME_TIMEOUT_MS = 20_000;
const OUTCOME_RETRY_MS = 250;
/** Concurrent transactions; a client's wallet is in one of them at a time. */
const MAX_TRANSACTIONS = 3;

/**
 * Gathers waiting calls and accepts them in transactions.
 * @param links of this process, which submit what they have places for
 * @returns a function that adds a call
 */
export function openBatcher(
  database: Database,
  cache: AcceptanceCache,
  links?: Links,
): (call: Call) => void {
  const scope = systemScope();
  let waiting: Call[] = [];
  /** Clients with a transaction in progress. */
  const busy = new Set<string>();
  const accepting = new Set<Call>();
  let running = 0;
  const mostUnderWay = openPeak(() => performance.now());
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  let [cameAt, gatherUntil] = [0, 0];
  const wake = openWaker(database);

  function add(call: Call): void {
    waiting.push(call);
    cameAt = performance.now();
    if (running > 0 || !isEnough()) return gatherMore();
    // With the other calls of this turn.
    soon ??= setImmediate(() => {
      soon = undefined;
      clearTimeout(timer);
      timer = undefined;
      next();
    });
  }

  /** Begins to gather, also once a transaction has ended: callers that were answered call again. */
  function gatherMore(): void {
    if (timer) return;
    gatherUntil = performance.now() + LONGEST_GATHER_MS;
    timer = setTimeout(look, PAUSE_MS);
  }

  /** Nobody is left who could call where as many calls are under way as lately were at once. */
  function isEnough(): boolean {
    const underWay = waiting.length + accepting.size;
    if (underWay >= mostUnderWay(underWay)) return true;
    let messages = 0;
    return waiting.some(({ requests }) => (messages += requests.length) >= ENOUGH);
  }

  function look(): void {
    const now = performance.now();
    const isOver = now - cameAt >= PAUSE_MS || now >= gatherUntil || isEnough();
    timer = isOver ? undefined : setTimeout(look, PAUSE_MS);
    if (isOver) next();
  }

  /**
   * Starts transactions for the waiting calls. Calls of a client that has one in progress wait for
   * it.
   */
  function next(): void {
    while (running < MAX_TRANSACTIONS) {
      const calls = gather();
      if (calls.length === 0) return;
      const clients = new Set(calls.map(({ submitter }) => submitter.clientId));
      for (const client of clients) busy.add(client);
      running++;
      for (const call of calls) accepting.add(call);
      void accept(calls).finally(() => {
        for (const client of clients) busy.delete(client);
        running--;
        for (const call of calls) accepting.delete(call);
        if (waiting.length === 0) return;
        if (isEnough()) next();
        else gatherMore();
      });
    }
  }

  function gather(): Call[] {
    const { calls, later } = chooseCalls(waiting, busy, MAX_TRANSACTIONS - running);
    waiting = later;
    return calls;
  }

  /**
   * A failing call fails alone: the others are retried without it, unless the database was away for
   * all.
   */
  async function accept(gathered: Call[]): Promise<void> {
    let calls = isOfOne(gathered) ? gathered : await acceptPlain(gathered);
    if (calls.length === 0) return;
    let taken: Acceptance | undefined;
    try {
      const atOnce = isOfOne(calls) ? prepareAtOnce(cache, calls, links) : undefined;
      taken = atOnce;
      if (atOnce && atOnce.calls < calls.length) {
        const later = calls.slice(atOnce.calls);
        for (const call of later) accepting.delete(call);
        waiting.unshift(...later);
        calls = calls.slice(0, atOnce.calls);
      }
      if (atOnce && (await acceptAtOnce(database, cache, atOnce))) {
        answer(calls, atOnce);
        if (atOnce.queued > 0) wake();
        return;
      }
      taken = undefined;
      await database.run(scope, async (tx) => {
        taken = await acceptTogether(tx, cache, calls);
      });
      answer(calls, taken!);
      if (taken!.first !== undefined) wake();
    } catch (error) {
      if (error instanceof CommitUnknown) await settle(database, calls, taken, error);
      else if (calls.length === 1 || error instanceof DatabaseAway)
        for (const call of calls) call.reject(error);
      else for (const call of calls) await accept([call]);
    }
  }

  /**
   * Accepts calls of several clients by a statement for each client, all in one transaction.
   * @returns the calls that need the long way
   */
  async function acceptPlain(calls: Call[]): Promise<Call[]> {
    const byClient = Map.groupBy(calls, ({ submitter }) => submitter.clientId);
    const groups: { of: Call[]; atOnce: AtOnce }[] = [];
    const others: Call[] = [];
    for (const [, of] of [...byClient].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const atOnce = prepareAtOnce(cache, of);
      if (atOnce) groups.push({ of, atOnce });
      else others.push(...of);
    }
    if (groups.length === 0) return others;
    try {
      const accepted = await acceptEach(
        database,
        cache,
        groups.map(({ atOnce }) => atOnce),
      );
      for (const [at, { of, atOnce }] of groups.entries())
        if (accepted[at]) answer(of, atOnce);
        else others.push(...of);
      if (accepted.includes(true)) wake();
    } catch (error) {
      if (error instanceof CommitUnknown)
        await Promise.all(groups.map(({ of, atOnce }) => settle(database, of, atOnce, error)));
      else if (error instanceof DatabaseAway)
        for (const call of groups.flatMap(({ of }) => of)) call.reject(error);
      // One of the statements failed for a reason of its own: the long way finds whose.
      else others.push(...groups.flatMap(({ of }) => of));
    }
    return others;
  }

  return add;
}

/**
 * Chooses the calls of one transaction; those of a client that has one in progress wait for it.
 * @param free transactions that may begin
 */
function chooseCalls(
  waiting: readonly Call[],
  busy: ReadonlySet<string>,
  free: number,
): { calls: Call[]; later: Call[] } {
  const clients = new Set(
    waiting.map(({ submitter }) => submitter.clientId).filter((clientId) => !busy.has(clientId)),
  );
  // Divided among the transactions that may begin: that of one client is one statement. In one for all,
  // this process and the server would wait for each other in turn.
  const share = Math.ceil(clients.size / free);
  const chosen = new Set([...clients].slice(0, share));
  const calls: Call[] = [];
  const later: Call[] = [];
  const keys = new Set<string>();
  let messages = 0;
  for (const call of waiting) {
    const key = call.idempotency && `${call.submitter.clientId} ${call.idempotency.key}`;
    const fits = messages === 0 || messages + call.requests.length <= MAX_MESSAGES;
    // A repeat waits for the first call.
    const { clientId } = call.submitter;
    if (!fits || !chosen.has(clientId) || (key !== undefined && keys.has(key))) later.push(call);
    else {
      calls.push(call);
      messages += call.requests.length;
      if (key !== undefined) keys.add(key);
    }
  }
  return { calls, later };
}

/**
 * Opens what wakes the links after a commit: a transaction that notifies makes all other notifying
 * transactions wait until it is on disk. Calls accepted meanwhile share one further wake-up.
 */
function openWaker(database: Database): () => void {
  let [waking, wakeAgain] = [false, false];
  return function wake() {
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
  };
}

function answer(calls: readonly Call[], { answers }: Acceptance): void {
  calls.forEach((call, at) => {
    const its = answers[at]!;
    if (its instanceof Refusal) call.reject(its);
    else call.resolve(its);
  });
}

/** Answers calls whose transaction may have been committed. */
async function settle(
  database: Database,
  calls: readonly Call[],
  taken: Acceptance | undefined,
  error: CommitUnknown,
): Promise<void> {
  const fate = await queryOutcome(database, calls, taken?.first).catch(() => 'unknown' as const);
  if (fate === 'taken') answer(calls, taken!);
  else for (const call of calls) call.reject(fate === 'lost' ? new DatabaseAway(error) : error);
}

/**
 * Finds out whether a transaction committed when its commit was not answered. It held its
 * clients' wallets: once those are locked it has ended, and one of its messages exists or does
 * not.
 * @param first a message that it inserted; without one it changed nothing
 */
async function queryOutcome(
  database: Database,
  calls: readonly Call[],
  first: string | undefined,
): Promise<'taken' | 'lost'> {
  if (first === undefined) return 'taken';
  const clientIds = [...new Set(calls.map(({ submitter }) => submitter.clientId))].sort();
  for (const since = performance.now(); ;) {
    try {
      return await database.run(systemScope(), async (tx) => {
        await setLockTimeout(tx, OUTCOME_TIMEOUT_MS);
        await lockWallets(tx, clientIds);
        return (await hasMessage(tx, first)) ? 'taken' : 'lost';
      });
    } catch (error) {
      if (!(error instanceof DatabaseAway) || performance.now() - since > OUTCOME_TIMEOUT_MS)
        throw error;
      await sleep(OUTCOME_RETRY_MS);
    }
  }
}

const isOfOne = ([first, ...others]: readonly Call[]) =>
  others.every(({ submitter }) => submitter.clientId === first!.submitter.clientId);
