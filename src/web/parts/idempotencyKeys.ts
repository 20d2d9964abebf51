import { CallError } from '../api/request.ts';

/**
 * Refusals from before the server looks at a key: of the session, its proof, the rate of calls. They say
 * nothing of an earlier attempt.
 */
const BEFORE_THE_KEY: readonly number[] = [401, 403, 408, 429];

/**
 * The idempotency keys of one button: what the person wants has one key on every attempt, until the server has
 * definitely answered. Two different wishes at once have a key each.
 */
export class IdempotencyKeys {
  readonly #keys = new Map<string, { key: string; isUncertain: boolean; isRunning: boolean }>();

  /** The key of an attempt that begins now. @param asked the request as text */
  begin(asked: string): string {
    // Another wish ends those that are not on their way.
    for (const [other, { isRunning }] of this.#keys)
      if (other !== asked && !isRunning) this.#keys.delete(other);
    const found = this.#keys.get(asked) ?? { key: newKey(), isUncertain: false, isRunning: true };
    found.isRunning = true;
    this.#keys.set(asked, found);
    return found.key;
  }

  /** Notes how the attempt ended. @param failure undefined where it succeeded */
  end(asked: string, failure?: unknown): void {
    const found = this.#keys.get(asked);
    if (!found) return;
    found.isRunning = false;
    const status = failure instanceof CallError ? failure.status : 0;
    const isAnswer = failure === undefined || (status >= 400 && status < 500);
    if (!isAnswer) found.isUncertain = true;
    else if (!found.isUncertain || !BEFORE_THE_KEY.includes(status)) this.#keys.delete(asked);
  }
}

/** Random, also where the page is not secure and has no randomUUID. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
