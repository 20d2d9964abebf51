// Sign-ups wait beside the account: details and password of one count by its own code alone.
import { record, type Actor } from '../../../core/audit/audit.ts';
import type { AuthServices } from '../../../core/auth/auth-services.ts';
import { getCredentials } from '../../../core/auth/passwords/credentials.store.ts';
import { openLinkToken } from '../../../core/auth/passwords/one-time-tokens.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { notify } from '../../../core/mail/notifications.ts';
import { openStatus } from '../clients.rules.ts';
import { findByContact, updateDetails, type ClientRow, type DetailsRow } from '../clients.store.ts';
import { updatePassword } from '../credentials.store.ts';
import { mayChangeCountry } from '../../../core/ledger/rates.ts';
import { guardNewAccount } from '../../../core/guard/guard.store.ts';
import { isContactHeld } from '../contact-changes/contact-changes.store.ts';
import { moveStatus } from '../move-status.ts';

/** Kept as JSON with the one-time token of the sign-up. */
export type SignUp = {
  details: Omit<
    DetailsRow,
    'lowUnits' | 'emailAlerts' | 'smsAlerts' | 'use2fa' | 'replaceLookalikes'
  > & { email: string; phone: string };
  passwordHash: string;
};

/** True where a sign-up has the address that the account has now. */
export function isOfAddress({ details }: SignUp, account: { email: string | null }): boolean {
  return details.email.toLowerCase() === account.email?.toLowerCase();
}

/**
 * Gives an account that signed up more than once what the sign-up says whose code was
 * entered. An account that signed up once has it already. A number that became another account's
 * since is left out: the account is asked for one when it is first used. The country stays where the
 * account has units already.
 */
export async function applySignUp(
  tx: Tx,
  client: ClientRow,
  { details, passwordHash }: SignUp,
): Promise<ClientRow> {
  if ((await getCredentials(tx, client.clientId)).passwordHash !== null) return client;
  const holders = await findByContact(tx, details.email, details.phone);
  const isTaken =
    holders.some(({ clientId }) => clientId !== client.clientId) ||
    (await isContactHeld(tx, [details.phone], client.clientId));
  const country = (await mayChangeCountry(tx, client.clientId)) ? details.country : client.country;
  const applied = { ...client, ...details, country, phone: isTaken ? null : details.phone };
  await updateDetails(tx, client.clientId, applied);
  await updatePassword(tx, client.clientId, passwordHash, null);
  return applied;
}

export const LINK_SECONDS = 900;

/**
 * Lets an account in that waited. Where it signed up more than once and no sign-up's own
 * code decides, it has no password: a link to choose one goes to its address.
 */
export async function openAccount(
  tx: Tx,
  at: AuthServices,
  client: ClientRow,
  call: Actor,
): Promise<void> {
  const { clientId } = client;
  await moveStatus(tx, client, openStatus(client));
  await guardNewAccount(tx, client, 'REGISTERED');
  await record(tx, call, { action: 'CLIENT_ACTIVATED', clientId });
  if ((await getCredentials(tx, clientId)).passwordHash !== null) return;
  const token = await openLinkToken(tx, clientId, 'PASSWORD', LINK_SECONDS);
  await notify(tx, at.messenger, client, 'EMAIL', (page) => ({
    kind: 'PASSWORD_LINK',
    link: page(`/reset-password?token=${token}`),
  }));
}
