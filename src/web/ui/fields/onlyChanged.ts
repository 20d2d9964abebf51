/**
 * The values of a form that differ from those it began with. An edit sends these alone, so that the
 * others keep a change that another person has made meanwhile.
 */
export function onlyChanged<T extends object>(now: T, begun: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(begun[name as keyof T]),
    ),
  ) as Partial<T>;
}
