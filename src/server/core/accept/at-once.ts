/**
 * Accepts calls of one client in one statement, decided on what this process knows. The statement
 * looks whether that still stands; where it does not, where a number is excluded or units are short,
 * nothing is written and the long way, which reads and locks, decides anew. The statements of several
 * clients share a transaction (docs/adr/0060).
 */
import type { Database } from '../../infra/database/db.ts';
import { CommitUnknown } from '../../infra/database/failures.ts';
import { parameters } from '../../infra/database/parameters.ts';
import { Refusal } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { queueing } from '../dispatch/queue/enqueue-at-once.store.ts';
import { cutIntoChunks } from '../dispatch/queue/enqueue.store.ts';
import type { NewChunk } from '../dispatch/queue/enqueue.store.ts';
import { owning } from '../dispatch/submission/reservations.store.ts';
import type { Links, Reservation } from '../dispatch/submission/reservations.store.ts';
import { textList } from '../dispatch/sql.ts';
import type { NewMessage } from '../dispatch/types.ts';
import { holdingUnits } from '../ledger/ledger.store.ts';
import { standing } from './accept.store.ts';
import type { AcceptanceCache, Snapshot } from './cache.ts';
import { throughputLimit } from './cache.ts';
import type { Acceptance, Call, Outcome } from './call.ts';
import { decideWith, senderNames, withoutDecisions, withoutSender } from './requests.ts';
import { acceptedOf, MAX_WAITING } from './transaction.ts';
import type { Draft } from './types.ts';

/** A statement that accepts calls, and their answers if it does. */
export type AtOnce = Acceptance & {
  clientId: string;
  name: string;
  text: string;
  values: unknown[];
  /** How many of the calls it accepts; the others wait for the next. */
  calls: number;
  /** How many messages it puts into the queue. */
  queued: number;
  /** The places of those that it does not. */
  reserved: readonly Reservation[];
};

/**
 * Prepares the acceptance of calls of one client; undefined where they need the long way.
 * @param links of this process, which submit what they have places for
 */
export function prepareAtOnce(
  cache: AcceptanceCache,
  calls: readonly Call[],
  links?: Links,
): AtOnce | undefined {
  const { snapshot } = cache;
  const clientId = calls[0]!.submitter.clientId;
  const now = new Date();
  if (!calls.every((call) => isPlain(call, clientId, cache)) || !isComplete(snapshot, calls, now))
    return undefined;
  const decided = decideWith(cache, snapshot, calls, now);
  const { rates } = decided;
  const read = links ? fitting(links, decided.read) : decided.read;
  const messages: NewMessage[] = [];
  const answers = read.map((drafts) =>
    drafts.map((draft): Outcome => {
      if (draft instanceof Refusal) return { refusal: draft };
      const message = { ...draft.message, id: newId() };
      messages.push(message);
      return acceptedOf(message, draft);
    }),
  );
  const units = messages.reduce((sum, message) => sum + message.units, 0n);
  const waiting = cache.waiting.get(clientId)?.count ?? MAX_WAITING;
  // Units that are not there, or none to hold, are the long way's; so is a refusal of everything,
  // because nothing then looks whether it still stands.
  if (
    units === 0n ||
    waiting + messages.length > MAX_WAITING ||
    !read.every((drafts) => drafts.every((draft) => draft instanceof Refusal || isUnlimited(draft)))
  )
    return undefined;
  const first = messages[0]!.id;
  const { place, values } = parameters();
  const destinations = textList(messages.map(({ destination }) => destination));
  const ways = waysOf(cutIntoChunks(messages, rates), links);
  const conditions = [standing(place, { stamp: snapshot.stamp, clientId, destinations })];
  if (ways.reserved.length > 0) conditions.push(owning(place, ways.reserved));
  const condition = conditions.map((each) => each.condition).join(' and ');
  const holding = holdingUnits(
    place,
    { clientId, units, idempotencyKey: `message:${first}` },
    condition,
  );
  const queued = queueing(place, clientId, messages, ways, 'exists (select from debited)');
  const text = `with ${conditions.map(({ sql }) => sql).join(', ')},
    ${holding}, ${queued.sql}
    select count(*)::int as accepted from debited`;
  return {
    answers,
    first,
    clientId,
    calls: read.length,
    name: `${queued.form}: ${nameOf(ways)}`,
    text,
    values,
    queued: ways.chunks.reduce((sum, chunk) => sum + chunk.messages.length, 0),
    reserved: ways.reserved,
  };
}

/**
 * The first calls whose messages a link takes at once, or all of them where not even the first fits: a
 * statement that writes chunks too costs more than a second statement.
 */
function fitting(links: Links, read: (Draft | Refusal)[][]): (Draft | Refusal)[][] {
  const drafts = read.map((each) =>
    each.filter((draft): draft is Draft => !(draft instanceof Refusal)),
  );
  const routeId = drafts.flat()[0]?.message.routeId;
  let room = routeId === undefined ? 0 : links.room(routeId);
  let calls = 0;
  for (const each of drafts) {
    room -= each.reduce((sum, { message }) => sum + message.segments, 0);
    if (room < 0) break;
    calls++;
  }
  return calls === 0 ? read : read.slice(0, calls);
}

type Ways = { chunks: NewChunk[]; reserved: Reservation[] };

/** The chunks that links have places for, and those that go into the queue. */
function waysOf(all: readonly NewChunk[], links: Links | undefined): Ways {
  const ways: Ways = { chunks: [], reserved: [] };
  for (const chunk of all) {
    const reservation = links?.reserve(chunk.messages);
    if (reservation) ways.reserved.push(reservation);
    else ways.chunks.push(chunk);
  }
  return ways;
}

/** Each form of the statement has a name of its own, because a connection prepares a name once. */
function nameOf({ chunks, reserved }: Ways): string {
  if (reserved.length === 0) return 'accept at once';
  return chunks.length === 0 ? 'accept and claim' : 'accept and claim some';
}

/** @returns whether the calls were accepted. @throws CommitUnknown */
export async function acceptAtOnce(
  database: Database,
  cache: AcceptanceCache,
  { name, text, values, clientId, queued, reserved }: AtOnce,
): Promise<boolean> {
  let isAccepted: boolean;
  try {
    const rows = await database.atOnce<{ accepted: number }>(text, values, name);
    isAccepted = rows[0]!.accepted > 0;
  } catch (error) {
    for (const reservation of reserved)
      if (error instanceof CommitUnknown) reservation.abandon(error);
      else reservation.release();
    throw error;
  }
  for (const reservation of reserved)
    if (isAccepted) reservation.submit();
    else reservation.release();
  if (isAccepted) cache.waiting.get(clientId)!.count += queued;
  return isAccepted;
}

/**
 * Carries out the statements of several clients in one transaction; each of them accepts its calls or
 * writes nothing, whatever the others do.
 * @param all by client, in the order in which every transaction locks wallets
 * @returns which of them accepted
 * @throws CommitUnknown
 */
export async function acceptEach(
  database: Database,
  cache: AcceptanceCache,
  all: readonly AtOnce[],
): Promise<boolean[]> {
  const steps = await database.run(systemScope(), async (tx) => {
    const sent = all.map(({ text, values, name }) =>
      tx.query<{ accepted: number }>(text, values, name),
    );
    tx.atCommit(...sent);
    return sent;
  });
  const accepted = (await Promise.all(steps)).map(({ rows }) => rows[0]!.accepted > 0);
  for (const [at, { clientId, queued }] of all.entries())
    if (accepted[at]) cache.waiting.get(clientId)!.count += queued;
  return accepted;
}

/** A call whose acceptance needs no row of its own, such as an idempotency key or a limit. */
const isPlain = ({ submitter, idempotency }: Call, clientId: string, cache: AcceptanceCache) =>
  submitter.clientId === clientId &&
  !idempotency &&
  !submitter.test &&
  throughputLimit(submitter, cache) === 0;

/** A link is drawn in a row of its own, before its message's text is written. */
const isUnlimited = ({
  isLimited,
  isMetered,
  velocity,
  clauses,
  message,
  unapproved,
  needsConsent,
}: Draft) =>
  !isLimited &&
  !isMetered &&
  !velocity &&
  clauses === undefined &&
  message.payload == null &&
  unapproved === null &&
  !needsConsent;

/** Returns whether the snapshot has all that decides about these calls. */
function isComplete(snapshot: Snapshot, calls: readonly Call[], now: Date): boolean {
  const { clients, users, senders, prices, windows, clauses, guards, config } = snapshot;
  return (
    windows !== undefined &&
    config !== undefined &&
    snapshot.approval !== undefined &&
    withoutDecisions(calls, snapshot, now).length === 0 &&
    calls.every(({ submitter: { clientId, user } }) => {
      const priced = prices.get(clientId);
      return (
        clients.has(clientId) &&
        (clauses.get(clientId)?.until ?? 0) > now.getTime() &&
        guards.has(clientId) &&
        (user === null || users.has(user.id)) &&
        priced !== undefined &&
        (priced.until === null || priced.until > now)
      );
    }) &&
    withoutSender(calls).every((clientId) => snapshot.defaultSenders.has(clientId)) &&
    [...senderNames(calls, snapshot)].every((name) => senders.has(name))
  );
}
