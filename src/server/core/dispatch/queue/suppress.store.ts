/**
 * Ends what is queued for numbers that opted out: commits their messages as cancelled, and the
 * chunks without them.
 */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { OptOutScope } from '../../../../contract/api/opt-outs.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { cancelInChunks } from './cut.store.ts';
import { endQueued } from '../end.store.ts';
import { list, textList } from '../sql.ts';
import type { LeasedChunk, Unsent } from '../types.ts';

const { QUEUED, CANCELLED } = MESSAGE_STATUS;
const REASON = 'OPTED_OUT';

/** The messages that an opt-out ends: a client's, of one sender ID or all, promotional or everything; and why. */
type EndedMessages = {
  clientId: string;
  scope?: OptOutScope;
  sender?: string;
  reason?: 'OPTED_OUT' | 'NO_CONSENT';
};

/** Codes and alerts go on: an opt-out ends the rest. */
export const ENDED_CLASS = `class = 'BULK'`;

/**
 * The kind of a message's sender ID, which is the one that acceptance chooses by this name. Looked up only
 * for numbers that opted out.
 */
export const KIND = `(select kind from sender s where lower(s.sender) = lower(message.sender) and s.status = 'READY_FOR_SENDING'
  and (s.is_generic or s.client_id = message.client_id or message.client_id = any (s.delegated_to))
  order by s.country = message.country desc, s.client_id = message.client_id desc limit 1)`;
/** An opt-out of promotional messages lets those of a transactional sender ID through, and no others. */
const IS_PROMOTIONAL = `${KIND} is distinct from 'TRANSACTIONAL'`;

/** True of a message that an opt-out of this scope and sender ID concerns, as one of the sender ID that it comes from. */
const isOfSender = (scope: string, sender: string) =>
  `((${sender} = '' or lower(${sender}) = lower(message.sender)) and (${scope} = 'EVERYTHING' or ${IS_PROMOTIONAL}))`;
/** The same, as one of the sender ID that it stands in for. */
const isOfNamed = (scope: string, sender: string) =>
  `(message.facts -> 'standsInFor' is not null
    and (${sender} = '' or lower(${sender}) = lower(message.facts #>> '{standsInFor,sender}'))
    and (${scope} = 'EVERYTHING' or (message.facts #>> '{standsInFor,isPromotional}')::boolean))`;

/**
 * Cancels what a client has queued for these numbers and no link has claimed; the units come back.
 * Chunks that links hold are taken from them, so that their next claim misses. The caller has
 * written the opt-outs before in the same transaction: a chunk that this statement does not see yet
 * is leased later, and `endOptedOut` finds the opt-out then.
 * @returns how many messages
 */
export async function cancelQueuedTo(
  tx: Tx,
  { clientId, scope = 'EVERYTHING', sender = '', reason = REASON }: EndedMessages,
  destinations: readonly string[],
): Promise<number> {
  const { rows: queued } = await tx.query<{ id: string }>(
    `select id from message where exists (select from chunk where client_id = $1)
       and client_id = $1 and destination = any ($2::text[]) and status = ${QUEUED} and ${ENDED_CLASS}
       and case when $5::text = 'OPTED_OUT' then ${isOfSender('$4::text', '$3::text')} or ${isOfNamed('$4::text', '$3::text')}
         -- A consent is one to messages of the sender ID that they come from; no other kind needs one.
         else ${KIND} = 'PROMOTIONAL' end`,
    [clientId, textList(destinations), sender, scope, reason],
    'opted out queued',
  );
  if (queued.length === 0) return 0;
  const ids = list(queued.map(({ id }) => id));
  const { rows: chunks } = await tx.query<Unsent & { id: bigint }>(
    `select id, dup_risk as "dupRisk", array(select waits from unnest(message_ids[pos + 1:]) waits where waits = any ($2::uuid[])) as ids
     from chunk where client_id = $1 and exists (select from unnest(message_ids[pos + 1:]) waits where waits = any ($2::uuid[]))
     order by id for update`,
    [clientId, ids],
    'opted out chunks',
  );
  return cancelInChunks(tx, chunks, reason);
}

/**
 * Cancels what anybody has queued for these numbers, which are blocked for everybody, of every class. In the
 * transaction of the block, under the system's scope.
 * @returns how many messages
 */
export async function cancelQueuedToBlocked(
  tx: Tx,
  destinations: readonly string[],
): Promise<number> {
  const { rows: queued } = await tx.query<{ id: string; clientId: string }>(
    `select id, client_id as "clientId" from message where destination = any ($1::text[]) and status = ${QUEUED} and not test`,
    [textList(destinations)],
    'blocked queued',
  );
  if (queued.length === 0) return 0;
  const { rows: chunks } = await tx.query<Unsent & { id: bigint }>(
    `select id, dup_risk as "dupRisk", array(select waits from unnest(message_ids[pos + 1:]) waits where waits = any ($2::uuid[])) as ids
     from chunk where client_id = any ($1::uuid[]) and exists (select from unnest(message_ids[pos + 1:]) waits where waits = any ($2::uuid[]))
     order by id for update`,
    [[...new Set(queued.map(({ clientId }) => clientId))], list(queued.map(({ id }) => id))],
    'blocked chunks',
  );
  return cancelInChunks(tx, chunks, 'BLOCKED');
}

/** True of a message whose number has opted out of its client; where nobody has, nothing is looked up. */
export const IS_OPTED_OUT = `exists (select from opt_out) and ${ENDED_CLASS}
  and (select true from opt_out o where o.client_id = message.client_id and o.destination = message.destination
    and (${isOfSender('o.scope', 'o.sender')} or ${isOfNamed('o.scope', 'o.sender')}) limit 1) is true`;

/** True of a message whose client demands a consent for it that is not there. */
const LACKS_CONSENT = `${ENDED_CLASS} and (select coalesce(o.demands_consent, (select value = 'true'::jsonb from setting where key = 'consentDemanded'), false) from client o where o.id = message.client_id)
  and not exists (select from consent c where c.client_id = message.client_id and c.destination = message.destination and c.purpose = 'PROMOTIONS' and c.withdrawn_at is null)
  and ${KIND} = 'PROMOTIONAL'`;

/**
 * Finds the messages without the consent that they need, in chunks that were claimed before and returned, because a
 * withdrawal looks through the queue alone, or that were scheduled, because consent may be demanded since. Others are not
 * looked up.
 */
export async function findLackingConsent(
  tx: Tx,
  chunks: readonly LeasedChunk[],
): Promise<Set<string>> {
  const ids = chunks.flatMap(({ messages }) => messages.map(({ id }) => id)).sort();
  if (ids.length === 0) return new Set();
  const { rows } = await tx.query<{ id: string }>(
    `select id from message where id = any ($1::uuid[]) and id >= $2 and id <= $3 and ${LACKS_CONSENT}`,
    [list(ids), ids[0], ids.at(-1)],
    'waited without consent',
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Ends messages of chunks just leased whose numbers opted out since they were queued, or agree no more, in the
 * transaction of the lease; the link passes over them.
 */
export async function endOptedOut(
  tx: Tx,
  chunks: readonly LeasedChunk[],
  optedOut: ReadonlySet<string>,
  reason: 'OPTED_OUT' | 'NO_CONSENT' = REASON,
): Promise<void> {
  if (optedOut.size === 0) return;
  const left = chunks.map(({ messages, dupRisk }) => ({
    dupRisk,
    found: messages.filter(({ id, status }) => status === QUEUED && optedOut.has(id)),
  }));
  await endQueued(
    tx,
    left.map(({ found, dupRisk }) => ({ ids: found.map(({ id }) => id), dupRisk })),
    CANCELLED,
    reason,
  );
  for (const message of left.flatMap(({ found }) => found)) message.status = CANCELLED;
}
