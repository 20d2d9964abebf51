/** Authentication of software at the gateway's own ports: SMPP binds and the HTTP dialects. */
import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../infra/database/db.ts';
import { mayComeFrom } from '../../infra/http/ip-ranges.ts';
import { verifyPassword } from '../auth/passwords/passwords.ts';
import { isUsable } from '../auth/sessions/session.rules.ts';
import { findHolder, type Holder, type UserRow } from './gateway-users.store.ts';
import { LoginBackoff } from '../auth/sign-in/login-backoff.ts';

// Without characters that look alike when read or typed.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** The longest password of an SMPP 3.4 bind (5.2.2: at most 8 characters and the closing octet). */
const LENGTH = 8;

export function newGatewayPassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The reason for refusing a user with a right password; undefined if there is none. */
export function exclusionReason(
  user: Pick<UserRow, 'enabled' | 'groupEnabled' | 'clientStatus' | 'hasPassword'>,
): 'USER_DISABLED' | 'GROUP_DISABLED' | 'CLIENT_NOT_ACTIVE' | 'NO_PASSWORD' | undefined {
  if (!user.enabled) return 'USER_DISABLED';
  if (!user.groupEnabled) return 'GROUP_DISABLED';
  if (!isUsable(user.clientStatus)) return 'CLIENT_NOT_ACTIVE';
  return user.hasPassword ? undefined : 'NO_PASSWORD';
}

// A slow hash protects a stolen database, but would hold up software that sends its password with
// every message: a verified password is cached as a fast hash under a key of this process.
const processKey = randomBytes(32).toString('base64');
const KNOWN = 10_000;
const known = new Map<string, Buffer>();
/** In one call: an object for it costs more than the digest. */
const fastHash = (passwordHash: string, password: string) =>
  hash('sha256', `${processKey}\0${passwordHash}\0${password}`, 'buffer');

function isKnown(passwordHash: string | null, password: string): boolean {
  const remembered = passwordHash === null ? undefined : known.get(passwordHash);
  return (
    remembered !== undefined &&
    passwordHash !== null &&
    timingSafeEqual(remembered, fastHash(passwordHash, password))
  );
}

async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (isKnown(passwordHash, password)) return true;
  if (!(await verifyPassword(passwordHash, password)) || passwordHash === null) return false;
  if (known.size >= KNOWN) known.clear();
  known.set(passwordHash, fastHash(passwordHash, password));
  return true;
}

type GatewayCredentials = {
  username: string;
  password: string;
  address: string;
  source: 'SMPP' | 'HTTP';
};
/**
 * The user, or the reason for refusing, of which a caller without the right password learns
 * `password` only.
 */
type Admission = { user: UserRow } | { refused: 'password' | 'disabled' | 'address' | 'bind' };

function admit(holder: Holder | undefined, { address, source }: GatewayCredentials): Admission {
  if (!holder) return { refused: 'password' };
  const { passwordHash: _, ...user } = holder;
  if (exclusionReason(user)) return { refused: 'disabled' };
  const { authorization } = user.smppsCred;
  if (!mayComeFrom(authorization.ip, address)) return { refused: 'address' };
  if (source === 'SMPP' && !authorization.bind) return { refused: 'bind' };
  return { user };
}

/**
 * Looks whether a password of a user without one is right where the user came from, and keeps it.
 * @returns whether it is right
 */
export type AdoptPassword = (
  user: Pick<UserRow, 'id' | 'username'>,
  password: string,
) => Promise<boolean>;

/**
 * Authenticates gateway users by password, at an SMPP bind or an HTTP request, from the addresses
 * that they may come from. Concurrent requests of one user share one fresh read of its row, so that
 * disabling a user takes effect at once. `LoginBackoff` delays wrong passwords; a recently verified
 * password never waits behind them.
 * @param database for reading, outside any scope
 * @param adopt for users that moved here without a password; left out where there are none
 */
export class GatewayAuthenticator {
  readonly #lane = new LoginBackoff();
  /**
   * Equal attempts are checked once: after a start, software with many connections sends its
   * password on each at once.
   */
  readonly #tries = new Map<string, Promise<boolean | undefined>>();
  readonly #find: (username: string) => Promise<Holder | undefined>;
  readonly #adopt: AdoptPassword | undefined;

  constructor(database: Database, adopt?: AdoptPassword) {
    this.#adopt = adopt;
    this.#find = shareQueries((username) => findHolder(database.plain, username));
  }

  async admit(given: GatewayCredentials): Promise<Admission> {
    const holder = await this.#find(given.username);
    const hash = holder?.passwordHash ?? null;
    if (holder && hash === null && this.#adopt) return this.#admitNewcomer(holder, given);
    const right = isKnown(hash, given.password) || (await this.#try(hash, given));
    return right ? admit(holder, given) : { refused: 'password' };
  }

  /** A user without a password, whose first right one is adopted; wrong ones are delayed like any other. */
  async #admitNewcomer(holder: Holder, given: GatewayCredentials): Promise<Admission> {
    const right = await this.#lane.try(given.address, () => this.#adopt!(holder, given.password));
    if (!right) return { refused: 'password' };
    const now = await this.#find(given.username);
    return now !== undefined && (await isPassword(now.passwordHash, given.password))
      ? admit(now, given)
      : { refused: 'password' };
  }

  #try(
    hash: string | null,
    { address, password }: GatewayCredentials,
  ): Promise<boolean | undefined> {
    const key = `${address} ${hash} ${fastHash(hash ?? '', password).toString('base64')}`;
    const running = this.#tries.get(key);
    if (running) return running;
    const one = this.#lane
      .try(address, () => isPassword(hash, password))
      .finally(() => this.#tries.delete(key));
    this.#tries.set(key, one);
    return one;
  }
}

/**
 * Shares one query among callers with the same key: a caller that arrives during one waits for the
 * next. A query begins when this turn of the event loop ends, because requests arrive in bursts.
 */
function shareQueries<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  /** Queries that have begun; they never reject. */
  const running = new Map<string, Promise<void>>();
  /** Queries that are still to begin. */
  const next = new Map<string, Promise<T>>();
  const begin = async (key: string): Promise<T> => {
    await running.get(key);
    await new Promise(setImmediate);
    next.delete(key);
    const answer = ask(key);
    const ended = answer.then(
      () => {},
      () => {},
    );
    running.set(key, ended);
    void ended.then(() => {
      if (running.get(key) === ended) running.delete(key);
    });
    return answer;
  };
  return (key) => {
    let shared = next.get(key);
    if (!shared) next.set(key, (shared = begin(key)));
    return shared;
  };
}
