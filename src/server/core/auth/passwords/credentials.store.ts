import type { OTP_CHANNELS, SignedIn } from '../../../../contract/api/auth.ts';
import type { Role } from '../../../../contract/shared/roles.ts';
import type { Tx } from '../../../infra/database/db.ts';

/** An account about to sign in, and its contact details. */
export type Credentials = {
  clientId: string;
  passwordHash: string | null;
  passwordExpired: boolean;
  clientStatus: SignedIn['clientStatus'];
  accessLevel: Role;
  email: string | null;
  phone: string | null;
  language: string;
  use2fa: boolean;
  otpChannel: (typeof OTP_CHANNELS)[number];
  /**
   * Another person changed the e-mail address less than 72 hours ago, so no password link is sent
   * to it.
   */
  isEmailRecent: boolean;
};

/** The accounts with an e-mail address, or with one of some phone numbers in E.164, in their order. */
export async function findCredentials(
  tx: Tx,
  by: { email: string } | { phones: readonly string[] },
): Promise<Credentials[]> {
  const [condition, value] =
    'email' in by
      ? ['lower(email) = lower($1)', by.email]
      : ['phone = any($1) order by array_position($1, phone)', by.phones];
  const { rows } = await tx.query<Credentials>(`${CREDENTIALS} where ${condition}`, [value]);
  return rows;
}

export const IS_STRONG = `(exists (select from totp t where t.client_id = c.id and t.secret is not null)
  or exists (select from passkey p where p.client_id = c.id))`;

const CREDENTIALS = `select id as "clientId", password_hash as "passwordHash", coalesce(password_expires_at < now(), false) as "passwordExpired",
  client_status as "clientStatus", access_level as "accessLevel", email, phone, language, use_2fa as "use2fa", otp_channel as "otpChannel",
  exists (select from contact_change g where g.client_id = client.id and g.kind = 'EMAIL' and g.status = 'CONFIRMED'
    and g.requested_by <> g.client_id and g.confirmed_at > now() - interval '72 hours') as "isEmailRecent" from client`;

export async function getCredentials(tx: Tx, clientId: string): Promise<Credentials> {
  const { rows } = await tx.query<Credentials>(`${CREDENTIALS} where id = $1`, [clientId]);
  return rows[0]!;
}

/** The account and its addresses, locked against concurrent changes; undefined if there is none. */
export async function lockAccount(
  tx: Tx,
  clientId: string,
): Promise<(Credentials & { emailAlerts: string[] }) | undefined> {
  const { rows } = await tx.query<{ emailAlerts: string[] }>(
    'select email_alerts as "emailAlerts" from client where id = $1 for update',
    [clientId],
  );
  return rows[0] && { ...(await getCredentials(tx, clientId)), ...rows[0] };
}
