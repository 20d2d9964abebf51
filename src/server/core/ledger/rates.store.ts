import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import type { DatedRate, Level, Rate, RateHistory } from './rates.rules.ts';

/**
 * Sets a client's own rates, by the name of their region, from a moment on; default now. Later
 * prices of the same regions are dropped.
 */
export async function upsertRates(
  tx: Tx,
  clientId: string,
  rates: readonly Omit<Rate, 'rateId' | 'clientId'>[],
  from: Date | null = null,
): Promise<void> {
  await tx.query(
    'delete from rate where client_id = $1 and region_name = any ($2) and valid_from > coalesce($3, now())',
    [clientId, rates.map((rate) => rate.regionName), from],
  );
  await tx.query(
    `insert into rate (id, client_id, region_name, region_filters, cost_price, currency, below_floor, valid_from)
     select id, $1, region_name, string_to_array(region_filters, ','), cost_price, currency, below_floor, coalesce($8, now())
     from unnest($2::uuid[], $3::text[], $4::text[], $5::numeric[], $6::text[], $7::boolean[]) as t(id, region_name, region_filters, cost_price, currency, below_floor)
     on conflict (client_id, region_name, valid_from) do update
       set region_filters = excluded.region_filters, cost_price = excluded.cost_price, currency = excluded.currency, below_floor = excluded.below_floor`,
    [
      clientId,
      rates.map(() => newId()),
      rates.map((rate) => rate.regionName),
      rates.map((rate) => rate.regionFilters.join(',')),
      rates.map((rate) => rate.costPrice),
      rates.map((rate) => rate.currency),
      rates.map((rate) => rate.belowFloor ?? false),
      from,
    ],
  );
}

/**
 * Removes a client's own price of a region: only future ones, or all, so that the client inherits
 * again.
 */
export async function deleteRates(
  tx: Tx,
  clientId: string,
  regionName: string,
  comingAlone: boolean,
): Promise<void> {
  await tx.query(
    'delete from rate where client_id = $1 and region_name = $2 and (not $3 or valid_from > now())',
    [clientId, regionName, comingAlone],
  );
}

const COLUMNS = `id as "rateId", client_id as "clientId", region_name as "regionName", region_filters as "regionFilters", cost_price as "costPrice", currency, below_floor as "belowFloor", valid_from as "validFrom"`;

/** A rate by its id, of any client. */
export async function findRate(tx: Tx, rateId: string): Promise<DatedRate | undefined> {
  const { rows } = await tx.query<DatedRate>(`select ${COLUMNS} from rate where id = $1`, [rateId]);
  return rows[0];
}

/**
 * The rates of clients and of the accounts above each: those in force and all later ones. Reads the ancestors' rows, so it
 * runs under the system scope.
 * @returns by client; a client that is not visible is missing
 */
export async function readRateHistories(
  tx: Tx,
  clientIds: readonly string[],
): Promise<Map<string, RateHistory>> {
  type Row = { subject: string; now: Date; levelId: string; country: string; depth: number } & (
    | DatedRate
    | { [name in keyof DatedRate]: null }
  );
  const { rows } = await tx.query<Row>(
    `with recursive line as (
       select id as subject, id, parent_id, country, 0 as depth from client where id = any ($1::uuid[])
       union all select line.subject, c.id, c.parent_id, c.country, line.depth + 1 from client c join line on c.id = line.parent_id)
     select line.subject, now() as now, line.id as "levelId", line.country, line.depth, r.*
     from line left join lateral (
       (select distinct on (region_name) ${COLUMNS} from rate where client_id = line.id and valid_from <= now() order by region_name, valid_from desc)
       union all select ${COLUMNS} from rate where client_id = line.id and valid_from > now()) r on true
     order by line.subject, line.depth`,
    [clientIds],
  );
  const histories = new Map<
    string,
    { now: Date; levels: (Level<DatedRate> & { rates: DatedRate[] })[] }
  >();
  for (const { subject, now, levelId, country, depth, ...rate } of rows) {
    const history = histories.get(subject) ?? { now, levels: [] };
    histories.set(subject, history);
    const level = (history.levels[depth] ??= { clientId: levelId, country, rates: [] });
    if (rate.rateId !== null) level.rates.push(rate as DatedRate);
  }
  return histories;
}

/** The same for one client. */
export async function readRateHistory(tx: Tx, clientId: string): Promise<RateHistory> {
  const history = (await readRateHistories(tx, [clientId])).get(clientId);
  if (!history) throw new Error(`client ${clientId} is not visible`);
  return history;
}

/**
 * Keeps the countries of clients, and of the accounts that they buy from, until the transaction ends: a price that is
 * counted from here on is of the country that the account has when it is stored. A country changes with its row locked.
 */
export async function keepCountries(tx: Tx, clientIds: readonly string[]): Promise<void> {
  await tx.query(
    `select from client where id = any ($1::uuid[]) or id in (select parent_id from client where id = any ($1::uuid[])) order by id for key share`,
    [clientIds],
  );
}

/**
 * True if units were counted for an account that are not booked yet: it buys or sells by a payment that may still come
 * through, or has a campaign whose units are not held.
 */
export async function hasOpenPrices(tx: Tx, clientId: string): Promise<boolean> {
  const { rows } = await tx.query<{ open: boolean }>(
    `select exists (select from payment where status <> 'COMPLETED' and (client_id = $1 or seller_id = $1) and purpose = 'UNITS' and (status = 'PENDING' or next_query_at is not null))
       or exists (select from campaign where client_id = $1 and status in ('PENDING', 'WAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'PAUSED') and units_held = 0) as open`,
    [clientId],
  );
  return rows[0]!.open;
}
