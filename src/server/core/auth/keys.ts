import type { ApiKeyScope } from '../../../contract/api/api-keys.ts';
import type { Role } from '../../../contract/shared/roles.ts';

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
