/**
 * Counts parts by the ten seconds of their submission: commits connector_slot rows with the answers
 * and receipts that they count, and sums them into connector_hour.
 */
import type { Tx } from '../../infra/database/db.ts';
import { isThrottle } from './dispatch.rules.ts';
import { list } from './sql.ts';
import type { OutcomePlace } from './types.ts';

const SLOT_MS = 10_000;
/** A receipt that comes later than this is never on time. */
const LATEST_MS = 3_600_000;

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
    const key = `${connectorId}\t${routeId}\t${ofRoute}\t${network}\t${slot}\t${outcome}\t${seconds}`;
    const row = this.#rows.get(key);
    if (row) row.parts++;
    else {
      const place = { connectorId, routeId, network, messageId: ofRoute };
      this.#rows.set(key, { ...place, slot, outcome, seconds, parts: 1 });
    }
  }

  /** Adds the rows in one order, so that no two transactions wait for each other. */
  async write(tx: Tx): Promise<void> {
    if (this.#rows.size === 0) return;
    const rows = [...this.#rows.values()];
    const columns = [
      list(rows.map(({ connectorId }) => connectorId)),
      list(rows.map(({ routeId }) => routeId)),
      list(rows.map(({ network }) => network)),
      rows.map(({ slot }) => new Date(slot)),
      list(rows.map(({ outcome }) => outcome)),
      list(rows.map(({ seconds }) => seconds)),
      list(rows.map(({ parts }) => parts)),
    ];
    const ofMessages = rows.map(({ messageId }) => messageId);
    if (ofMessages.every((id) => id === null)) await tx.query(COUNT, columns, 'count slots');
    else await tx.query(COUNT_MOVED, [...columns, ofMessages], 'count moved slots');
  }
}

const countSlots = (from: string) => `
  insert into connector_slot (connector_id, route_id, network, slot, outcome, seconds, parts)
  select connector_id, route_id, network, slot, outcome, seconds, parts from ${from}
  order by connector_id, route_id, network, slot, outcome, seconds
  on conflict (connector_id, route_id, network, slot, outcome, seconds)
  do update set parts = connector_slot.parts + excluded.parts`;

const GIVEN =
  'unnest($1::int[], $2::int[], $3::smallint[], $4::timestamptz[], $5::text[], $6::int[], $7::bigint[]';
const NAMES = 'connector_id, route_id, network, slot, outcome, seconds, parts';

const COUNT = countSlots(`${GIVEN}) as t (${NAMES})`);

/** A statement of its own: only here is a message's row read. */
const COUNT_MOVED = countSlots(`(
    select connector_id, coalesce((select m.route_id from message m where m.id = t.message_id), t.route_id) as route_id,
      network, slot, outcome, seconds, sum(parts) as parts
    from ${GIVEN}, $8::uuid[]) as t (${NAMES}, message_id)
    group by 1, 2, 3, 4, 5, 6) counted`);

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
