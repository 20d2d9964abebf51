/** A claim's batch and its bits, one a part, as PostgreSQL writes them: '1' from the left for place 0. */
import { newId } from '../../../infra/ids.ts';
import type { Batch, BatchPlace, Claim, Part } from '../types.ts';

/** Gives parts their batch. Its id is made before it is written, so that one whose commit is not answered can be recognised. */
export function batchOf(parts: readonly Part[]): Batch {
  const batchId = newId();
  const size = parts.length;
  return {
    batchId,
    parts: parts.map((part, place) => ({ ...part, claim: { batchId, place, size } })),
  };
}

/** Gives the next messages of a chunk their batch. */
export function claimOf({
  parts,
  ...next
}: {
  chunkId: bigint;
  from: number;
  count: number;
  parts: readonly Part[];
}): Claim {
  return { ...next, ...batchOf(parts) };
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
