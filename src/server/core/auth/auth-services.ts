import type { Database } from '../../infra/database/db.ts';
import type { DeviceCookie } from '../../infra/http/device-cookie.ts';
import type { PurposeKeys } from '../../infra/secrets.ts';
import type { Messenger } from '../mail/notifications.ts';

/** The dependencies of sign-in: the key for hashing codes, and the channels to people. */
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

/** Possible hosts of the request, the likeliest first: passkeys belong to one. */
export type SignInOrigin = RequestOrigin & { hosts: readonly string[] };
