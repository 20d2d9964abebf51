// The cost of one pattern to the process that matches it, in milliseconds of its own time, so that a busy
// machine is not taken for a slow engine.
import { compilePattern } from '../../../src/server/core/dispatch/routing/patterns.rules.ts';

const TRIES = 5;

/** Compiles and matches a pattern a few times; gives the most, or 0 where the pattern is not taken. */
export function costOfPattern(pattern: string, text: string): number {
  let most = 0;
  for (let turn = 0; turn < TRIES; turn++) {
    const before = process.cpuUsage();
    try {
      compilePattern(pattern)(text);
    } catch {
      return 0;
    }
    const { user, system } = process.cpuUsage(before);
    most = Math.max(most, (user + system) / 1000);
  }
  return Math.round(most);
}
