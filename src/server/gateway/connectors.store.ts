/** Connectors as rows, and what their links do. */
import type { Tx } from '../db.ts';
import type { SmppSettings } from './connector.rules.ts';
import type { LinkStatus } from './link.ts';

/**
 * Makes or renews an SMPP connector as the platform itself wants it.
 * @returns its id; undefined where it was the same already
 */
export async function upsertCarrier(tx: Tx, cid: string, settings: SmppSettings, secret: Buffer): Promise<number | undefined> {
  const { rows: [known] } = await tx.query<{ same: boolean }>(`select settings = $2::jsonb as same from connector where cid = $1`, [cid, settings]);
  if (known?.same) return undefined;
  const { rows: [connector] } = await tx.query<{ id: number }>(
    `insert into connector (cid, kind, carrier_account_id, settings, secret)
     values ($1, 'SMPP', (select coalesce(max(carrier_account_id), 0) + 1 from connector), $2, $3)
     on conflict (cid) do update set settings = excluded.settings, secret = excluded.secret returning id`, [cid, settings, secret]);
  return connector!.id;
}

/** The connectors that an operator wants started. */
export async function startedConnectors(tx: Tx): Promise<Set<number>> {
  const { rows } = await tx.query<{ id: number }>(`select id from connector where started`, [], 'started connectors');
  return new Set(rows.map(({ id }) => id));
}

/** Writes what this process's links do. */
export async function writeStates(tx: Tx, holder: string, links: readonly ({ connectorId: number } & LinkStatus)[]): Promise<void> {
  await tx.query(
    `insert into connector_state (connector_id, holder, state, since, last_error, epoch, window_size, in_window, submitted_per_s, slowest_tick_ms, at)
     select connector_id, $1, state, since, last_error, epoch, window_size, in_window, submitted_per_s, slowest_tick_ms, now()
     from unnest($2::int[], $3::text[], $4::timestamptz[], $5::text[], $6::bigint[], $7::int[], $8::int[], $9::real[], $10::real[])
       as t (connector_id, state, since, last_error, epoch, window_size, in_window, submitted_per_s, slowest_tick_ms)
     -- Of two processes, the one that holds the connector says what it does.
     on conflict (connector_id) do update set holder = $1, state = excluded.state, since = excluded.since, last_error = excluded.last_error, epoch = excluded.epoch,
       window_size = excluded.window_size, in_window = excluded.in_window, submitted_per_s = excluded.submitted_per_s, slowest_tick_ms = excluded.slowest_tick_ms, at = now()
       where connector_state.holder = $1 or excluded.epoch >= connector_state.epoch or connector_state.at < now() - interval '10 seconds'`,
    [
      holder, links.map(({ connectorId }) => connectorId), links.map(({ state }) => state), links.map(({ since }) => since.toISOString()), links.map(({ lastError }) => lastError),
      links.map(({ epoch }) => epoch), links.map(({ window }) => window), links.map(({ inWindow }) => inWindow), links.map(({ submittedPerSecond }) => submittedPerSecond),
      links.map(({ slowestTickMs }) => slowestTickMs),
    ],
    'write states',
  );
}

/** Routes of these that have something to send now. */
export async function routesWithWork(tx: Tx, routeIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await tx.query<{ id: number }>(
    `select id from unnest($1::int[]) as r (id)
     where exists (select from chunk where route_id = r.id and owner is null and not stopped and not_before <= now() and expires_at > now())`,
    [routeIds], 'routes with work',
  );
  return new Set(rows.map(({ id }) => id));
}
