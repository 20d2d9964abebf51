import type { Tx } from '../db.ts';
import { newId } from '../ids.ts';
import type { Rate } from './rates.rules.ts';

/** Sets a client's own rates, by the name of their region, from a moment on: now where none is named. What was to come after that moment is forgotten. */
export async function upsertRates(tx: Tx, clientId: string, rates: Omit<Rate, 'rateId' | 'clientId'>[], from: Date | null = null): Promise<void> {
  await tx.query('delete from rate where client_id = $1 and region_name = any ($2) and valid_from > coalesce($3, now())', [clientId, rates.map((rate) => rate.regionName), from]);
  await tx.query(
    `insert into rate (id, client_id, region_name, region_filters, cost_price, currency, valid_from)
     select id, $1, region_name, string_to_array(region_filters, ','), cost_price, currency, coalesce($7, now())
     from unnest($2::uuid[], $3::text[], $4::text[], $5::numeric[], $6::text[]) as t(id, region_name, region_filters, cost_price, currency)
     on conflict (client_id, region_name, valid_from) do update set region_filters = excluded.region_filters, cost_price = excluded.cost_price, currency = excluded.currency`,
    [clientId, rates.map(() => newId()), rates.map((rate) => rate.regionName), rates.map((rate) => rate.regionFilters.join(',')), rates.map((rate) => rate.costPrice), rates.map((rate) => rate.currency), from]);
}

/** Takes a region of a client's own away: what is still to come alone, or all of it, so that the client inherits again. */
export async function deleteRates(tx: Tx, clientId: string, regionName: string, comingAlone: boolean): Promise<void> {
  await tx.query('delete from rate where client_id = $1 and region_name = $2 and (not $3 or valid_from > now())', [clientId, regionName, comingAlone]);
}

export type KnownRate = Rate & { validFrom: Date };

/** One rate by its id, whoever's it is. */
export async function findRate(tx: Tx, rateId: string): Promise<KnownRate | undefined> {
  const { rows } = await tx.query<KnownRate>(
    `select id as "rateId", client_id as "clientId", region_name as "regionName", region_filters as "regionFilters", cost_price as "costPrice", currency, valid_from as "validFrom" from rate where id = $1`, [rateId]);
  return rows[0];
}

/** The prices of a client's own that are still to come, the soonest first. */
export async function listComingRates(tx: Tx, clientId: string): Promise<KnownRate[]> {
  const { rows } = await tx.query<KnownRate>(
    `select id as "rateId", client_id as "clientId", region_name as "regionName", region_filters as "regionFilters", cost_price as "costPrice", currency, valid_from as "validFrom"
     from rate where client_id = $1 and valid_from > now() order by valid_from`, [clientId]);
  return rows;
}

/** The rates in force of a client and of everyone above it, nearest first, with the client's country. Reads the ancestors' rows: under the system scope. */
export async function listRatesUpTree(tx: Tx, clientId: string): Promise<{ country: string; rates: KnownRate[] }> {
  const { rows } = await tx.query<Omit<KnownRate, 'rateId'> & { rateId: string | null; country: string; depth: number }>(
    `with recursive line as (
       select id, parent_id, country, 0 as depth from client where id = $1
       union all select c.id, c.parent_id, c.country, line.depth + 1 from client c join line on c.id = line.parent_id)
     select line.country, line.depth, r.id as "rateId", r.client_id as "clientId", r.region_name as "regionName", r.region_filters as "regionFilters",
       r.cost_price as "costPrice", r.currency, r.valid_from as "validFrom"
     from line left join lateral (
       select distinct on (region_name) * from rate where client_id = line.id and valid_from <= now() order by region_name, valid_from desc) r on true
     order by line.depth, r.region_name`, [clientId]);
  if (!rows[0]) throw new Error(`client ${clientId} is not visible`);
  return { country: rows[0].country, rates: rows.flatMap(({ country: _country, depth: _depth, rateId, ...rate }) => (rateId === null ? [] : [{ ...rate, rateId }])) };
}

/** When the next price of a client or of anybody above it takes effect; null where none is to come. */
export async function nextRateOf(tx: Tx, clientId: string): Promise<Date | null> {
  const { rows } = await tx.query<{ next: Date | null }>(
    `with recursive line as (
       select id, parent_id from client where id = $1
       union all select c.id, c.parent_id from client c join line on c.id = line.parent_id)
     select min(valid_from) as next from rate where client_id in (select id from line) and valid_from > now()`, [clientId]);
  return rows[0]!.next;
}
