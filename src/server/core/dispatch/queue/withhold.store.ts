/**
 * Single messages that were accepted for a later time and are asked about approval since: commits those that wait in
 * chunks of their campaigns, which are stopped, with the counts of both.
 */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { takeOut } from './cut.store.ts';
import { Deltas } from '../counts/deltas.store.ts';
import { endQueued } from '../end.store.ts';
import { list } from '../sql.ts';
import { ENDED_CLASS } from './suppress.store.ts';
import type { Facts, StoredFacts } from '../types.ts';

const { QUEUED, REJECTED } = MESSAGE_STATUS;

/** A scheduled message that nobody asked about yet, and its chunk, whose row the reader holds. */
export type ScheduledMessage = Omit<Facts, 'campaignId'> & {
  id: string;
  chunkId: bigint;
  dupRisk: boolean;
  destination: string;
  text: string | null;
  segments: number;
  units: bigint;
  notBefore: Date;
  octets: Buffer | null;
  dataCoding: number | null;
  esmClass: number | null;
  cut: StoredFacts['cut'] | null;
};

/** After a restore nothing that is older goes on by itself until it is released. */
const NOT_HELD_BACK = `not exists (select from restoration r where r.released_at is null and m.id < uuid_v7_floor(r.restored_at))`;

/** Clients that have scheduled single messages in the queue, and whether they need approval. */
export async function listWithScheduled(
  tx: Tx,
): Promise<{ clientId: string; needsApproval: boolean }[]> {
  const { rows } = await tx.query<{ clientId: string; needsApproval: boolean }>(
    `select c.id as "clientId", (select rule from approval_rule_of(c.id)) is not null as "needsApproval" from client c
     where c.id in (select client_id from chunk where campaign_id is null and not_before > '-infinity') order by c.id`,
  );
  return rows;
}

/**
 * Reads scheduled messages of a client behind one that were accepted when their account needed no approval, and holds
 * their chunks. Those that a link has are on their way.
 */
export async function listUnasked(
  tx: Tx,
  clientId: string,
  after: string,
  limit: number,
): Promise<ScheduledMessage[]> {
  const { rows } = await tx.query<ScheduledMessage>(
    `select m.id, k.id as "chunkId", k.dup_risk as "dupRisk", m.client_id as "clientId", m.sender, m.country, m.network, m.destination, m.text, m.segments, m.units,
       m.scheduled_at as "notBefore", m.payload as octets, m.data_coding as "dataCoding", m.esm_class as "esmClass", m.facts -> 'cut' as cut
     from chunk k cross join lateral unnest(k.message_ids[k.pos + 1:]) as waits (id) join message m on m.id = waits.id
     where k.client_id = $1 and k.campaign_id is null and k.not_before > '-infinity' and k.owner is null and m.id > $2::uuid
       and m.status = ${QUEUED} and m.${ENDED_CLASS} and m.scheduled_at is not null and m.facts -> 'asked' is null
       and not exists (select from unapproved_message u where u.message_id = m.id) and ${NOT_HELD_BACK}
     order by m.id limit $3 for update of k skip locked`,
    [clientId, after, limit],
  );
  return rows;
}

/** Marks messages as asked: they go out at their time. */
export async function setAsked(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `update message set facts = coalesce(facts, '{}') || '{"asked":true}' where id = any ($1::uuid[]) and id >= $2 and id <= $3`,
    [list(ids), ids[0], ids.at(-1)],
  );
}

/** Moves messages to campaigns, where they wait with their time and their units. */
export async function moveToCampaigns(
  tx: Tx,
  messages: readonly (ScheduledMessage & { campaignId: string })[],
): Promise<void> {
  if (messages.length === 0) return;
  const groups = [
    ...Map.groupBy(messages, ({ chunkId, campaignId }) => `${chunkId} ${campaignId}`).values(),
  ];
  await tx.query(
    `insert into chunk (route_id, priority, client_id, campaign_id, sender, message_ids, size, attempt, dup_risk, not_before, expires_at, stopped)
     select k.route_id, k.priority, k.client_id, t.campaign_id, k.sender, t.ids::uuid[], cardinality(t.ids::uuid[]), k.attempt, k.dup_risk, k.not_before, k.expires_at, true
     from unnest($1::bigint[], $2::uuid[], $3::text[]) as t (chunk_id, campaign_id, ids) join chunk k on k.id = t.chunk_id`,
    [
      list(groups.map((group) => group[0]!.chunkId)),
      list(groups.map((group) => group[0]!.campaignId)),
      groups.map((group) => list(group.map(({ id }) => id))),
    ],
  );
  await takeOut(tx, cutsOf(messages));
  await tx.query(
    `update message set campaign_id = t.campaign_id from unnest($1::uuid[], $2::uuid[]) as t (id, campaign_id)
     where message.id = t.id and message.id >= $3 and message.id <= $4`,
    [
      list(messages.map(({ id }) => id)),
      list(messages.map(({ campaignId }) => campaignId)),
      messages[0]!.id,
      messages.at(-1)!.id,
    ],
  );
  const deltas = new Deltas();
  for (const { id, segments, units, ...facts } of messages) {
    deltas.add(id, { ...facts, campaignId: null }, { messages: -1, segments: -segments });
    deltas.add(id, facts, { messages: 1, segments, gathered: units });
  }
  await deltas.write(tx);
}

/** Ends messages of a text that an approver declined. */
export async function declineScheduled(
  tx: Tx,
  messages: readonly ScheduledMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const cuts = cutsOf(messages);
  await takeOut(tx, cuts);
  await endQueued(tx, cuts, REJECTED, 'APPROVAL_DECLINED');
}

const cutsOf = (messages: readonly ScheduledMessage[]) =>
  [...Map.groupBy(messages, ({ chunkId }) => chunkId)].map(([id, group]) => ({
    id,
    dupRisk: group[0]!.dupRisk,
    ids: group.map((each) => each.id),
  }));
