import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../infra/database/db.ts';
import { CommitUnknown, DatabaseAway } from '../../infra/database/failures.ts';
import { hasMessage, wakeLinks } from '../dispatch/queue.store.ts';
import { Refusal } from '../../infra/errors.ts';
import { lockWallets } from '../ledger/ledger.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { setLockTimeout } from './accept.store.ts';
import type { Call, Acceptance } from './call.ts';
import type { AcceptanceCache } from './cache.ts';
import { acceptTogether } from './transaction.ts';

/** What comes within so long is taken together. */
const GATHER_MS = 2;
/** Messages of one transaction at most, but those of one call stay together. */
const MAX_MESSAGES = 2000;
/** A fail-over of the database takes some seconds; whoever waits for an answer waits no longer than this. */
const OUTCOME_TIMEOUT_MS = 20_000;
const OUTCOME_RETRY_MS = 250;
/** Transactions at a time; the wallet of one client is in one of them only. */
const MAX_TRANSACTIONS = 3;

/** Gathers the calls that wait and takes them in transactions. @returns adds a call */
export function openBatcher(database: Database, cache: AcceptanceCache): (call: Call) => void {
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
    while (running < MAX_TRANSACTIONS) {
      const calls = gather();
      if (calls.length === 0) return;
      const clients = new Set(calls.map(({ submitter }) => submitter.clientId));
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
      const key = call.idempotency && `${call.submitter.clientId} ${call.idempotency.key}`;
      const fits = messages === 0 || messages + call.requests.length <= MAX_MESSAGES;
      // Whoever repeats a call waits for it.
      if (!fits || busy.has(call.submitter.clientId) || (key !== undefined && keys.has(key)))
        later.push(call);
      else {
        calls.push(call);
        messages += call.requests.length;
        if (key !== undefined) keys.add(key);
      }
    }
    waiting = later;
    return calls;
  }

  /** What fails the database fails by itself: the others are tried without it, unless the database was away for all. */
  async function take(calls: Call[]): Promise<void> {
    let taken: Acceptance | undefined;
    try {
      await database.run(scope, async (tx) => {
        taken = await acceptTogether(tx, cache, calls);
      });
      answer(calls, taken!);
      if (taken!.first !== undefined) wake();
    } catch (error) {
      if (error instanceof CommitUnknown) {
        const fate = await queryOutcome(calls, taken?.first).catch(() => 'unknown' as const);
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

  function answer(calls: readonly Call[], { answers }: Acceptance): void {
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
  async function queryOutcome(
    calls: readonly Call[],
    first: string | undefined,
  ): Promise<'taken' | 'lost'> {
    if (first === undefined) return 'taken';
    const clientIds = [...new Set(calls.map(({ submitter }) => submitter.clientId))].sort();
    for (const since = performance.now(); ;) {
      try {
        return await database.run(scope, async (tx) => {
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

  return add;
}
