// Passkeys (WebAuthn Level 3). A passkey belongs to one host and proves possession and, by a PIN or
// a biometric check on the device, its owner: it signs in without a password.
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyAttestation } from '../../../../contract/shared/sign-in-ways.ts';
import { notFound, passkeyRefused, tooManyPasskeys } from '../../../infra/errors.ts';
import { newId } from '../../../infra/ids.ts';
import { record } from '../../audit/audit.ts';
import { brandOf } from '../../branding/branding.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  renamePasskey,
  takePasskeyChallenge,
} from './passkey.store.ts';
import { getCredentials, lockAccount } from '../passwords/credentials.store.ts';
import { loadFactors, notifyOfChange, settleAddition, settleRemoval } from './strong.ts';
import { hashOf } from '../sessions/session-tokens.ts';
import type { Owner } from './totp.ts';
import type { At, PasskeySite } from './passkey-sites.ts';
import { requireSite } from './passkey-sites.ts';
import {
  CHALLENGE_SECONDS,
  newChallenge,
  userHandleOf,
  descriptorOf,
  storeChallenge,
  readChallenge,
} from './passkey-challenges.ts';
const MOST_PASSKEYS = 20;

/** ES256, EdDSA, RS256 (RFC 9053): every authenticator supports one of them. */
const ALGORITHMS = [-7, -8, -257];

/** Options for `navigator.credentials.create()`. @throws passkeyNotHere, tooManyPasskeys */
export async function offerRegistration(
  at: At,
  hosts: readonly string[],
  { own, session: { clientId } }: Owner,
): Promise<Record<string, unknown>> {
  const site = await requireSite(at, hosts);
  return at.database.run(own, async (tx) => {
    const present = await listPasskeys(tx, clientId);
    if (present.length >= MOST_PASSKEYS) throw tooManyPasskeys(MOST_PASSKEYS);
    const { email, phone } = await getCredentials(tx, clientId);
    const options = await generateRegistrationOptions({
      rpID: site.host,
      rpName: (await brandOf(tx, clientId))?.brandName ?? at.messenger.platformName,
      userName: email ?? phone ?? clientId,
      userID: userHandleOf(clientId),
      challenge: newChallenge(),
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      timeout: CHALLENGE_SECONDS * 1000,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: present.filter((passkey) => passkey.host === site.host).map(descriptorOf),
    });
    await storeChallenge(tx, options.challenge, 'REGISTER', clientId, site);
    return { ...options };
  });
}

/**
 * Adds a new passkey. Returns recovery codes if it is the account's first strong way to sign in.
 * @throws passkeyNotHere, passkeyRefused, tooManyPasskeys
 */
export async function addPasskey(
  at: At,
  hosts: readonly string[],
  input: { name: string; response: PasskeyAttestation },
  call: Owner,
): Promise<{ passkeyId: string; recoveryCodes: string[] | null }> {
  const site = await requireSite(at, hosts);
  const { clientId } = call.session;
  const challenge = readChallenge(input.response);
  // In its own transaction: a challenge is used up even if the attestation fails.
  const taken = await at.database.run(call.own, (tx) =>
    takePasskeyChallenge(tx, hashOf(challenge), 'REGISTER'),
  );
  if (taken?.clientId !== clientId || taken.host !== site.host) throw passkeyRefused();
  const { credential, credentialBackedUp } = await verifyAttestation(
    input.response,
    challenge,
    site,
  );
  const passkeyId = newId();
  return at.database.run(call.own, async (tx) => {
    await lockAccount(tx, clientId);
    const before = await loadFactors(tx, clientId);
    if (before.passkeys.length >= MOST_PASSKEYS) throw tooManyPasskeys(MOST_PASSKEYS);
    const isNew = await insertPasskey(tx, {
      passkeyId,
      clientId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: input.response.response.transports ?? [],
      host: site.host,
      name: input.name,
      backedUp: credentialBackedUp,
    });
    if (!isNew) throw passkeyRefused();
    const recoveryCodes = await settleAddition(tx, before, call.session);
    await record(tx, call, {
      action: 'PASSKEY_ADDED',
      clientId,
      after: { passkeyId, name: input.name, host: site.host },
    });
    await notifyOfChange(tx, at.messenger, clientId, (link) => ({
      kind: 'PASSKEY_ADDED',
      name: input.name,
      link,
    }));
    return { passkeyId, recoveryCodes };
  });
}

async function verifyAttestation(
  response: PasskeyAttestation,
  challenge: string,
  site: PasskeySite,
) {
  const result = await verifyRegistrationResponse({
    response: { clientExtensionResults: {}, ...response } as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined); // the library throws for every invalid response
  if (!result?.verified) throw passkeyRefused();
  return result.registrationInfo;
}

/** @throws notFound */
export function changePasskeyName(
  { database }: At,
  input: { passkeyId: string; name: string },
  call: Owner,
): Promise<void> {
  const { clientId } = call.session;
  return database.run(call.own, async (tx) => {
    const name = await renamePasskey(tx, clientId, input.passkeyId, input.name);
    if (name === undefined) throw notFound('passkey');
    if (name !== input.name)
      await record(tx, call, {
        action: 'PASSKEY_RENAMED',
        clientId,
        before: { name },
        after: { name: input.name },
      });
  });
}

/** @throws notFound, lastFactor */
export function removePasskey(
  { database, messenger }: At,
  passkeyId: string,
  required: boolean,
  call: Owner,
): Promise<void> {
  const { clientId } = call.session;
  return database.run(call.own, async (tx) => {
    await lockAccount(tx, clientId);
    const passkey = (await listPasskeys(tx, clientId)).find((each) => each.passkeyId === passkeyId);
    if (!passkey) throw notFound('passkey');
    await deletePasskey(tx, clientId, passkeyId);
    await settleRemoval(tx, clientId, required);
    const { name, host } = passkey;
    await record(tx, call, {
      action: 'PASSKEY_REMOVED',
      clientId,
      before: { passkeyId, name, host },
    });
    await notifyOfChange(tx, messenger, clientId, (link) => ({
      kind: 'PASSKEY_REMOVED',
      name,
      link,
    }));
  });
}
