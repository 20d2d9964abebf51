/** Customers that moved from another gateway keep their passwords: the first that it accepts becomes theirs here. */
import { smppSettings } from '../../../contract/api/connector-settings.ts';
import { STATUS } from '../../../smpp/pdus.ts';
import { connect } from '../../../smpp/socket.ts';
import { adoptPasswordHash } from '../../core/gateway-users/gateway-users.store.ts';
import type { AdoptPassword } from '../../core/gateway-users/gateway-users.ts';
import { hashPassword } from '../../core/auth/passwords/passwords.ts';
import type { Database } from '../../infra/database/db.ts';
import { OutboundFailure, type Outbound } from '../../infra/http/outbound.ts';
import type { Log } from '../../infra/log.ts';
import { connectionOf, describe } from '../carriers/smpp-connection.ts';

/** Software waits for the answer to its bind or its message meanwhile. */
const TIMEOUT_MS = 5_000;

/** The longest password of a bind (SMPP 3.4, 5.2.2). */
const BIND_LENGTH = 8;

/**
 * Jasmin's answer, with status 400, to a right password of a user that may not ask for its balance. An
 * answer to a value that it cannot read repeats that value, behind other words.
 */
const MAY_NOT_ASK = /^"?Authorization failed for user \[/;

/**
 * Asks the former gateway about a user with the given password, as its own customers do: for the
 * balance (`/balance` of Jasmin's HTTP API), or by a bind. An answer of 200, one that it may not ask, or a bind that it accepts,
 * says that the password is right; anything else, an unreachable gateway included, leaves the user
 * without one.
 * @param formerGateway the origin of its HTTP API, or the address of its SMPP server
 */
export function openAdoption(
  formerGateway: string,
  { database, outbound, log }: { database: Database; outbound: Outbound; log: Log },
): AdoptPassword {
  return async ({ id, username }, password) => {
    const ask = /^smpps?:/.test(formerGateway) ? mayBind : hasBalance;
    if (!(await ask(username, password))) return false;
    const adopted = await adoptPasswordHash(database.plain, id, await hashPassword(password));
    if (adopted) log.info({ username }, 'a password of the former gateway was adopted');
    return true;
  };

  async function hasBalance(username: string, password: string): Promise<boolean> {
    const url = new URL('/balance', formerGateway);
    url.search = new URLSearchParams({ username, password }).toString();
    try {
      const { status, body } = await outbound.call({
        method: 'GET',
        url: url.href,
        timeoutMs: TIMEOUT_MS,
        keep: 1024,
        allowPrivate: true, // the operator's own setting
      });
      return status === 200 || (status === 400 && MAY_NOT_ASK.test(body));
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      log.warn({ username, why: error.message }, 'the former gateway did not answer');
      return false;
    }
  }

  /** Binds as a transmitter, which takes no receipt or message away from the customer's own binds. */
  function mayBind(username: string, password: string): Promise<boolean> {
    // A longer one would be cut, and a part of it adopted.
    if (password.length > BIND_LENGTH) return Promise.resolve(false);
    const { protocol, hostname, port } = new URL(formerGateway);
    const host = hostname.replace(/^\[|\]$/g, '');
    const seconds = TIMEOUT_MS / 1000;
    const settings = smppSettings.parse({
      host,
      port: Number(port),
      ssl: protocol === 'smpps:',
      username,
      bind: 'transmitter',
      bind_to: seconds,
      res_to: seconds,
    });
    return new Promise((resolve) => {
      const wire = connect(connectionOf(settings, password), {
        bound({ command_status }) {
          if (command_status !== STATUS.ESME_ROK) return;
          resolve(true);
          wire.unbind();
          setTimeout(() => wire.destroy(), TIMEOUT_MS).unref();
        },
        outcomes() {},
        requests() {},
        closed(reason) {
          if (reason.kind !== 'bind refused')
            log.warn({ username, why: describe(reason) }, 'the former gateway did not answer');
          resolve(false);
        },
      });
    });
  }
}
