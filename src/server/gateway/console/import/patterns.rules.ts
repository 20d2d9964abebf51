/** Patterns of a Jasmin configuration, which Python reads, for the engine of this product. */
import { PATTERN_LENGTH } from '../../../../contract/api/gateway-credentials.ts';
import { compilePattern } from '../../../core/dispatch/routing/patterns.rules.ts';
import { Unusable } from '../../../core/dispatch/routing/config-fault.ts';

/** All that a pattern excludes by what a text begins with: `^(?!25470|25471).*`. */
const NOT_BEGINNING =
  /^\^?\(\?!\^?((?:[0-9A-Za-z]+)(?:\|[0-9A-Za-z]+)*|\((?:\?:)?[0-9A-Za-z]+(?:\|[0-9A-Za-z]+)*\))\)(?:\.\*)?\$?$/;

/**
 * A pattern that this product's engine reads and that matches the same texts: the same one, or for a
 * negative lookahead of plain beginnings one without lookahead.
 * @returns undefined where there is none
 */
export function translatePattern(pattern: string): string | undefined {
  if (isReadable(pattern)) return pattern;
  if (pattern.length > PATTERN_LENGTH) return undefined; // its translation would be longer
  const [, excluded] = NOT_BEGINNING.exec(pattern) ?? [];
  if (excluded === undefined) return undefined;
  const translated = `^${withoutBeginnings(excluded.replace(/^\((?:\?:)?|\)$/g, '').split('|'))}`;
  return isReadable(translated) ? translated : undefined;
}

/** Matches the beginning of every text that begins with none of these. */
function withoutBeginnings(beginnings: readonly string[]): string {
  const next = new Map<string, string[]>();
  for (const [first = '', ...rest] of beginnings)
    next.set(first, [...(next.get(first) ?? []), rest.join('')]);
  const longer = [...next].flatMap(([first, rests]) =>
    rests.includes('') ? [] : [first + withoutBeginnings(rests)],
  );
  return `(?:${['$', `[^${[...next.keys()].join('')}]`, ...longer].join('|')})`;
}

function isReadable(pattern: string): boolean {
  try {
    compilePattern(pattern);
    return true;
  } catch (error) {
    if (error instanceof Unusable) return false;
    throw error;
  }
}
