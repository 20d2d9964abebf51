import { expect, test } from '@playwright/test';

const DAY = 86_400_000;
const ROOM = 180_000;

/** Figures are of UTC days: what would begin just before one ends begins with the next, so that all of it is of one day. */
export async function wholeDay(): Promise<void> {
  test.setTimeout(test.info().timeout + ROOM);
  await expect
    .poll(() => DAY - (Date.now() % DAY), { timeout: ROOM + 10_000 })
    .toBeGreaterThan(ROOM);
}
