/** Batches single calls while the previous batch is being processed. */
export function inBatches<Item>(
  work: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let items: Item[] = [];
  let next: Promise<void> | undefined;
  let running: Promise<unknown> = Promise.resolve();
  return (item) => {
    items.push(item);
    next ??= running.then(() => {
      const these = items;
      [items, next] = [[], undefined];
      const done = work(these);
      running = done.catch(() => {});
      return done;
    });
    return next;
  };
}
