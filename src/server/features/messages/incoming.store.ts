/** Reads of incoming messages. */
import type { Tx } from '../../infra/database/db.ts';
import { COUNT_LIMIT } from '../../infra/database/pages.ts';
import { listVisibleClients } from '../../core/client-tree/visible-clients.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { conditions, whereWithin } from '../../infra/database/scoped-query.ts';
import type { NumberQuery, Where } from '../../infra/database/scoped-query.ts';

export type IncomingRow = {
  id: string;
  clientId: string | null;
  clientName: string | null;
  source: string;
  destination: string;
  text: string;
  encoding: number;
  foundBy: 'NUMBER' | 'CONVERSATION' | 'DEFAULT' | null;
  connector: string | null;
};

export type IncomingFilter = {
  /** Phones that are looked for; none is all. */
  numbers: NumberQuery[];
  /** The number or sender ID that the phone wrote to. */
  destinations: string[];
  clientIds: string[];
  /** Bounds of ids, which carry the time. */
  from: string | undefined;
  to: string | undefined;
};

const COLUMNS = `m.id, m.client_id as "clientId", o.client_name as "clientName", m.source, m.destination, m.text, m.encoding, m.found_by as "foundBy", k.cid as connector`;
const NAMES =
  'left join client o on o.id = m.client_id left join connector k on k.id = m.connector_id';

/** Messages from phones, newest first. */
export async function listIncoming(
  tx: Tx,
  scope: Scope,
  filter: IncomingFilter,
  page: { after: string | undefined; limit: number },
): Promise<IncomingRow[]> {
  const clients = await listVisibleClients(tx, scope, filter.clientIds);
  if (clients?.length === 0) return [];
  const read = async ({ sql, values }: Search) => {
    const { rows } = await tx.query<IncomingRow>(
      `select ${COLUMNS} from (${sql} order by id desc limit ${page.limit}) m ${NAMES} order by m.id desc`,
      values,
    );
    return rows;
  };
  if (clients && clients.length > NEWEST_READ / 10 && filter.numbers.length === 0) {
    const rows = await read(amongNewest(filter, clients, page.after));
    if (rows.length === page.limit) return rows;
  }
  return read(searchFor(clients, filter, page));
}

/** How many there are, to a little above `COUNT_LIMIT`. */
export async function countIncoming(tx: Tx, scope: Scope, filter: IncomingFilter): Promise<number> {
  const clients = await listVisibleClients(tx, scope, filter.clientIds);
  if (clients?.length === 0) return 0;
  const search = searchFor(clients, filter, { after: undefined, limit: COUNT_LIMIT + 1 }, 'count');
  const { rows } = await tx.query<{ counted: number }>(
    `select count(*)::int as counted from (${search.sql} limit ${COUNT_LIMIT + 1}) t`,
    search.values,
  );
  return rows[0]!.counted;
}

type Search = { sql: string; values: unknown[] };

/** Messages to look at first: a tree with a tenth of all finds its page among these; any other has lost a millisecond. */
const NEWEST_READ = 500;

/** The messages of many clients among the newest of all: no client of the tree is looked up by itself. */
function amongNewest(
  filter: IncomingFilter,
  clients: readonly string[],
  after: string | undefined,
): Search {
  const where = boundsOf(filter, after);
  const newest = `select * from incoming_message m where ${where.sql} order by id desc limit ${NEWEST_READ}`;
  const within = [`client_id = any (${where.value(clients)})`];
  if (filter.destinations.length > 0)
    within.push(`destination = any (${where.value(filter.destinations)})`);
  return {
    sql: `select * from (${newest}) newest where ${within.join(' and ')}`,
    values: where.values,
  };
}

function boundsOf(filter: IncomingFilter, after: string | undefined): Where {
  const where = conditions();
  if (filter.from !== undefined) where.add('id >= ?', filter.from);
  if (filter.to !== undefined) where.add('id < ?', filter.to);
  if (after !== undefined) where.add('id < ?', after);
  return where;
}

/**
 * By the keys that narrow most, each searched by its own index to its first rows: phones, clients, or what was written
 * to. `any ()` over many would read and sort all that they ever got.
 */
function searchFor(
  clients: string[] | undefined,
  filter: IncomingFilter,
  { after, limit }: { after: string | undefined; limit: number },
  to: 'read' | 'count' = 'read',
): Search {
  const where = boundsOf(filter, after);
  const ranges = filter.numbers.flatMap((sought) => ('from' in sought ? [sought] : []));
  const exact = filter.numbers.flatMap((sought) => ('exact' in sought ? [sought.exact] : []));
  const begins = [
    ...ranges.map(
      ({ from, to }) => `(source >= ${where.value(from)} and source < ${where.value(to)})`,
    ),
    ...(exact.length > 0 ? [`source = any (${where.value(exact)})`] : []),
  ];
  const driver: [string, string[]] | undefined =
    clients && begins.length === 0
      ? ['client_id', clients]
      : begins.length === 0 && filter.destinations.length > 0
        ? ['destination', filter.destinations]
        : undefined;
  if (clients && driver?.[0] !== 'client_id') where.add('client_id = any (?)', clients);
  if (filter.destinations.length > 0 && driver?.[0] !== 'destination')
    where.add('destination = any (?)', filter.destinations);
  // Read whole by the phones' own index, and only then narrowed.
  if (begins.length > 0)
    return {
      sql: `select * from (select * from incoming_message where ${begins.join(' or ')} offset 0) m where ${where.sql}`,
      values: where.values,
    };
  // Ids alone are in the index; to count them the rows need not be read.
  const columns = to === 'read' ? '*' : 'id';
  if (driver === undefined)
    return {
      sql: `select ${columns} from incoming_message m where ${where.sql}`,
      values: where.values,
    };
  const [column, keys] = driver;
  const list = `${where.value(keys)}::${column === 'client_id' ? 'uuid' : 'text'}[]`;
  const rowsOf = (what: string, key: string, condition: string) =>
    `select ${what} from incoming_message m where m.${column} = ${key} and ${where.sql}${condition}`;
  if (to === 'count')
    return {
      sql: `select found.* from unnest(${list}) as key (key) cross join lateral (${rowsOf('id', 'key.key', '')} limit ${limit}) found`,
      values: where.values,
    };
  // The newest row of each key first: where as many keys as the page has rows have one above an id,
  // nothing below it is on the page, and the rows of hundreds of keys need not be read. Its id is
  // materialized, since behind row-level security an expression such as `coalesce` bounds no index scan.
  return {
    sql: `with newest as materialized (
        select key.key, first.id from unnest(${list}) as key (key) cross join lateral (${rowsOf('id', 'key.key', '')} order by id desc limit 1) first),
      least as materialized (select coalesce((select id from newest order by id desc offset ${limit - 1} limit 1), '${LEAST_ID}'::uuid) as id)
      select found.* from newest cross join least cross join lateral (
        ${rowsOf('*', 'newest.key', ' and m.id >= least.id')} order by id desc limit ${limit}) found
      where newest.id >= least.id`,
    values: where.values,
  };
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000';

export async function findIncoming(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<IncomingRow | undefined> {
  const where = whereWithin(scope, 'm.client_id');
  where.add('m.id = ?', id);
  const { rows } = await tx.query<IncomingRow>(
    `select ${COLUMNS} from incoming_message m ${NAMES} where ${where.sql}`,
    where.values,
  );
  return rows[0];
}
