/** Sign-in and step-up by passkey (WebAuthn Level 3, 7.2). */
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyAssertion } from '../../../../contract/shared/sign-in-ways.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { noWayHere, passkeyRefused } from '../../../infra/errors.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { record } from '../../audit/audit.ts';
import type { Actor } from '../../audit/audit.ts';
import type { Messenger } from '../../mail/notifications.ts';
import {
  listPasskeys,
  lockPasskey,
  markPasskeyCloned,
  recordPasskeyUse,
  takePasskeyChallenge,
} from './passkey.store.ts';
import type { PasskeyPurpose, PasskeyRow } from './passkey.store.ts';
import { notifyOfChange } from './strong.ts';
import { hashOf } from '../sessions/session-tokens.ts';
import type { At, PasskeySite } from './passkey-sites.ts';
import { requireSite } from './passkey-sites.ts';
import {
  CHALLENGE_SECONDS,
  newChallenge,
  descriptorOf,
  storeChallenge,
  readChallenge,
} from './passkey-challenges.ts';

/**
 * Options for `navigator.credentials.get()`. Without an account any passkey of this host is
 * accepted, and the options reveal no account.
 * @throws passkeyNotHere, noWayHere if the account's passkeys belong to other hosts
 */
export async function offerAuthentication(
  at: At,
  hosts: readonly string[],
  purpose: PasskeyPurpose,
  clientId: string | null,
): Promise<Record<string, unknown>> {
  const site = await requireSite(at, hosts);
  return at.database.run(systemScope(), async (tx) => {
    const present = clientId === null ? [] : await listPasskeys(tx, clientId);
    const usable = present.filter(
      (passkey) => passkey.host === site.host && passkey.clonedAt === null,
    );
    if (clientId !== null && usable.length === 0)
      throw noWayHere([...new Set(present.map(({ host }) => host))]);
    const options = await generateAuthenticationOptions({
      rpID: site.host,
      challenge: newChallenge(),
      timeout: CHALLENGE_SECONDS * 1000,
      userVerification: 'required',
      ...(clientId !== null && { allowCredentials: usable.map(descriptorOf) }),
    });
    await storeChallenge(tx, options.challenge, purpose, clientId, site);
    return { ...options };
  });
}

/**
 * Verifies a passkey's signature and records its use. Returns its account.
 * @throws passkeyNotHere, passkeyRefused
 */
export async function usePasskey(
  at: At,
  hosts: readonly string[],
  purpose: PasskeyPurpose,
  response: PasskeyAssertion,
  doer: Actor,
): Promise<string> {
  const site = await requireSite(at, hosts);
  // Nothing is thrown inside the transaction: the challenge stays used and a cloned passkey stays
  // marked even on failure.
  const clientId = await at.database.run(systemScope(), async (tx) => {
    const challenge = readChallenge(response);
    const taken = await takePasskeyChallenge(tx, hashOf(challenge), purpose);
    const passkey = taken?.host === site.host ? await lockPasskey(tx, response.id) : undefined;
    if (!taken || passkey?.host !== site.host) return undefined;
    if (taken.clientId !== null && taken.clientId !== passkey.clientId) return undefined;
    const info = await verifyAssertion(response, challenge, site, passkey);
    if (!info) return undefined;
    if (wentBackwards(passkey.counter, info.newCounter)) {
      await refuseClone(tx, at.messenger, passkey, doer);
      return undefined;
    }
    await recordPasskeyUse(tx, passkey.passkeyId, {
      counter: info.newCounter,
      backedUp: info.credentialBackedUp,
    });
    return passkey.clientId;
  });
  if (clientId === undefined) throw passkeyRefused();
  return clientId;
}

async function verifyAssertion(
  response: PasskeyAssertion,
  challenge: string,
  site: PasskeySite,
  passkey: PasskeyRow,
) {
  const result = await verifyAuthenticationResponse({
    response: { clientExtensionResults: {}, ...response } as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    // The counter is compared below, which tells a cloned passkey from a wrong signature.
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: 0,
    },
  }).catch(() => undefined);
  return result?.verified ? result.authenticationInfo : undefined;
}

/** WebAuthn 7.2, step 22; authenticators without a counter always report 0. */
const wentBackwards = (before: number, now: number): boolean =>
  (before > 0 || now > 0) && now <= before;

async function refuseClone(
  tx: Tx,
  messenger: Messenger,
  { passkeyId, clientId, name, host }: PasskeyRow,
  doer: Actor,
): Promise<void> {
  await markPasskeyCloned(tx, passkeyId);
  await record(tx, doer, { action: 'PASSKEY_CLONED', clientId, after: { passkeyId, name, host } });
  await notifyOfChange(tx, messenger, clientId, (link) => ({ kind: 'PASSKEY_CLONED', name, link }));
}
