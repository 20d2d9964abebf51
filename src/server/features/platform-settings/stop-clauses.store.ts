/** Rows of opt-out clauses. */
import type { StopClauseRow } from '../../../contract/api/stop-clauses.ts';
import type { Tx } from '../../infra/database/db.ts';

const COLUMNS = `country, network, kind, text, source, to_char(checked_on, 'YYYY-MM-DD') as "checkedOn"`;

export async function listClauses(tx: Tx): Promise<StopClauseRow[]> {
  return (
    await tx.query<StopClauseRow>(
      // The operators of a country before the row for the rest of it.
      `select ${COLUMNS} from stop_clause order by country, network = 0, network`,
    )
  ).rows;
}

export async function findClause(
  tx: Tx,
  country: string,
  network: number,
): Promise<StopClauseRow | undefined> {
  return (
    await tx.query<StopClauseRow>(
      `select ${COLUMNS} from stop_clause where country = $1 and network = $2 for update`,
      [country, network],
    )
  ).rows[0];
}

export async function putClause(tx: Tx, row: StopClauseRow): Promise<void> {
  await tx.query(
    `insert into stop_clause (country, network, kind, text, source, checked_on) values ($1, $2, $3, $4, $5, $6)
     on conflict (country, network) do update set kind = excluded.kind, text = excluded.text, source = excluded.source, checked_on = excluded.checked_on`,
    [row.country, row.network, row.kind, row.text, row.source, row.checkedOn],
  );
}

export async function deleteClause(tx: Tx, country: string, network: number): Promise<void> {
  await tx.query('delete from stop_clause where country = $1 and network = $2', [country, network]);
}
