import type { Tx } from '../../infra/database/db.ts';
import { COUNT_LIMIT } from '../../infra/database/pages.ts';
import { listVisibleClients } from '../../core/client-tree/visible-clients.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { NumberQuery } from '../../infra/database/scoped-query.ts';

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
  const search = await searchFor(tx, scope, filter, page);
  if (search === undefined) return [];
  const { rows } = await tx.query<IncomingRow>(
    `select ${COLUMNS} from (${search.sql} order by id desc limit ${page.limit}) m ${NAMES} order by m.id desc`,
    search.values,
  );
  return rows;
}

/** How many there are, to a little above `COUNT_LIMIT`. */
export async function countIncoming(tx: Tx, scope: Scope, filter: IncomingFilter): Promise<number> {
  const search = await searchFor(
    tx,
    scope,
    filter,
    { after: undefined, limit: COUNT_LIMIT + 1 },
    'count',
  );
  if (search === undefined) return 0;
  const { rows } = await tx.query<{ counted: number }>(
    `select count(*)::int as counted from (${search.sql} limit ${COUNT_LIMIT + 1}) t`,
    search.values,
  );
  return rows[0]!.counted;
}

/**
 * By the keys that narrow most, each searched by its own index to its first rows: phones, clients, or what was written
 * to. `any ()` over many would read and sort all that they ever got.
 */
async function searchFor(
  tx: Tx,
  scope: Scope,
  filter: IncomingFilter,
  { after, limit }: { after: string | undefined; limit: number },
  to: 'read' | 'count' = 'read',
): Promise<{ sql: string; values: unknown[] } | undefined> {
  const clients = await listVisibleClients(tx, scope, filter.clientIds);
  if (clients?.length === 0) return undefined;
  const where = whereWithin({ reach: 'all' } as Scope, '');
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
  if (filter.from !== undefined) where.add('id >= ?', filter.from);
  if (filter.to !== undefined) where.add('id < ?', filter.to);
  if (after !== undefined) where.add('id < ?', after);
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
  const list = where.value(keys);
  return {
    sql: `select found.* from unnest(${list}::${column === 'client_id' ? 'uuid' : 'text'}[]) as key (key) cross join lateral (
      select ${columns} from incoming_message m where m.${column} = key.key and ${where.sql} ${to === 'read' ? 'order by id desc' : ''} limit ${limit}) found`,
    values: where.values,
  };
}

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
