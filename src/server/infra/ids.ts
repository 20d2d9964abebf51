import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(8 * 512);
/** The pool in hex. */
let random = '';
let used = 0;
let lastTime = 0;
let counter = 0;
/** The id's first half, as of `lastTime`. */
let beginning = '';

const setTime = (time: number): void => {
  lastTime = time;
  counter = 0;
  const hex = time.toString(16).padStart(12, '0');
  beginning = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
};

/**
 * A uuid v7 (RFC 9562, method 1): 48 bits of Unix milliseconds, a 12-bit counter that orders the
 * ids of one process within a millisecond, then 62 random bits. Partitions and pages order by it.
 */
export function newId(now: number = Date.now()): string {
  if (now > lastTime) setTime(now);
  else if (++counter > 0xfff) setTime(lastTime + 1);
  if (used === random.length) {
    random = randomFillSync(pool).toString('hex');
    used = 0;
  }
  const at = used;
  used += 16;
  const variant = '89ab'[parseInt(random[at]!, 16) & 0x3]!;
  return `${beginning}${counter.toString(16).padStart(3, '0')}-${variant}${random.slice(at + 1, at + 4)}-${random.slice(at + 4, at + 16)}`;
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
