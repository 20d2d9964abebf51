/** Rows of connectors, with the state of their links. */
import type { ConnectorKind, SmppSettings } from '../../../../contract/api/connector-settings.ts';
import type { ShownState } from '../../../../contract/api/connector-state.ts';
import { conditions } from '../../../infra/database/scoped-query.ts';
import { listPage, newestFirst } from '../../../infra/database/list-page.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { LinkStatus } from '../../carriers/link/ports.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import { MOST_CHUNKS } from '../../carriers/connector.rules.ts';

/**
 * Creates or updates an SMPP connector of the platform's own.
 * @returns its id; undefined where nothing changed
 */
export async function upsertCarrier(
  tx: Tx,
  cid: string,
  settings: SmppSettings,
  secret: Buffer,
): Promise<number | undefined> {
  const {
    rows: [known],
  } = await tx.query<{ same: boolean }>(
    `select settings = $2::jsonb as same from connector where cid = $1`,
    [cid, settings],
  );
  if (known?.same) return undefined;
  const {
    rows: [connector],
  } = await tx.query<{ id: number }>(
    `insert into connector (cid, kind, carrier_account_id, settings, secret)
     values ($1, 'SMPP', (select coalesce(max(carrier_account_id), 0) + 1 from connector), $2, $3)
     on conflict (cid) do update set settings = excluded.settings, secret = excluded.secret returning id`,
    [cid, settings, secret],
  );
  return connector!.id;
}

/** Returns the connectors' names. */
export async function listNames(tx: Tx): Promise<string[]> {
  return (await tx.query<{ cid: string }>('select cid from connector order by cid')).rows.map(
    ({ cid }) => cid,
  );
}

/**
 * Returns the state of every connector that has a link; HTTP connectors for incoming messages have
 * none.
 */
export async function listLinks(
  tx: Tx,
): Promise<{ cid: string; started: boolean; state: string | null; lastError: string | null }[]> {
  return (
    await tx.query<{
      cid: string;
      started: boolean;
      state: string | null;
      lastError: string | null;
    }>(
      `select c.cid, c.started, s.state, s.last_error as "lastError" from connector c left join connector_state s on s.connector_id = c.id and s.updated_at > now() - interval '10 seconds' where c.kind <> 'HTTP' order by c.cid`,
    )
  ).rows;
}

/**
 * Returns the connectors that an operator has stopped, and how often each was restarted. A
 * connector deleted from the draft and still in force keeps running.
 */
export async function readOrders(
  tx: Tx,
): Promise<{ stopped: Set<number>; restarts: Map<number, number> }> {
  const { rows } = await tx.query<{ id: number; started: boolean; restarts: number }>(
    `select id, started, restarts from connector`,
    [],
    'connector orders',
  );
  return {
    stopped: new Set(rows.filter(({ started }) => !started).map(({ id }) => id)),
    restarts: new Map(rows.map(({ id, restarts }) => [id, restarts])),
  };
}

// --- rows that an operator edits
// ------------------------------------------------------------------------------------

export type ConnectorRow = {
  id: number;
  cid: string;
  kind: ConnectorKind;
  carrierAccountId: number;
  settings: Record<string, unknown>;
  /** Encrypted, in base64. */
  secret: string | null;
  started: boolean;
  imported: boolean;
  createdAt: Date;
  usedBy: { direction: 'MT' | 'MO'; order: number; type: string }[];
} & LiveRow;

/** The link's state, if a gateway wrote it within the last seconds. */
export type LiveRow = {
  state: LinkStatus['state'] | null;
  since: Date | null;
  lastError: string | null;
  submittedPerSecond: number | null;
  inWindow: number | null;
  windowSize: number | null;
  receiptsOutstanding: number | null;
  queueLength: number;
};

const ROW = `c.id, c.cid, c.kind, c.carrier_account_id as "carrierAccountId", c.settings, encode(c.secret, 'base64') as secret, c.started, c.imported, c.created_at as "createdAt",
  s.state, s.since, s.last_error as "lastError", s.submitted_per_s as "submittedPerSecond", s.in_window as "inWindow", s.window_size as "windowSize",
  s.receipts_outstanding as "receiptsOutstanding",
  coalesce((select json_agg(json_build_object('direction', direction, 'order', "order", 'type', type) order by direction desc, "order" desc) from route where c.id = any (connector_ids) or targets @> jsonb_build_array(jsonb_build_object('kind', 'HTTP', 'connectorId', c.id))), '[]') as "usedBy",
  (select coalesce(sum(size - pos), 0)::int from (
     select size, pos from chunk where not stopped and route_id = any (array[-c.id] || array(select id from route where direction = 'MT' and c.id = any (connector_ids))) limit ${MOST_CHUNKS}) waiting) as "queueLength"`;
const FROM = `connector c left join connector_state s on s.connector_id = c.id and s.updated_at > now() - interval '10 seconds'`;

/** The state by `SHOWN_STATES`. @param inForce the parameter with the ids of connectors in force */
const shownState = (
  inForce: string,
) => `case when not c.id = any (${inForce}::int[]) then 'DRAFT' when c.kind = 'HTTP' then case when c.started then 'STARTED' else 'STOPPED' end
  when coalesce(s.state, 'CLOSED') = 'CLOSED' and not c.started then 'STOPPED' else coalesce(s.state, 'CLOSED') end`;

/** @param of.inForce ids of the connectors that a reload has put into force; of.states none for all */
export async function listConnectors(
  tx: Tx,
  kind: ConnectorKind,
  of: {
    query: string;
    states: readonly ShownState[];
    inForce: readonly number[];
    imported: boolean;
  },
  page: PageRequest,
): Promise<Page<ConnectorRow>> {
  const where = conditions();
  where.add('c.kind = ?', kind);
  if (of.query !== '') where.add('position(lower(?) in lower(c.cid)) > 0', of.query);
  if (of.imported) where.add('c.imported = ?', true);
  if (of.states.length > 0) where.add(`${shownState('?')} = any (?)`, of.inForce, of.states);
  return listPage<ConnectorRow>(tx, page, {
    counted: FROM,
    where,
    order: newestFirst('c.id'),
    read: (rows) => `select ${ROW} from ${FROM} ${rows}`,
  });
}

/** Waits for a concurrent change of the connector to end. */
export async function lockConnector(tx: Tx, cid: string): Promise<void> {
  await tx.query(`select from connector where cid = $1 for update`, [cid]);
}

export async function findConnector(tx: Tx, cid: string): Promise<ConnectorRow | undefined> {
  const { rows } = await tx.query<ConnectorRow>(`select ${ROW} from ${FROM} where c.cid = $1`, [
    cid,
  ]);
  return rows[0];
}

/**
 * The carrier account of an SMPP connector that binds to the same host with the same name, because
 * both receive each other's receipts; otherwise a new one.
 */
const ACCOUNT = `coalesce((select carrier_account_id from connector where kind = 'SMPP' and $2 = 'SMPP' and cid <> $1
    and settings ->> 'host' = $3::jsonb ->> 'host' and settings ->> 'port' = $3::jsonb ->> 'port' and settings ->> 'username' = $3::jsonb ->> 'username' limit 1),`;

/**
 * The carrier account of a deleted SMPP connector of the last versions that bound to the same host with the
 * same name: messages that it submitted may still be reported.
 */
const FORMER_ACCOUNT = `(select (was ->> 'carrierAccountId')::int from (select version, config from config_version order by version desc limit 100) v cross join lateral jsonb_array_elements(v.config -> 'connectors') was
    where $2 = 'SMPP' and was ->> 'kind' = 'SMPP' and was -> 'settings' ->> 'host' = $3::jsonb ->> 'host' and was -> 'settings' ->> 'port' = $3::jsonb ->> 'port'
      and was -> 'settings' ->> 'username' = $3::jsonb ->> 'username'
      and not exists (select from connector c where c.carrier_account_id = (was ->> 'carrierAccountId')::int) order by v.version desc limit 1),`;

/** @returns false where the name is taken */
export async function insertConnector(
  tx: Tx,
  of: {
    cid: string;
    kind: ConnectorKind;
    settings: object;
    secret: Buffer | null;
    started: boolean;
    imported?: boolean;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into connector (cid, kind, settings, secret, started, imported, carrier_account_id)
     values ($1, $2, $3, $4, $5, $6, ${ACCOUNT} ${FORMER_ACCOUNT} (select greatest(max(account), 0) + 1 from (select max(carrier_account_id) as account from connector union all select max(carrier_account_id) from connector_lease) t)))
     on conflict (cid) do nothing`,
    [of.cid, of.kind, JSON.stringify(of.settings), of.secret, of.started, of.imported ?? false],
  );
  return rowCount > 0;
}

/** Changes what the next reload puts into force; a secret that is undefined stays. */
export async function updateConnector(
  tx: Tx,
  of: { cid: string; kind: ConnectorKind; settings: object; secret: Buffer | undefined },
): Promise<void> {
  await tx.query(
    `update connector set settings = $3, secret = coalesce($4, secret), carrier_account_id = ${ACCOUNT} carrier_account_id) where cid = $1 and kind = $2`,
    [of.cid, of.kind, JSON.stringify(of.settings), of.secret ?? null],
  );
}

export async function deleteConnector(tx: Tx, cid: string): Promise<void> {
  await tx.query(`delete from connector where cid = $1`, [cid]);
}

/** Starts or stops a connector: every gateway process is notified when the transaction commits. */
export async function orderConnector(
  tx: Tx,
  cid: string,
  order: 'start' | 'stop' | 'restart',
): Promise<void> {
  await tx.query(`update connector set started = $2, restarts = restarts + $3 where cid = $1`, [
    cid,
    order !== 'stop',
    order === 'restart' ? 1 : 0,
  ]);
  await tx.query(`select pg_notify('config', '')`);
}

/**
 * Restores the draft's connectors from a version; ids stay, and so does whether they are started.
 */
export async function restoreConnectors(
  tx: Tx,
  connectors: readonly {
    id: number;
    cid: string;
    kind: string;
    carrierAccountId: number;
    settings: Record<string, unknown>;
    secret: string | null;
  }[],
): Promise<void> {
  await tx.query(`delete from connector where not id = any ($1)`, [connectors.map(({ id }) => id)]);
  for (const { id, cid, kind, carrierAccountId, settings, secret } of connectors) {
    await tx.query(
      `insert into connector (id, cid, kind, carrier_account_id, settings, secret) overriding system value values ($1, $2, $3, $4, $5, decode($6, 'base64'))
       on conflict (id) do update set kind = excluded.kind, carrier_account_id = excluded.carrier_account_id, settings = excluded.settings, secret = excluded.secret`,
      [id, cid, kind, carrierAccountId, JSON.stringify(settings), secret],
    );
  }
}
