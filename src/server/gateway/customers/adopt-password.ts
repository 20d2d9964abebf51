/** Customers that moved from another gateway keep their passwords: the first that it accepts becomes theirs here. */
import { adoptPasswordHash } from '../../core/gateway-users/gateway-users.store.ts';
import type { AdoptPassword } from '../../core/gateway-users/gateway-users.ts';
import { hashPassword } from '../../core/auth/passwords.ts';
import type { Database } from '../../infra/database/db.ts';
import { OutboundFailure, type Outbound } from '../../infra/http/outbound.ts';
import type { Log } from '../../infra/log.ts';

/** Software waits for the answer to its bind or its message meanwhile. */
const TIMEOUT_MS = 5_000;

/**
 * Asks the former gateway for the balance of a user with the given password, as its own customers do
 * (`/balance` of Jasmin's HTTP API). An answer of 200 says that the password is right; anything else,
 * an unreachable gateway included, leaves the user without one.
 * @param formerGateway the origin of its HTTP API
 */
export function openAdoption(
  formerGateway: string,
  { database, outbound, log }: { database: Database; outbound: Outbound; log: Log },
): AdoptPassword {
  return async ({ id, username }, password) => {
    if (!(await isRight(username, password))) return false;
    const adopted = await adoptPasswordHash(database.plain, id, await hashPassword(password));
    if (adopted) log.info({ username }, 'a password of the former gateway was adopted');
    return true;
  };

  async function isRight(username: string, password: string): Promise<boolean> {
    const url = new URL('/balance', formerGateway);
    url.search = new URLSearchParams({ username, password }).toString();
    try {
      const { status } = await outbound.call({
        method: 'GET',
        url: url.href,
        timeoutMs: TIMEOUT_MS,
        keep: 1024,
        allowPrivate: true, // the operator's own setting
      });
      return status === 200;
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      log.warn({ username, why: error.message }, 'the former gateway did not answer');
      return false;
    }
  }
}
