import type { Tx } from '../../infra/database/db.ts';
import { idFloor } from '../../infra/ids.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { HOUR, asksForOutcome, ownConditions, nothingYet } from './message-filter.store.ts';
import type { MessageFilter } from './message-filter.store.ts';
import { SPANS, hoursWithin } from './message-rollups.store.ts';

/** True where the roll-ups know the hours of such messages: by client, sender, country, network and outcome. */
export function countsByHour(scope: Scope, filter: MessageFilter): boolean {
  if (
    filter.numbers.length > 0 ||
    filter.campaignIds.length > 0 ||
    filter.carrierStatuses.length > 0 ||
    asksForOutcome(filter)
  )
    return false;
  return (
    scope.reach !== 'all' ||
    [filter.clientIds, filter.senders, filter.countries, filter.statuses].some(
      (values) => values.length > 0,
    ) ||
    filter.networks !== null
  );
}

type Search = { sql: string; values: unknown[] };

/**
 * By keys, each searched by its own index to its first `limit` rows: `any ()` over quiet clients reads
 * and sorts all they ever sent (250 ms against 9 ms at 2.5 million rows).
 */
export function byKeys(
  filter: MessageFilter,
  clients: string[] | undefined,
  limit: number,
  after: string | undefined,
  to: 'read' | 'count' = 'read',
): Search {
  const where = nothingYet();
  const ranges = filter.numbers.flatMap((sought) => ('from' in sought ? [sought] : []));
  const exact = filter.numbers.flatMap((sought) => ('exact' in sought ? [sought.exact] : []));
  if (ranges.length > 0) {
    // Read whole by the numbers' own index, and only then narrowed: asked at once, the order by id tempts the
    // planner through all a client ever sent.
    const begins = [
      ...ranges.map(
        ({ from, to }) =>
          `(destination >= ${where.value(from)} and destination < ${where.value(to)})`,
      ),
      ...(exact.length > 0 ? [`destination = any (${where.value(exact)})`] : []),
    ];
    ownConditions(where, filter, after);
    where.add('not test');
    if (clients) where.add('client_id = any (?)', clients);
    if (filter.campaignIds.length > 0) where.add('campaign_id = any (?)', filter.campaignIds);
    return {
      sql: `select * from (select * from message where ${begins.join(' or ')} offset 0) m where ${where.sql}`,
      values: where.values,
    };
  }
  ownConditions(where, filter, after);
  const [column, keys] = driverOf(filter, exact, clients);
  // Test messages are no part of the log. Counting by other keys reads ids in an index alone, where they do
  // not tell themselves apart.
  if (to === 'read' || column === 'destination') where.add('not test');
  // `is true` keeps it from being looked up: a number and a campaign narrow more than a client ever does (560 ms at ten million).
  if (column !== 'client_id' && clients) where.add('(client_id = any (?)) is true', clients);
  if (column !== 'campaign_id' && filter.campaignIds.length > 0)
    where.add('campaign_id = any (?)', filter.campaignIds);
  // Ids alone are in the index; to count them the rows need not be read.
  const columns = to === 'read' ? '*' : 'id';
  if (keys === undefined)
    return { sql: `select ${columns} from message m where ${where.sql}`, values: where.values };
  const list = where.value(keys);
  // On a day that one campaign fills, the planner expects any campaign to fill it, and reads the whole day for one that has
  // nothing there; between two bounds, and in the order of that index alone, it expects few (340 ms at 1.5 million rows).
  const [is, order] =
    column === 'campaign_id'
      ? ['between key.key and key.key', 'campaign_id desc, id desc']
      : ['= key.key', 'id desc'];
  return {
    sql: `select found.* from unnest(${list}::${column === 'destination' ? 'text' : 'uuid'}[]) as key (key) cross join lateral (
      select ${columns} from message m where m.${column} ${is} and ${where.sql} ${to === 'read' ? `order by ${order}` : ''} limit ${limit}) found`,
    values: where.values,
  };
}

function driverOf(
  filter: MessageFilter,
  destinations: string[],
  clients: string[] | undefined,
): ['destination' | 'campaign_id' | 'client_id', string[] | undefined] {
  if (destinations.length > 0) return ['destination', destinations];
  if (filter.campaignIds.length > 0) return ['campaign_id', filter.campaignIds];
  return ['client_id', clients];
}

/**
 * By the hours of clients in which there are such messages, newest first, no more of them than the page can
 * need and no further back than it takes to find them; undefined where there are none. A status that is rare,
 * or that nobody has, would else be looked for through all a client ever sent.
 */
export async function byHours(
  tx: Tx,
  filter: MessageFilter,
  clients: string[] | undefined,
  page: { after: string | undefined; limit: number },
): Promise<Search | undefined> {
  let rows: { clientId: string; hour: Date }[] = [];
  for (const span of SPANS) {
    const found = await hoursWithin(tx, filter, clients, page, span);
    rows = found.hours;
    if (found.enough) break;
  }
  if (rows.length === 0) return undefined;

  const where = nothingYet();
  ownConditions(where, filter, page.after);
  where.add('not test');
  const [keys, starts, ends] = [
    where.value(rows.map((row) => row.clientId)),
    where.value(rows.map((row) => idFloor(row.hour.getTime()))),
    where.value(rows.map((row) => idFloor(row.hour.getTime() + HOUR))),
  ];
  return {
    sql: `select found.* from unnest(${keys}::uuid[], ${starts}::uuid[], ${ends}::uuid[]) as key (client_id, starts, ends) cross join lateral (
      select * from message m where m.client_id = key.client_id and m.id >= key.starts and m.id < key.ends and ${where.sql} order by id desc limit ${page.limit}) found`,
    values: where.values,
  };
}
