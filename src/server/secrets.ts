// What must be read back, such as a carrier's password, is encrypted in the database with a key that
// lies outside it: a stolen dump or back-up has no usable secret.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from './cannot-start.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12; // NIST SP 800-38D 5.2.1.1
const TAG_BYTES = 16;
const FORMAT = 1;

/** The installation's key. Only the functions below look into it. */
export interface SecretKey {
  readonly bytes: Buffer;
}

/** Whether there is a key already, given or in the data folder. */
export function hasSecretKey(dataDir: string, given: Buffer | undefined): boolean {
  return given !== undefined || statSync(keyFile(dataDir), { throwIfNoEntry: false }) !== undefined;
}

/** Where the key lies unless it is given. */
export function keyFile(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/**
 * The key that is given (SECRET_KEY), or else that of `DATA_DIR/secret.key`, which is made where it is missing.
 * @throws CannotStart when it is damaged or others can read it
 */
export function readSecretKey(dataDir: string, given?: Buffer): SecretKey {
  if (given !== undefined) return { bytes: given };
  const path = keyFile(dataDir);
  if (!statSync(path, { throwIfNoEntry: false })) {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, randomBytes(KEY_BYTES), { mode: 0o600, flush: true });
    try {
      linkSync(draft, path); // whole or not at all, and never over one that is there
    } catch (error) {
      if (!statSync(path, { throwIfNoEntry: false })) throw error;
    } finally {
      rmSync(draft);
    }
  }
  if (statSync(path).mode & 0o077) throw new CannotStart(`${path} can be read by other users. Run: chmod 600 ${path}`);
  const bytes = readFileSync(path);
  if (bytes.length !== KEY_BYTES) throw new CannotStart(`${path} is damaged: it has ${bytes.length} bytes instead of ${KEY_BYTES}. Put back your copy of it; without it the carriers' passwords must be entered again.`);
  return { bytes };
}

/**
 * Encrypts a text with AES-256-GCM under a fresh nonce.
 * @param purpose what it is and whose, such as `connector:<id>`; decrypting asks for the same, so that
 * a secret copied to another row does not open there
 */
export function encryptSecret(key: SecretKey, purpose: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Gives back what `encryptSecret` took.
 * @throws Error when the key or the purpose is another, or the octets were changed
 */
export function decryptSecret(key: SecretKey, purpose: string, secret: Buffer): string {
  if (secret.length < 1 + NONCE_BYTES + TAG_BYTES || secret[0] !== FORMAT) throw new Error(`The secret of ${purpose} is not in a form that this release knows.`);
  const nonce = secret.subarray(1, 1 + NONCE_BYTES);
  const tag = secret.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(purpose)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(secret.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    throw new Error(`The secret of ${purpose} does not open with this installation's secret.key. Enter it again, or put back the key it was written with.`);
  }
}

/** A key for one purpose (signing page tokens, deriving sessions), from which the installation's own cannot be told. */
export function purposeKey(key: SecretKey, purpose: string): Buffer {
  return createHmac('sha256', key.bytes).update(purpose).digest();
}

/** Tells one key from another without telling anything of either. */
export function fingerprint(key: SecretKey): string {
  return purposeKey(key, 'fingerprint').toString('hex').slice(0, 32);
}
