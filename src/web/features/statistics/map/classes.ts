/** Classes of values, each with its colour on the map. */
export type MapClass = { key: string; from: number; to: number; strength: number };

/** The classes of the map's colours by delivered share, the lowest first; none begins before its own share. */
export const CLASSES: readonly MapClass[] = [
  { key: 'poor', from: 0, to: 0.7, strength: 18 },
  { key: 'fair', from: 0.7, to: 0.85, strength: 40 },
  { key: 'good', from: 0.85, to: 0.95, strength: 68 },
  { key: 'best', from: 0.95, to: 1, strength: 100 },
];

/**
 * The classes for these shares. Where all are in one of the usual classes, their range is divided into four of whole percents,
 * because a map in one colour says nothing.
 */
export function classesFor(rates: readonly (number | null)[]): readonly MapClass[] {
  const used = new Set(rates.map((rate) => classOf(rate)));
  if (used.size !== 1 || rates.length < 2) return CLASSES;
  const percents = rates.map((rate) => (rate ?? 0) * 100);
  const lowest = Math.floor(Math.min(...percents));
  const step = Math.max(1, Math.ceil((Math.max(...percents) - lowest) / CLASSES.length));
  const first = Math.min(lowest, 100 - step * CLASSES.length);
  return CLASSES.map(({ key, strength }, at) => ({
    key,
    strength,
    from: (first + at * step) / 100,
    to: (first + (at + 1) * step) / 100,
  }));
}

/** The class of a delivered share; a country whose messages are all in flight has the lowest. */
export function classOf(rate: number | null, classes: readonly MapClass[] = CLASSES): string {
  return classes.findLast(({ from }) => (rate ?? 0) >= from)?.key ?? 'poor';
}
