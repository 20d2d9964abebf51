/** The level of the alert is a quarter of the meter, so that there is room to see a balance fall. */
const LEVEL_SHARE = 0.25;

/** The filled share of the balance's meter, 0 to 1: a quarter at the level of the alert. */
export function shareOfBalance(balance: number, level: number): number {
  if (balance <= 0 || level <= 0) return 0;
  return Math.min(1, (balance / level) * LEVEL_SHARE);
}
