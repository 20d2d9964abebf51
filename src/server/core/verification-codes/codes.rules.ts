/**
 * One-time codes of customers' users. A code is derived from its verification's id and the
 * installation's key, so that no row, file or log has to hold it: a stored text has stars in its
 * place, and a link puts the digits in as it makes the PDU (docs/adr/0092).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { acceptedKeys, purposeKeys, signingKey } from '../../infra/secrets.ts';
import type { PurposeKeys, SecretKey } from '../../infra/secrets.ts';

/** The place of a code in a message's text, which has stars there; its key, by a tag that reveals nothing. */
export type StoredCode = {
  verificationId: string;
  /** The first star, in UTF-16 units. */
  at: number;
  length: number;
  key: string;
};

/** Codes of a test key are no secret: their messages reach nobody. */
const TEST_CODE = '1234567890';

const PURPOSE = 'verification codes';

export const verificationKeys = (key: SecretKey): PurposeKeys => purposeKeys(key, PURPOSE);

export const testCode = (length: number): string => TEST_CODE.slice(0, length);

/** The code of a verification under the key that signs now, and the tag of that key. */
export function newCode(
  keys: PurposeKeys,
  verificationId: string,
  length: number,
): { code: string; key: string } {
  const key = signingKey(keys);
  return { code: deriveCode(key, verificationId, length), key: tagOf(key) };
}

/**
 * The tag of the key by which a code that was hashed before is derived; undefined where that key is
 * gone. After a rotation it is not the one that signs.
 */
export function keyOfCode(
  keys: PurposeKeys,
  { verificationId, hash, length }: { verificationId: string; hash: Buffer; length: number },
): string | undefined {
  const key = acceptedKeys(keys).find((each) =>
    hashWith(each, verificationId, deriveCode(each, verificationId, length)).equals(hash),
  );
  return key && tagOf(key);
}

/** A keyed hash of a code: without the key a stolen database does not reveal so few digits. */
export function hashCode(keys: PurposeKeys, verificationId: string, code: string): Buffer {
  return hashWith(signingKey(keys), verificationId, code);
}

/** True if a code has this hash under any key that is accepted. */
export function isRightCode(
  keys: PurposeKeys,
  { verificationId, hash }: { verificationId: string; hash: Buffer },
  code: string,
): boolean {
  return acceptedKeys(keys)
    .map((key) => timingSafeEqual(hashWith(key, verificationId, code), hash))
    .includes(true);
}

/** Fills a text's one place for the code with stars, which are as long as the digits in every alphabet. */
export function maskCode(
  before: string,
  after: string,
  length: number,
): { text: string; at: number } {
  return { text: `${before}${'*'.repeat(length)}${after}`, at: before.length };
}

/**
 * The text as it goes to the phone; undefined where the key of its code is gone, or the stars are
 * not there any more.
 */
export function revealCode(keys: PurposeKeys, text: string, code: StoredCode): string | undefined {
  const { verificationId, at, length } = code;
  const key = acceptedKeys(keys).find((each) => tagOf(each) === code.key);
  if (!key || text.slice(at, at + length) !== '*'.repeat(length)) return undefined;
  return text.slice(0, at) + deriveCode(key, verificationId, length) + text.slice(at + length);
}

/** 64 bits of the digest: a code of 10 digits is uneven by less than one in 10 to the 9. */
function deriveCode(key: Buffer, verificationId: string, length: number): string {
  const digest = createHmac('sha256', key).update(`code ${verificationId}`).digest();
  return String(digest.readBigUInt64BE(0) % 10n ** BigInt(length)).padStart(length, '0');
}

function hashWith(key: Buffer, verificationId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`hash ${verificationId} ${code}`).digest();
}

function tagOf(key: Buffer): string {
  return createHmac('sha256', key).update('tag').digest('hex').slice(0, 8);
}
