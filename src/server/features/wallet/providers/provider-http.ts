// Calls to providers: JSON over HTTPS, without redirects, limited in time and length.
import type { Facts } from './provider.ts';

const MOST_TEXT = 20_000;

/** A call's status and its body, parsed where it is JSON. @throws if no answer came in time */
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

/** A step before the call failed, such as getting a token. */
export class ProviderUnreachable extends Error {
  readonly facts: Facts;
  constructor(facts: Facts) {
    super('provider unreachable');
    this.facts = facts;
  }
}

/** The facts that are stored of a failed call. */
export function factsOf(error: unknown): Facts {
  if (error instanceof ProviderUnreachable) return error.facts;
  return { failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}
