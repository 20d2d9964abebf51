import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../db.ts';
import { newId } from '../ids.ts';
import { countCodeTry, findTicket, handOverTicket, insertTicket, setTicketChannel, spendTicket, voidTickets, type TicketPurpose } from './ticket.store.ts';
import { hashOf, newToken } from './tokens.ts';

export const CODE_SECONDS = 600;
export const CODE_TRIES = 5;

/** What a person gets with a code: `token` stays with the one who asked, `code` goes to the account's phone or mailbox. */
export type CodeTicket = { token: string; code: string };

/**
 * Opens a ticket with a code of 6 digits, valid for 10 minutes and 5 tries; earlier ones of the client
 * for this purpose end. Without a client it is a ticket that nothing opens, made with the same work.
 * @param key of the installation, for codes: a stolen database does not tell six digits
 */
export async function openCodeTicket(tx: Tx, key: Buffer, clientId: string | null, purpose: 'ACTIVATE' | 'SIGN_IN'): Promise<CodeTicket> {
  const id = newId();
  const token = newToken();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await voidTickets(tx, clientId, purpose);
  await insertTicket(tx, { id, clientId, purpose, tokenHash: hashOf(token), codeHash: codeHash(key, id, code), seconds: CODE_SECONDS });
  return { token, code };
}

/** Lets the code that was sent within the last minute serve a new asker too; the earlier one's token ends. Undefined where there is no such code. */
export async function takeOverTicket(tx: Tx, clientId: string, purpose: 'SIGN_IN'): Promise<{ token: string; sentBy: 'SMS' | 'EMAIL' } | undefined> {
  const token = newToken();
  const sentBy = await handOverTicket(tx, clientId, purpose, hashOf(token), 60, CODE_TRIES);
  return sentBy && { token, sentBy };
}

/** Notes which way a ticket's code went. */
export async function noteChannel(tx: Tx, token: string, sentBy: 'SMS' | 'EMAIL'): Promise<void> {
  await setTicketChannel(tx, hashOf(token), sentBy);
}

/** Opens a ticket that needs no code, for a link that is mailed; earlier ones of the client for this purpose end. */
export async function openLinkTicket(tx: Tx, clientId: string | null, purpose: 'PASSWORD' | 'INVITATION', seconds: number): Promise<string> {
  const token = newToken();
  await voidTickets(tx, clientId, purpose);
  await insertTicket(tx, { id: newId(), clientId, purpose, tokenHash: hashOf(token), codeHash: null, seconds });
  return token;
}

/** How entering a code went: whose it was, how many tries are left, or `gone`. */
export type Entered = { clientId: string; sentBy: 'SMS' | 'EMAIL' | null } | { left: number } | 'gone';

/** Enters a code and uses its ticket up where it is right. The caller commits whatever comes of it, or the try would not count. */
export async function enterCode(tx: Tx, key: Buffer, purpose: 'ACTIVATE' | 'SIGN_IN', token: string, code: string): Promise<Entered> {
  const ticket = await countCodeTry(tx, hashOf(token), purpose, CODE_TRIES);
  if (!ticket?.codeHash) return 'gone';
  const right = timingSafeEqual(ticket.codeHash, codeHash(key, ticket.id, code)) && ticket.clientId !== null;
  if (right && (await spendTicket(tx, ticket.id))) return { clientId: ticket.clientId!, sentBy: ticket.sentBy };
  return ticket.tries < CODE_TRIES ? { left: CODE_TRIES - ticket.tries } : 'gone';
}

/** Whose link this is, undefined where it was used, has expired or never was. */
export async function readLink(tx: Tx, purpose: 'PASSWORD' | 'INVITATION', token: string): Promise<string | undefined> {
  return (await findTicket(tx, hashOf(token), purpose))?.clientId;
}

/** Uses a link up and gives whose it is; undefined as for `readLink`. */
export async function useLink(tx: Tx, purpose: 'PASSWORD' | 'INVITATION', token: string): Promise<string | undefined> {
  const ticket = await findTicket(tx, hashOf(token), purpose);
  if (!ticket || !(await spendTicket(tx, ticket.id))) return undefined;
  return ticket.clientId;
}

/** Ends every open link and code of a client for a purpose. */
export async function endTickets(tx: Tx, clientId: string, purposes: TicketPurpose[]): Promise<void> {
  for (const purpose of purposes) await voidTickets(tx, clientId, purpose);
}

function codeHash(key: Buffer, ticketId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${ticketId}:${code}`).digest();
}
