/**
 * Puts messages of one campaign into the queue: commits their rows, their chunks and the deltas of
 * what was made. The same rows as `enqueue` makes; what the messages share is sent once.
 */
import type { Tx } from '../../../infra/database/db.ts';
import { textArray } from '../../../infra/database/arrays.ts';
import { settled } from '../../../infra/database/pipeline.ts';
import { Deltas, hourOf } from '../counts/deltas.store.ts';
import { chunkSize } from './enqueue.store.ts';
import { wakeLinks } from './queue.store.ts';
import { list, textList } from '../sql.ts';
import type { CampaignFacts, CampaignMessage } from '../types.ts';

/**
 * Puts messages of a campaign into the queue, with one notification when the transaction commits.
 * @param messages in the order in which their ids were made
 * @param rates messages a second of routes whose speed is known
 */
export async function enqueueCampaign(
  tx: Tx,
  campaign: CampaignFacts,
  messages: readonly CampaignMessage[],
  rates: ReadonlyMap<number, number>,
): Promise<void> {
  if (messages.length === 0) return;
  await settled([
    insertMessages(tx, campaign, messages),
    insertChunks(tx, campaign, messages, rates),
    countMessages(campaign, messages).write(tx),
    wakeLinks(tx),
  ]);
}

async function insertMessages(
  tx: Tx,
  campaign: CampaignFacts,
  messages: readonly CampaignMessage[],
): Promise<void> {
  const column = <K extends keyof CampaignMessage>(name: K) => messages.map((one) => one[name]);
  const texts = column('text');
  await tx.query(
    `insert into message (id, client_id, campaign_id, destination, sender, text, encoding, segments, units, route_id,
       config_version, country, network, class, priority, expires_at, source, facts)
     select id, $1, $2, destination, $3, text, encoding, segments, units, route_id, $4, country, network, $5, $6, $7, 'PORTAL', $8::jsonb
     from unnest($9::uuid[], $10::text[], $11::text[], $12::smallint[], $13::smallint[], $14::bigint[], $15::int[], $16::text[], $17::smallint[])
       as t (id, destination, text, encoding, segments, units, route_id, country, network)`,
    [
      campaign.clientId,
      campaign.campaignId,
      campaign.sender,
      campaign.configVersion,
      campaign.class,
      campaign.priority,
      campaign.expiresAt.toISOString(),
      campaign.facts ? JSON.stringify(campaign.facts) : null,
      list(column('id')),
      textList(column('destination')),
      texts.every((text) => text === null) ? null : textArray(texts),
      list(column('encoding')),
      list(column('segments')),
      list(column('units')),
      list(column('routeId')),
      textArray(column('country')),
      list(column('network')),
    ],
    'enqueue campaign messages',
  );
}

async function insertChunks(
  tx: Tx,
  campaign: CampaignFacts,
  messages: readonly CampaignMessage[],
  rates: ReadonlyMap<number, number>,
): Promise<void> {
  const open = new Map<number, string[]>();
  const chunks: { routeId: number; ids: string[] }[] = [];
  for (const { id, routeId } of messages) {
    let ids = open.get(routeId);
    if (!ids || ids.length >= chunkSize(campaign.class, rates.get(routeId))) {
      ids = [];
      open.set(routeId, ids);
      chunks.push({ routeId, ids });
    }
    ids.push(id);
  }
  await tx.query(
    `insert into chunk (route_id, priority, client_id, campaign_id, sender, message_ids, size, expires_at)
     select route_id, $1, $2, $3, $4, message_ids::uuid[], size, $5
     from unnest($6::int[], $7::text[], $8::smallint[]) as t (route_id, message_ids, size)`,
    [
      campaign.priority,
      campaign.clientId,
      campaign.campaignId,
      campaign.sender,
      campaign.expiresAt.toISOString(),
      list(chunks.map(({ routeId }) => routeId)),
      chunks.map(({ ids }) => list(ids)),
      list(chunks.map(({ ids }) => ids.length)),
    ],
    'enqueue campaign chunks',
  );
}

function countMessages(campaign: CampaignFacts, messages: readonly CampaignMessage[]): Deltas {
  const deltas = new Deltas();
  // Ids of one hour, as nearly always, are counted by network before they become deltas.
  const isOneHour = hourOf(messages[0]!.id) === hourOf(messages.at(-1)!.id);
  if (!isOneHour) {
    for (const message of messages)
      deltas.add(
        message.id,
        { ...campaign, ...message },
        { messages: 1, segments: message.segments },
      );
    return deltas;
  }
  const groups = new Map<string, { of: CampaignMessage; messages: number; segments: number }>();
  for (const message of messages) {
    const key = `${message.network}${message.country}`;
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { of: message, messages: 0, segments: 0 }));
    group.messages++;
    group.segments += message.segments;
  }
  for (const { of, ...counts } of groups.values())
    deltas.add(of.id, { ...campaign, country: of.country, network: of.network }, counts);
  return deltas;
}
