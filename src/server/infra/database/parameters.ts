/** Values of a statement that is put together from parts of several folders. */

/** Adds a value. @returns its place in the statement: `$1`, `$2` ... */
export type Place = (value: unknown) => string;

export function parameters(): { place: Place; values: unknown[] } {
  const values: unknown[] = [];
  return { place: (value) => `$${values.push(value)}`, values };
}
