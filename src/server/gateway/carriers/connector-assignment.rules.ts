/**
 * Assigns connectors to gateway processes. Every process computes the assignment from the same
 * rows; a lease decides where two differ for a moment. A connector stays where it is unless that
 * process is gone or has more than its share.
 * @param nodes the live processes
 * @param holders the last holder of each connector
 */
export function spread(
  connectorIds: readonly number[],
  nodes: readonly number[],
  holders: ReadonlyMap<number, number>,
): Map<number, number> {
  const spreading = new Map<number, number>();
  if (nodes.length === 0) return spreading;
  const ids = connectorIds.toSorted((a, b) => a - b);
  const heldBy = (node: number) => ids.filter((id) => holders.get(id) === node);
  // Connectors that do not divide evenly stay with the processes that have most now.
  const ranked = nodes
    .map((node) => ({ node, held: heldBy(node) }))
    .sort((a, b) => b.held.length - a.held.length || a.node - b.node);
  const rooms = ranked.map(({ node, held }, at) => ({
    node,
    held,
    most: Math.floor(ids.length / nodes.length) + (at < ids.length % nodes.length ? 1 : 0),
  }));
  for (const { node, held, most } of rooms)
    for (const id of held.slice(0, most)) spreading.set(id, node);
  const free = rooms.flatMap(({ node, held, most }) =>
    Array<number>(Math.max(0, most - held.length)).fill(node),
  );
  for (const id of ids) if (!spreading.has(id)) spreading.set(id, free.shift()!); // there is a place for every connector
  return spreading;
}
