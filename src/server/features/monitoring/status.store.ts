import type { StatusPage } from '../../../contract/api/monitoring.ts';
import type { Tx } from '../../infra/database/db.ts';

/** Every connector and how its link stands; one that is called when there is something for it holds none. */
export async function listConnectors(tx: Tx): Promise<StatusPage['connectors']> {
  const { rows } = await tx.query<StatusPage['connectors'][number]>(`
    select cid, kind, case when not started then 'STOPPED' when kind = 'HTTP' then 'ON_DEMAND' when s.updated_at > now() - interval '10 seconds' then s.state else 'CLOSED' end as state,
      coalesce(submitted_per_s, 0)::float8 as "submittedPerSecond", coalesce(in_window, 0) as "inWindow", coalesce(window_size, 0) as "windowSize"
    from connector left join connector_state s on connector_id = id order by cid limit 200`);
  return rows;
}
