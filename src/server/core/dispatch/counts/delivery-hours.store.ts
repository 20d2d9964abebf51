/**
 * Sums the final receipts of whole hours by connector, route and network: commits delivery_hour
 * rows, with which later hours are compared.
 */
import type { Tx } from '../../../infra/database/db.ts';
import { medianSeconds } from '../dispatch.rules.ts';

/** A receipt that came before the end of an hour may be committed after it. */
const COMMITTED_WITHIN = `interval '1 minute'`;

type Counted = {
  connectorId: number;
  routeId: number;
  network: number;
  hour: Date;
  seconds: number;
  isDelivered: boolean;
  parts: number;
};

/** Records the hours that ended since the last recorded one, and drops those of two weeks ago. */
export async function recordHours(tx: Tx): Promise<void> {
  const { rows } = await tx.query<Counted>(
    `select connector_id as "connectorId", route_id as "routeId", network, date_trunc('hour', period) as hour, seconds,
       outcome = 'DELIVERED' as "isDelivered", sum(parts)::float8 as parts
     from connector_outcome
     where period >= greatest((select max(hour) + interval '1 hour' from delivery_hour), date_trunc('hour', now()) - interval '2 days')
       and period < date_trunc('hour', now() - ${COMMITTED_WITHIN})
       and outcome not in ('ACCEPTED', 'REFUSED', 'TEMPORARY', 'LOST')
     group by 1, 2, 3, 4, 5, 6`,
  );
  const hours = [
    ...Map.groupBy(
      rows,
      ({ connectorId, routeId, network, hour }) =>
        `${connectorId} ${routeId} ${network} ${hour.getTime()}`,
    ).values(),
  ].map((of) => {
    const delivered = of.filter(({ isDelivered }) => isDelivered);
    return {
      ...of[0]!,
      receipts: sum(of),
      delivered: sum(delivered),
      median: medianSeconds(delivered),
    };
  });
  if (hours.length > 0)
    await tx.query(
      `insert into delivery_hour (connector_id, route_id, network, hour, receipts, delivered, median_seconds)
       select * from unnest($1::int[], $2::int[], $3::smallint[], $4::timestamptz[], $5::bigint[], $6::bigint[], $7::real[])
       on conflict do nothing`,
      [
        hours.map(({ connectorId }) => connectorId),
        hours.map(({ routeId }) => routeId),
        hours.map(({ network }) => network),
        hours.map(({ hour }) => hour),
        hours.map(({ receipts }) => receipts),
        hours.map(({ delivered }) => delivered),
        hours.map(({ median }) => median),
      ],
    );
  await tx.query(`delete from delivery_hour where hour < now() - interval '15 days'`);
}

const sum = (rows: readonly Counted[]) => rows.reduce((total, { parts }) => total + parts, 0);
