import type { Tx } from '../../infra/database/db.ts';
import { idTime } from '../../infra/ids.ts';
import { COUNT_LIMIT } from '../../infra/database/pages.ts';
import { listVisibleClients } from '../../core/client-tree/visible-clients.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import { HOUR, LIVE } from './message-filter.store.ts';
import type { MessageFilter } from './message-filter.store.ts';
import { countsByOutcome, walkHours } from './message-outcomes.store.ts';
import { countInRollups } from './message-rollups.store.ts';
import { countsByHour, byKeys, byHours } from './message-search.store.ts';

/** Steps of a day's hours each that a list of outcomes counts. */
const MOST_COUNTED_RUNS = 2;

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
  if (countsByOutcome(filter)) return listByOutcome(tx, filter, clients, page);
  const search = countsByHour(scope, filter)
    ? await byHours(tx, filter, clients, page)
    : byKeys(filter, clients, page.limit, page.after);
  if (search === undefined) return [];
  return readRows(tx, search, page.limit);
}

function readRows(
  tx: Tx,
  search: { sql: string; values: unknown[] },
  limit: number,
): Promise<MessageRow[]> {
  return inIndexOrder(
    tx,
    async () =>
      (
        await tx.query<MessageRow>(
          `select ${COLUMNS} from (${search.sql} order by id desc limit ${limit}) m ${NAMES} order by m.id desc`,
          search.values,
        )
      ).rows,
  );
}

async function listByOutcome(
  tx: Tx,
  filter: MessageFilter,
  clients: string[] | undefined,
  page: { after: string | undefined; limit: number },
): Promise<MessageRow[]> {
  const found: MessageRow[] = [];
  await walkHours(tx, filter, clients, page, async (search) => {
    found.push(...(await readRows(tx, search, page.limit - found.length)));
    return found.length >= page.limit;
  });
  return found;
}

/** Hours beyond the first are not counted, so that a rare error is not looked for through a year twice. */
async function countByOutcome(
  tx: Tx,
  filter: MessageFilter,
  clients: string[] | undefined,
): Promise<{ counted: number; exact: boolean }> {
  const page = { after: undefined, limit: COUNT_LIMIT + 1 };
  let counted = 0;
  let runs = 0;
  const isPartial = await walkHours(tx, filter, clients, page, async (search) => {
    counted += await countRows(tx, search);
    return counted > COUNT_LIMIT || ++runs === MOST_COUNTED_RUNS;
  });
  return { counted, exact: !isPartial };
}

async function countRows(tx: Tx, search: { sql: string; values: unknown[] }): Promise<number> {
  const { rows } = await tx.query<{ counted: number }>(
    `select count(*)::int as counted from (${search.sql} limit ${COUNT_LIMIT + 1}) t`,
    search.values,
  );
  return rows[0]!.counted;
}

/** How many messages there are: from the roll-ups where the filter allows, else counted to a little above `COUNT_LIMIT`. */
export async function countMessages(
  tx: Tx,
  scope: Scope,
  filter: MessageFilter,
): Promise<{ counted: number; exact: boolean }> {
  const clients = await listVisibleClients(tx, scope, filter.clientIds);
  if (clients?.length === 0) return { counted: 0, exact: true };
  if (countsByOutcome(filter)) return countByOutcome(tx, filter, clients);
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
  const counted = await countRows(tx, search);
  return { counted, exact: counted <= COUNT_LIMIT };
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

/** A client's country, by which local numbers are read. */
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

/** The platform's own sender: one that the operator has approved, of this country, where it has such. */
export async function findGenericSender(
  tx: Tx,
  country: string,
  network: number,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ sender: string }>(
    `select sender from sender where is_generic and status = 'READY_FOR_SENDING' and kind <> 'SHORTCODE' order by $2::smallint = any (unregistered), country = $1 desc, created_at limit 1`,
    [country, network],
  );
  return rows[0]?.sender;
}

/** True where a connector was bound at its gateway's last report, which comes once a second. */
export async function anyBound(tx: Tx, connectorIds: number[]): Promise<boolean> {
  const { rows } = await tx.query<{ bound: boolean }>(
    `select exists (select from connector_state where connector_id = any ($1) and state = 'BOUND' and updated_at > now() - interval '10 seconds') as bound`,
    [connectorIds],
  );
  return rows[0]!.bound;
}

/** The phone of an account, E.164 with the plus; null if none is set. */
export async function findPhone(tx: Tx, clientId: string): Promise<string | null> {
  const { rows } = await tx.query<{ phone: string | null }>(
    'select phone from client where id = $1',
    [clientId],
  );
  return rows[0]?.phone ?? null;
}
