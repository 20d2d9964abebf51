import type { Endpoint, Input, Output } from '../../contract/endpoint.ts';
import { call, CallError } from '../call.ts';

/** Makes a call for which the server may ask for a proof of work first: does it, and asks again. Throws `CallError`. */
export async function callProven<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> {
  try {
    return await call(endpoint, input);
  } catch (failure) {
    const task = failure instanceof CallError && failure.code === 'PROOF_NEEDED' ? failure.details.find(({ field }) => field === 'proof')?.message : undefined;
    if (task === undefined) throw failure;
    return call(endpoint, { ...input as object, proof: await solved(task) } as Input<E>);
  }
}

function solved(task: string): Promise<string> {
  const worker = new Worker(new URL('proof.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    worker.onerror = () => reject(new Error('the proof of work could not be made'));
    // oxlint-disable-next-line require-post-message-target-origin -- a worker has none
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
