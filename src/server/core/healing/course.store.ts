/** Reads the counts of a connector's parts to one network of a route over a span of time. */
import type { TimedDeliveries } from '../dispatch/dispatch.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { CourseCount, CourseSpan } from './course.rules.ts';
import type { Place } from './plan.rules.ts';

/** The counts of ten seconds and, before them, of hours: no part is in both. */
export async function listCounts(
  tx: Tx,
  { connectorId, routeId, network }: Place,
  { from, to, unitSeconds }: CourseSpan,
): Promise<CourseCount[]> {
  const { rows } = await tx.query<
    Omit<CourseCount, 'at' | 'deliveries'> & { at: Date; deliveries: TimedDeliveries[] }
  >(
    `with counted as (
       select slot as at, outcome, seconds, parts from connector_slot
       where connector_id = $1 and route_id = $2 and network = $3 and slot >= $4 and slot < $5
       union all
       select hour, outcome, seconds, parts from connector_hour
       where connector_id = $1 and route_id = $2 and network = $3 and hour >= $4 and hour < $5)
     select date_bin($6::float8 * interval '1 second', at, 'epoch') as at,
       coalesce(sum(parts) filter (where outcome = 'ACCEPTED'), 0)::float8 as accepted,
       coalesce(sum(parts) filter (where outcome = 'REFUSED'), 0)::float8 as refused,
       coalesce(sum(parts) filter (where outcome = 'ENDED'), 0)::float8 as ended,
       coalesce(jsonb_agg(jsonb_build_object('seconds', seconds, 'parts', parts)) filter (where outcome = 'DELIVERED'), '[]') as deliveries
     from counted group by 1`,
    [connectorId, routeId, network, new Date(from), new Date(to), unitSeconds],
    'incident course',
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}
