// Strong sign-in: an authenticator app, passkeys, and recovery codes as their replacement.
import { NEEDS_STRONG_SIGN_IN, type SecurityState } from '../../../../contract/api/security.ts';
import type { Role } from '../../../../contract/shared/roles.ts';
import { record, type Actor } from '../../audit/audit.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { lastFactor, notAllowed, notFound, nothingToRemove } from '../../../infra/errors.ts';
import { notify, notifyAllChannels, type Messenger } from '../../mail/notifications.ts';
import type { Notification } from '../../mail/notification-kinds.ts';
import { deletePasskeys, listPasskeys, type PasskeyRow } from './passkey.store.ts';
import { countRecoveryCodes, deleteRecoveryCodes } from '../passwords/recovery.store.ts';
import { makeRecoveryCodes } from '../passwords/recovery.ts';
import { endSessionsBut } from '../sessions/session.store.ts';
import { getCredentials, lockAccount } from '../passwords/credentials.store.ts';
import { endTokens } from '../passwords/one-time-tokens.ts';
import { deleteTotp, findTotp, type TotpRow } from './totp.store.ts';

export type Factors = {
  totp: TotpRow | undefined;
  passkeys: PasskeyRow[];
  recoveryCodes: { left: number; total: number };
};
export async function loadFactors(tx: Tx, clientId: string): Promise<Factors> {
  return {
    totp: await findTotp(tx, clientId),
    passkeys: await listPasskeys(tx, clientId),
    recoveryCodes: await countRecoveryCodes(tx, clientId),
  };
}

export const isStrong = ({ totp, passkeys }: Factors): boolean =>
  totp !== undefined || passkeys.length > 0;

/** True if this installation requires an authenticator app or a passkey of an account. */
export function needsStrongSignIn(accessLevel: Role, sandbox: boolean): boolean {
  return !sandbox && NEEDS_STRONG_SIGN_IN.includes(accessLevel);
}

/** @param passkeyHost the host to which a new passkey would belong */
export async function describeSecurity(
  tx: Tx,
  about: { clientId: string; required: boolean; passkeyHost: string | null },
): Promise<SecurityState> {
  const { totp, passkeys, recoveryCodes } = await loadFactors(tx, about.clientId);
  const { use2fa, otpChannel } = await getCredentials(tx, about.clientId);
  return {
    required: about.required,
    passkeyHost: about.passkeyHost,
    recoveryCodes,
    use2fa,
    otpChannel,
    totp: totp
      ? {
          createTimestamp: seconds(totp.enabledAt),
          lastUseTimestamp: totp.lastUsedAt && seconds(totp.lastUsedAt),
        }
      : null,
    passkeys: passkeys.map(
      ({ passkeyId, name, host, backedUp, createdAt, lastUsedAt, clonedAt }) => ({
        passkeyId,
        name,
        host,
        backedUp,
        createTimestamp: seconds(createdAt),
        lastUseTimestamp: lastUsedAt && seconds(lastUsedAt),
        cloneTimestamp: clonedAt && seconds(clonedAt),
      }),
    ),
  };
}

const seconds = (time: Date): number => time.getTime() / 1000;

/**
 * Completes the addition of an authenticator app or a passkey, in its transaction. The first one
 * ends every other session of the account, which a password alone may have opened, and creates
 * recovery codes, which are returned.
 * @param before the factors without the new one, read under `lockAccount`
 */
export async function settleAddition(
  tx: Tx,
  before: Factors,
  session: { clientId: string; sessionId: string },
): Promise<string[] | null> {
  if (isStrong(before)) return null;
  await endSessionsBut(tx, session.clientId, session.sessionId);
  await endTokens(tx, session.clientId, ['SIGN_IN']);
  return makeRecoveryCodes(tx, session.clientId);
}

/**
 * Completes the removal of an authenticator app or a passkey, in its transaction. Recovery codes
 * are deleted with the last one.
 * @throws lastFactor if the installation requires one and none is left
 */
export async function settleRemoval(tx: Tx, clientId: string, required: boolean): Promise<void> {
  if (isStrong(await loadFactors(tx, clientId))) return;
  if (required) throw lastFactor();
  await deleteRecoveryCodes(tx, clientId);
}

/** Notifies an account by mail of a change to its ways of signing in. */
export async function notifyOfChange(
  tx: Tx,
  messenger: Messenger,
  clientId: string,
  notificationOf: (link: string) => Notification,
): Promise<void> {
  const account = await getCredentials(tx, clientId);
  await notify(tx, messenger, account, 'EMAIL', (page) =>
    notificationOf(page('/dashboard/settings/security')),
  );
}

/**
 * Removes every strong way of an account whose owner has lost them, and ends its sessions; every
 * address of the account is notified.
 * @param doer an administrator's call, or the operator's command
 * @throws notFound, nothingToRemove
 */
export async function removeStrongSignIn(
  tx: Tx,
  messenger: Messenger,
  clientId: string,
  doer: Actor,
): Promise<void> {
  if (doer.session?.clientId === clientId) throw notAllowed();
  const account = await lockAccount(tx, clientId);
  if (!account) throw notFound('client');
  const before = await loadFactors(tx, clientId);
  if (!isStrong(before) && before.recoveryCodes.total === 0) throw nothingToRemove();
  await deleteTotp(tx, clientId);
  await deletePasskeys(tx, clientId);
  await deleteRecoveryCodes(tx, clientId);
  await endSessionsBut(tx, clientId, null);
  await record(tx, doer, {
    action: 'STRONG_SIGN_IN_REMOVED',
    clientId,
    before: {
      totp: before.totp !== undefined,
      passkeys: before.passkeys.length,
      recoveryCodes: before.recoveryCodes.left,
    },
  });
  const notificationOf = (page: (path: string) => string): Notification => ({
    kind: 'STRONG_SIGN_IN_REMOVED',
    link: page('/'),
  });
  await notifyAllChannels(tx, messenger, account, notificationOf);
  const others = account.emailAlerts.filter(
    (address) => address.toLowerCase() !== account.email?.toLowerCase(),
  );
  for (const email of others)
    await notify(tx, messenger, { ...account, email, phone: null }, 'EMAIL', notificationOf);
}
