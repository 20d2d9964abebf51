import type { Endpoint, Input, Output } from '../../contract/endpoint.ts';
import { call } from '../api/call.ts';
import { CallError } from '../api/request.ts';
// oxlint-disable-next-line import/default -- the build makes the address of the worker
import proofWorker from './proof.worker.ts?worker&url';

/**
 * Makes a call for which the server may ask for a proof of work first: does it, and asks again.
 * Throws `CallError`.
 */
export async function callProven<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: { bearer?: string } = {},
): Promise<Output<E>> {
  try {
    return await call(endpoint, input, options);
  } catch (failure) {
    const task =
      failure instanceof CallError && failure.code === 'PROOF_NEEDED'
        ? failure.details.find(({ field }) => field === 'proof')?.message
        : undefined;
    if (task === undefined) throw failure;
    return call(endpoint, { ...(input as object), proof: await solved(task) } as Input<E>, options);
  }
}

/** The part of Trusted Types that this module needs; not every browser has it. */
type PolicyMaker = {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): {
    createScriptURL(address: string): unknown;
  };
};

/** The address of the worker, in the form in which this page may start it. */
let workerAddress: string | undefined;

/**
 * Passes the worker's own address through the page's one policy. The address is known to the build; the policy is given
 * no other and passes no other.
 */
function trustWorker(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyMaker };
  if (!trustedTypes) return proofWorker;
  const policy = trustedTypes.createPolicy('proof-of-work', {
    createScriptURL(address) {
      if (address !== proofWorker) throw new TypeError('the page starts no worker but its own');
      return address;
    },
  });
  return policy.createScriptURL(proofWorker) as string; // a TrustedScriptURL, which the library of types takes for text
}

function solved(task: string): Promise<string> {
  workerAddress ??= trustWorker(); // a page may make each policy once
  const worker = new Worker(workerAddress, { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    worker.onerror = () => reject(new Error('the proof of work could not be made'));
    // oxlint-disable-next-line require-post-message-target-origin -- a worker has none
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
