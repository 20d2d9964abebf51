/** The orders of routes when one of them is moved. */
import { HIGHEST_ORDER } from '../../../../contract/api/routes.ts';

export type Placed = { id: number; order: number };

/**
 * Returns the routes that get another order when a route moves up or down.
 * Without `past` it exchanges its order with the next one. With `past` it takes a free order beyond that
 * route, so that it alone changes; where there is none, every route that it passes moves by one place.
 * @param routes of one direction, without the default route
 * @param past the last route that it passes
 * @returns undefined if there is no such route in that direction
 */
export function placeRoute(
  routes: readonly Placed[],
  id: number,
  towards: 'UP' | 'DOWN',
  past?: number,
): Placed[] | undefined {
  // The list as the route meets it on its way.
  const sorted = routes.toSorted((a, b) =>
    towards === 'UP' ? a.order - b.order : b.order - a.order,
  );
  const from = sorted.findIndex((each) => each.id === id);
  const to = past === undefined ? from + 1 : sorted.findIndex((each) => each.id === past);
  if (from < 0 || to <= from || to >= sorted.length) return undefined;
  const free = past === undefined ? undefined : orderBeyond(sorted[to]!, sorted[to + 1], towards);
  if (free !== undefined) return [{ id, order: free }];
  return sorted
    .slice(from, to + 1)
    .map((each, at, moving) =>
      at === 0
        ? { id, order: moving.at(-1)!.order }
        : { id: each.id, order: moving[at - 1]!.order },
    );
}

/** A free order between two routes, a round one if there is one; undefined if there is none. */
function orderBeyond(
  last: Placed,
  next: Placed | undefined,
  towards: 'UP' | 'DOWN',
): number | undefined {
  if (towards === 'UP' && next === undefined) {
    const top = (Math.floor(last.order / 10) + 1) * 10;
    return top <= HIGHEST_ORDER ? top : undefined;
  }
  // Order 0 is the default route's.
  const other = next?.order ?? 0;
  const [low, high] = [Math.min(last.order, other), Math.max(last.order, other)];
  if (high - low < 2) return undefined;
  const middle = Math.floor((low + high) / 2);
  const round = Math.floor(middle / 10) * 10;
  return round > low ? round : middle;
}
