// Secrets that must be readable, such as a carrier's password, are encrypted in the database with a
// key that is stored elsewhere: a stolen dump or backup has no usable secret.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from './startup-error.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12; // NIST SP 800-38D 5.2.1.1
const TAG_BYTES = 16;
/**
 * A value without a key id, as written before the first rotation: nodes of the previous release can
 * read it.
 */
const UNLABELLED = 1;
/** A value that begins with the id of its key. */
const LABELLED = 2;
const ID_BYTES = 4;

/** The installation's keys. Only the functions below read them. */
export interface SecretKey {
  /** The key for new values. */
  readonly bytes: Buffer;
  /**
   * Keys that are accepted as well during a rotation; undefined in an installation that was never
   * rotated.
   */
  readonly others?: readonly Buffer[] | undefined;
  /**
   * Keys retired since this process started: they decrypt values in its memory, and sign nothing.
   */
  readonly retired?: readonly Buffer[] | undefined;
}

/** The file of the next key during a rotation. */
export function nextKeyFile(dataDir: string): string {
  return `${keyFile(dataDir)}.next`;
}

/**
 * Every available key, from the settings or the data folder; the database decides which is in
 * force.
 * @throws StartupError if a file is damaged or readable by others
 */
export function readKeys(dataDir: string, ...given: (Buffer | undefined)[]): Buffer[] {
  const files = [keyFile(dataDir), nextKeyFile(dataDir)].filter((path) => existsSync(path));
  return [...given.filter((each) => each !== undefined), ...files.map(readKeyFile)];
}

/** @throws StartupError if it is missing, damaged or readable by others */
export function readKeyFile(path: string): Buffer {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw new StartupError(`There is no file ${path}.`);
  if (stat.mode & 0o077)
    throw new StartupError(`${path} can be read by other users. Run: chmod 600 ${path}`);
  const bytes = readFileSync(path);
  if (bytes.length !== KEY_BYTES)
    throw new StartupError(
      `${path} is damaged: it has ${bytes.length} bytes instead of ${KEY_BYTES}. Put back your copy of it; without it the carriers' passwords must be entered again.`,
    );
  return bytes;
}

/** Creates a key file and its folder, atomically, and never over an existing one. */
export function makeKeyFile(path: string, bytes: Buffer = randomBytes(KEY_BYTES)): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 }); // a node of an external database may have none yet
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, bytes, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })) throw error;
  } finally {
    rmSync(draft);
  }
}

/** True if there is a key in the settings or in the data folder. */
export function hasSecretKey(dataDir: string, given: Buffer | undefined): boolean {
  return (
    given !== undefined || [keyFile(dataDir), nextKeyFile(dataDir)].some((path) => existsSync(path))
  );
}

/** The file of the key, unless a setting holds it. */
export function keyFile(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/**
 * The key from SECRET_KEY, otherwise from `DATA_DIR/secret.key`, which is created if missing.
 * @throws StartupError if it is damaged or readable by others
 */
export function readSecretKey(dataDir: string, given?: Buffer): SecretKey {
  if (given !== undefined) return { bytes: given };
  const path = keyFile(dataDir);
  if (!existsSync(path)) makeKeyFile(path);
  return { bytes: readKeyFile(path) };
}

/**
 * Encrypts a text with AES-256-GCM under a fresh nonce.
 * @param purpose the kind and owner of the secret, such as `connector:<id>`; decrypting requires
 * the same, so a secret copied to another row cannot be decrypted
 */
export function encryptSecret(key: SecretKey, purpose: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const head = key.others === undefined ? Buffer.of(UNLABELLED) : labelOf(key.bytes);
  return Buffer.concat([head, nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts a value of `encryptSecret`.
 * @throws Error if the key or the purpose differs, or the octets were changed
 */
export function decryptSecret(key: SecretKey, purpose: string, secret: Buffer): string {
  const start = secret[0] === LABELLED ? 1 + ID_BYTES : 1;
  if (
    secret.length < start + NONCE_BYTES + TAG_BYTES ||
    (secret[0] !== UNLABELLED && secret[0] !== LABELLED)
  )
    throw new Error(`The secret of ${purpose} is not in a form that this release knows.`);
  const nonce = secret.subarray(start, start + NONCE_BYTES);
  const tag = secret.subarray(start + NONCE_BYTES, start + NONCE_BYTES + TAG_BYTES);
  const keys = [key.bytes, ...(key.others ?? []), ...(key.retired ?? [])].filter(
    (each) => secret[0] === UNLABELLED || labelOf(each).equals(secret.subarray(0, start)),
  );
  for (const bytes of keys) {
    const decipher = createDecipheriv('aes-256-gcm', bytes, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(tag);
    try {
      return Buffer.concat([
        decipher.update(secret.subarray(start + NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8');
    } catch {
      // The next key may decrypt it.
    }
  }
  throw new Error(
    `The secret of ${purpose} does not open with this installation's secret.key. Enter it again, or put back the key it was written with.`,
  );
}

/** The first bytes of every value encrypted since the first rotation. */
export function labelOf(bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.of(LABELLED),
    Buffer.from(fingerprintOf(bytes), 'hex').subarray(0, ID_BYTES),
  ]);
}

/**
 * The keys of one purpose (signing page tokens, sessions), derived so that the secret key cannot be
 * computed from them. The first signs, all are accepted; a rotation changes the result.
 */
export type PurposeKeys = Buffer | (() => readonly Buffer[]);

export function purposeKeys(key: SecretKey, purpose: string): PurposeKeys {
  return () => [key.bytes, ...(key.others ?? [])].map((bytes) => deriveKey(bytes, purpose));
}

export function signingKey(keys: PurposeKeys): Buffer {
  return acceptedKeys(keys)[0]!;
}

export function acceptedKeys(keys: PurposeKeys): readonly Buffer[] {
  return typeof keys === 'function' ? keys() : [keys];
}

function deriveKey(bytes: Buffer, purpose: string): Buffer {
  return createHmac('sha256', bytes).update(purpose).digest();
}

/** Distinguishes keys without revealing anything of them. */
export function fingerprint(key: SecretKey): string {
  return fingerprintOf(key.bytes);
}

export function fingerprintOf(bytes: Buffer): string {
  return deriveKey(bytes, 'fingerprint').toString('hex').slice(0, 32);
}

/** All keys of an installation, for an encrypted backup: during a rotation its rows need both. */
export function packKeys({ bytes, others = [] }: SecretKey): Buffer {
  return Buffer.concat([bytes, ...others]);
}

export function unpackKeys(packed: Buffer): Buffer[] {
  return Array.from({ length: packed.length / KEY_BYTES }, (_, at) =>
    packed.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES),
  );
}

/** The database's record of the keys, by fingerprint. */
export type KeyState = {
  /** The key in force; undefined in a new database. */
  writing: string | undefined;
  /**
   * Set during a rotation. `DISTRIBUTING`: every process receives `to`. `WRITING`: it is in force,
   * and values are re-encrypted.
   */
  rotation:
    | { from: string; to: string; phase: 'DISTRIBUTING' | 'WRITING'; since: string }
    | undefined;
  retired: { fingerprint: string; at: string }[];
};

/** The keys of a running process, which follow a rotation. */
export class KeyRing implements SecretKey {
  readonly #load: () => readonly Buffer[];
  #known: Buffer[];
  #others: readonly Buffer[] | undefined;
  #retired: Buffer[] = [];

  /**
   * @param load reads every available key again; the first is in force until the database says
   * otherwise
   */
  constructor(load: () => readonly Buffer[]) {
    this.#load = load;
    this.#known = [...load()];
  }

  get bytes(): Buffer {
    return this.#known[0]!;
  }

  get others(): readonly Buffer[] | undefined {
    return this.#others;
  }

  get retired(): readonly Buffer[] {
    return this.#retired;
  }

  /** Every key on this machine, in force or not. */
  atHand(): readonly Buffer[] {
    return this.#load();
  }

  /**
   * Applies the database's record.
   * @returns the fingerprints of required keys that are not available
   */
  follow({ writing, rotation, retired }: KeyState): string[] {
    if (
      writing === undefined ||
      (rotation === undefined && retired.length === 0 && fingerprintOf(this.bytes) === writing)
    )
      return [];
    const wanted = [
      writing,
      ...(rotation ? [rotation.from, rotation.to].filter((each) => each !== writing) : []),
    ];
    const held = [this.bytes, ...(this.#others ?? [])];
    const at = new Map(
      [
        ...this.#retired,
        ...held,
        ...(wanted.every((each) => held.some((key) => fingerprintOf(key) === each))
          ? []
          : this.#load()),
      ].map((key) => [fingerprintOf(key), key]),
    );
    const current = at.get(writing);
    const missing = wanted.filter((each) => !at.has(each));
    if (current === undefined) return missing;
    const others = wanted.slice(1).flatMap((each) => at.get(each) ?? []);
    this.#retired = [...at.values()].filter((key) =>
      retired.some((each) => each.fingerprint === fingerprintOf(key)),
    );
    this.#known = [current];
    this.#others = rotation === undefined && retired.length === 0 ? undefined : others;
    return missing;
  }
}
