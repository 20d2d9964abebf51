/** Chance that can be repeated: it depends on the seed and on the message, not on the order in which messages come. */

/** A number for a message part, the same for the same destination, place and octets, so that duplicates are recognised. */
export function fingerprint(destination: string, part: number, octets: Buffer): number {
  let low = 0x811c9dc5 ^ part;
  let high = 0x01000193 + part;
  for (let index = 0; index < destination.length; index++) {
    const code = destination.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index] ?? 0;
    low = Math.imul(low ^ octet, 0x01000193);
    high = Math.imul(high ^ octet, 0x85ebca6b);
  }
  return (low >>> 0) + ((high ^ (high >>> 15)) & 0x1fffff) * 0x100000000;
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = (seed ^ (seed / 0x100000000)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}
