/** Codes and links by mail or SMS: opened, renewed, checked and spent. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../../infra/database/db.ts';
import { newId } from '../../../infra/ids.ts';
import { acceptedKeys, signingKey, type PurposeKeys } from '../../../infra/secrets.ts';
import {
  countCodeAttempt,
  countCodeAttemptOf,
  findSignUp,
  findToken,
  reassignToken,
  insertToken,
  lockTokenOwner,
  lockTokenOwnerOf,
  setTokenChannel,
  setTokenCode,
  spendToken,
  voidActivation,
  voidTokens,
  type TokenPurpose,
} from './one-time-tokens.store.ts';
import { hashOf, newToken } from '../sessions/session-tokens.ts';

const CODE_SECONDS = 600;
export const CODE_ATTEMPTS = 5;

type CodePurpose = 'ACTIVATE' | 'SIGN_IN' | 'STEP_UP' | 'PHONE';
type CodeTokenRequest = {
  clientId: string | null;
  purpose: CodePurpose;
  signUp?: object | null;
};

/**
 * A code and its token: the caller keeps `token`, and `code` is sent to the account's phone or
 * mailbox.
 */
export type CodeToken = { token: string; code: string };

/**
 * Opens a token with a code of 6 digits, valid for 10 minutes and 5 attempts; earlier ones of the
 * client for this purpose end. Without a client the token is invalid but costs the same work.
 * @param keys the installation's keys for codes, without which a stolen database does not reveal
 * six digits
 */
export async function openCodeToken(
  tx: Tx,
  keys: PurposeKeys,
  clientId: string | null,
  purpose: Exclude<CodePurpose, 'ACTIVATE'>,
): Promise<CodeToken> {
  await lockTokenOwner(tx, clientId);
  await voidTokens(tx, clientId, purpose);
  return insertCodeToken(tx, keys, { clientId, purpose });
}

/**
 * Opens a token that activates an account. With a sign-up it belongs to that sign-up
 * alone: tokens of others stay open, so nobody can end them by signing up again.
 * @param replaced the token that this one replaces
 */
export async function openActivation(
  tx: Tx,
  keys: PurposeKeys,
  clientId: string | null,
  signUp: object | null,
  replaced?: string,
): Promise<CodeToken> {
  await lockTokenOwner(tx, clientId);
  const replacedHash = replaced === undefined ? null : hashOf(replaced);
  if (replacedHash || !signUp) await voidActivation(tx, clientId, signUp && replacedHash);
  return insertCodeToken(tx, keys, { clientId, purpose: 'ACTIVATE', signUp });
}

/** The sign-up of a client that a token belongs to, or null. */
export function readSignUp(
  tx: Tx,
  clientId: string | null,
  token: string | undefined,
): Promise<object | null> {
  return findSignUp(tx, clientId, token === undefined ? null : hashOf(token));
}

async function insertCodeToken(
  tx: Tx,
  keys: PurposeKeys,
  stored: CodeTokenRequest,
): Promise<CodeToken> {
  const id = newId();
  const token = newToken();
  const code = newCode();
  await insertToken(tx, {
    ...stored,
    id,
    tokenHash: hashOf(token),
    codeHash: codeHash(signingKey(keys), id, code),
    seconds: CODE_SECONDS,
  });
  return { token, code };
}

/** Opens a token without a code; earlier ones of the client stay open. */
export async function openBareToken(tx: Tx, clientId: string, purpose: 'SIGN_IN'): Promise<string> {
  const token = newToken();
  await insertToken(tx, {
    id: newId(),
    clientId,
    purpose,
    tokenHash: hashOf(token),
    codeHash: null,
    seconds: CODE_SECONDS,
  });
  return token;
}

/** Gives an open token a new code and its full time; earlier attempts still count. */
export async function renewCode(tx: Tx, keys: PurposeKeys, ticketId: string): Promise<string> {
  const code = newCode();
  await setTokenCode(tx, ticketId, codeHash(signingKey(keys), ticketId, code), CODE_SECONDS);
  return code;
}

/** True if the code was sent for the token. */
export function isCodeOf(
  keys: PurposeKeys,
  { id, codeHash: hash }: { id: string; codeHash: Buffer | null },
  code: string,
): boolean {
  return (
    hash !== null &&
    acceptedKeys(keys).some((key) => timingSafeEqual(hash, codeHash(key, id, code)))
  );
}

/**
 * Reuses the code sent within the last minute for a new caller; the earlier caller's token ends.
 * Undefined if there is no such code.
 */
export async function takeOverToken(
  tx: Tx,
  clientId: string,
  purpose: 'SIGN_IN' | 'STEP_UP',
): Promise<{ token: string; sentBy: 'SMS' | 'EMAIL' } | undefined> {
  await lockTokenOwner(tx, clientId);
  const token = newToken();
  const sentBy = await reassignToken(tx, clientId, purpose, hashOf(token), 60, CODE_ATTEMPTS);
  return sentBy && { token, sentBy };
}

/** Records the channel of a token's code. */
export async function recordChannel(tx: Tx, token: string, sentBy: 'SMS' | 'EMAIL'): Promise<void> {
  await setTokenChannel(tx, hashOf(token), sentBy);
}

/**
 * Opens a token without a code, for a mailed link; earlier ones of the client for this purpose end.
 */
export async function openLinkToken(
  tx: Tx,
  clientId: string | null,
  purpose: 'PASSWORD' | 'INVITATION',
  seconds: number,
): Promise<string> {
  await lockTokenOwner(tx, clientId);
  const token = newToken();
  await voidTokens(tx, clientId, purpose);
  await insertToken(tx, {
    id: newId(),
    clientId,
    purpose,
    tokenHash: hashOf(token),
    codeHash: null,
    seconds,
  });
  return token;
}

/** The result of entering a code: the client, the remaining attempts, or `gone`. */
export type CodeResult =
  | { clientId: string; sentBy: 'SMS' | 'EMAIL' | null; signUp: object | null }
  | { left: number }
  | 'gone';

/**
 * Checks a code and uses its token up if it is right. The caller commits in every case, otherwise
 * the attempt would not count.
 */
export async function enterCode(
  tx: Tx,
  keys: PurposeKeys,
  purpose: CodePurpose,
  token: string,
  code: string,
): Promise<CodeResult> {
  await lockTokenOwnerOf(tx, hashOf(token), purpose);
  return checkCode(
    tx,
    keys,
    code,
    await countCodeAttempt(tx, hashOf(token), purpose, CODE_ATTEMPTS),
  );
}

/** The same for the open code of a signed-in client, without its token. */
export async function enterOwnCode(
  tx: Tx,
  keys: PurposeKeys,
  purpose: CodePurpose,
  clientId: string,
  code: string,
): Promise<CodeResult> {
  return checkCode(tx, keys, code, await countCodeAttemptOf(tx, clientId, purpose, CODE_ATTEMPTS));
}

async function checkCode(
  tx: Tx,
  keys: PurposeKeys,
  code: string,
  stored: Awaited<ReturnType<typeof countCodeAttempt>>,
): Promise<CodeResult> {
  if (!stored?.codeHash) return 'gone';
  const right = isCodeOf(keys, stored, code) && stored.clientId !== null;
  if (right && (await spendToken(tx, stored.id))) {
    const { clientId, sentBy, signUp } = stored;
    return { clientId: clientId!, sentBy, signUp };
  }
  return stored.tries < CODE_ATTEMPTS ? { left: CODE_ATTEMPTS - stored.tries } : 'gone';
}

/** The client a link belongs to; undefined if it was used, has expired or never existed. */
export async function readLink(
  tx: Tx,
  purpose: 'PASSWORD' | 'INVITATION',
  token: string,
): Promise<string | undefined> {
  return (await findToken(tx, hashOf(token), purpose))?.clientId;
}

/** Uses a link and returns its client; undefined as for `readLink`. */
export async function useLink(
  tx: Tx,
  purpose: 'PASSWORD' | 'INVITATION',
  token: string,
): Promise<string | undefined> {
  await lockTokenOwnerOf(tx, hashOf(token), purpose);
  const stored = await findToken(tx, hashOf(token), purpose);
  if (!stored || !(await spendToken(tx, stored.id))) return undefined;
  return stored.clientId;
}

/** Ends every open link and code of a client for a purpose. */
export async function endTokens(tx: Tx, clientId: string, purposes: TokenPurpose[]): Promise<void> {
  await lockTokenOwner(tx, clientId);
  for (const purpose of purposes) await voidTokens(tx, clientId, purpose);
}

const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');

function codeHash(key: Buffer, ticketId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${ticketId}:${code}`).digest();
}
