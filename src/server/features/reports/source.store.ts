// Reads for reports. Each read is one slice: some thousand rows, or a window of time, oldest first.
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { NumberQuery, Where } from '../../infra/database/scoped-query.ts';

export type SentRow = {
  id: string;
  campaignName: string | null;
  clientId: string;
  clientName: string;
  sender: string;
  destination: string;
  text: string;
  segments: number;
  units: bigint;
  country: string;
  network: number;
  connector: string | null;
  carrierIds: (string | null)[] | null;
  status: number;
  carrierStatus: string | null;
  errorCode: string | null;
  submittedAt: Date | null;
  doneAt: Date | null;
};

export type SentFilter = {
  numbers: readonly NumberQuery[];
  senders: readonly string[];
  campaignIds: readonly string[];
  statuses: readonly number[];
  carrierStatuses: readonly string[];
  countries: readonly string[];
  networks: readonly number[] | null;
};

/** From the id `from`, which counts, to before `to`. */
export type Window = { from: string; to: string };

/** The first moment of which there is a message, or one from a phone; undefined where there is none. Under the system scope. */
export async function firstMessage(
  tx: Tx,
  table: 'message' | 'incoming_message',
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string | null }>(
    `select id from ${table} order by id limit 1`,
  );
  return rows[0]?.id ?? undefined;
}

/** The first hour of which something was counted. Under the system scope. */
export async function firstHour(tx: Tx): Promise<Date | undefined> {
  const { rows } = await tx.query<{ hour: Date | null }>(
    'select least((select min(hour) from rollup_hour), (select min(hour) from campaign_delta)) as hour',
  );
  return rows[0]?.hour ?? undefined;
}

function inWindow(
  scope: Scope,
  clients: readonly string[] | undefined,
  { from, to }: Window,
): Where {
  // For a tree that is too large to list, row-level security keeps out the rows of others.
  const where = whereWithin({ ...scope, reach: 'all' }, '');
  where.add('id >= ? and id < ?', from, to);
  if (clients) where.add('client_id = any (?)', clients);
  return where;
}

function addNumbers(where: Where, column: string, numbers: readonly NumberQuery[]): void {
  if (numbers.length === 0) return;
  const exact = numbers.flatMap((number) => ('exact' in number ? [number.exact] : []));
  const begins = numbers.flatMap((number) =>
    'from' in number
      ? [`(${column} >= ${where.value(number.from)} and ${column} < ${where.value(number.to)})`]
      : [],
  );
  if (exact.length > 0) begins.push(`${column} = any (${where.value(exact)})`);
  where.add(`(${begins.join(' or ')})`);
}

const SENT = `m.id, c.campaign_name as "campaignName", m.client_id as "clientId", o.client_name as "clientName", m.sender, m.destination, coalesce(m.text, c.text, '') as text, m.segments, m.units, m.country, m.network,
  k.cid as connector, m.carrier_ids as "carrierIds", m.status, m.carrier_status as "carrierStatus", m.error_code as "errorCode", m.submitted_at as "submittedAt", m.done_at as "doneAt"`;

export async function readSent(
  tx: Tx,
  scope: Scope,
  clients: readonly string[] | undefined,
  filter: SentFilter,
  window: Window,
  limit: number,
): Promise<SentRow[]> {
  const where = inWindow(scope, clients, window);
  where.add('not test');
  addNumbers(where, 'destination', filter.numbers);
  for (const [column, values] of Object.entries({
    sender: filter.senders,
    campaign_id: filter.campaignIds,
    status: filter.statuses,
    carrier_status: filter.carrierStatuses,
    country: filter.countries,
  })) {
    if (values.length > 0) where.add(`${column} = any (?)`, values);
  }
  if (filter.networks !== null) where.add('network = any (?)', filter.networks);
  const { rows } = await tx.query<SentRow>(
    `select ${SENT} from (select * from message where ${where.sql} order by id limit ${limit}) m
     left join campaign c on c.id = m.campaign_id left join client o on o.id = m.client_id left join connector k on k.id = m.connector_id order by m.id`,
    where.values,
  );
  return rows;
}

export type ReceivedRow = {
  id: string;
  clientId: string | null;
  clientName: string | null;
  source: string;
  destination: string;
  text: string;
};

export async function readReceived(
  tx: Tx,
  scope: Scope,
  clients: readonly string[] | undefined,
  filter: { numbers: readonly NumberQuery[]; recipients: readonly string[] },
  window: Window,
  limit: number,
): Promise<ReceivedRow[]> {
  const where = inWindow(scope, clients, window);
  addNumbers(where, 'source', filter.numbers);
  if (filter.recipients.length > 0) where.add('destination = any (?)', filter.recipients);
  const { rows } = await tx.query<ReceivedRow>(
    `select m.id, m.client_id as "clientId", o.client_name as "clientName", m.source, m.destination, m.text from (select * from incoming_message where ${where.sql} order by id limit ${limit}) m
     left join client o on o.id = m.client_id order by m.id`,
    where.values,
  );
  return rows;
}

/** How many messages the roll-ups know of, for how far a report is. */
export async function countSent(
  tx: Tx,
  clients: readonly string[] | undefined,
  filter: SentFilter,
  from: Date,
  to: Date,
): Promise<number> {
  const where = whereWithin({ reach: 'all' } as Scope, '');
  where.add('hour >= ? and hour < ?', from, to);
  if (clients) where.add('client_id = any (?)', clients);
  if (filter.senders.length > 0) where.add('sender = any (?)', filter.senders);
  if (filter.countries.length > 0) where.add('country = any (?)', filter.countries);
  if (filter.networks !== null) where.add('network = any (?)', filter.networks);
  const { rows } = await tx.query<{ counted: number }>(
    `select coalesce(sum(messages), 0)::float8 as counted from (select messages from rollup_hour where ${where.sql} union all select messages from campaign_delta where ${where.sql}) t`,
    where.values,
  );
  return rows[0]!.counted;
}

/** How many messages these campaigns have or will have, and when the first was made. */
export async function measureCampaigns(
  tx: Tx,
  ids: readonly string[],
): Promise<{ messages: number; since: Date | null }> {
  const { rows } = await tx.query<{ messages: number; since: Date | null }>(
    'select coalesce(sum(expanded), 0)::float8 as messages, min(created_at) as since from campaign where id = any ($1)',
    [ids],
  );
  return rows[0]!;
}

export type SummaryKey = {
  day: string;
  client: string;
  sender: string;
  country: string;
  network: number;
};
/** The counts of a summary, without units. */
export const COUNTS = [
  'messages',
  'segments',
  'submitted',
  'delivered',
  'undeliverable',
  'expired',
  'rejected',
  'failed',
  'cancelled',
  'unknown',
] as const;
export type SummaryRow = Partial<SummaryKey> &
  Record<(typeof COUNTS)[number], number> & { units: bigint };

// Columns of the roll-ups, `t`: the client's row has a country of its own.
export const KEY_SQL: Record<keyof SummaryKey, string> = {
  day: `to_char(t.hour at time zone 'UTC', 'YYYY-MM-DD')`,
  client: `coalesce(o.client_name, '')`,
  sender: 't.sender',
  country: 't.country',
  network: 't.network',
};

/** Counts of some hours by these keys, and the units charged: aggregated ones, and deltas that wait to be. */
export async function readSummary(
  tx: Tx,
  scope: Scope,
  clients: readonly string[] | undefined,
  filter: Pick<SentFilter, 'senders' | 'countries' | 'networks'>,
  keys: readonly (keyof SummaryKey)[],
  from: Date,
  to: Date,
): Promise<SummaryRow[]> {
  const where = whereWithin({ ...scope, reach: 'all' }, '');
  where.add('hour >= ? and hour < ?', from, to);
  if (clients) where.add('client_id = any (?)', clients);
  if (filter.senders.length > 0) where.add('sender = any (?)', filter.senders);
  if (filter.countries.length > 0) where.add('country = any (?)', filter.countries);
  if (filter.networks !== null) where.add('network = any (?)', filter.networks);
  const counts = COUNTS.join(', ');
  const by = keys
    .map((key) => `${KEY_SQL[key]}${key === 'client' ? ', t.client_id' : ''}`)
    .join(', ');
  const { rows } = await tx.query<SummaryRow>(
    `select ${[...keys.map((key) => `${KEY_SQL[key]} as "${key}"`), ...COUNTS.map((count) => `sum(${count})::float8 as ${count}`), 'sum(units)::bigint as units'].join(', ')}
     from (select hour, client_id, sender, country, network, ${counts}, units from rollup_hour where ${where.sql}
       union all select hour, client_id, sender, country, network, ${counts}, captured from campaign_delta where ${where.sql}) t
     ${keys.includes('client') ? 'left join client o on o.id = t.client_id' : ''}
     ${keys.length > 0 ? `group by ${by} order by ${keys.map((key) => KEY_SQL[key]).join(', ')}` : 'having count(*) > 0'}`,
    where.values,
  );
  return rows;
}
