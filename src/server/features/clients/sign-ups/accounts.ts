import { type Actor } from '../../../core/audit/audit.ts';
import { findAccounts, namesOf } from '../../../core/auth/sign-in/usernames.ts';
import type { Credentials } from '../../../core/auth/passwords/credentials.store.ts';
import {
  PLATFORM_BUDGET,
  sendingLimits,
  retryAfter,
} from '../../../core/auth/limits/rate-limits.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import type { Language } from '../../../i18n/language.ts';
import { type ClientStatus } from '../clients.rules.ts';
import { lockClient, type ClientRow } from '../clients.store.ts';

/** A request from somebody who is not signed in. */
export type Caller = Actor & { language: Language };

/**
 * Finds whom a message to `username` may go to, or nobody, by the same work: `mayHave` decides, and
 * an account that has had its share gets none. Too many requests are refused before anything is looked up.
 */
export async function addresseeFor(
  tx: Tx,
  username: string,
  mayHave: (account: Credentials) => boolean,
): Promise<Credentials | undefined> {
  const allowed = (await findAccounts(tx, username)).find(mayHave);
  const wait = await retryAfter(tx, [
    ...sendingLimits(`account ${allowed?.clientId ?? namesOf(username)[0]}`),
    allowed ? PLATFORM_BUDGET : { ...PLATFORM_BUDGET, key: 'send nobody' },
  ]);
  return wait > 0 ? undefined : allowed;
}

export const HAS_PASSWORD: readonly ClientStatus[] = [
  'ACTIVE',
  'SHOULD_UPDATE_DETAILS',
  'SHOULD_RESET_PASSWORD_LEGACY',
];

export async function getLocked(tx: Tx, clientId: string): Promise<ClientRow> {
  const client = await lockClient(tx, systemScope(), clientId);
  if (!client) throw new Error(`client ${clientId} is not there`);
  return client;
}
