/** The characters that a pattern of one class allows, and how many of them. */
export type Allowed = { characters: string; least: number; most: number | null };

/**
 * Reads a pattern such as `/^[A-Za-z0-9_-]{3,25}$/` for a person; undefined where it is more than one class of
 * characters, or one of all but some.
 */
export function allowedBy(pattern: string): Allowed | undefined {
  const [, set, digits, count] =
    /^\/\^(?:\[([^\]^][^\]]*)\]|(\\d))(\{\d+(?:,\d+)?\}|[*+])\$\/[a-z]*$/.exec(pattern) ?? [];
  if (count === undefined) return undefined;
  const characters = digits === undefined ? wordsOf(set!) : '0-9';
  if (characters === undefined) return undefined;
  const [least, most] = [...count.matchAll(/\d+/g)].map(Number);
  if (least === undefined) return { characters, least: count === '+' ? 1 : 0, most: null };
  return { characters, least, most: most ?? least };
}

/** The members of a class: `A-Za-z0-9_-` is `A-Z, a-z, 0-9, _, -`. */
function wordsOf(set: string): string | undefined {
  if (set === String.raw`\x20-\x7e`) return 'ASCII';
  const members = set.replaceAll(String.raw`\d`, '0-9');
  if (members.includes('\\')) return undefined;
  return (members.match(/[^-]-[^-]|./g) ?? [])
    .map((each) => (each === ' ' ? '" "' : each))
    .join(', ');
}
