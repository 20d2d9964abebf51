/**
 * Moves labels apart: each keeps its place in the order, none is nearer to another than `distance`,
 * and the lowest ends at `bottom`.
 * @param wanted pixels from the top; of equal ones the later is above
 */
export function spread(wanted: readonly number[], distance: number, bottom: number): number[] {
  const placed = [...wanted];
  let limit = bottom;
  const fromBelow = [...wanted.keys()].toSorted(
    (one, other) => wanted[other]! - wanted[one]! || one - other,
  );
  for (const at of fromBelow) {
    placed[at] = Math.min(wanted[at]!, limit);
    limit = placed[at] - distance;
  }
  return placed;
}
