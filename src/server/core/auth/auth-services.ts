import type { Database } from '../../infra/database/db.ts';
import type { DeviceCookie } from '../../infra/http/device-cookie.ts';
import type { PurposeKeys } from '../../infra/secrets.ts';
import type { Messenger } from '../mail/notifications.ts';

/**
 * The dependencies of signing in: the key that codes are hashed with, and the channels to people.
 */
export type AuthServices = {
  database: Database;
  codeKey: PurposeKeys;
  messenger: Messenger;
  sandbox: boolean;
};

/** The origin of a request. */
export type RequestOrigin = {
  address: string;
  userAgent: string;
  /** The device cookie, on requests that may sign in. */
  device?: DeviceCookie | undefined;
};

/** And at which of these hosts, the likeliest first: passkeys belong to one. */
export type SignInOrigin = RequestOrigin & { hosts: readonly string[] };
