import { hash, randomBytes } from 'node:crypto';
import type { KeySession } from '../../infra/http/caller.ts';
import type { Database } from '../../infra/database/db.ts';
import { findKeyHolders, noteUse } from './api-keys.store.ts';
import type { KeyHolder } from './api-keys.store.ts';

/**
 * New keys have 32 characters after their kind. Longer ones are looked up as well, so that a later
 * release can write a location before the random part while this one still runs.
 */
const KEY = /^tuma_(live|test)_[\w-]{32,64}$/;

/** Creates a key. It is shown once and stored as its hash; test keys have a prefix of their own. */
export function newApiKey(test: boolean): { key: string; prefix: string; keyHash: Buffer } {
  const key = `${test ? 'tuma_test_' : 'tuma_live_'}${randomBytes(24).toString('base64url')}`;
  return { key, prefix: key.slice(0, 14), keyHash: hashOfKey(key) };
}

// 192 random bits need no slow hash.
function hashOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/**
 * Opens the lookup of API keys. Nothing is cached, so a revoked key stops at once. Keys that arrive while
 * others are looked up are looked up together afterwards, never with an older snapshot.
 * @param database connects as `tuma_accept`, outside any scope: the caller is not known yet
 * @returns the account of a key, if the key is not revoked and its account may be used
 */
export function openKeyring(database: Database): (key: string) => Promise<KeySession | undefined> {
  let looking = false;
  let waiting: {
    hash: Buffer;
    resolve(holder: KeyHolder | undefined): void;
    reject(error: unknown): void;
  }[] = [];

  async function look(): Promise<void> {
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      try {
        const holders = await findKeyHolders(database.plain, [
          ...new Map(asked.map(({ hash }) => [hash.toString('hex'), hash])).values(),
        ]);
        for (const { hash, resolve } of asked) resolve(holders.get(hash.toString('hex')));
        const unnoted = new Set(
          [...holders.values()].flatMap(({ usedRecently, apiKeyId }) =>
            usedRecently ? [] : [apiKeyId],
          ),
        );
        if (unnoted.size > 0) void noteUse(database.plain, [...unnoted]).catch(() => {}); // noted with its next use
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    looking = false;
  }

  return async (key) => {
    if (!KEY.test(key)) return undefined;
    const holder = await new Promise<KeyHolder | undefined>((resolve, reject) => {
      waiting.push({ hash: hashOfKey(key), resolve, reject });
      if (looking) return;
      looking = true;
      setImmediate(look);
    });
    if (!holder) return undefined;
    const { usedRecently: _, keyHash: _hash, ...session } = holder;
    return session;
  };
}
