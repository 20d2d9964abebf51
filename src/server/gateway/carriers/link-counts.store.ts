/** Counts of each connector by the minute, and its receipts outstanding. */
import { MOST_CHUNKS } from './connector.rules.ts';
import type { Tx } from '../../infra/database/db.ts';

export type Minute = {
  minute: Date;
  submitted: number;
  accepted: number;
  refused: number;
  throttled: number;
  lost: number;
  receipts: number;
  received: number;
  drops: number;
  windowInUse: number;
  queueLength: number;
};

const COUNTED = [
  'submitted',
  'accepted',
  'refused',
  'throttled',
  'lost',
  'receipts',
  'received',
  'drops',
] as const;

export type Tally = Record<(typeof COUNTED)[number], number>;

export async function listMinutes(tx: Tx, connectorId: number, minutes: number): Promise<Minute[]> {
  const { rows } = await tx.query<Minute>(
    `select minute, ${COUNTED.join(', ')}, window_in_use as "windowInUse", queue_length as "queueLength"
     from connector_minute where connector_id = $1 and minute > now() - $2 * interval '1 minute' order by minute`,
    [connectorId, minutes],
  );
  return rows;
}

/** Adds the links' counts to this minute, and deletes minutes older than two days. */
export async function addToMinute(
  tx: Tx,
  links: readonly ({ connectorId: number; inWindow: number } & Tally)[],
): Promise<void> {
  await tx.query(
    `insert into connector_minute (connector_id, minute, ${COUNTED.join(', ')}, window_in_use, queue_length)
     select connector_id, date_trunc('minute', now()), ${COUNTED.join(', ')}, in_window,
       (select coalesce(sum(size - pos), 0)::int from (select size, pos from chunk where not stopped and route_id = any (array[-connector_id] ||
          array(select id from route where direction = 'MT' and connector_id = any (connector_ids))) limit ${MOST_CHUNKS}) waiting)
     from unnest($1::int[], $2::int[], ${COUNTED.map((_, at) => `$${at + 3}::int[]`).join(', ')}) as t (connector_id, in_window, ${COUNTED.join(', ')})
     on conflict (connector_id, minute) do update set ${COUNTED.map((name) => `${name} = connector_minute.${name} + excluded.${name}`).join(', ')},
       window_in_use = greatest(connector_minute.window_in_use, excluded.window_in_use), queue_length = greatest(connector_minute.queue_length, excluded.queue_length)`,
    [
      links.map(({ connectorId }) => connectorId),
      links.map(({ inWindow }) => inWindow),
      ...COUNTED.map((name) => links.map((link) => link[name])),
    ],
    'add to minute',
  );
  await tx.query(
    `delete from connector_minute where minute < now() - interval '2 days'`,
    [],
    'drop minutes',
  );
}

/** Shows how many receipts are outstanding, for connectors whose figure is a minute old. */
export async function showOutstanding(tx: Tx, connectorIds: readonly number[]): Promise<void> {
  await tx.query(
    `update connector_state s set receipts_outstanding = coalesce((select greatest(parts, 0) from connector_outstanding o where o.connector_id = s.connector_id), 0)
     where connector_id = any ($1::int[])`,
    [connectorIds],
    'show outstanding',
  );
}
