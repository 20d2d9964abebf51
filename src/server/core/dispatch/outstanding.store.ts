/** Counts the accepted parts of each connector whose receipt is outstanding; commits with the caller. */
import type { Tx } from '../../infra/database/db.ts';
import { list } from './sql.ts';

/** Sums what a transaction changes, to one row for each connector. */
export class Outstanding {
  readonly #parts = new Map<number, number>();

  add(connectorId: number, parts: number): void {
    this.#parts.set(connectorId, (this.#parts.get(connectorId) ?? 0) + parts);
  }

  async write(tx: Tx): Promise<void> {
    const rows = [...this.#parts].filter(([, parts]) => parts !== 0).sort(([a], [b]) => a - b);
    if (rows.length === 0) return;
    await tx.query(
      `insert into connector_outstanding (connector_id, parts) select * from unnest($1::int[], $2::bigint[]) as t (connector_id, parts)
       on conflict (connector_id) do update set parts = connector_outstanding.parts + excluded.parts`,
      [list(rows.map(([id]) => id)), list(rows.map(([, parts]) => parts))],
      'count outstanding',
    );
  }
}
