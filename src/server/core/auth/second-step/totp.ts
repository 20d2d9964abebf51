/** Authenticator apps: set up, confirmed, removed, and their codes spent. */
import { record, type Actor } from '../../audit/audit.ts';
import { brandOf } from '../../branding/branding.ts';
import type { Database } from '../../../infra/database/db.ts';
import { notFound, totpWrong } from '../../../infra/errors.ts';
import type { Messenger } from '../../mail/notifications.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { decryptSecret, encryptSecret } from '../../../infra/secrets.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { getCredentials, lockAccount } from '../passwords/credentials.store.ts';
import { loadFactors, notifyOfChange, settleAddition, settleRemoval } from './strong.ts';
import { findTotpStep, newTotpSecret, totpUri } from './totp.rules.ts';
import {
  deleteTotp,
  enableTotp,
  findPendingTotp,
  findTotp,
  putPendingTotp,
  spendTotpStep,
} from './totp.store.ts';
import { consume } from '../limits/rate-limits.ts';

const PENDING_SECONDS = 900;
const sealedFor = (clientId: string) => `totp:${clientId}`;
const now = () => Date.now() / 1000;

export type Owner = Actor & {
  own: Scope;
  session: { clientId: string; sessionId: string; impersonatorId: string | null };
};
type At = { database: Database; messenger: Messenger };

/** Creates a secret that waits 15 minutes for its first code, and the address for a QR code. */
export function startTotp(
  { database, messenger }: At,
  { own, session: { clientId } }: Owner,
): Promise<{ secret: string; uri: string }> {
  return database.run(own, async (tx) => {
    const secret = newTotpSecret();
    const account = await getCredentials(tx, clientId);
    const issuer = (await brandOf(tx, clientId))?.brandName ?? messenger.platformName;
    await putPendingTotp(
      tx,
      clientId,
      encryptSecret(messenger.secretKey, sealedFor(clientId), secret),
      PENDING_SECONDS,
    );
    return { secret, uri: totpUri(secret, issuer, account.email ?? account.phone ?? clientId) };
  });
}

/**
 * Activates the app with its first code. Returns recovery codes if it is the account's first strong
 * way to sign in.
 * @throws notFound if no secret waits, totpWrong, tooManyRequests (ten in 15 minutes)
 */
export async function confirmTotp(
  { database, messenger }: At,
  otp: string,
  call: Owner,
): Promise<string[] | null> {
  const { clientId } = call.session;
  await consume(database, [{ key: `confirm totp ${clientId}`, most: 10, seconds: 900 }]);
  return database.run(call.own, async (tx) => {
    await lockAccount(tx, clientId);
    const sealed = await findPendingTotp(tx, clientId);
    if (!sealed) throw notFound('authenticator app');
    const secret = decryptSecret(messenger.secretKey, sealedFor(clientId), sealed);
    const step = findTotpStep(secret, otp, now());
    if (step === undefined) throw totpWrong('otp');
    const before = await loadFactors(tx, clientId);
    await enableTotp(tx, clientId, step);
    const codes = await settleAddition(tx, before, call.session);
    await record(tx, call, { action: 'TOTP_ADDED', clientId });
    await notifyOfChange(tx, messenger, clientId, (link) => ({ kind: 'TOTP_ADDED', link }));
    return codes;
  });
}

/** @throws notFound, lastFactor */
export function removeTotp(
  { database, messenger }: At,
  required: boolean,
  call: Owner,
): Promise<void> {
  const { clientId } = call.session;
  return database.run(call.own, async (tx) => {
    await lockAccount(tx, clientId);
    if (!(await deleteTotp(tx, clientId))) throw notFound('authenticator app');
    await settleRemoval(tx, clientId, required);
    await record(tx, call, { action: 'TOTP_REMOVED', clientId });
    await notifyOfChange(tx, messenger, clientId, (link) => ({ kind: 'TOTP_REMOVED', link }));
  });
}

/**
 * Checks a code of the account's app and uses its step; false if it is wrong or its step was used
 * before.
 */
export async function spendTotpCode(
  tx: Tx,
  messenger: Pick<Messenger, 'secretKey'>,
  clientId: string,
  code: string,
): Promise<boolean> {
  const row = await findTotp(tx, clientId);
  if (!row) return false;
  const step = findTotpStep(
    decryptSecret(messenger.secretKey, sealedFor(clientId), row.secret),
    code,
    now(),
  );
  return step !== undefined && spendTotpStep(tx, clientId, step);
}
