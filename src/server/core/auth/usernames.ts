import { normalizePhone } from '../../../contract/shared/phone.ts';
import type { Tx } from '../../infra/database/db.ts';
import { findCredentials } from './credentials.store.ts';
import type { Credentials } from './credentials.store.ts';

/**
 * Normalises a username: an e-mail address, or a phone number in E.164; undefined if it is neither.
 */
export function parseUsername(username: string): { email: string } | { phone: string } | undefined {
  const written = username.trim();
  if (written.includes('@')) return { email: written.toLowerCase() };
  const phone = normalizePhone(written, 'KE');
  return phone.ok ? { phone: phone.e164 } : undefined;
}

/** The account of a username, by the same statement whether it exists or not. */
export function findAccount(tx: Tx, username: string): Promise<Credentials | undefined> {
  return findCredentials(tx, parseUsername(username) ?? { phone: '' });
}

/** One name for all spellings of a username, for counting. */
export function normaliseUsername(username: string): string {
  const identity = parseUsername(username);
  if (!identity) return username.trim().toLowerCase();
  return 'email' in identity ? identity.email : identity.phone;
}
