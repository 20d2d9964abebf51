import type { DifferingMessages, LogSlice } from '../../../../contract/api/log-comparison.ts';

const EXAMPLES = 3;

/** The sum of two slices of a log, the largest differences first. */
export function addLogSlice(sum: LogSlice, slice: LogSlice): LogSlice {
  const groups = new Map<string, DifferingMessages>();
  for (const each of [...sum.differing, ...slice.differing]) {
    const key = JSON.stringify([each.cid, each.route]);
    const known = groups.get(key);
    groups.set(
      key,
      known === undefined
        ? each
        : {
            ...known,
            messages: known.messages + each.messages,
            examples: known.examples.concat(each.examples).slice(0, EXAMPLES),
          },
    );
  }
  return {
    read: sum.read + slice.read,
    same: sum.same + slice.same,
    undecided: sum.undecided + slice.undecided,
    differing: [...groups.values()].toSorted((one, other) => other.messages - one.messages),
  };
}
