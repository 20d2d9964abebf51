import type { Tx } from '../../../infra/database/db.ts';
import type { PriceFinding } from './findings.rules.ts';

/** Lets one process at a time look at prices, until the transaction ends. */
export async function mayWatchPrices(tx: Tx): Promise<boolean> {
  return (
    await tx.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('price watch')) as mine`,
    )
  ).rows[0]!.mine;
}

/** A text that changes with every change of prices, of the tree, and of the routes in force. */
export async function readPriceStamp(tx: Tx): Promise<string> {
  const { rows } = await tx.query<{ stamp: string }>(
    `select (select version from acceptance_version) || ' ' || coalesce((select max(version) from config_version), 0) as stamp`,
  );
  return rows[0]!.stamp;
}

/** The clients with rates of their own, which alone can differ from what their sellers pay. */
export async function listPricedClients(
  tx: Tx,
): Promise<{ clientId: string; isDirect: boolean }[]> {
  const { rows } = await tx.query<{ clientId: string; isDirect: boolean }>(
    `select c.id as "clientId", c.parent_id is null or p.parent_id is null as "isDirect" from client c left join client p on p.id = c.parent_id
     where c.id in (select client_id from rate) order by c.id`,
  );
  return rows;
}

/**
 * Keeps the findings of these clients in place of the earlier ones.
 * @returns those that are new or have changed
 */
export async function replaceFindings(
  tx: Tx,
  clientIds: readonly string[],
  found: readonly PriceFinding[],
): Promise<PriceFinding[]> {
  const columns = [
    found.map(({ clientId }) => clientId),
    found.map(({ regionName }) => regionName),
    found.map(({ kind }) => kind),
  ];
  await tx.query(
    `delete from price_finding f where client_id = any ($1::uuid[])
       and not exists (select from unnest($2::uuid[], $3::text[], $4::text[]) as t (client_id, region_name, kind) where t.client_id = f.client_id and t.region_name = f.region_name and t.kind = f.kind)`,
    [clientIds, ...columns],
  );
  const { rows } = await tx.query<PriceFinding>(
    `insert into price_finding as f (client_id, region_name, kind, set_price, against_price, currency)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::numeric[], $5::numeric[], $6::text[])
     on conflict (client_id, region_name, kind) do update set set_price = excluded.set_price, against_price = excluded.against_price, currency = excluded.currency, found_at = now()
       where (f.set_price, f.against_price, f.currency) is distinct from (excluded.set_price, excluded.against_price, excluded.currency)
     returning client_id as "clientId", region_name as "regionName", kind, set_price::text as "setPrice", against_price::text as "againstPrice", currency`,
    [
      ...columns,
      found.map(({ setPrice }) => setPrice),
      found.map(({ againstPrice }) => againstPrice),
      found.map(({ currency }) => currency),
    ],
  );
  return rows;
}

/** Drops what was found of clients that have no rates of their own any more. */
export async function dropOtherFindings(tx: Tx, clientIds: readonly string[]): Promise<void> {
  await tx.query('delete from price_finding where client_id <> all ($1::uuid[])', [clientIds]);
}

export type PriceReader = {
  clientId: string;
  clientName: string;
  parentId: string | null;
  email: string | null;
  language: string;
  emailAlerts: string[];
};

export async function listPriceReaders(
  tx: Tx,
  clientIds: readonly string[],
): Promise<Map<string, PriceReader>> {
  const { rows } = await tx.query<PriceReader>(
    `select id as "clientId", client_name as "clientName", parent_id as "parentId", email, language, email_alerts as "emailAlerts" from client where id = any ($1::uuid[])`,
    [clientIds],
  );
  return new Map(rows.map((row) => [row.clientId, row]));
}
