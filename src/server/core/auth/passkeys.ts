// Passkeys (WebAuthn Level 3). A passkey belongs to one host and proves possession and, by a PIN or
// a biometric check on the device, its owner: it signs in without a password.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
} from '../../../contract/shared/sign-in-ways.ts';
import { record, type Actor } from '../audit/audit.ts';
import { brandOf, ownerOfHosts } from '../branding/branding.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import {
  notFound,
  noWayHere,
  passkeyNotHere,
  passkeyRefused,
  tooManyPasskeys,
} from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import type { Messenger } from '../mail/notifications.ts';
import { systemScope } from '../../infra/database/scope.ts';
import {
  deletePasskey,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeys,
  lockPasskey,
  markPasskeyCloned,
  recordPasskeyUse,
  renamePasskey,
  takePasskeyChallenge,
  type PasskeyPurpose,
  type PasskeyRow,
} from './passkey.store.ts';
import { getCredentials, lockAccount } from './session.store.ts';
import { loadFactors, notifyOfChange, settleAddition, settleRemoval } from './strong.ts';
import { hashOf, newToken } from './session-tokens.ts';
import type { Owner } from './totp.ts';

const CHALLENGE_SECONDS = 300;
const MOST_PASSKEYS = 20;
/** ES256, EdDSA, RS256 (RFC 9053): every authenticator knows one of them. */
const ALGORITHMS = [-7, -8, -257];

type At = { database: Database; messenger: Messenger };
/** The host that passkeys are bound to here (the RP ID), and the origin of its pages. */
export type PasskeySite = { host: string; origin: string };

/**
 * The site among the hosts that a request may be meant for; undefined when none of them is one of
 * this installation, or only by an IP address.
 */
export async function findPasskeySite(
  database: Database,
  { origin }: Pick<Messenger, 'origin'>,
  hosts: readonly string[],
): Promise<PasskeySite | undefined> {
  const url = new URL(origin);
  for (const host of hosts) {
    const isOwn = host === url.hostname && !/^[\d.]+$|^\[/.test(host);
    if (!isOwn && !(await database.run(systemScope(), (tx) => ownerOfHosts(tx, [host])))) continue;
    url.hostname = host;
    return { host, origin: url.origin };
  }
  return undefined;
}

/** @throws passkeyNotHere */
async function requireSite(
  { database, messenger }: At,
  hosts: readonly string[],
): Promise<PasskeySite> {
  const site = await findPasskeySite(database, messenger, hosts);
  if (!site) throw passkeyNotHere(hosts[0] ?? '');
  return site;
}

// ---- registration ----

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
 * Adds the passkey that the browser made. Returns recovery codes when it is the account's first
 * strong way to sign in.
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
  }).catch(() => undefined); // the library throws at anything that is not as it should be
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

// ---- authentication ----

/**
 * Options for `navigator.credentials.get()`. Without an account any passkey of this host serves,
 * and the options tell nothing of who has one.
 * @throws passkeyNotHere, noWayHere when the account's passkeys belong to other hosts
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
 * Checks what a passkey signed, and notes its use. Returns the account that it belongs to.
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
    // The counter is compared below, where a copy can be told from a wrong signature.
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: 0,
    },
  }).catch(() => undefined);
  return result?.verified ? result.authenticationInfo : undefined;
}

/** WebAuthn 7.2, step 22; authenticators that keep no counter always say 0. */
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

// ---- shared ----

const newChallenge = () => new Uint8Array(Buffer.from(newToken(), 'base64url'));
const userHandleOf = (clientId: string) =>
  new Uint8Array(Buffer.from(clientId.replaceAll('-', ''), 'hex'));
const descriptorOf = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  transports,
});

function storeChallenge(
  tx: Tx,
  challenge: string,
  purpose: PasskeyPurpose,
  clientId: string | null,
  { host }: PasskeySite,
): Promise<void> {
  return insertPasskeyChallenge(tx, {
    hash: hashOf(challenge),
    clientId,
    purpose,
    host,
    seconds: CHALLENGE_SECONDS,
  });
}

/** The challenge that a response claims to answer; empty when it cannot be read. */
function readChallenge({
  response: { clientDataJSON },
}: {
  response: { clientDataJSON: string };
}): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    } | null;
    return typeof data?.challenge === 'string' ? data.challenge : '';
  } catch {
    return '';
  }
}
