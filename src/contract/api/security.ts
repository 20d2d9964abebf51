// The ways in which an account signs in: app, passkeys, recovery codes.
import * as z from 'zod/mini';
import { otp, otpChannel } from './auth.ts';
import { done, endpoint, id, nothing, PORTAL, timestamp } from '../endpoint.ts';
import type { Role } from '../shared/role-names.ts';
import { passkeyAttestation, publicKeyOptions } from '../shared/sign-in-ways.ts';
import { singleLine } from '../shared/fields.ts';

/** Accounts of these levels need an authenticator app or a passkey on a real installation. */
export const NEEDS_STRONG_SIGN_IN: readonly Role[] = ['ADMINISTRATOR', 'IT_SUPPORT'];

const passkeyName = singleLine(60);
const passkey = z.object({
  passkeyId: id,
  name: z.string(),
  /** The only host on which it works. */
  host: z.string(),
  /** True if the maker's account synchronises it across devices. */
  backedUp: z.boolean(),
  createTimestamp: timestamp,
  lastUseTimestamp: z.nullable(timestamp),
  /**
   * The time at which its counter went backwards, a sign of a cloned passkey; it has been refused
   * since.
   */
  cloneTimestamp: z.nullable(timestamp),
});
export type Passkey = z.output<typeof passkey>;

const state = z.object({
  /** True if the installation requires an authenticator app or a passkey of this account. */
  required: z.boolean(),
  totp: z.nullable(
    z.object({ createTimestamp: timestamp, lastUseTimestamp: z.nullable(timestamp) }),
  ),
  passkeys: z.array(passkey),
  /** The host that a new passkey would belong to; null if the address allows none. */
  passkeyHost: z.nullable(z.string()),
  recoveryCodes: z.object({ left: z.int(), total: z.int() }),
  /** True if sign-in asks for a code by mail or SMS. */
  use2fa: z.boolean(),
  otpChannel,
});
export type SecurityState = z.output<typeof state>;

/** The codes, shown once: with the first authenticator app or passkey, otherwise null. */
const firstCodes = z.nullable(z.array(z.string()));

const own = { who: 'signedIn', personal: true, whileEnrolling: true } as const;
const path = `${PORTAL}/security`;

export const security = {
  state: endpoint({
    method: 'GET',
    path,
    ...own,
    summary: 'Sign-in methods of this account',
    input: nothing,
    output: state,
  }),
  startTotp: endpoint({
    method: 'POST',
    path: `${path}/totp:start`,
    ...own,
    stepUp: true,
    summary: 'Start setting up an authenticator app: a new secret, active once a code is entered',
    input: nothing,
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: `${path}/totp:confirm`,
    ...own,
    summary: 'Activate the authenticator app with its first code',
    input: z.object({ otp }),
    output: z.object({ recoveryCodes: firstCodes }),
  }),
  removeTotp: endpoint({
    method: 'DELETE',
    path: `${path}/totp`,
    ...own,
    stepUp: true,
    summary: 'Remove the authenticator app',
    input: nothing,
    output: done,
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: `${path}/passkeys:options`,
    ...own,
    stepUp: true,
    summary: 'Options for a new passkey of this host',
    input: nothing,
    output: z.object({ options: publicKeyOptions }),
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: `${path}/passkeys`,
    ...own,
    summary: 'Add a passkey',
    input: z.object({ name: passkeyName, response: passkeyAttestation }),
    output: z.object({ passkeyId: id, recoveryCodes: firstCodes }),
  }),
  renamePasskey: endpoint({
    method: 'PATCH',
    path: `${path}/passkeys/:passkeyId`,
    ...own,
    summary: 'Rename a passkey',
    input: z.object({ passkeyId: id, name: passkeyName }),
    output: done,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: `${path}/passkeys/:passkeyId`,
    ...own,
    stepUp: true,
    summary: 'Remove a passkey',
    input: z.object({ passkeyId: id }),
    output: done,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: `${path}/recoverycodes:renew`,
    ...own,
    stepUp: true,
    summary: 'Make ten new recovery codes; the old ones end',
    input: nothing,
    output: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  removeOf: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:removeStrongSignIn`,
    who: 'clients.strongSignIn',
    personal: true,
    stepUp: true,
    summary: 'Remove authenticator app, passkeys and recovery codes of another account',
    input: z.object({ clientId: id }),
    output: done,
  }),
};
