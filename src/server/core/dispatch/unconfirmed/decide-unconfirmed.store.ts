/**
 * Decisions of people about messages whose answer was lost: commits them to the queue again, or their
 * end and the release of their units.
 *
 * Only rows that nobody else has locked are decided, so that a receipt that is being stored at the
 * same moment goes first and its message is not decided; one that comes during the decision waits for
 * its commit.
 */
import type { Tx } from '../../../infra/database/db.ts';
import { Changes } from '../changes.ts';
import { giveUp } from './give-up.store.ts';
import type { UnconfirmedPart } from './give-up.store.ts';
import { OPEN_STATUSES } from '../message-status.rules.ts';
import { wakeLinks } from '../queue/queue.store.ts';
import { requeue } from '../queue/requeue.store.ts';
import { list, nextAttempt } from '../sql.ts';
import { sendAgainObstacle } from './unconfirmed.rules.ts';

/** A message that a decision reached, with the units that it concerns. */
export type DecidedMessage = { messageId: string; clientId: string; units: bigint };

type LockedMessage = {
  id: string;
  isOpen: boolean;
  isValid: boolean;
  routeId: number;
  priority: number;
  expiresAt: Date;
};
type LockedPart = UnconfirmedPart & { parts: number };

/** The messages with their unconfirmed parts, locked until the transaction ends. */
async function lockUndecided(
  tx: Tx,
  messageIds: readonly string[],
): Promise<{ message: LockedMessage; held: LockedPart[] }[]> {
  const ids = [...new Set(messageIds)].sort();
  if (ids.length === 0) return [];
  const { rows: messages } = await tx.query<LockedMessage>(
    `select id, status in (${OPEN_STATUSES}) as "isOpen", coalesce(expires_at > now(), false) as "isValid", route_id as "routeId", priority, expires_at as "expiresAt"
     from message where id = any ($1::uuid[]) and id >= $2 and id <= $3 order by id for update skip locked`,
    [list(ids), ids[0], ids.at(-1)],
    'undecided messages',
  );
  const { rows: parts } = await tx.query<LockedPart>(
    `select message_id as "messageId", part, parts, connector_id as "connectorId", units, dup_risk as "dupRisk", submitted_at as at,
       client_id as "clientId", campaign_id as "campaignId", sender, country, network
     from unconfirmed_part where message_id = any ($1::uuid[]) and not given_up order by message_id, part for update skip locked`,
    [list(messages.map(({ id }) => id))],
    'undecided parts',
  );
  const held = Map.groupBy(parts, ({ messageId }) => messageId);
  return messages.flatMap((message) => {
    const own = held.get(message.id);
    return own ? [{ message, held: own }] : [];
  });
}

const decided = (held: readonly LockedPart[]): DecidedMessage => ({
  messageId: held[0]!.messageId,
  clientId: held[0]!.clientId,
  units: held.reduce((sum, { units }) => sum + units, 0n),
});

/**
 * Puts unconfirmed messages back into the queue as possible duplicates. The units that they hold pay
 * for the second submission; none are held again.
 * @returns those that go again; the others were confirmed meanwhile, or have an obstacle
 */
export async function sendAgain(tx: Tx, messageIds: readonly string[]): Promise<DecidedMessage[]> {
  const chosen = (await lockUndecided(tx, messageIds)).filter(
    ({ message, held }) =>
      sendAgainObstacle({ ...message, held: held.length, parts: held[0]!.parts }) === null,
  );
  if (chosen.length === 0) return [];
  await tx.query(
    `delete from unconfirmed_part where message_id = any ($1::uuid[])`,
    [list(chosen.map(({ message }) => message.id))],
    'delete decided',
  );
  await tx.query(
    `insert into message_event (message_id, client_id, kind, detail)
     select message_id, client_id, 'RESENT', jsonb_build_object('part', 1, 'reason', 'an operator decided') from unnest($1::uuid[], $2::uuid[]) as t (message_id, client_id)`,
    [chosen.map(({ message }) => message.id), chosen.map(({ held }) => held[0]!.clientId)],
    'note decided',
  );
  await requeue(
    tx,
    chosen.map(({ message, held }) => ({
      ...held[0]!,
      ...message,
      attempt: nextAttempt({ attempt: 1 }),
      dupRisk: true,
      waitMs: null,
    })),
  );
  await wakeLinks(tx);
  return chosen.map(({ held }) => decided(held));
}

/**
 * Gives unconfirmed messages up before their time, as the sweep would: they expire, and their units
 * come back.
 * @returns those that were given up; the others were confirmed meanwhile
 */
export async function writeOff(tx: Tx, messageIds: readonly string[]): Promise<DecidedMessage[]> {
  const chosen = await lockUndecided(tx, messageIds);
  const changes = new Changes();
  for (const { held } of chosen) await giveUp(tx, held, changes);
  await changes.write(tx);
  return chosen.map(({ held }) => decided(held));
}
