/** The values of a Python pickle as data. */

export type PickledList = { kind: 'list'; items: Pickled[] };
export type PickledDict = { kind: 'dict'; entries: Map<Pickled, Pickled> };
export type PickledObject = {
  kind: 'object';
  /** Module and name, such as `jasmin.routing.jasminApi.User`. */
  of: string;
  args: Pickled[];
  state: Pickled;
};
/** A string of Python 2, and bytes of Python 3, are a Buffer. */
export type Pickled =
  | null
  | boolean
  | number
  | bigint
  | string
  | Buffer
  | PickledList
  | PickledDict
  | PickledObject
  | { kind: 'class'; of: string };

/** Longer than every name, pattern and address of a configuration: a text may be recalled a million times. */
const LONGEST_TEXT = 2048;

/** A text, of Python 2 or 3, as a database can store it; undefined for anything else, and for a longer one. */
export function textOf(value: Pickled | undefined): string | undefined {
  if ((Buffer.isBuffer(value) || typeof value === 'string') && value.length > LONGEST_TEXT)
    return undefined;
  const text = Buffer.isBuffer(value) ? value.toString('utf8') : value;
  return typeof text === 'string' ? text.toWellFormed().replaceAll('\0', '\uFFFD') : undefined;
}

export function isKind<K extends 'list' | 'dict' | 'object' | 'class'>(
  value: Pickled | undefined,
  kind: K,
): value is Extract<Pickled, { kind: K }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
}
