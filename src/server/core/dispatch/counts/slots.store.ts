/**
 * Counts parts by the ten seconds of their answer, which is when their submission's row is written:
 * commits connector_slot rows with the answers and receipts that they count, and sums them into
 * connector_hour.
 */
import type { Tx } from '../../../infra/database/db.ts';
import type { Place } from '../../../infra/database/parameters.ts';
import { isThrottle } from '../dispatch.rules.ts';
import { list } from '../sql.ts';

const SLOT_MS = 10_000;
/** A receipt that comes later than this is never on time. */
const LATEST_MS = 3_600_000;

/**
 * A part's message, connector and route, and the network of its phone. A part that was moved to
 * another connector comes with that connector's own route, which is negative; it counts under the
 * message's.
 */
export type OutcomePlace = {
  messageId: string;
  connectorId: number;
  routeId: number;
  network: number;
};

type SlotOutcome = 'ACCEPTED' | 'REFUSED' | 'THROTTLED' | 'DELIVERED' | 'ENDED';
type Row = Omit<OutcomePlace, 'messageId'> & {
  /** Says the route where the part's is a connector's own. */
  messageId: string | null;
  slot: number;
  outcome: SlotOutcome;
  seconds: number;
  parts: number;
};

/** Sums what a transaction counts, to one row for each slot. */
export class Slots {
  readonly #rows = new Map<string, Row>();
  /** The row of the part before: most parts of ten seconds count in one. */
  #last: Row | undefined;

  /** @param errorCode the carrier's code, where it did not accept the part */
  addAnswer(place: OutcomePlace, isAccepted: boolean, errorCode: string): void {
    const refusal = isThrottle(errorCode) ? 'THROTTLED' : 'REFUSED';
    this.#add(place, Date.now(), isAccepted ? 'ACCEPTED' : refusal, 0);
  }

  /** @param seconds the upper bound of the time of a delivery; 0 for every other end */
  addReceipt(place: OutcomePlace, waitedMs: number, seconds: number): void {
    if (waitedMs > LATEST_MS) return;
    this.#add(place, Date.now() - waitedMs, seconds > 0 ? 'DELIVERED' : 'ENDED', seconds);
  }

  #add(
    { messageId, connectorId, routeId, network }: OutcomePlace,
    at: number,
    outcome: SlotOutcome,
    seconds: number,
  ): void {
    const slot = Math.floor(at / SLOT_MS) * SLOT_MS;
    const ofRoute = routeId < 0 ? messageId : null;
    const last = this.#last;
    if (
      last?.connectorId === connectorId &&
      last.routeId === routeId &&
      last.messageId === ofRoute &&
      last.network === network &&
      last.slot === slot &&
      last.outcome === outcome &&
      last.seconds === seconds
    ) {
      last.parts++;
      return;
    }
    const key = `${connectorId}\t${routeId}\t${ofRoute}\t${network}\t${slot}\t${outcome}\t${seconds}`;
    let row = this.#rows.get(key);
    if (!row) {
      row = { connectorId, routeId, network, messageId: ofRoute, slot, outcome, seconds, parts: 0 };
      this.#rows.set(key, row);
    }
    row.parts++;
    this.#last = row;
  }

  /**
   * The update of its rows as one step of a statement, in one order, so that no two transactions wait
   * for each other; undefined without rows.
   */
  step(place: Place): string | undefined {
    if (this.#rows.size === 0) return undefined;
    const rows = [...this.#rows.values()];
    const column = (type: string, values: unknown) => `${place(values)}::${type}[]`;
    const columns = [
      column('int', list(rows.map(({ connectorId }) => connectorId))),
      column('int', list(rows.map(({ routeId }) => routeId))),
      column('smallint', list(rows.map(({ network }) => network))),
      column('timestamptz', list(rows.map(({ slot }) => new Date(slot).toISOString()))),
      column('text', list(rows.map(({ outcome }) => outcome))),
      column('int', list(rows.map(({ seconds }) => seconds))),
      column('bigint', list(rows.map(({ parts }) => parts))),
    ];
    // Only where a part was moved is a message's row read: its parts join other rows of its route.
    const given = this.hasMoved
      ? `(select connector_id, coalesce((select m.route_id from message m where m.id = t.message_id), t.route_id) as route_id,
          network, slot, outcome, seconds, sum(parts) as parts
        from unnest(${columns.join(', ')}, ${column('uuid', list(rows.map(({ messageId }) => messageId ?? 'null')))}) as t (${NAMES}, message_id)
        group by 1, 2, 3, 4, 5, 6) counted`
      : `unnest(${columns.join(', ')}) as t (${NAMES})`;
    return `insert into connector_slot (connector_id, route_id, network, slot, outcome, seconds, parts)
      select connector_id, route_id, network, slot, outcome, seconds, parts from ${given}
      order by connector_id, route_id, network, slot, outcome, seconds
      on conflict (connector_id, route_id, network, slot, outcome, seconds)
      do update set parts = connector_slot.parts + excluded.parts`;
  }

  /** True if one of its parts was moved to another connector. */
  get hasMoved(): boolean {
    return [...this.#rows.values()].some(({ messageId }) => messageId !== null);
  }
}

const NAMES = 'connector_id, route_id, network, slot, outcome, seconds, parts';

/**
 * Sums the slots of whole hours that ended an hour ago, and drops the hours of two weeks ago.
 * @returns whether there were any
 */
export async function sumSlots(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.query(
    `with taken as (delete from connector_slot where slot < date_trunc('hour', now() - interval '1 hour') returning *)
     insert into connector_hour (connector_id, route_id, network, hour, outcome, seconds, parts)
     select connector_id, route_id, network, date_trunc('hour', slot), outcome, seconds, sum(parts) from taken group by 1, 2, 3, 4, 5, 6
     on conflict (connector_id, route_id, network, hour, outcome, seconds) do update set parts = connector_hour.parts + excluded.parts`,
  );
  await tx.query(`delete from connector_hour where hour < now() - interval '15 days'`);
  return rowCount > 0;
}
