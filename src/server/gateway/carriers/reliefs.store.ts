/** Reads the connectors that are relieved of a network now. */
import type { Relief } from '../../core/dispatch/routing/relief.rules.ts';
import type { Tx } from '../../infra/database/db.ts';

export async function listReliefs(tx: Tx): Promise<Relief[]> {
  const { rows } = await tx.query<Relief>(
    `select route_id as "routeId", connector_id as "connectorId", network, keep::float8 as keep
     from healing_incident where ended_at is null and keep < 1 order by 1, 2, 3`,
    [],
    'reliefs',
  );
  return rows;
}
