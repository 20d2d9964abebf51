/**
 * State that gateway processes share: the links each of them has, and the processes that are
 * alive.
 */
import type { Tx } from '../../infra/database/db.ts';
import type { LinkStatus } from './link/ports.ts';

/** Writes the states of this process's links. */
export async function writeStates(
  tx: Tx,
  holder: string,
  links: readonly ({ connectorId: number } & LinkStatus)[],
): Promise<void> {
  await tx.query(
    `insert into connector_state (connector_id, holder, state, since, last_error, epoch, window_size, in_window, submitted_per_s, slowest_tick_ms, tries, updated_at)
     select connector_id, $1, state, since, last_error, epoch, window_size, in_window, submitted_per_s, slowest_tick_ms, tries, now()
     from unnest($2::int[], $3::text[], $4::timestamptz[], $5::text[], $6::bigint[], $7::int[], $8::int[], $9::real[], $10::real[], $11::int[])
       as t (connector_id, state, since, last_error, epoch, window_size, in_window, submitted_per_s, slowest_tick_ms, tries)
     -- Of two processes, the one that holds the connector says what it does.
     on conflict (connector_id) do update set holder = $1, state = excluded.state,
       -- A process that restarts or takes over goes on with the time without a bind.
       since = case when excluded.state = 'BOUND' or connector_state.state = 'BOUND' or connector_state.updated_at < now() - interval '1 minute' then excluded.since
         else least(connector_state.since, excluded.since) end,
       tries = case when excluded.state = 'BOUND' then 0 when connector_state.updated_at < now() - interval '1 minute' then excluded.tries
         else connector_state.tries + excluded.tries end,
       last_error = excluded.last_error, epoch = excluded.epoch,
       window_size = excluded.window_size, in_window = excluded.in_window, submitted_per_s = excluded.submitted_per_s, slowest_tick_ms = excluded.slowest_tick_ms, updated_at = now()
       where connector_state.holder = $1 or excluded.epoch >= connector_state.epoch or connector_state.updated_at < now() - interval '10 seconds'`,
    [
      holder,
      links.map(({ connectorId }) => connectorId),
      links.map(({ state }) => state),
      links.map(({ since }) => since.toISOString()),
      links.map(({ lastError }) => lastError),
      links.map(({ epoch }) => epoch),
      links.map(({ window }) => window),
      links.map(({ inWindow }) => inWindow),
      links.map(({ submittedPerSecond }) => submittedPerSecond),
      links.map(({ slowestTickMs }) => slowestTickMs),
      links.map(({ tries }) => tries),
    ],
    'write states',
  );
}

/** Returns the connectors that another process is bound to. */
export async function boundElsewhere(tx: Tx, holder: string): Promise<Set<number>> {
  const { rows } = await tx.query<{ id: number }>(
    `select connector_id as id from connector_state where state = 'BOUND' and holder <> $1 and updated_at > now() - interval '3 seconds'`,
    [holder],
    'bound elsewhere',
  );
  return new Set(rows.map(({ id }) => id));
}

/** The number space of the locks by which gateway processes show that they are alive. */
export const NODE_LOCK_CLASS = 0x6e6f6465;

/**
 * Returns the live gateway processes, each as a number, and which of them last held each connector.
 */
export async function readNodes(
  tx: Tx,
  holder: string,
): Promise<{ own: number; nodes: number[]; holders: Map<number, number> }> {
  const number = (text: string) => `(hashtext(${text})::bigint & 4294967295)::float8`; // as pg_locks shows it
  const {
    rows: [row],
  } = await tx.query<{ own: number; nodes: number[]; leases: { id: number; node: number }[] }>(
    `select ${number('$1')} as own,
       array(select objid::bigint::float8 from pg_locks where locktype = 'advisory' and classid = $2 and objsubid = 2 and granted
         and database = (select oid from pg_database where datname = current_database())) as nodes,
       (select coalesce(json_agg(json_build_object('id', connector_id, 'node', ${number('holder')})), '[]') from connector_lease where holder is not null) as leases`,
    [holder, NODE_LOCK_CLASS],
    'nodes',
  );
  return {
    own: row!.own,
    nodes: row!.nodes,
    holders: new Map(row!.leases.map(({ id, node }) => [id, node])),
  };
}

/** Returns those of the routes that have messages to submit now. */
export async function routesWithWork(tx: Tx, routeIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await tx.query<{ id: number }>(
    `select id from unnest($1::int[]) as r (id)
     where exists (select from chunk where route_id = r.id and owner is null and not stopped and not_before <= now() and expires_at > now())`,
    [routeIds],
    'routes with work',
  );
  return new Set(rows.map(({ id }) => id));
}
