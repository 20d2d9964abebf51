/** One empty set for all, so that a list without ticks keeps the same value from draw to draw. */
export const NONE: ReadonlySet<string> = new Set();

/** The keys with this one taken out where it is among them, else put in. */
export const toggled = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  keys.has(key) ? new Set([...keys].filter((one) => one !== key)) : new Set([...keys, key]);
