const EDGE = 3;
/** The least range of a share's curve: a share that moves by two points is no fall to nothing. */
const LEAST_SHARES = 0.2;

/**
 * The points of a curve in a box of this size; null where there is nothing to draw.
 * @param values oldest first; null where there was nothing to measure
 * @param isShare draws the upper range of the values instead of everything from zero
 */
export function sparkPoints(
  values: readonly (number | null)[],
  isShare: boolean,
  { width, height }: { width: number; height: number },
): (readonly [number, number])[] | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2 || known.every((value) => value === 0)) return null;
  const most = Math.max(...known);
  const least = isShare
    ? Math.min(...known, Math.max(0, most - LEAST_SHARES))
    : Math.min(0, ...known);
  const span = most - least || 1;
  return values.flatMap((value, at) => {
    if (value === null) return [];
    const x = EDGE + (at / (values.length - 1)) * (width - 2 * EDGE);
    return [[x, height - EDGE - ((value - least) / span) * (height - 2 * EDGE)] as const];
  });
}
