import type { SignedIn } from '../../../contract/api/auth.ts';
import type { ApiKeyScope } from '../../../contract/shared/key-scopes.ts';
import type { Role } from '../../../contract/shared/roles.ts';

/** The caller, from one indexed look-up of the access token's hash. */
export type Session = {
  sessionId: string;
  clientId: string;
  path: string;
  accessLevel: Role;
  clientStatus: SignedIn['clientStatus'];
  impersonatorId: string | null;
  /** Its owner proved within the last 5 minutes who they are. */
  isSteppedUp: boolean;
  /** The account has an authenticator app or a passkey. */
  isStrong: boolean;
};

/** Software that came with an API key. */
export type KeySession = {
  apiKeyId: string;
  clientId: string;
  path: string;
  accessLevel: Role;
  scopes: readonly ApiKeyScope[];
  /** From where it may come; empty is everywhere. */
  ipList: readonly string[];
  /** Its messages have scripted outcomes and cost nothing. */
  test: boolean;
};
