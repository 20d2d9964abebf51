import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { MessageStatus } from '../../../contract/api/messages.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idFloor, idTime } from '../../infra/ids.ts';
import { COUNT_LIMIT } from '../../infra/database/pages.ts';
import { listVisibleClients } from '../../core/client-tree/visible-clients.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { NumberQuery, Where } from '../../infra/database/scoped-query.ts';

export type MessageRow = {
  id: string;
  campaignId: string | null;
  campaignName: string | null;
  clientId: string;
  clientName: string;
  sender: string;
  destination: string;
  text: string;
  encoding: number;
  segments: number;
  units: bigint;
  country: string;
  network: number;
  connector: string | null;
  routeId: number;
  configVersion: number;
  carrierIds: (string | null)[] | null;
  status: number;
  carrierStatus: string | null;
  errorCode: string | null;
  dupRisk: boolean | null;
  submittedAt: Date | null;
  doneAt: Date | null;
  /** By what it came: PORTAL, REST, SMPP, HTTP or PLATFORM. */
  source: string;
};

export type MessageFilter = {
  /** Numbers that are looked for; none is all. */
  numbers: NumberQuery[];
  senders: string[];
  campaignIds: string[];
  clientIds: string[];
  statuses: MessageStatus[];
  carrierStatuses: string[];
  countries: string[];
  /** Codes of `networks.ts`; null is all. */
  networks: number[] | null;
  /** Bounds of ids, which carry the time. */
  from: string | undefined;
  to: string | undefined;
};

const FEW_CLIENTS = 20;
const HOUR = 3_600_000;
/** How far back the roll-ups are read at a time, until there is enough: a tree's year is millions of hours, its page is in the last few. */
const SPANS = [6 * HOUR, 24 * HOUR, 96 * HOUR, 16 * 24 * HOUR, 64 * 24 * HOUR, undefined];

const COLUMNS = `m.id, m.campaign_id as "campaignId", c.campaign_name as "campaignName", m.client_id as "clientId", o.client_name as "clientName", m.sender, m.destination,
  coalesce(m.text, c.text, '') as text, m.encoding, m.segments, m.units, m.country, m.network, k.cid as connector, m.route_id as "routeId", m.config_version as "configVersion",
  m.carrier_ids as "carrierIds", m.status, m.carrier_status as "carrierStatus", m.error_code as "errorCode", m.dup_risk as "dupRisk", m.submitted_at as "submittedAt", m.done_at as "doneAt", m.source`;
const NAMES =
  'left join campaign c on c.id = m.campaign_id left join client o on o.id = m.client_id left join connector k on k.id = m.connector_id';

/**
 * Messages newest first, by what narrows most: a number, a campaign, or the hours in which the roll-ups
 * know of such messages.
 */
export async function listMessages(
  tx: Tx,
  scope: Scope,
  filter: MessageFilter,
  page: { after: string | undefined; limit: number },
): Promise<MessageRow[]> {
  const clients = await listVisibleClients(tx, scope, filter.clientIds);
  if (clients?.length === 0) return [];
  const search = countsByHour(scope, filter)
    ? await byHours(tx, filter, clients, page)
    : byKeys(filter, clients, page.limit, page.after);
  if (search === undefined) return [];
  return inIndexOrder(
    tx,
    async () =>
      (
        await tx.query<MessageRow>(
          `select ${COLUMNS} from (${search.sql} order by id desc limit ${page.limit}) m ${NAMES} order by m.id desc`,
          search.values,
        )
      ).rows,
  );
}

/** How many messages there are: from the roll-ups where the filter allows, else counted to a little above `COUNT_LIMIT`. */
export async function countMessages(
  tx: Tx,
  scope: Scope,
  filter: MessageFilter,
): Promise<{ counted: number; exact: boolean }> {
  const clients = await listVisibleClients(tx, scope, filter.clientIds);
  if (clients?.length === 0) return { counted: 0, exact: true };
  const inRollups = countsByHour(scope, filter);
  const hourly = [filter.from, filter.to].every(
    (id) => id === undefined || idTime(id) % HOUR === 0,
  );
  const live = filter.statuses.some((status) => LIVE[status] !== undefined);
  if (inRollups && hourly && !live) return countInRollups(tx, filter, clients);
  const search = inRollups
    ? await byHours(tx, filter, clients, { after: undefined, limit: COUNT_LIMIT + 1 })
    : byKeys(filter, clients, COUNT_LIMIT + 1, undefined, 'count');
  if (search === undefined) return { counted: 0, exact: true };
  const { rows } = await tx.query<{ counted: number }>(
    `select count(*)::int as counted from (${search.sql} limit ${COUNT_LIMIT + 1}) t`,
    search.values,
  );
  return { counted: rows[0]!.counted, exact: rows[0]!.counted <= COUNT_LIMIT };
}

/** Whether the roll-ups know in which hours such messages are: of whom, from which sender, to which country and network, and how they ended. */
function countsByHour(scope: Scope, filter: MessageFilter): boolean {
  if (
    filter.numbers.length > 0 ||
    filter.campaignIds.length > 0 ||
    filter.carrierStatuses.length > 0
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

/** Of few clients all hours are summed; of a tree only until there are more than are shown. */
async function countInRollups(
  tx: Tx,
  filter: MessageFilter,
  clients: string[] | undefined,
): Promise<{ counted: number; exact: boolean }> {
  for (const span of clients !== undefined && clients.length <= FEW_CLIENTS ? [undefined] : SPANS) {
    const where = rollupWhere(filter, clients, undefined, span);
    const { rows } = await tx.query<{ counted: number }>(
      `select coalesce(sum(n), 0)::float8 as counted from (${rollupSql(where, filter.statuses)}) t`,
      where.values,
    );
    const { counted } = rows[0]!;
    if (span === undefined) return { counted, exact: true };
    if (counted > COUNT_LIMIT) return { counted, exact: false };
  }
  throw new Error('the last span has no beginning');
}

/**
 * Reads with every scan in the order of its index. How many ids lie between two is nothing that the
 * planner knows within a join: it reckons with a dozen, and reads and sorts the whole hour of a large
 * client (300 ms against 5 at a million rows).
 */
async function inIndexOrder<T>(tx: Tx, read: () => Promise<T>): Promise<T> {
  const set = (value: 'on' | 'off') =>
    tx.query(
      `select set_config(name, $1, true) from unnest(array['enable_sort', 'enable_bitmapscan', 'enable_seqscan']) name`,
      [value],
    );
  await set('off');
  const found = await read();
  await set('on');
  return found;
}

/** The conditions that a message's own columns can be asked. */
function ownConditions(where: Where, filter: MessageFilter, after: string | undefined): void {
  if (filter.from !== undefined) where.add('id >= ?', filter.from);
  if (filter.to !== undefined) where.add('id < ?', filter.to);
  if (after !== undefined) where.add('id < ?', after);
  if (filter.senders.length > 0) where.add('sender = any (?)', filter.senders);
  if (filter.carrierStatuses.length > 0)
    where.add('carrier_status = any (?)', filter.carrierStatuses);
  if (filter.countries.length > 0) where.add('country = any (?)', filter.countries);
  if (filter.networks !== null) where.add('network = any (?)', filter.networks);
  if (filter.statuses.length > 0) addStatuses(where, filter.statuses);
}

type Search = { sql: string; values: unknown[] };

/**
 * By keys, each searched by its own index to its first `limit` rows: `any ()` over quiet clients reads
 * and sorts all they ever sent (250 ms against 9 ms at 2.5 million rows).
 */
function byKeys(
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
    // Read whole by the numbers' own index, and only then narrowed: asked at once, the order by id tempts the planner through all a client ever sent.
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
  // Test messages are no part of the log. Counting by other keys reads ids in an index alone, where they do not tell themselves apart.
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
  // On a day that one campaign fills, the planner reckons that any campaign fills it, and reads the day whole for one that has
  // nothing there; between two bounds, and in the order of that index alone, it reckons with few (340 ms at 1.5 million rows).
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
 * By the hours of clients in which there are such messages, newest first, no more of them than the
 * page can need and no further back than it takes to find them; undefined where there are none. A status that is rare, or that nobody has, would
 * else be looked for through all a client ever sent.
 */
async function byHours(
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

/** The hours of one span, newest first, and whether they surely hold the page. */
async function hoursWithin(
  tx: Tx,
  filter: MessageFilter,
  clients: string[] | undefined,
  page: { after: string | undefined; limit: number },
  span: number | undefined,
): Promise<{ hours: { clientId: string; hour: Date }[]; enough: boolean }> {
  const where = rollupWhere(filter, clients, page.after, span);
  // In the hour where the page begins an unknown part was shown before; of live messages the roll-ups know only that there are some.
  const begins = [filter.to, page.after].flatMap((id) =>
    id === undefined ? [] : [hourOf(id).getTime()],
  );
  const sure = filter.statuses.some((status) => LIVE[status] !== undefined)
    ? 'false'
    : begins.length > 0
      ? `hour < ${where.value(new Date(Math.min(...begins)))}`
      : 'true';
  const { rows } = await tx.query<{ clientId: string; hour: Date; through: number }>(
    `select client_id as "clientId", hour, through::float8 as through from (
       select client_id, hour, case when ${sure} then n else 0 end as surely, sum(case when ${sure} then n else 0 end) over (order by hour desc, client_id) as through
       from (select client_id, hour, sum(n) as n from (${rollupSql(where, filter.statuses)}) t group by client_id, hour having sum(n) > 0) found) summed
     where through - surely < ${where.value(page.limit)} order by hour desc, client_id`,
    where.values,
  );
  return { hours: rows, enough: (rows.at(-1)?.through ?? 0) >= page.limit };
}

function hourOf(id: string): Date {
  return new Date(Math.floor(idTime(id) / HOUR) * HOUR);
}

/** @param span milliseconds back from where the list begins; undefined is all */
function rollupWhere(
  filter: MessageFilter,
  clients: string[] | undefined,
  after: string | undefined,
  span: number | undefined,
): Where {
  const where = nothingYet();
  if (span !== undefined) {
    const top = Math.min(
      Date.now(),
      ...[filter.to, after].flatMap((id) => (id === undefined ? [] : [idTime(id)])),
    );
    where.add('hour >= ?', hourOf(idFloor(top - span)));
  }
  if (clients) where.add('client_id = any (?)', clients);
  if (filter.senders.length > 0) where.add('sender = any (?)', filter.senders);
  if (filter.countries.length > 0) where.add('country = any (?)', filter.countries);
  if (filter.networks !== null) where.add('network = any (?)', filter.networks);
  if (filter.from !== undefined) where.add('hour >= ?', hourOf(filter.from));
  if (filter.to !== undefined) where.add('hour < ?', new Date(idTime(filter.to)));
  if (after !== undefined) where.add('hour <= ?', hourOf(after));
  return where;
}

const FINAL_COUNTS = [
  'delivered',
  'undeliverable',
  'expired',
  'rejected',
  'failed',
  'cancelled',
  'unknown',
];

/** Messages of these statuses by client and hour: what was rolled up, and what waits to be. */
function rollupSql(where: Where, statuses: MessageStatus[]): string {
  const live = statuses.some((status) => LIVE[status] !== undefined)
    ? [`messages - ${FINAL_COUNTS.join(' - ')}`]
    : [];
  const counts = [
    ...FINAL_COUNTS.filter((name) => statuses.some((status) => status.toLowerCase() === name)),
    ...live,
  ];
  const n = statuses.length === 0 ? 'messages' : counts.join(' + ');
  // Word for word the conditions of the partial indexes of `rollup_hour`: of all hours they hold the few that have such messages.
  const rare =
    statuses.length === 0
      ? ''
      : ` and (${counts.map((count) => (live.includes(count) ? 'messages > delivered + undeliverable + expired + rejected + failed + cancelled + unknown' : `${count} > 0`)).join(' or ')})`;
  return `select client_id, hour, (${n})::bigint as n from rollup_hour where ${where.sql}${rare} union all select client_id, hour, (${n})::bigint from campaign_delta where ${where.sql}`;
}

function nothingYet(): Where {
  return whereWithin({ reach: 'all' } as Scope, '');
}

/** What of a live message its submissions say; the worst of its parts wins. */
const SUBMISSIONS = (states: string) =>
  `exists (select from submission s where s.message_id = m.id and s.state in (${states}))`;
const LIVE: Partial<Record<MessageStatus, string>> = {
  QUEUED: `not ${SUBMISSIONS('0, 1, 2')}`,
  CLAIMED: `${SUBMISSIONS('0')} and not ${SUBMISSIONS('2')}`,
  AMBIGUOUS: SUBMISSIONS('2'),
  SUBMITTED: `${SUBMISSIONS('1')} and not ${SUBMISSIONS('0, 2')}`,
};

function addStatuses(where: Where, statuses: MessageStatus[]): void {
  const kept = statuses
    .map((status) => MESSAGE_STATUS[status])
    .filter((status) => status >= MESSAGE_STATUS.SUBMITTED);
  const live = statuses
    .flatMap((status) => LIVE[status] ?? [])
    .map((condition) => `(status = ${MESSAGE_STATUS.QUEUED} and ${condition})`);
  where.add(`(${[...(kept.length > 0 ? ['status = any (?)'] : []), ...live].join(' or ')})`, kept);
}

/** Where somebody is, by which local numbers are read. */
export async function findCountry(tx: Tx, clientId: string): Promise<string> {
  const { rows } = await tx.query<{ country: string }>('select country from client where id = $1', [
    clientId,
  ]);
  return rows[0]?.country ?? '';
}

export async function findMessage(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<MessageRow | undefined> {
  const where = whereWithin(scope, 'm.client_id');
  where.add('m.id = ?', id);
  const { rows } = await tx.query<MessageRow>(
    `select ${COLUMNS} from message m ${NAMES} where ${where.sql}`,
    where.values,
  );
  return rows[0];
}

export type ReceiptRow = {
  part: number | null;
  stat: number;
  carrierStatus: string;
  errorCode: string | null;
  at: Date;
};

/** The receipts of one message; the caller has found the message within its reach. */
export async function listReceipts(tx: Tx, messageId: string): Promise<ReceiptRow[]> {
  const { rows } = await tx.query<ReceiptRow>(
    `select part, stat, carrier_status as "carrierStatus", error_code as "errorCode", received_at as at from receipt where message_id = $1 order by received_at, part`,
    [messageId],
  );
  return rows;
}

export type EventRow = {
  kind: 'REQUEUED' | 'AMBIGUOUS' | 'RESENT' | 'FAILED_OVER' | 'CALLBACK';
  detail: Record<string, unknown> | null;
  at: Date;
};

export async function listEvents(tx: Tx, messageId: string): Promise<EventRow[]> {
  const { rows } = await tx.query<EventRow>(
    'select kind, detail, occurred_at as at from message_event where message_id = $1 order by occurred_at',
    [messageId],
  );
  return rows;
}

/** The route that a message took, as it was when it was routed. */
export async function findRoute(
  tx: Tx,
  version: number,
  routeId: number,
): Promise<{ order: number; type: string; filters: string[] } | undefined> {
  const { rows } = await tx.query<{ order: number; type: string; filters: string[] }>(
    `select (r ->> 'order')::int as "order", r ->> 'type' as type,
       array(select f ->> 'fid' from jsonb_array_elements(config -> 'filters') f where r -> 'filterIds' @> (f -> 'id')) as filters
     from config_version, jsonb_array_elements(config -> 'routes') r where version = $1 and (r ->> 'id')::int = $2`,
    [version, routeId],
  );
  return rows[0];
}

/** The platform's own sender: of this country where it has one, else any. */
export async function findGenericSender(tx: Tx, country: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ sender: string }>(
    `select sender from sender where is_generic and status = 'READY_FOR_SENDING' and kind <> 'SHORTCODE' order by country = $1 desc, created_at limit 1`,
    [country],
  );
  return rows[0]?.sender;
}

/** Whether one of these connectors was bound when its gateway last told, which is once a second. */
export async function anyBound(tx: Tx, connectorIds: number[]): Promise<boolean> {
  const { rows } = await tx.query<{ bound: boolean }>(
    `select exists (select from connector_state where connector_id = any ($1) and state = 'BOUND' and updated_at > now() - interval '10 seconds') as bound`,
    [connectorIds],
  );
  return rows[0]!.bound;
}
