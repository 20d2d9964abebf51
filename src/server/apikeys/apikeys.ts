import { createHash, randomBytes } from 'node:crypto';
import type { ApiKeyScope } from '../../contract/apikeys.ts';
import type { Role } from '../../contract/roles.ts';
import type { Database } from '../db.ts';
import { systemScope } from '../scope.ts';
import { mayComeFrom } from '../auth/ranges.ts';
import { findKeyHolder, noteUse } from './apikeys.store.ts';

/** A key, whole: it is shown once and stored as its hash. Sandboxes make test keys, which tell themselves apart. */
export function newApiKey(sandbox: boolean): { key: string; prefix: string; keyHash: Buffer } {
  const key = `${sandbox ? 'tuma_test_' : 'tuma_live_'}${randomBytes(24).toString('base64url')}`;
  return { key, prefix: key.slice(0, 14), keyHash: hashOfKey(key) };
}

// 192 random bits need no slow hash.
function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

export type KeySession = { apiKeyId: string; clientId: string; path: string; accessLevel: Role };

/**
 * Whose API key this is, for a piece of work that needs `scope`. Undefined where it is unknown or
 * revoked, its account may not be used, or it comes from elsewhere than its list; `forbidden` where
 * it lacks the scope.
 */
export async function authenticateKey(database: Database, key: string, scope: ApiKeyScope, address: string): Promise<KeySession | 'forbidden' | undefined> {
  if (!/^tuma_(live|test)_[\w-]{32}$/.test(key)) return undefined;
  return database.run(systemScope(), async (tx) => {
    const holder = await findKeyHolder(tx, hashOfKey(key));
    if (!holder || !mayComeFrom(holder.ipList, address)) return undefined;
    if (!holder.scopes.includes(scope)) return 'forbidden';
    if (!holder.usedRecently) await noteUse(tx, holder.apiKeyId);
    const { apiKeyId, clientId, path, accessLevel } = holder;
    return { apiKeyId, clientId, path, accessLevel };
  });
}
