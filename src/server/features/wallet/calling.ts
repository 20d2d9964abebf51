// How providers are called: JSON over HTTPS, no redirect, a limit of time and of length.
import type { Facts } from './provider.ts';

const MOST_TEXT = 20_000;

/** A call's status and its body, parsed where it is JSON. @throws where nobody answered in time */
export async function callJson(
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = (await response.text()).slice(0, MOST_TEXT);
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    return { status: response.status, body: text };
  }
}

/** What stands before a call, such as a token, could not be had. */
export class NotReached extends Error {
  readonly facts: Facts;
  constructor(facts: Facts) {
    super('nobody let us in');
    this.facts = facts;
  }
}

/** What is told of a call that failed. */
export function factsOf(error: unknown): Facts {
  if (error instanceof NotReached) return error.facts;
  return { failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}
