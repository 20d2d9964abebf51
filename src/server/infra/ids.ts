import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(16 * 256);
let used = pool.length;
let lastTime = 0;
let counter = 0;

/**
 * A uuid v7 (RFC 9562, method 1): 48 bits of Unix milliseconds, a 12-bit counter that orders the
 * ids of one process within a millisecond, then 62 random bits. Partitions and pages order by it.
 */
export function newId(now: number = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    counter = 0;
  } else if (++counter > 0xfff) {
    lastTime++;
    counter = 0;
  }
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const time = lastTime.toString(16).padStart(12, '0');
  const random = pool.toString('hex', used, used + 8);
  used += 8;
  const variant = ((parseInt(random[0]!, 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${random.slice(1, 4)}-${random.slice(4, 16)}`;
}

/** The creation time of one of our ids, in milliseconds. */
export function idTime(id: string): number {
  return parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The lowest id of a moment (milliseconds): earlier ids are lower, later ones are not. */
export function idFloor(at: number): string {
  const hex = Math.min(Math.max(0, Math.floor(at)), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const DAY_MS = 86_400_000;

/**
 * The lowest id of a moment some days from another: a bound on rows by their time, wide enough for clocks that differ,
 * which spares those of other days where no index has the time.
 */
export function idFloorNear(at: Date, days: number): string {
  return idFloor(at.getTime() + days * DAY_MS);
}
