/** Finds the connectors that messages go over after another one of their route has refused them. */
import type { Tx } from '../../../infra/database/db.ts';
import { list } from '../sql.ts';
import type { Answer, Lease } from '../types.ts';

/**
 * The next connectors of the messages' routes in the configuration in force, by message: in the order
 * of the route behind the present one, then from its beginning. Only those that are bound now, for a
 * moved message waits for its connector alone; those that refused the message before are passed over,
 * by the message's steps. A message whose answer does not lead on, one of several parts, one without
 * a route and one with no connector left has none.
 */
export async function findNextConnectors(
  tx: Tx,
  answers: readonly (Answer & { lease: Pick<Lease, 'connectorId'> })[],
): Promise<ReadonlyMap<string, number>> {
  const moving = answers.filter(
    (answer) =>
      (answer.outcome === 'refused' || answer.outcome === 'failed') &&
      answer.goesOn &&
      answer.part.parts === 1,
  );
  if (moving.length === 0) return new Map();
  const { rows } = await tx.query<{ messageId: string; id: number }>(
    `select refused.message_id as "messageId", following.id
     from unnest($1::uuid[], $2::int[]) as refused (message_id, connector_id)
       cross join lateral (
         select c.id
         from message m
           cross join lateral (select config from config_version order by version desc limit 1) v
           cross join lateral jsonb_array_elements(v.config -> 'routes') as route
           cross join lateral jsonb_array_elements_text(route -> 'connectorIds') with ordinality as named (id, place)
           join connector c on c.id = named.id::int and c.started
           join connector_state s on s.connector_id = c.id and s.state = 'BOUND' and s.updated_at > now() - interval '10 seconds'
         where m.id = refused.message_id and (route ->> 'id')::int = m.route_id and c.id <> refused.connector_id
           and not exists (select from message_event e where e.message_id = m.id and e.kind = 'FAILED_OVER' and (e.detail ->> 'connectorId')::int = c.id)
         order by named.place <= coalesce((select o.place from jsonb_array_elements_text(route -> 'connectorIds') with ordinality as o (id, place) where o.id::int = refused.connector_id), 0), named.place
         limit 1) following`,
    [
      list(moving.map(({ part }) => part.messageId)),
      list(moving.map(({ lease }) => lease.connectorId)),
    ],
    'next connectors',
  );
  return new Map(rows.map(({ messageId, id }) => [messageId, id]));
}
