/** A claim's batch and its bits, one a part, as PostgreSQL writes them: '1' from the left for place 0. */
import { newId } from '../../infra/ids.ts';
import type { BatchPlace, Claim, Part } from './types.ts';

/** Gives the next messages of a chunk their batch. A claim of which nobody hears is known by the id that it has before. */
export function claimOf(next: {
  chunkId: bigint;
  from: number;
  count: number;
  parts: readonly Part[];
}): Claim {
  const batchId = newId();
  const size = next.parts.length;
  return {
    ...next,
    batchId,
    parts: next.parts.map((part, place) => ({ ...part, claim: { batchId, place, size } })),
  };
}

export function bits<T>(all: readonly T[], isSet: (one: T) => boolean): string {
  return all.map((one) => (isSet(one) ? '1' : '0')).join('');
}

/** The bits of one batch that these parts take. */
export function maskOf(places: readonly BatchPlace[]): string {
  const mask = Array.from({ length: places[0]!.size }, () => '0');
  for (const { place } of places) mask[place] = '1';
  return mask.join('');
}
