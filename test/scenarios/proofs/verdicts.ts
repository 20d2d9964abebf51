// The verdict of a proof from its slices.
import type { Proof } from './table.ts';

/** One run of one slice, as it is kept. */
export type Slice = {
  proof: string;
  slice: number;
  commit: string;
  ok: boolean;
  seconds: number;
  load: number;
  result: Record<string, unknown>;
};

/** Returns whether an asked name means this proof: `T7` means all of T7, `T7 disk` one, and `T1` no T10. */
export const isNamed = ({ name }: Pick<Proof, 'name'>, asked: string): boolean =>
  name === asked || name.split(' ', 1)[0] === asked;

/** The last line of an output that is a JSON object; empty where there is none. */
export function lastJson(output: string): Record<string, unknown> {
  for (const line of output.split('\n').toReversed()) {
    if (!line.startsWith('{')) continue;
    try {
      return JSON.parse(line) as Record<string, unknown>;
    } catch {
      // A line of the program's own that only looks like it.
    }
  }
  return {};
}

/** A bounded field that is missing is out of its bounds. */
export function isWithin(result: Record<string, unknown>, limits: Proof['limits'] = {}): boolean {
  return Object.entries(limits).every(([field, { least = -Infinity, most = Infinity }]) => {
    const value = result[field];
    return typeof value === 'number' && value >= least && value <= most;
  });
}

/** `held` only where every slice did; a proof that was not run says so. */
export function stateOf({ name, slices }: Proof, done: readonly Slice[]): string {
  const its = done.filter(({ proof }) => proof === name);
  if (its.some(({ ok }) => !ok)) return 'violated';
  const count = new Set(its.map(({ slice }) => slice)).size;
  return count === 0 ? 'not run' : count < slices ? `${count} of ${slices}` : 'held';
}

/** The sums of the figures of all slices; of those that are a most, the most. */
export function sumUp(done: readonly Slice[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { result } of done)
    for (const [field, value] of Object.entries(result)) {
      if (typeof value !== 'number' || ['seed', 'slice', 'slices', 'load'].includes(field))
        continue;
      sums[field] = /^(most|longest)|per_s$|_mb$/.test(field)
        ? Math.max(sums[field] ?? -Infinity, value)
        : (sums[field] ?? 0) + value;
    }
  return sums;
}
