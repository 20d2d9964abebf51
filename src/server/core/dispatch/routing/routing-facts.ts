import type { Direction } from '../../../../contract/api/route-filters.ts';

/** The facts about a message that routing reads. */
export type RoutingFacts = {
  sender: string;
  /** E.164 without the plus; of a message from a phone, the number that was written to. */
  destination: string;
  text: string;
  userId: string | null;
  groupId: string | null;
  tags: readonly string[];
  at: Date;
  /** The connector that a message from a phone came from. */
  connector?: string | null;
};

/** Facts with their clock read once, for all filters of all routes. */
export type Reading = RoutingFacts & { direction: Direction; readonly iso: string };

/** @param facts are read when a filter asks */
export function createReading(facts: RoutingFacts, direction: Direction): Reading {
  let iso: string | undefined;
  return {
    ...facts,
    direction,
    get iso() {
      return (iso ??= facts.at.toISOString());
    },
  };
}
