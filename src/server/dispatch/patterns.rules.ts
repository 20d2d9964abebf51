/** Regular expressions that operators write: matched from the start, in linear time, and never large. */
import { RE2JS } from 're2js';
import { PATTERN_LENGTH } from '../../contract/gateway.ts';
import { Unusable } from './unusable.ts';

/** Instructions that a pattern may come to. */
export const PATTERN_SIZE = 1000;
/**
 * The engine's work is at most a pattern's instructions times the characters that it reads, and this much takes it some
 * 10 ms: a pattern of 50 instructions, more than people write, reads 10,000 characters, one of 1,000 the first 500.
 */
const MOST_WORK = 500_000;
/** Counted repetitions are written out when a pattern is compiled. */
const REPETITIONS = 1000;

/** One alternative at most and no repetition: what the platform's own engine cannot be slow at, and is ten times as fast. */
const SIMPLE = /^\^?(?:[0-9A-Za-z_ ]|\\d|\[[0-9A-Za-z]+(?:-[0-9A-Za-z]+)?\])*(?:\((?:\?:)?[0-9A-Za-z_ |]+\)(?:[0-9A-Za-z_ ]|\\d|\[[0-9A-Za-z]+(?:-[0-9A-Za-z]+)?\])*)?(?:\.\*)?$/;

/**
 * Compiles a pattern.
 * @returns whether a text begins with the pattern
 * @throws Unusable
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  if (pattern.length === 0 || pattern.length > PATTERN_LENGTH) throw new Unusable('PATTERN_LENGTH', { most: PATTERN_LENGTH });
  if (SIMPLE.test(pattern)) {
    const simple = new RegExp(`^(?:${pattern.replace(/^\^/, '').replace(/\.\*$/, '')})`);
    return (text) => simple.test(text);
  }
  return compileLinear(pattern).matches;
}

/** The same on the linear engine whatever the pattern, with the size that it came to. */
export function compileLinear(pattern: string): { matches(text: string): boolean; size: number } {
  const repeated = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce((all, [, least, most]) => all * Math.max(1, Number(most === undefined || most === '' ? least : most)), 1);
  if (repeated > REPETITIONS) throw new Unusable('PATTERN_REPEATS', { count: repeated, most: REPETITIONS });
  const compiled = read(pattern);
  const size = compiled.programSize();
  if (size > PATTERN_SIZE) throw new Unusable('PATTERN_SIZE', { size, most: PATTERN_SIZE });
  const reads = Math.floor(MOST_WORK / size);
  return { size, matches: (text) => compiled.matcher(text.length > reads ? text.slice(0, reads) : text).lookingAt() };
}

function read(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new Unusable('PATTERN_WRONG', { reason: (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, '') });
  }
}
