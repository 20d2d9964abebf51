import { partUnits } from '../dispatch/dispatch.rules.ts';

/** A part that a carrier accepted, or one that it may still accept. */
export type PlacedPart = { part: number; parts: number; place: 'CHARGED' | 'HELD' };

/** Splits a message's units by what became of its parts; the three sums are the whole. */
export function chargeOf(
  units: bigint,
  isFinal: boolean,
  parts: readonly PlacedPart[],
): { held: bigint; charged: bigint; refunded: bigint } {
  const sum = (place: PlacedPart['place']) =>
    parts
      .filter((part) => part.place === place)
      .reduce((total, { part, parts: count }) => total + partUnits(units, part, count), 0n);
  const charged = sum('CHARGED');
  // Until a message ends, every part that no carrier has accepted may still be accepted.
  const held = isFinal ? sum('HELD') : units - charged;
  return { held, charged, refunded: units - charged - held };
}
