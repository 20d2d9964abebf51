import { normalizePhone } from '../../../../contract/shared/phone.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { findCredentials } from '../passwords/credentials.store.ts';
import type { Credentials } from '../passwords/credentials.store.ts';

/** The countries whose local numbers are tried, in this order. */
const HOME_COUNTRIES = ['KE', 'TZ', 'UG', 'MZ'] as const;

/**
 * Normalises a username: an e-mail address, or the phone numbers in E.164 that it may mean;
 * undefined if it is neither. A local number such as 0712 345678 has a reading in each country
 * whose mobile numbers it fits.
 */
function parseUsername(username: string): { email: string } | { phones: string[] } | undefined {
  const written = username.trim();
  if (written.includes('@')) return { email: written.toLowerCase() };
  const phones = HOME_COUNTRIES.flatMap((country) => {
    const phone = normalizePhone(written, country);
    return phone.ok && (country === 'KE' || phone.country === country) ? [phone.e164] : [];
  });
  return phones.length > 0 ? { phones: [...new Set(phones)] } : undefined;
}

/**
 * The accounts of a username, by the same statement whether they exist or not: several only where a
 * local number has accounts in several countries.
 */
export function findAccounts(tx: Tx, username: string): Promise<Credentials[]> {
  return findCredentials(tx, parseUsername(username) ?? { phones: [] });
}

/**
 * The names under which an attempt is counted, the same for all spellings of a username: every
 * reading of a local number, so that it cannot be tried more often than its full number, and so
 * that no count reveals which reading has an account.
 */
export function namesOf(username: string): string[] {
  const identity = parseUsername(username);
  if (!identity) return [username.trim().toLowerCase()];
  return 'email' in identity ? [identity.email] : identity.phones;
}
