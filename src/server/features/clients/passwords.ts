import { record, type Actor } from '../../core/audit/audit.ts';
import { hashPassword, verifyPassword } from '../../core/auth/passwords/passwords.ts';
import { namesOf } from '../../core/auth/sign-in/usernames.ts';
import { type AuthServices } from '../../core/auth/auth-services.ts';
import { endSessionsBut } from '../../core/auth/sessions/session.store.ts';
import { getCredentials } from '../../core/auth/passwords/credentials.store.ts';
import { forgetDevices } from '../../core/auth/sessions/devices.ts';
import {
  endTokens,
  openLinkToken,
  readLink,
  useLink,
} from '../../core/auth/passwords/one-time-tokens.ts';
import { admitStranger, recordSolved } from '../../core/auth/limits/pumping.ts';
import { sendingLimits, consume } from '../../core/auth/limits/rate-limits.ts';
import type { Tx } from '../../infra/database/db.ts';
import { badInput, linkGone, wrongPassword } from '../../infra/errors.ts';
import { notify } from '../../core/mail/notifications.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { sentence } from '../../i18n/sentence.ts';
import { passwordOrRefuse } from './checks.ts';
import { openStatus } from './clients.rules.ts';
import { lockClient, type ClientRow } from './clients.store.ts';
import { claimAccount, setEmailUnproved, updatePassword } from './credentials.store.ts';
import { withUniformTiming } from './sign-ups/uniform-timing.ts';
import { moveStatus } from './move-status.ts';
import { LINK_SECONDS } from './sign-ups/sign-ups.ts';
import { addresseeFor, HAS_PASSWORD, getLocked } from './sign-ups/accounts.ts';
import type { Caller } from './sign-ups/accounts.ts';

/**
 * Mails a link to a new password. Known or unknown, the answer and the work are the same. @throws
 * tooManyRequests, proofNeeded
 */
export function requestPasswordLink(
  at: AuthServices,
  { username, proof }: { username: string; proof?: string | undefined },
  call: Caller,
): Promise<void> {
  return withUniformTiming(async () => {
    await admitStranger(at.database, at.codeKey, call.address, proof);
    await consume(at.database, namesOf(username).flatMap(sendingLimits));
    await at.database.run(systemScope(), async (tx) => {
      const to = await addresseeFor(
        tx,
        username,
        (account) => HAS_PASSWORD.includes(account.clientStatus) && !account.isEmailRecent,
      );
      const token = await openLinkToken(tx, to?.clientId ?? null, 'PASSWORD', LINK_SECONDS);
      await notify(tx, at.messenger, to, 'EMAIL', (page) => ({
        kind: 'PASSWORD_LINK',
        link: page(`/reset-password?token=${token}`),
      }));
    });
  });
}

/** Changes that other features make to an account's keys, in the same transaction. */
export type AccountsAt = AuthServices & {
  /** Keys of a client that work. */
  countApiKeys(tx: Tx, clientId: string): Promise<number>;
  /** Revokes them all; gives how many they were. */
  revokeApiKeys(tx: Tx, clientId: string): Promise<number>;
};

async function revokeKeys(tx: Tx, at: AccountsAt, clientId: string, call: Actor): Promise<void> {
  const revoked = await at.revokeApiKeys(tx, clientId);
  if (revoked > 0)
    await record(tx, call, { action: 'API_KEY_REVOKED', clientId, before: { keys: revoked } });
}

/** The account that a mailed link to a new password opens. @throws linkGone */
export function readPasswordLink(at: AccountsAt, token: string): Promise<{ apiKeyCount: number }> {
  return at.database.run(systemScope(), async (tx) => {
    const clientId = await readLink(tx, 'PASSWORD', token);
    if (clientId === undefined) throw linkGone();
    return { apiKeyCount: await at.countApiKeys(tx, clientId) };
  });
}

/** Sets a new password by a mailed link, and ends every session. @throws linkGone, badInput */
export async function setPasswordByLink(
  at: AccountsAt,
  token: string,
  { newPassword, revokeApiKeys }: { newPassword: string; revokeApiKeys: boolean },
  call: Caller,
): Promise<void> {
  const passwordHash = await hashPassword(newPassword);
  await at.database.run(systemScope(), async (tx) => {
    const clientId = await useLink(tx, 'PASSWORD', token);
    const client =
      clientId === undefined ? undefined : await lockClient(tx, systemScope(), clientId);
    if (!client || !HAS_PASSWORD.includes(client.clientStatus)) throw linkGone();
    passwordOrRefuse(
      newPassword,
      [client.email, client.phone, client.clientName],
      call.language,
      'newPassword',
    );
    await setOwnPassword(tx, at, client, passwordHash, null, call);
    // Somebody else may have opened the account in this address's name, and made keys to it.
    if (revokeApiKeys || client.isEmailUnproved) await revokeKeys(tx, at, clientId!, call);
    await setEmailUnproved(tx, client.clientId, false);
    await recordSolved(tx, call.address, null);
  });
}

/**
 * Changes one's own password, and ends every other session. @throws wrongPassword, badInput, tooManyRequests
 * (ten a quarter of an hour)
 */
export async function changePassword(
  at: AccountsAt,
  input: { oldPassword: string; newPassword: string; revokeApiKeys: boolean },
  call: Caller & {
    session: { clientId: string; sessionId: string; impersonatorId: string | null };
  },
): Promise<void> {
  const { clientId, sessionId } = call.session;
  await consume(at.database, [{ key: `change password ${clientId}`, most: 10, seconds: 900 }]);
  const { passwordHash: present } = await at.database.run(systemScope(), (tx) =>
    getCredentials(tx, clientId),
  );
  if (!(await verifyPassword(present, input.oldPassword)))
    throw wrongPassword(sentence(call.language, 'WRONG_PASSWORD'));
  if (input.newPassword === input.oldPassword)
    throw badInput([{ field: 'newPassword', message: sentence(call.language, 'SAME_PASSWORD') }]);
  const passwordHash = await hashPassword(input.newPassword);
  await at.database.run(systemScope(), async (tx) => {
    const client = await getLocked(tx, clientId);
    passwordOrRefuse(
      input.newPassword,
      [client.email, client.phone, client.clientName],
      call.language,
      'newPassword',
    );
    await setOwnPassword(tx, at, client, passwordHash, sessionId, call);
    if (input.revokeApiKeys) await revokeKeys(tx, at, clientId, call);
  });
}

async function setOwnPassword(
  tx: Tx,
  at: AuthServices,
  client: ClientRow,
  passwordHash: string,
  keepSession: string | null,
  call: Actor,
): Promise<void> {
  await updatePassword(tx, client.clientId, passwordHash, null);
  await claimAccount(tx, client.clientId);
  if (client.clientStatus === 'SHOULD_RESET_PASSWORD_LEGACY')
    await moveStatus(tx, client, openStatus(client));
  await endTokens(tx, client.clientId, ['PASSWORD', 'SIGN_IN']);
  await endSessionsBut(tx, client.clientId, keepSession);
  await forgetDevices(tx, client.clientId);
  await record(tx, call, { action: 'PASSWORD_CHANGED', clientId: client.clientId });
  await notify(tx, at.messenger, client, 'EMAIL', () => ({ kind: 'PASSWORD_CHANGED' }));
}
