/**
 * The heights of labels that would like to stand at these ones, so far apart that none covers another; in the order in which they
 * came. The lowest keeps its height, those above it move up, and all of them down where the first would leave the chart.
 */
export function apart(wanted: readonly number[], gap: number): number[] {
  const heights = [...wanted];
  let free = Infinity;
  // The first of two at one height stands above.
  for (const at of wanted.map((_, at) => at).sort((a, b) => wanted[b]! - wanted[a]! || b - a)) {
    heights[at] = Math.min(wanted[at]!, free);
    free = heights[at] - gap;
  }
  const above = Math.min(0, ...heights);
  return heights.map((height) => height - above);
}
