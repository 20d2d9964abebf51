import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  decryptSecret,
  encryptSecret,
  makeKeyFile,
  nextKeyFile,
  purposeKeys,
  readKeyFile,
  readSecretKey,
  signingKey,
} from './secrets.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tuma-secrets-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('the next key is created on a node that has no data folder yet, closed to others', () => {
  const dataDir = join(folder(), 'data');
  makeKeyFile(nextKeyFile(dataDir));
  expect(readKeyFile(nextKeyFile(dataDir))).toHaveLength(32);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test('the key is created once, readable by its owner only', () => {
  const dataDir = folder();
  const key = readSecretKey(dataDir);
  expect(key.bytes).toHaveLength(32);
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(readSecretKey(dataDir)).toEqual(key);
});

test('a key that others can read, or of another length, is refused', () => {
  const dataDir = folder();
  readSecretKey(dataDir);
  chmodSync(join(dataDir, 'secret.key'), 0o644);
  expect(() => readSecretKey(dataDir)).toThrow(/can be read by other users\. Run: chmod 600/);
  chmodSync(join(dataDir, 'secret.key'), 0o600);
  writeFileSync(join(dataDir, 'secret.key'), 'short');
  expect(() => readSecretKey(dataDir)).toThrow('is damaged: it has 5 bytes instead of 32');
});

test('a secret is decrypted with its key and its purpose only', () => {
  const key = readSecretKey(folder());
  const secret = encryptSecret(key, 'connector:1', 'pässword');
  expect(secret.includes('ssword')).toBe(false);
  expect(encryptSecret(key, 'connector:1', 'pässword').equals(secret)).toBe(false);
  expect(decryptSecret(key, 'connector:1', secret)).toBe('pässword');
  expect(() => decryptSecret(key, 'connector:2', secret)).toThrow(
    'The secret of connector:2 does not open',
  );
  expect(() => decryptSecret(readSecretKey(folder()), 'connector:1', secret)).toThrow(
    'does not open',
  );
  for (let at = 0; at < secret.length; at++) {
    const changed = Buffer.from(secret);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => decryptSecret(key, 'connector:1', changed)).toThrow();
  }
  expect(() => decryptSecret(key, 'connector:1', Buffer.alloc(3))).toThrow('not in a form');
});

test('keys derived for two purposes differ, and stay the same', () => {
  const key = readSecretKey(folder());
  const derive = (purpose: string) => signingKey(purposeKeys(key, purpose));
  expect(derive('refresh')).toHaveLength(32);
  expect(derive('refresh')).toEqual(derive('refresh'));
  expect(derive('refresh')).not.toEqual(derive('upload'));
});
