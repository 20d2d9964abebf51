/** Recent answers and receipts of carriers, and the hours with which they are compared. */
import type { CarrierFailure, Rate } from '../../../contract/api/carrier-errors.ts';
import { medianSeconds } from '../../core/dispatch/dispatch.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import { FEWEST_HOURS, FEWEST_RECEIPTS } from './delivery-rates.rules.ts';
import type { History } from './delivery-rates.rules.ts';

export type Outcome = CarrierFailure | 'ACCEPTED' | 'DELIVERED';

/** Counts of the last hour and the last day. */
export type OutcomeRow = {
  cid: string;
  kind: 'SMPP' | 'HTTP' | 'GENERIC';
  network: number;
  outcome: Outcome;
  carrierStatus: string;
  errorCode: string;
  hour: number;
  day: number;
};

export async function listOutcomes(tx: Tx, cid: string | undefined): Promise<OutcomeRow[]> {
  const { rows } = await tx.query<OutcomeRow>(
    `select c.cid, c.kind, o.network, o.outcome, o.carrier_status as "carrierStatus", o.error_code as "errorCode",
       coalesce(sum(o.parts) filter (where o.period >= ${beginOf('1 hour')}), 0)::float8 as hour, sum(o.parts)::float8 as day
     from connector_outcome o join connector c on c.id = o.connector_id
     where o.period >= ${beginOf('1 day')} and ($1::text is null or c.cid = $1)
     group by 1, 2, 3, 4, 5, 6`,
    [cid ?? null],
  );
  return rows;
}

export type UsualDay = Pick<
  OutcomeRow,
  'cid' | 'network' | 'outcome' | 'carrierStatus' | 'errorCode'
> & { parts: number };

/** Days with traffic that make a usual one. */
const FEWEST_DAYS = 3;

/**
 * Failures of a usual day, by connector, network and code; a connector with too few days has none. The
 * days before the last three have a row where those have one of every ten minutes, so few rows are read.
 */
export async function listUsualDays(tx: Tx, cid: string | undefined): Promise<UsualDay[]> {
  const end = "date_trunc('day', now(), 'UTC') - interval '3 days'";
  const { rows } = await tx.query<UsualDay>(
    `with week as (
       select c.cid, o.network, o.outcome, o.carrier_status, o.error_code, o.parts, date_trunc('day', o.period, 'UTC') as day
       from connector_outcome o join connector c on c.id = o.connector_id
       where o.period >= ${end} - interval '7 days' and o.period < ${end} and ($1::text is null or c.cid = $1)),
     days as (select cid, count(distinct day)::float8 as days from week group by 1 having count(distinct day) >= ${FEWEST_DAYS})
     select d.cid, w.network, w.outcome, w.carrier_status as "carrierStatus", w.error_code as "errorCode", sum(w.parts)::float8 / d.days as parts
     from days d join week w on w.cid = d.cid group by d.cid, d.days, 2, 3, 4, 5`,
    [cid ?? null],
  );
  return rows;
}

/** The beginning of the period in which a span up to now began. */
const beginOf = (span: '15 minutes' | '20 minutes' | '1 hour' | '75 minutes' | '1 day') =>
  `date_bin('10 minutes', now() - interval '${span}', 'epoch')`;

export async function readBeginnings(tx: Tx): Promise<{ hour: Date; day: Date }> {
  const { rows } = await tx.query<{ hour: Date; day: Date }>(
    `select ${beginOf('1 hour')} as hour, ${beginOf('1 day')} as day`,
  );
  return rows[0]!;
}

type Place = {
  cid: string;
  kind: 'SMPP' | 'HTTP' | 'GENERIC';
  connectorId: number;
  routeId: number;
  routeOrder: number | null;
  network: number;
};

export type MeasuredRate = Place & { now: Rate; history: History | null };

/** The final receipts of the last hour by connector, route and network, each with its history. */
export async function listRates(tx: Tx, cid: string | undefined): Promise<MeasuredRate[]> {
  const { rows } = await tx.query<Place & { seconds: number; isDelivered: boolean; parts: number }>(
    `select c.cid, c.kind, o.connector_id as "connectorId", o.route_id as "routeId", r."order" as "routeOrder", o.network, o.seconds,
       o.outcome = 'DELIVERED' as "isDelivered", sum(o.parts)::float8 as parts
     from connector_outcome o join connector c on c.id = o.connector_id left join route r on r.id = o.route_id
     where o.period >= ${beginOf('1 hour')} and o.outcome not in ('ACCEPTED', 'REFUSED', 'TEMPORARY', 'LOST') and ($1::text is null or c.cid = $1)
     group by 1, 2, 3, 4, 5, 6, 7, 8`,
    [cid ?? null],
  );
  const histories = await readHistories(tx, [
    ...new Set(rows.map(({ connectorId }) => connectorId)),
  ]);
  return [...Map.groupBy(rows, keyOf)].map(([key, of]) => {
    const { cid: name, kind, connectorId, routeId, routeOrder, network } = of[0]!;
    const delivered = of.filter(({ isDelivered }) => isDelivered);
    const [receipts, arrived] = [of, delivered].map((some) =>
      some.reduce((sum, { parts }) => sum + parts, 0),
    ) as [number, number];
    return {
      cid: name,
      kind,
      connectorId,
      routeId,
      routeOrder,
      network,
      now: { receipts, share: arrived / receipts, medianSeconds: medianSeconds(delivered) },
      history: histories.get(key) ?? null,
    };
  });
}

type Summed = Pick<Place, 'connectorId' | 'routeId' | 'network'> & Omit<History, 'usual'> & Rate;

/** The history of each route and network of these connectors. */
async function readHistories(
  tx: Tx,
  connectorIds: readonly number[],
): Promise<Map<string, History>> {
  const { rows } = await tx.query<Summed>(
    `select connector_id as "connectorId", route_id as "routeId", network, count(*)::int as hours,
       percentile_disc(0.5) within group (order by receipts)::float8 as receipts,
       percentile_disc(0.5) within group (order by delivered::float8 / receipts) as share,
       percentile_disc(0.05) within group (order by delivered::float8 / receipts) as "lowShare",
       percentile_disc(0.5) within group (order by median_seconds)::float8 as "medianSeconds",
       percentile_disc(0.95) within group (order by median_seconds)::float8 as "slowSeconds"
     from delivery_hour where connector_id = any ($1::int[]) and receipts >= ${FEWEST_RECEIPTS} group by 1, 2, 3`,
    [connectorIds],
  );
  return new Map(
    rows.map(({ hours, receipts, share, lowShare, medianSeconds, slowSeconds, ...place }) => [
      keyOf(place),
      { hours, usual: { receipts, share, medianSeconds }, lowShare, slowSeconds },
    ]),
  );
}

const keyOf = ({
  connectorId,
  routeId,
  network,
}: Pick<Place, 'connectorId' | 'routeId' | 'network'>) => `${connectorId} ${routeId} ${network}`;

/** Submissions that connectors' carriers answered of late, and those that they refused. */
export type Refusals = { cid: string; answers: number; refused: number; code: string };

/** The refusals of the last periods of connectors in force; a throttled submission is no refusal. */
export async function listRefusals(tx: Tx): Promise<Refusals[]> {
  const { rows } = await tx.query<Refusals>(
    `select c.cid, sum(o.parts)::float8 as answers, coalesce(sum(o.parts) filter (where o.is_refused), 0)::float8 as refused,
       coalesce((array_agg(o.error_code order by o.parts desc) filter (where o.is_refused))[1], '') as code
     from (
       select connector_id, error_code, outcome in ('REFUSED', 'TEMPORARY') and error_code not in ('ESME_RTHROTTLED', 'ESME_RMSGQFUL') and error_code not like 'HTTP 429%' as is_refused, sum(parts) as parts
       from connector_outcome where period >= ${beginOf('20 minutes')} and outcome in ('ACCEPTED', 'REFUSED', 'TEMPORARY', 'LOST')
       group by 1, 2, 3) o
     join connector c on c.id = o.connector_id and c.started group by 1`,
  );
  return rows;
}

export type NetworkReceipts = { cid: string; network: number; taken: number; receipts: number };

/**
 * Parts that carriers accepted in the hour that ended a quarter of an hour ago, and receipts since it
 * began, of networks that usually bring receipts.
 */
export async function listNetworkReceipts(tx: Tx): Promise<NetworkReceipts[]> {
  const { rows } = await tx.query<NetworkReceipts>(
    `select c.cid, o.network,
       coalesce(sum(o.parts) filter (where o.outcome = 'ACCEPTED' and o.period < ${beginOf('15 minutes')}), 0)::float8 as taken,
       coalesce(sum(o.parts) filter (where o.outcome not in ('ACCEPTED', 'REFUSED', 'TEMPORARY', 'LOST')), 0)::float8 as receipts
     from connector_outcome o join connector c on c.id = o.connector_id and c.started
     join (select connector_id, network from delivery_hour where receipts >= ${FEWEST_RECEIPTS} group by 1, 2 having count(distinct hour) >= ${FEWEST_HOURS}) usual
       on usual.connector_id = o.connector_id and usual.network = o.network
     where o.period >= ${beginOf('75 minutes')} group by 1, 2`,
  );
  return rows;
}
