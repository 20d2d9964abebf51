import type { Tx } from '../db.ts';
import { newId } from '../ids.ts';
import type { Rate } from './rates.rules.ts';

/** Sets a client's own rates, by the name of their region. */
export async function upsertRates(tx: Tx, clientId: string, rates: Omit<Rate, 'rateId' | 'clientId'>[]): Promise<void> {
  for (const rate of rates) {
    await tx.query(
      `insert into rate (id, client_id, region_name, region_filters, cost_price, currency) values ($1, $2, $3, $4, $5, $6)
       on conflict (client_id, region_name) do update set region_filters = excluded.region_filters, cost_price = excluded.cost_price, currency = excluded.currency`,
      [newId(), clientId, rate.regionName, rate.regionFilters, rate.costPrice, rate.currency]);
  }
}

/** The rates of a client and of everyone above it, nearest first, with the client's country. Reads the ancestors' rows: under the system scope. */
export async function listRatesUpTree(tx: Tx, clientId: string): Promise<{ country: string; rates: Rate[] }> {
  const { rows } = await tx.query<Omit<Rate, 'rateId'> & { rateId: string | null; country: string; depth: number }>(
    `with recursive line as (
       select id, parent_id, country, 0 as depth from client where id = $1
       union all select c.id, c.parent_id, c.country, line.depth + 1 from client c join line on c.id = line.parent_id)
     select line.country, line.depth, r.id as "rateId", r.client_id as "clientId", r.region_name as "regionName", r.region_filters as "regionFilters",
       r.cost_price as "costPrice", r.currency
     from line left join rate r on r.client_id = line.id order by line.depth, r.region_name`, [clientId]);
  if (!rows[0]) throw new Error(`client ${clientId} is not visible`);
  return { country: rows[0].country, rates: rows.flatMap(({ country: _country, depth: _depth, rateId, ...rate }) => (rateId === null ? [] : [{ ...rate, rateId }])) };
}
