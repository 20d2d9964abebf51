/** Regular expressions that operators write: matched from the start, in linear time, and never large. */
import { RE2JS } from 're2js';
import { PATTERN_LENGTH } from '../../../../contract/api/gateway-credentials.ts';
import { Unusable } from './config-fault.ts';

/** Instructions that a pattern may come to. */
export const PATTERN_SIZE = 1000;
/**
 * The engine's work is at most a pattern's instructions times the characters that it reads. This much took it
 * 5 ms in the worst case found (nested counted repetitions over `.*`); 500,000 took 25 ms on a quiet machine.
 * A pattern of 50 instructions reads 4,000 characters, more than the longest message has.
 */
export const MOST_WORK = 200_000;
/** Counted repetitions are written out when a pattern is compiled. */
const REPETITIONS = 1000;

/** One alternative at most and no repetition: what the platform's own engine cannot be slow at, and is ten times as fast. */
const SIMPLE =
  /^\^?(?:[0-9A-Za-z_ ]|\\d|\[[0-9A-Za-z]+(?:-[0-9A-Za-z]+)?\])*(?:\((?:\?:)?[0-9A-Za-z_ |]+\)(?:[0-9A-Za-z_ ]|\\d|\[[0-9A-Za-z]+(?:-[0-9A-Za-z]+)?\])*)?(?:\.\*)?$/;

/**
 * Compiles a pattern.
 * @returns whether a text begins with the pattern
 * @throws Unusable
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  if (pattern.length === 0 || pattern.length > PATTERN_LENGTH)
    throw new Unusable('PATTERN_LENGTH', { most: PATTERN_LENGTH });
  // Read first by the engine that refuses what is no pattern, such as a range that runs backwards.
  const { matches } = compileLinear(pattern);
  if (!SIMPLE.test(pattern)) return matches;
  const simple = new RegExp(`^(?:${pattern.replace(/^\^/, '').replace(/\.\*$/, '')})`);
  return (text) => simple.test(text);
}

/**
 * Compiles any pattern on the linear engine, with its size and the number of characters it reads.
 */
export function compileLinear(pattern: string): {
  matches(text: string): boolean;
  size: number;
  reads: number;
} {
  const { compiled, size, reads } = readBounded(pattern);
  return { size, reads, matches: (text) => compiled.matcher(text.slice(0, reads)).lookingAt() };
}

/**
 * Compiles a pattern that is searched for anywhere in a text.
 * @returns what its first group found, or all of it where it has none; undefined where it is not found
 * @throws Unusable
 */
export function compileSearch(pattern: string): (text: string) => string | null | undefined {
  const { compiled, reads } = readBounded(pattern);
  return (text) => {
    const matcher = compiled.matcher(text.slice(0, reads));
    if (!matcher.find()) return undefined;
    return matcher.groupCount() > 0 ? matcher.group(1) : matcher.group();
  };
}

function readBounded(pattern: string): { compiled: RE2JS; size: number; reads: number } {
  const repeated = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce(
    (all, [, least, most]) =>
      all * Math.max(1, Number(most === undefined || most === '' ? least : most)),
    1,
  );
  if (repeated > REPETITIONS)
    throw new Unusable('PATTERN_REPEATS', { count: repeated, most: REPETITIONS });
  const compiled = read(pattern);
  const size = compiled.programSize();
  if (size > PATTERN_SIZE) throw new Unusable('PATTERN_SIZE', { size, most: PATTERN_SIZE });
  return { compiled, size, reads: Math.floor(MOST_WORK / size) };
}

function read(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new Unusable('PATTERN_WRONG', {
      reason: (error instanceof Error ? error.message : String(error)).replace(
        /^error parsing regexp: /,
        '',
      ),
    });
  }
}
