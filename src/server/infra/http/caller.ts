import type { SignedIn } from '../../../contract/api/auth.ts';
import type { ApiKeyScope } from '../../../contract/shared/key-scopes.ts';
import type { Role } from '../../../contract/shared/roles.ts';

/** The caller, from one indexed lookup of the access token's hash. */
export type Session = {
  sessionId: string;
  clientId: string;
  path: string;
  accessLevel: Role;
  clientStatus: SignedIn['clientStatus'];
  impersonatorId: string | null;
  /** True if its owner gave a step-up within the last 5 minutes. */
  isSteppedUp: boolean;
  /** The account has an authenticator app or a passkey. */
  isStrong: boolean;
};

/** Software that authenticated with an API key. */
export type KeySession = {
  apiKeyId: string;
  clientId: string;
  path: string;
  accessLevel: Role;
  scopes: readonly ApiKeyScope[];
  /** Allowed addresses and networks; empty allows all. */
  ipList: readonly string[];
  /** Its messages have scripted outcomes and cost nothing. */
  test: boolean;
};
