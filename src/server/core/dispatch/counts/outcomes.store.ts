/**
 * Counts what carriers answered and reported by connector, route, network and code: commits
 * connector_outcome and connector_slot rows with the answers and receipts that they count.
 */
import type { Tx } from '../../../infra/database/db.ts';
import type { Place } from '../../../infra/database/parameters.ts';
import { hourOf } from './deltas.store.ts';
import { shortenCode, upperBound } from '../dispatch.rules.ts';
import { STATUS_NAME } from '../events/event-facts.store.ts';
import { Slots } from './slots.store.ts';
import type { OutcomePlace } from './slots.store.ts';
import { list } from '../sql.ts';
import type { NewReceipt } from '../types.ts';

type Row = Omit<OutcomePlace, 'messageId'> & {
  /** Says the route where the part's is a connector's own. */
  messageId: string | null;
  hour: number;
  outcome: string;
  carrierStatus: string;
  errorCode: string;
  seconds: number;
  parts: number;
};

/** Sums what a transaction counts, to one row for each group. */
export class Outcomes {
  readonly #rows = new Map<string, Row>();
  /** The row of the part before: most parts of a connector count in one. */
  #last: Row | undefined;
  readonly slots = new Slots();

  /** @param errorCode the carrier's code, where it did not accept the part */
  addAnswer(
    place: OutcomePlace,
    outcome: 'ACCEPTED' | 'REFUSED' | 'TEMPORARY' | 'LOST',
    errorCode = '',
  ): void {
    this.#add(place, { outcome, carrierStatus: '', errorCode: shortenCode(errorCode), seconds: 0 });
    // The end of a part whose answer was lost is not known yet.
    if (outcome !== 'LOST') this.slots.addAnswer(place, outcome === 'ACCEPTED', errorCode);
  }

  /** @param waitedMs the time between the submission and its receipt */
  addReceipt(place: OutcomePlace, receipt: NewReceipt, waitedMs: number): void {
    const outcome = STATUS_NAME[receipt.status]!;
    const isDelivered = outcome === 'DELIVERED';
    const seconds = isDelivered ? upperBound(waitedMs / 1000) : 0;
    this.#add(place, {
      outcome,
      carrierStatus: isDelivered ? '' : shortenCode(receipt.carrierStatus),
      errorCode: isDelivered ? '' : shortenCode(receipt.errorCode),
      seconds,
    });
    this.slots.addReceipt(place, waitedMs, seconds);
  }

  #add(
    { messageId, connectorId, routeId, network }: OutcomePlace,
    counted: Pick<Row, 'outcome' | 'carrierStatus' | 'errorCode' | 'seconds'>,
  ): void {
    const { outcome, carrierStatus, errorCode, seconds } = counted;
    const hour = hourOf(messageId);
    const ofRoute = routeId < 0 ? messageId : null;
    const last = this.#last;
    if (
      last?.connectorId === connectorId &&
      last.hour === hour &&
      last.routeId === routeId &&
      last.messageId === ofRoute &&
      last.network === network &&
      last.outcome === outcome &&
      last.carrierStatus === carrierStatus &&
      last.errorCode === errorCode &&
      last.seconds === seconds
    ) {
      last.parts++;
      return;
    }
    const key = `${connectorId}\t${hour}\t${routeId}\t${ofRoute}\t${network}\t${outcome}\t${carrierStatus}\t${errorCode}\t${seconds}`;
    let row = this.#rows.get(key);
    if (!row) {
      row = { connectorId, hour, routeId, network, messageId: ofRoute, ...counted, parts: 0 };
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
      column('timestamptz', list(rows.map(({ hour }) => new Date(hour).toISOString()))),
      column('int', list(rows.map(({ routeId }) => routeId))),
      column('smallint', list(rows.map(({ network }) => network))),
      column('text', list(rows.map(({ outcome }) => outcome))),
      column(
        'text',
        rows.map(({ carrierStatus }) => carrierStatus),
      ),
      column(
        'text',
        rows.map(({ errorCode }) => errorCode),
      ),
      column('int', list(rows.map(({ seconds }) => seconds))),
      column('bigint', list(rows.map(({ parts }) => parts))),
    ];
    // Only where a part was moved is a message's row read: its parts join other rows of its route.
    const given = this.hasMoved
      ? `(select connector_id, hour, coalesce((select m.route_id from message m where m.id = t.message_id), t.route_id) as route_id,
          network, outcome, carrier_status, error_code, seconds, sum(parts) as parts
        from unnest(${columns.join(', ')}, ${column('uuid', list(rows.map(({ messageId }) => messageId ?? 'null')))}) as t (${NAMES}, message_id)
        group by 1, 2, 3, 4, 5, 6, 7, 8) counted`
      : `unnest(${columns.join(', ')}) as t (${NAMES})`;
    return `insert into connector_outcome (connector_id, period, hour, route_id, network, outcome, carrier_status, error_code, seconds, parts)
      select connector_id, date_bin('10 minutes', now(), 'epoch'), hour, route_id, network, outcome, carrier_status, error_code, seconds, parts
      from ${given}
      order by connector_id, hour, route_id, network, outcome, carrier_status, error_code, seconds
      on conflict (connector_id, period, hour, route_id, network, outcome, carrier_status, error_code, seconds)
      do update set parts = connector_outcome.parts + excluded.parts`;
  }

  /** True if one of its parts was moved to another connector. */
  get hasMoved(): boolean {
    return [...this.#rows.values()].some(({ messageId }) => messageId !== null);
  }
}

const NAMES =
  'connector_id, hour, route_id, network, outcome, carrier_status, error_code, seconds, parts';

/**
 * Merges the periods of a day that ended before into one, without the times of deliveries; one day
 * of one connector at a time. @returns how many rows there were; 0 when nothing is left
 */
export async function mergeOutcomes(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `with oldest as (
       select connector_id, date_trunc('day', period, 'UTC') as day from connector_outcome
       where period < date_trunc('day', $1::timestamptz, 'UTC') and period <> date_trunc('day', period, 'UTC') order by period limit 1),
     taken as (
       delete from connector_outcome c using oldest o
       where c.connector_id = o.connector_id and c.period >= o.day and c.period < o.day + interval '1 day' returning c.*, o.day)
     insert into connector_outcome (connector_id, period, hour, route_id, network, outcome, carrier_status, error_code, parts)
     select connector_id, day, hour, route_id, network, outcome, carrier_status, error_code, sum(parts) from taken group by 1, 2, 3, 4, 5, 6, 7, 8`,
    [before],
  );
  return rowCount;
}

/** Drops the counts of messages that were made before. @returns how many */
export async function dropOutcomes(tx: Tx, before: Date, most: number): Promise<number> {
  return (
    await tx.query(
      `delete from connector_outcome where ctid = any (array(select ctid from connector_outcome where hour < $1 and period < $1 limit $2))`,
      [before, most],
    )
  ).rowCount;
}
