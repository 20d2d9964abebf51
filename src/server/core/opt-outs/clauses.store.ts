import type { StopClauses } from '../../../contract/shared/stop-clauses.ts';
import type { Tx } from '../../infra/database/db.ts';

/** The clauses in force, the host of a client's brand, and the address of the platform. */
export async function readClauses(
  tx: Tx,
  clientId: string,
): Promise<Pick<StopClauses, 'byPlace'> & { host: string | null; origin: string }> {
  const { rows } = await tx.query<{
    byPlace: StopClauses['byPlace'];
    host: string | null;
    origin: string;
  }>(
    `select coalesce((select jsonb_object_agg(country || case when network = 0 then '' else '/' || network end, text) from stop_clause), '{}') as "byPlace",
       (select (select host from brand_host h where h.client_id = b.client_id order by created_at, host limit 1)
        from client c join brand b on starts_with(c.path, b.client_path) where c.id = $1 order by length(b.client_path) desc limit 1) as host,
       coalesce((select value #>> '{}' from setting where key = 'origin'), 'http://localhost:8080') as origin`,
    [clientId],
    'read clauses',
  );
  return rows[0]!;
}
