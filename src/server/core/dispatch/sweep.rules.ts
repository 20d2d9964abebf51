/** Which of the receipts that match nothing a sweep tries once more. */

/** Ages of receipts in seconds: from the younger, included, to the older. */
export type ReceiptAges = readonly (readonly [number, number])[];

const DAY = 86_400;
/** The age of receipts that were stored while a clock was ahead. */
const OF_CLOCK_AHEAD = -3 * DAY;

/** All receipts that are not older. */
export const upTo = (seconds: number): ReceiptAges => [[OF_CLOCK_AHEAD, seconds]];

/** For the sweep after a start, a pause or a jump of the clock. */
export const ALL_AGES = upTo(2 * DAY);
export const RECENT_AGES = upTo(600);

/** Ages at which a receipt is tried again: its answer is usually stored in the same moment. */
const TRIED_AT = [5, 10, 20, 40, 80, 160, 320, 600];

/**
 * The receipts that are due since the last sweep: each is tried a few times in ten minutes, less and
 * less often, so that those which never match cost little.
 * @param passed seconds since the last sweep began, rounded up
 */
export function dueAges(passed: number): ReceiptAges {
  const ages: [number, number][] = [[OF_CLOCK_AHEAD, passed]];
  for (const age of TRIED_AT) {
    const last = ages.at(-1)!;
    if (age <= last[1]) last[1] = age + passed;
    else ages.push([age, age + passed]);
  }
  return ages;
}
