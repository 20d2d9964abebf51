import { useSyncExternalStore } from 'react';
import { STEP_UP_WAYS, type StepUpWay } from '../../contract/api/step-up.ts';

/** A proof that one or more calls wait for. */
export type StepUpRequest = { ways: readonly StepUpWay[]; settle(isProven: boolean): void };

let open: { request: StepUpRequest; outcome: Promise<boolean> } | null = null;
let proofs = 0;
const watchers = new Set<() => void>();

function show(next: typeof open): void {
  open = next;
  for (const watcher of watchers) watcher();
}

/** How many proofs this page has seen: a call that was refused before the last one is repeated without another. */
export const countProofs = (): number => proofs;

/**
 * Asks the person to prove who they are, once for all calls that wait for it, and answers whether they did; undefined on a
 * page that has no dialog for it.
 * @param named ways of a refusal, the unknown ones left out
 */
export function requestStepUp(named: readonly string[]): Promise<boolean> | undefined {
  if (watchers.size === 0) return undefined;
  if (open !== null) return open.outcome;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const settle = (isProven: boolean) => {
    if (isProven) proofs++;
    show(null);
    resolve(isProven);
  };
  show({
    request: { ways: STEP_UP_WAYS.filter((way) => named.includes(way)), settle },
    outcome: promise,
  });
  return promise;
}

/** The request that is open now, for the one dialog that answers it. */
export const useStepUpRequest = (): StepUpRequest | null =>
  useSyncExternalStore(watch, readStepUpRequest);

export const readStepUpRequest = (): StepUpRequest | null => open?.request ?? null;

export function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}
