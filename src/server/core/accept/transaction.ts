// Long because the limits, locks and writes of one transaction stand here in one order.
import type { Transaction, Tx } from '../../infra/database/db.ts';
import { settled } from '../../infra/database/pipeline.ts';
import { lockQuotas, consumeQuotas } from '../gateway-users/gateway-users.store.ts';
import { lockDailyUseOf } from '../dispatch/queue/daily-limit.ts';
import { addToQueue, enqueueScripted } from '../dispatch/queue/enqueue.store.ts';
import { countWaiting } from '../dispatch/queue/queue.store.ts';
import type { NewMessage } from '../dispatch/types.ts';
import { withToken } from '../../../contract/shared/stop-clauses.ts';
import type { StopClauses } from '../../../contract/shared/stop-clauses.ts';
import { formatDecimal } from '../../../contract/shared/units.ts';
import {
  dailyLimit,
  noConsent,
  noUnits,
  numberBlocked,
  optedOut,
  queueFull,
  quotaSpent,
  Refusal,
  throughputExceeded,
} from '../../infra/errors.ts';
import { takeKeys } from '../../infra/http/idempotency.store.ts';
import { newId } from '../../infra/ids.ts';
import { addLinks } from '../opt-outs/links.store.ts';
import { refuseNewAccount } from '../guard/guard.rules.ts';
import { windowOf } from '../guard/new-accounts.ts';
import { addToWindows, lockWindows } from '../auth/limits/rate-limits.store.ts';
import { lockWallets } from '../ledger/locked-wallets.ts';
import type { Draft } from './types.ts';
import { findConsenting, keepWithdrawalsOut } from '../consents/consents.store.ts';
import { Approvals } from './approvals.ts';
import { readExcluded, consumeThroughput } from './accept.store.ts';
import type { RateRequest } from './accept.store.ts';
import { scriptedOutcome } from './script.rules.ts';
import type { Call, Accepted, Outcome, Acceptance } from './call.ts';
import type { AcceptanceCache } from './cache.ts';
import { throughputLimit, throughputKey } from './cache.ts';
import { decideRequests } from './requests.ts';
import { answerRepeats, storeKeyedAnswers } from './repeats.ts';

/**
 * Limit of single messages that one client may have waiting, so that no client fills the queue
 * while a carrier is away. Each process counts what it accepts and recounts the queue near the
 * limit, so several processes together may exceed it slightly.
 */
export const MAX_WAITING = 500_000;
const RECOUNT_MS = 2000;

type Candidate = { call: Pick<Call, 'submitter' | 'requests'>; at: number; draft: Draft };

/**
 * Accepts several calls in three round trips: read the facts, lock keys, limits, quotas and
 * wallets, write everything with the commit. Every transaction locks in that order.
 * @returns the answers, and the id of the first inserted message
 */
export async function acceptTogether(
  tx: Transaction,
  cache: AcceptanceCache,
  calls: readonly Call[],
): Promise<Acceptance> {
  const keyed = calls.flatMap(({ submitter: { clientId }, idempotency }) =>
    idempotency ? [{ clientId, ...idempotency }] : [],
  );
  const [fresh, { read, rates }] = await settled([
    keyed.length > 0 ? takeKeys(tx, keyed) : Promise.resolve(new Set<string>()),
    decideRequests(tx, cache, calls),
  ]);
  const isRepeat = ({ submitter: { clientId }, idempotency }: Call) =>
    idempotency !== undefined && !fresh.has(`${clientId} ${idempotency.key}`);
  const answers: (Outcome[] | Refusal)[] = calls.map((call, index) =>
    isRepeat(call)
      ? []
      : read[index]!.map((each) => (each instanceof Refusal ? { refusal: each } : undefined!)),
  );
  const wanted: (Candidate & { answer: Outcome[] })[] = calls.flatMap((call, index) =>
    isRepeat(call)
      ? []
      : read[index]!.flatMap((draft, at) =>
          draft instanceof Refusal
            ? []
            : [{ call, at, draft, answer: answers[index] as Outcome[] }],
        ),
  );
  const candidates = wanted.filter(({ draft }) => !draft.message.test);
  const tests = wanted
    .filter(({ draft }) => draft.message.test)
    .map(({ draft, at, answer }) => {
      const message = {
        ...draft.message,
        id: newId(),
        script: scriptedOutcome(draft.message.destination),
      };
      answer[at] = acceptedOf(message, draft);
      return message;
    });
  const repeats = calls.filter(isRepeat);
  // A caller that asks for the outcome of a lost commit locks these wallets, so test keys' are
  // locked too.
  const clientIds = [
    ...new Set(wanted.map(({ call: { submitter } }) => submitter.clientId)),
  ].sort();
  const [taken] = await settled([
    acceptCandidates(tx, cache, candidates, clientIds),
    repeats.length > 0 ? answerRepeats(tx, calls, repeats, answers) : Promise.resolve(),
  ]);
  tx.atCommit(
    ...addToQueue(tx, taken, { rates }),
    ...enqueueScripted(tx, tests),
    ...storeKeyedAnswers(tx, calls, answers, isRepeat),
  );
  return { answers, first: taken[0]?.id ?? tests[0]?.id };
}

/**
 * Checks each candidate in order against the daily limit, the user's quota and the client's units,
 * and fills in its outcome.
 * @param clientIds the wallets to lock: every candidate's client, sorted
 */
async function acceptCandidates(
  tx: Transaction,
  cache: AcceptanceCache,
  candidates: readonly (Candidate & { answer: Outcome[] })[],
  clientIds: readonly string[],
): Promise<NewMessage[]> {
  if (clientIds.length === 0) return [];
  const facts = await lockFacts(tx, cache, candidates, clientIds);
  const { days, velocities, quotas, allowed, spendable, approvals } = facts;
  const messages: NewMessage[] = [];
  const linked: { message: NewMessage; clauses: StopClauses }[] = [];
  const parts = new Map<number, number>();
  const spent = new Map<string, Spent>();
  for (const {
    call: { submitter },
    draft,
    at,
    answer,
  } of candidates) {
    const { message, encoding, clauses } = draft;
    const { clientId, units, segments, gatewayUserId } = message;
    const day = days.get(clientId);
    const window = velocities.get(windowOf(clientId));
    const sofar = spent.get(clientId) ?? { units: 0n, messages: 0, idempotencyKey: '' };
    const available = spendable.get(clientId)! - sofar.units;
    const quota = gatewayUserId == null ? undefined : quotas.get(gatewayUserId);
    const used = gatewayUserId == null ? 0 : (parts.get(gatewayUserId) ?? 0);
    const inTime = allowed.get(throughputKey(submitter)) ?? Infinity;
    if (inTime > 0) allowed.set(throughputKey(submitter), inTime - 1);
    const refusal =
      inTime <= 0
        ? throughputExceeded(throughputLimit(submitter, cache))
        : (refuseReceiver(draft, facts) ??
          refuseAmount(draft, {
            waiting: cache.waiting.get(clientId)!.count + sofar.messages,
            sofar: sofar.messages,
            window,
            day,
            quotaLeft: quota === undefined ? undefined : quota - used,
            available,
          }));
    if (refusal) {
      answer[at] = { refusal };
      continue;
    }
    const id = newId();
    const decided = approvals.decide({ ...message, id }, draft);
    if (decided instanceof Refusal) {
      answer[at] = { refusal: decided };
      continue;
    }
    spent.set(clientId, {
      units: sofar.units + units,
      messages: sofar.messages + 1,
      idempotencyKey: sofar.idempotencyKey || `message:${id}`,
    });
    if (quota !== undefined && gatewayUserId != null) parts.set(gatewayUserId, used + segments);
    messages.push(decided);
    if (clauses) linked.push({ message: decided, clauses });
    answer[at] = acceptedOf(decided, { encoding });
  }
  if (linked.length > 0) await drawLinks(tx, linked);
  for (const [clientId, { messages: taken }] of spent) cache.waiting.get(clientId)!.count += taken;
  writeUse(tx, spent, parts, facts);
  approvals.write(tx);
  return messages;
}

/** Units and messages of a client in this transaction, and the key of their hold. */
type Spent = { units: bigint; messages: number; idempotencyKey: string };
type Facts = Awaited<ReturnType<typeof lockFacts>>;

/** Reads what candidates are checked against, and locks what they use up: each in the order of every transaction. */
async function lockFacts(
  tx: Transaction,
  cache: AcceptanceCache,
  candidates: readonly Candidate[],
  clientIds: readonly string[],
) {
  const limited = clientIds.filter((clientId) =>
    candidates.some(({ draft }) => draft.isLimited && draft.message.clientId === clientId),
  );
  const quotaUsers = [
    ...new Set(
      candidates.flatMap(({ draft: { isMetered, message } }) =>
        isMetered && message.gatewayUserId != null ? [message.gatewayUserId] : [],
      ),
    ),
  ].sort((a, b) => a - b);
  const isNew = new Map(
    candidates.flatMap(({ draft: { velocity, message } }) =>
      velocity ? [[message.clientId, velocity] as const] : [],
    ),
  );
  const full = clientIds.filter((clientId) => mayBeFull(cache, clientId, candidates.length));
  const rateRequests = new Map<string, RateRequest>();
  for (const {
    call: { submitter },
  } of candidates) {
    const perSecond = throughputLimit(submitter, cache);
    if (perSecond === 0) continue;
    const who = throughputKey(submitter);
    rateRequests.set(who, { who, perSecond, wanted: (rateRequests.get(who)?.wanted ?? 0) + 1 });
  }
  const promotions = candidates.flatMap(({ draft }) => (draft.needsConsent ? [draft.message] : []));
  const [
    leftOut,
    days,
    velocities,
    quotas,
    waiting,
    allowed,
    { spendable, hold },
    approvals,
    ,
    hasConsent,
  ] = await settled([
    readExcluded(
      tx,
      candidates.map(({ draft: { message } }) => message),
    ),
    readDays(tx, limited),
    isNew.size > 0
      ? lockWindows(
          tx,
          [...isNew].map(([clientId, { seconds }]) => ({ key: windowOf(clientId), seconds })),
        )
      : Promise.resolve(new Map<string, { used: number; left: number }>()),
    quotaUsers.length > 0 ? lockQuotas(tx, quotaUsers) : Promise.resolve(new Map<number, number>()),
    full.length > 0 ? countWaiting(tx, full) : Promise.resolve(new Map<string, number>()),
    rateRequests.size > 0
      ? consumeThroughput(tx, [...rateRequests.values()])
      : Promise.resolve(new Map<string, number>()),
    lockWallets(tx, clientIds),
    // Behind the locks of the wallets: a client's messages are counted one transaction after another.
    Approvals.read(
      tx,
      candidates.map(({ draft }) => draft),
    ),
    keepWithdrawalsOut(
      tx,
      promotions.map(({ clientId }) => clientId),
    ),
    findConsenting(tx, promotions),
  ]);
  for (const clientId of full)
    cache.waiting.set(clientId, { count: waiting.get(clientId) ?? 0, at: performance.now() });
  return { leftOut, days, velocities, quotas, allowed, spendable, hold, approvals, hasConsent };
}

/** The refusal of a message for its number: it is blocked, has opted out, or has not agreed. */
function refuseReceiver(
  { message, isPromotional, standsInFor, needsConsent }: Draft,
  { leftOut, hasConsent }: Pick<Facts, 'leftOut' | 'hasConsent'>,
): Refusal | undefined {
  const { clientId, destination } = message;
  if (leftOut.isBlocked(destination)) return numberBlocked(`+${destination}`);
  if (
    message.class === 'BULK' &&
    (leftOut.isOptedOut(message, isPromotional) ||
      // An opt-out of the sender ID that was named is one of its messages, whoever stands in.
      (standsInFor !== undefined &&
        leftOut.isOptedOut(
          { clientId, destination, sender: standsInFor.sender },
          standsInFor.isPromotional,
        )))
  )
    return optedOut(`+${destination}`);
  return needsConsent && !hasConsent(clientId, destination)
    ? noConsent(`+${destination}`)
    : undefined;
}

/**
 * The refusal of one message more: of the queue, a new account, the day, the user's quota or the units.
 * @param now.sofar messages of the client before it in this transaction; those of `waiting` include them
 */
function refuseAmount(
  { message: { units, segments }, velocity }: Draft,
  now: {
    waiting: number;
    sofar: number;
    window: { used: number; left: number } | undefined;
    day: { used: number; limit: number } | undefined;
    quotaLeft: number | undefined;
    available: bigint;
  },
): Refusal | undefined {
  const { waiting, sofar, window, day, quotaLeft, available } = now;
  if (waiting >= MAX_WAITING) return queueFull(MAX_WAITING);
  if (velocity && window && window.used + sofar + 1 > velocity.messages)
    return refuseNewAccount(velocity, window.left);
  if (day && day.used + sofar + 1 > day.limit) return dailyLimit(1, day.limit, day.used + sofar);
  if (quotaLeft !== undefined && segments > quotaLeft) return quotaSpent(segments, quotaLeft);
  return units > available ? noUnits(formatDecimal(units), formatDecimal(available)) : undefined;
}

/** Writes at the commit what the accepted messages use up. */
function writeUse(
  tx: Transaction,
  spent: ReadonlyMap<string, Spent>,
  parts: ReadonlyMap<number, number>,
  { velocities, hold }: Pick<Facts, 'velocities' | 'hold'>,
): void {
  tx.atCommit(
    ...hold(
      [...spent].map(([clientId, { units, idempotencyKey }]) => ({
        clientId,
        units,
        idempotencyKey,
      })),
    ),
  );
  const counted = [...spent].filter(([clientId]) => velocities.has(windowOf(clientId)));
  if (counted.length > 0)
    tx.atCommit(
      addToWindows(
        tx,
        counted.map(([clientId, { messages: count }]) => ({ key: windowOf(clientId), count })),
      ),
    );
  if (parts.size > 0)
    tx.atCommit(
      consumeQuotas(
        tx,
        [...parts].map(([id, taken]) => ({ id, parts: taken })),
      ),
    );
}

/** Draws the links of accepted messages and writes them into their texts; a text keeps its length. */
async function drawLinks(
  tx: Tx,
  linked: readonly { message: NewMessage; clauses: StopClauses }[],
): Promise<void> {
  for (const group of Map.groupBy(
    linked,
    ({ message, clauses }) => `${message.clientId} ${message.sender} ${clauses.link.length}`,
  ).values()) {
    const [{ message, clauses }] = group as [(typeof group)[number]];
    const tokens = await addLinks(
      tx,
      { clientId: message.clientId, sender: message.sender, length: clauses.link.length },
      group.map((each) => each.message.destination),
    );
    group.forEach((each, at) => {
      each.message.text = withToken(each.message.text ?? '', each.clauses, tokens[at]!);
    });
  }
}

/**
 * True if the client's waiting messages must be counted: the first time, and again near the limit.
 */
function mayBeFull(cache: AcceptanceCache, clientId: string, more: number): boolean {
  const known = cache.waiting.get(clientId);
  return !known || (known.count + more > MAX_WAITING && performance.now() - known.at > RECOUNT_MS);
}

export function acceptedOf(
  { id, destination, sender, segments, units, campaignId }: NewMessage,
  { encoding }: Pick<Draft, 'encoding'>,
): Accepted {
  return { messageId: id, destination, sender, segments, encoding, units, waitsIn: campaignId };
}

/** Reads today's remaining allowance of the clients that have a limit. */
async function readDays(
  tx: Tx,
  clientIds: readonly string[],
): Promise<Map<string, { limit: number; used: number }>> {
  const days = await settled(
    clientIds.map(async (clientId) => [clientId, await lockDailyUseOf(tx, clientId)] as const),
  );
  return new Map(days.flatMap(([clientId, day]) => (day ? [[clientId, day]] : [])));
}
