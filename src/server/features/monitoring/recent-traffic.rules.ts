/** Judges a connector by the traffic of the last minutes, before whole hours can. */
import { dueSecondsOf, SLOT_MS } from '../../core/healing/healing.rules.ts';
import type { TrafficSlot } from './recent-traffic.store.ts';

type Slot = Omit<TrafficSlot, 'cid'>;

/** Spans in which refusals show, the shortest first. */
const SPANS_MS = [30_000, 120_000];
/** Below this a share of answers is chance. */
const FEWEST_ANSWERS = 50;
/** Fewer of them are chance. */
const FEWEST_REFUSED = 10;

export type RecentAnswers = { answers: number; refused: number; throttled: number };

const total = (slots: readonly Slot[], of: (slot: Slot) => number) =>
  slots.reduce((sum, slot) => sum + of(slot), 0);

/** The answers of the span in which most was refused, of those with enough; undefined without any. */
export function recentAnswers(slots: readonly Slot[], now: number): RecentAnswers | undefined {
  const spans = SPANS_MS.map((span) => {
    const within = slots.filter(({ at }) => at.getTime() >= now - span - SLOT_MS);
    const refused = total(within, (slot) => slot.refused);
    const throttled = total(within, (slot) => slot.throttled);
    return {
      answers: total(within, (slot) => slot.accepted) + refused + throttled,
      refused,
      throttled,
    };
  }).filter(({ answers }) => answers >= FEWEST_ANSWERS);
  return spans.toSorted(
    (a, b) => (b.refused + b.throttled) / b.answers - (a.refused + a.throttled) / a.answers,
  )[0];
}

export const isRefusing = ({ answers, refused }: RecentAnswers, percent: number): boolean =>
  refused >= FEWEST_REFUSED && refused * 100 > answers * percent;

/** A carrier that throttles now and then is one that is used to its limit. */
const THROTTLED_PERCENT = 5;
export const isThrottling = ({ answers, throttled }: RecentAnswers): boolean =>
  throttled >= FEWEST_REFUSED && throttled * 100 > answers * THROTTLED_PERCENT;

/** Receipts whose time is over are looked at for a minute. */
const RECENT_MS = 60_000;
const FEWEST_TAKEN = 50;

/**
 * Parts that a carrier accepted and whose receipts are due, and how many came, where it brought them
 * until a short time ago: what stops now. Undefined where that is not known.
 */
export function dueReceipts(
  slots: readonly Slot[],
  now: number,
): { taken: number; receipts: number } | undefined {
  const receiptsOf = (slot: Slot) =>
    slot.ended + slot.deliveries.reduce((sum, { parts }) => sum + parts, 0);
  const split = (from: number, to: number) =>
    slots.filter(({ at }) => at.getTime() >= from && at.getTime() + SLOT_MS <= to);
  const deliveries = slots.flatMap((slot) => slot.deliveries);
  const due = now - dueSecondsOf(deliveries) * 1000;
  const before = split(0, due - RECENT_MS);
  const [takenBefore, receiptsBefore] = [
    total(before, (slot) => slot.accepted),
    total(before, receiptsOf),
  ];
  // A carrier that brought few before has not stopped now.
  if (takenBefore < FEWEST_TAKEN || receiptsBefore < takenBefore / 2) return undefined;
  const spans = [due - RECENT_MS / 3, due - RECENT_MS].map((from) => split(from, due));
  const seen = spans.find((each) => total(each, (slot) => slot.accepted) >= FEWEST_TAKEN);
  return seen && { taken: total(seen, (slot) => slot.accepted), receipts: total(seen, receiptsOf) };
}
