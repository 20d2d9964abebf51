/** Counts the accepted parts of each connector whose receipt is outstanding; commits with the caller. */
import type { Place } from '../../../infra/database/parameters.ts';
import { list } from '../sql.ts';

/** Sums what a transaction changes, to one row for each connector. */
export class Outstanding {
  readonly #parts = new Map<number, number>();

  add(connectorId: number, parts: number): void {
    this.#parts.set(connectorId, (this.#parts.get(connectorId) ?? 0) + parts);
  }

  /** The update of its rows as one step of a statement; undefined without rows. */
  step(place: Place): string | undefined {
    const rows = [...this.#parts].filter(([, parts]) => parts !== 0).sort(([a], [b]) => a - b);
    if (rows.length === 0) return undefined;
    const [ids, parts] = [list(rows.map(([id]) => id)), list(rows.map(([, count]) => count))];
    return `insert into connector_outstanding (connector_id, parts) select * from unnest(${place(ids)}::int[], ${place(parts)}::bigint[]) as t (connector_id, parts)
       on conflict (connector_id) do update set parts = connector_outstanding.parts + excluded.parts`;
  }
}
