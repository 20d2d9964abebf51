import { setTimeout as sleep } from 'node:timers/promises';

const HOUR_MS = 3_600_000;

/**
 * Waits for the next hour where this one has fewer than `seconds` left, so that what follows lies in one hour, and so in one
 * day of every zone that the tests know: what a test writes as of now, and what the product then takes for today, is the same.
 */
export async function withinOneHour(seconds: number): Promise<void> {
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < seconds * 1000) await sleep(left + 100);
}
