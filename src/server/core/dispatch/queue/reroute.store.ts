/**
 * Gives messages whose routes are gone new routes, and returns moved ones whose connector is stopped
 * or gone to theirs: commits new chunks, and FAILED where no route takes them.
 */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { endQueued } from '../end.store.ts';
import { wakeLinks } from './queue.store.ts';
import { requeue } from './requeue.store.ts';
import type { Requeue, StoredFacts } from '../types.ts';

const { FAILED } = MESSAGE_STATUS;

/** A chunk of moved messages whose connector is not bound. A retry rule's wait: others have refused them. */
const WAITS_IN_VAIN = `(not exists (select from connector_state s where s.connector_id = -chunk.route_id and s.updated_at > now() - interval '30 seconds'
    and (s.state = 'BOUND' or s.since > now() - interval '30 seconds'))
  and (select bool_and(exists (select from message_event e where e.message_id = each and e.kind = 'FAILED_OVER' and e.detail ->> 'reason' = 'RELIEVED'))
    from unnest(chunk.message_ids[chunk.pos + 1:]) each))`;

/** A message that waits on a route which no longer carries any, or for a connector that does not run. */
export type Stranded = {
  id: string;
  routeId: number;
  destination: string;
  sender: string;
  text: string;
  facts: StoredFacts | null;
};

/**
 * Gives the messages of up to `limit` chunks whose routes are gone new routes. A chunk that a link holds is
 * taken from it: the link's next claim misses; one that is stopped waits until it is let go on. A message
 * that no route takes ends as FAILED, its units released. Tests of a connector, whose own route is negative,
 * stay with it; a message that was moved to a connector, which is stopped or gone since, returns to its
 * route. So does one that was moved because another connector is relieved, once its own is not bound for half
 * a minute.
 * @param config.carrying the routes that carry messages now
 * @param config.connectorIds the connectors in force
 * @param config.route asks the configuration in force; null: no route
 * @returns how many chunks there were; 0 when there are no more
 */
export async function rerouteStranded(
  tx: Tx,
  config: {
    version: number;
    carrying: readonly number[];
    connectorIds: readonly number[];
    route(message: Stranded): number | null;
  },
  limit: number,
): Promise<number> {
  const { rows: chunks } = await tx.query<{
    id: bigint;
    priority: number;
    clientId: string;
    campaignId: string | null;
    sender: string;
    ids: string[];
    attempt: number;
    dupRisk: boolean;
    notBefore: Date | null;
    expiresAt: Date;
  }>(
    `delete from chunk where id = any (array(
       select id from chunk
       where not stopped and case when route_id > 0 then route_id <> all ($1::int[])
         else (-route_id <> all ($3::int[]) or exists (select from connector c where c.id = -chunk.route_id and not c.started) or ${WAITS_IN_VAIN})
           and (select bool_and(m.route_id > 0) from message m where m.id = any (chunk.message_ids[chunk.pos + 1:])) end
       order by id limit $2 for update skip locked))
     returning id, priority, client_id as "clientId", campaign_id as "campaignId", sender, message_ids[pos + 1:] as ids, attempt, dup_risk as "dupRisk",
       case when isfinite(not_before) then not_before end as "notBefore", expires_at as "expiresAt"`,
    [config.carrying, limit, config.connectorIds],
  );
  const again: Requeue[] = [];
  for (const chunk of chunks) {
    const { rows } = await tx.query<Stranded>(
      `select m.id, m.route_id as "routeId", m.destination, m.sender, coalesce(m.text, c.text, '') as text, m.facts
       from message m left join campaign c on c.id = m.campaign_id where m.id = any ($1::uuid[])`,
      [chunk.ids],
    );
    const routed = new Map(
      rows.map((message) => [
        message.id,
        config.carrying.includes(message.routeId) ? message.routeId : config.route(message),
      ]),
    );
    const routeOf = (id: string) => routed.get(id) ?? null;
    const lost = rows.flatMap(({ id }) => (routeOf(id) === null ? [id] : []));
    if (lost.length > 0)
      await endQueued(tx, [{ ids: lost, dupRisk: chunk.dupRisk }], FAILED, 'NO_ROUTE');
    const ids = chunk.ids.filter((id) => routeOf(id) !== null);
    await tx.query(
      `update message set route_id = ($2::int[])[array_position($1::uuid[], id)], config_version = $3 where id = any ($1) and route_id <> ($2::int[])[array_position($1::uuid[], id)]`,
      [ids, ids.map((id) => routeOf(id)), config.version],
    );
    again.push(
      ...ids.map((messageId) => ({
        ...chunk,
        waitMs: null,
        messageId,
        routeId: routeOf(messageId)!,
      })),
    );
  }
  await requeue(tx, again);
  if (again.length > 0) await wakeLinks(tx);
  return chunks.length;
}
