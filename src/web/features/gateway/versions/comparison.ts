import { MOST_COMPARED } from '../../../../contract/api/route-comparison.ts';
import type { MovedMessages, routeComparison } from '../../../../contract/api/route-comparison.ts';
import type { Output } from '../../../../contract/endpoint.ts';

type Slice = Output<typeof routeComparison.compare>;

/** The sum of the slices read so far. */
export type Comparison = Omit<Slice, 'next'>;

const EXAMPLES = 3;

/** Adds a slice; undefined where either configuration changed meanwhile, so that the sums do not add up. */
export function addSlice(
  sum: Comparison | undefined,
  { next: _, ...slice }: Slice,
): Comparison | undefined {
  if (sum === undefined) return { ...slice, moved: mostFirst(slice.moved) };
  if (sum.fingerprint !== slice.fingerprint) return undefined;
  const moved = new Map<string, MovedMessages>();
  for (const each of [...sum.moved, ...slice.moved]) {
    const key = `${each.before?.routeId} ${each.after?.routeId}`;
    const known = moved.get(key);
    moved.set(
      key,
      known === undefined
        ? each
        : {
            ...known,
            messages: known.messages + each.messages,
            segments: known.segments + each.segments,
            costBefore: known.costBefore + each.costBefore,
            costAfter: known.costAfter + each.costAfter,
            examples: known.examples.concat(each.examples).slice(0, EXAMPLES),
          },
    );
  }
  return {
    ...sum,
    read: sum.read + slice.read,
    stayed: sum.stayed + slice.stayed,
    costStayed: sum.costStayed + slice.costStayed,
    moved: mostFirst([...moved.values()]),
  };
}

/** True when the comparison has read all that it will. */
export function isWhole(sum: Comparison, next: string | null): boolean {
  return next === null || sum.read >= MOST_COMPARED;
}

/** The cost of all messages that were read, by each configuration. */
export function costsOf({ costStayed, moved }: Comparison): { before: number; after: number } {
  const sum = (which: 'costBefore' | 'costAfter') =>
    moved.reduce((total, each) => total + each[which], costStayed);
  return { before: sum('costBefore'), after: sum('costAfter') };
}

const mostFirst = (moved: MovedMessages[]) =>
  moved.toSorted((one, other) => other.messages - one.messages);
