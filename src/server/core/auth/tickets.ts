import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { acceptedKeys, signingKey, type PurposeKeys } from '../../infra/secrets.ts';
import {
  countCodeTry,
  countCodeTryOf,
  findRegistration,
  findTicket,
  handOverTicket,
  insertTicket,
  lockHolder,
  lockHolderOf,
  setTicketChannel,
  setTicketCode,
  spendTicket,
  voidActivation,
  voidTickets,
  type TicketPurpose,
} from './ticket.store.ts';
import { hashOf, newToken } from './tokens.ts';

export const CODE_SECONDS = 600;
export const CODE_TRIES = 5;

type CodePurpose = 'ACTIVATE' | 'SIGN_IN' | 'STEP_UP' | 'PHONE';
type OpenedTicket = { clientId: string | null; purpose: CodePurpose; registration?: object | null };

/**
 * A code and its token: `token` stays with the asker, `code` goes to the account's phone or
 * mailbox.
 */
export type CodeTicket = { token: string; code: string };

/**
 * Opens a ticket with a code of 6 digits, valid for 10 minutes and 5 tries; earlier ones of the client
 * for this purpose end. Without a client it is a ticket that nothing opens, made with the same work.
 * @param keys of the installation, for codes: a stolen database does not tell six digits
 */
export async function openCodeTicket(
  tx: Tx,
  keys: PurposeKeys,
  clientId: string | null,
  purpose: Exclude<CodePurpose, 'ACTIVATE'>,
): Promise<CodeTicket> {
  await lockHolder(tx, clientId);
  await voidTickets(tx, clientId, purpose);
  return insertCodeTicket(tx, keys, { clientId, purpose });
}

/**
 * Opens a ticket that activates an account. With a registration it belongs to that registration
 * alone: the tickets of others stay open, so that nobody ends them by registering again.
 * @param replaced the token of the ticket that this one takes the place of
 */
export async function openActivation(
  tx: Tx,
  keys: PurposeKeys,
  clientId: string | null,
  registration: object | null,
  replaced?: string,
): Promise<CodeTicket> {
  await lockHolder(tx, clientId);
  const replacedHash = replaced === undefined ? null : hashOf(replaced);
  if (replacedHash || !registration)
    await voidActivation(tx, clientId, registration && replacedHash);
  return insertCodeTicket(tx, keys, { clientId, purpose: 'ACTIVATE', registration });
}

/** The registration of a client that a token belongs to, or null. */
export function readRegistration(
  tx: Tx,
  clientId: string | null,
  token: string | undefined,
): Promise<object | null> {
  return findRegistration(tx, clientId, token === undefined ? null : hashOf(token));
}

async function insertCodeTicket(
  tx: Tx,
  keys: PurposeKeys,
  ticket: OpenedTicket,
): Promise<CodeTicket> {
  const id = newId();
  const token = newToken();
  const code = newCode();
  await insertTicket(tx, {
    ...ticket,
    id,
    tokenHash: hashOf(token),
    codeHash: codeHash(signingKey(keys), id, code),
    seconds: CODE_SECONDS,
  });
  return { token, code };
}

/** Opens a ticket that no code was sent for; earlier ones of the client stay open. */
export async function openBareTicket(
  tx: Tx,
  clientId: string,
  purpose: 'SIGN_IN',
): Promise<string> {
  const token = newToken();
  await insertTicket(tx, {
    id: newId(),
    clientId,
    purpose,
    tokenHash: hashOf(token),
    codeHash: null,
    seconds: CODE_SECONDS,
  });
  return token;
}

/** Gives an open ticket a new code and its full time; tries that were made still count. */
export async function renewCode(tx: Tx, keys: PurposeKeys, ticketId: string): Promise<string> {
  const code = newCode();
  await setTicketCode(tx, ticketId, codeHash(signingKey(keys), ticketId, code), CODE_SECONDS);
  return code;
}

/** True if a code is the one that was sent for a token. */
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

/** Lets the code that was sent within the last minute serve a new asker too; the earlier one's token ends. Undefined where there is no such code. */
export async function takeOverTicket(
  tx: Tx,
  clientId: string,
  purpose: 'SIGN_IN' | 'STEP_UP',
): Promise<{ token: string; sentBy: 'SMS' | 'EMAIL' } | undefined> {
  await lockHolder(tx, clientId);
  const token = newToken();
  const sentBy = await handOverTicket(tx, clientId, purpose, hashOf(token), 60, CODE_TRIES);
  return sentBy && { token, sentBy };
}

/** Notes which way a ticket's code went. */
export async function noteChannel(tx: Tx, token: string, sentBy: 'SMS' | 'EMAIL'): Promise<void> {
  await setTicketChannel(tx, hashOf(token), sentBy);
}

/** Opens a ticket that needs no code, for a link that is mailed; earlier ones of the client for this purpose end. */
export async function openLinkTicket(
  tx: Tx,
  clientId: string | null,
  purpose: 'PASSWORD' | 'INVITATION',
  seconds: number,
): Promise<string> {
  await lockHolder(tx, clientId);
  const token = newToken();
  await voidTickets(tx, clientId, purpose);
  await insertTicket(tx, {
    id: newId(),
    clientId,
    purpose,
    tokenHash: hashOf(token),
    codeHash: null,
    seconds,
  });
  return token;
}

/** How entering a code went: whose it was, how many tries are left, or `gone`. */
export type Entered =
  | { clientId: string; sentBy: 'SMS' | 'EMAIL' | null; registration: object | null }
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
): Promise<Entered> {
  await lockHolderOf(tx, hashOf(token), purpose);
  return judge(tx, keys, code, await countCodeTry(tx, hashOf(token), purpose, CODE_TRIES));
}

/** The same for the one open code of a client that is signed in, without the token that came with it. */
export async function enterOwnCode(
  tx: Tx,
  keys: PurposeKeys,
  purpose: CodePurpose,
  clientId: string,
  code: string,
): Promise<Entered> {
  return judge(tx, keys, code, await countCodeTryOf(tx, clientId, purpose, CODE_TRIES));
}

async function judge(
  tx: Tx,
  keys: PurposeKeys,
  code: string,
  ticket: Awaited<ReturnType<typeof countCodeTry>>,
): Promise<Entered> {
  if (!ticket?.codeHash) return 'gone';
  const right = isCodeOf(keys, ticket, code) && ticket.clientId !== null;
  if (right && (await spendTicket(tx, ticket.id))) {
    const { clientId, sentBy, registration } = ticket;
    return { clientId: clientId!, sentBy, registration };
  }
  return ticket.tries < CODE_TRIES ? { left: CODE_TRIES - ticket.tries } : 'gone';
}

/** The client a link belongs to; undefined if it was used, has expired or never existed. */
export async function readLink(
  tx: Tx,
  purpose: 'PASSWORD' | 'INVITATION',
  token: string,
): Promise<string | undefined> {
  return (await findTicket(tx, hashOf(token), purpose))?.clientId;
}

/** Uses a link up and gives whose it is; undefined as for `readLink`. */
export async function useLink(
  tx: Tx,
  purpose: 'PASSWORD' | 'INVITATION',
  token: string,
): Promise<string | undefined> {
  await lockHolderOf(tx, hashOf(token), purpose);
  const ticket = await findTicket(tx, hashOf(token), purpose);
  if (!ticket || !(await spendTicket(tx, ticket.id))) return undefined;
  return ticket.clientId;
}

/** Ends every open link and code of a client for a purpose. */
export async function endTickets(
  tx: Tx,
  clientId: string,
  purposes: TicketPurpose[],
): Promise<void> {
  await lockHolder(tx, clientId);
  for (const purpose of purposes) await voidTickets(tx, clientId, purpose);
}

const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');

function codeHash(key: Buffer, ticketId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${ticketId}:${code}`).digest();
}
