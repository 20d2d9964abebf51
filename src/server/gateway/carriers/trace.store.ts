/** The last PDUs of a connector, kept while an operator watches it. */
import type { Tx } from '../../infra/database/db.ts';

/** One PDU in readable form. */
export type Trace = {
  timestamp: number;
  direction: 'OUT' | 'IN';
  command: string;
  fields: Record<string, string | number | null>;
  text: string | null;
};

/**
 * Asks the gateway to trace a connector for half a minute.
 * @returns the trace so far, newest first
 */
export async function watchTrace(
  tx: Tx,
  connectorId: number,
): Promise<{ watching: boolean; pdus: Trace[] }> {
  const {
    rows: [before],
  } = await tx.query<{ watching: boolean; pdus: Trace[] }>(
    `select watched_until > now() as watching, pdus from connector_trace where connector_id = $1`,
    [connectorId],
  );
  await tx.query(
    `insert into connector_trace (connector_id, watched_until) values ($1, now() + interval '30 seconds') on conflict (connector_id) do update set watched_until = excluded.watched_until`,
    [connectorId],
  );
  return before ?? { watching: false, pdus: [] };
}

export async function watchedConnectors(tx: Tx): Promise<Set<number>> {
  const { rows } = await tx.query<{ id: number }>(
    `select connector_id as id from connector_trace where watched_until > now()`,
    [],
    'watched connectors',
  );
  return new Set(rows.map(({ id }) => id));
}

export async function writeTraces(
  tx: Tx,
  traces: readonly { connectorId: number; pdus: readonly Trace[] }[],
): Promise<void> {
  for (const { connectorId, pdus } of traces)
    await tx.query(
      `update connector_trace set pdus = $2 where connector_id = $1`,
      [connectorId, JSON.stringify(pdus)],
      'write trace',
    );
}

/** Deletes traces that no operator watches any more. */
export async function dropTraces(tx: Tx): Promise<void> {
  await tx.query(
    `delete from connector_trace where watched_until < now() - interval '30 seconds'`,
    [],
    'drop traces',
  );
}
