/**
 * Places of a link for messages that its process accepts: their intent is written by the statement
 * that accepts them, so that they are in no queue, and the link submits them after its commit.
 */
import type { Place } from '../../../infra/database/parameters.ts';
import { list } from '../sql.ts';
import type { Batch, Lease, NewMessage } from '../types.ts';

/** Ended by exactly one of its three functions. */
export type Reservation = Batch & {
  lease: Lease;
  /** Its batch is committed: the link submits it. */
  submit(): void;
  /** Its batch was not written. */
  release(): void;
  /** It is unknown whether its batch was written: the link begins a new session, which recovers it. */
  abandon(error: unknown): void;
};

export type Links = {
  /** Returns how many parts of a route one of the links takes now. */
  room(routeId: number): number;
  /**
   * Reserves places for messages that share everything a link asks for; undefined where no link of
   * this process has room for all of them, or has earlier ones in hand.
   */
  reserve(messages: readonly NewMessage[]): Reservation | undefined;
};

/**
 * A condition that the links of reservations still own their connectors, which stay theirs until the
 * transaction ends: one common table expression and its test.
 */
export function owning(
  place: Place,
  reserved: readonly Reservation[],
): { sql: string; condition: string } {
  const leases = [
    ...new Map(reserved.map(({ lease }) => [lease.connectorId, lease] as const)).values(),
  ];
  const connectors = `${place(list(leases.map(({ connectorId }) => connectorId)))}::int[]`;
  return {
    sql: `owned as (
      select from connector_lease where connector_id = any (${connectors})
        and epoch = (${place(list(leases.map(({ epoch }) => epoch)))}::bigint[])[array_position(${connectors}, connector_id)] for share)`,
    condition: `(select count(*) from owned) = cardinality(${connectors})`,
  };
}
