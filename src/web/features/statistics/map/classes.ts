/** The classes of the map's colours by delivered share, the lowest first; none begins before its own share. */
export const CLASSES = [
  { key: 'poor', from: 0, to: 0.7, strength: 18 },
  { key: 'fair', from: 0.7, to: 0.85, strength: 40 },
  { key: 'good', from: 0.85, to: 0.95, strength: 68 },
  { key: 'best', from: 0.95, to: 1, strength: 100 },
] as const;

/** The class of a delivered share; a country whose messages are all in flight has the lowest. */
export function classOf(rate: number | null): (typeof CLASSES)[number]['key'] {
  return CLASSES.findLast(({ from }) => (rate ?? 0) >= from)?.key ?? 'poor';
}
