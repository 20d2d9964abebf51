// Sign-in, its second proof, sessions and their refresh.
import * as z from 'zod/mini';
import {
  done,
  endpoint,
  id,
  listOf,
  nothing,
  page,
  PORTAL,
  timestamp,
  units,
} from '../endpoint.ts';
import { ROLES } from '../shared/role-names.ts';
import {
  passkeyAssertion,
  publicKeyOptions,
  readRecoveryCode,
  SIGN_IN_WAYS,
} from '../shared/sign-in-ways.ts';

export const CLIENT_STATUSES = [
  'INVITED',
  'PENDING_ACTIVATION',
  'ACTIVE',
  'BLOCKED',
  'SHOULD_UPDATE_DETAILS',
  'SHOULD_RESET_PASSWORD_LEGACY',
] as const;

/** The signed-in client, as the shell shows it. */
export const signedIn = z.object({
  clientId: id,
  clientName: z.string(),
  clientAccessLevel: z.enum(ROLES),
  clientStatus: z.enum(CLIENT_STATUSES),
  smsBalance: units,
  country: z.string(),
  timezone: z.string(),
  language: z.string(),
  /** True if new texts replace characters that GSM 03.38 lacks by look-alikes. */
  replaceLookalikes: z.boolean(),
  /** Path of the profile picture under the API's base `/v1`; `?token=` carries the access token. */
  profileUrl: z.nullable(z.string()),
  /** Path of the nearest logo up the tree, relative to the origin. */
  clientBrandLogo: z.nullable(z.string()),
  lowUnitsNotifyLevel: units,
  /**
   * True if what it sends needs approval, by its own rule or one of an account above. It then decides on
   * no campaign and no limit of approval of the accounts below it.
   */
  needsApproval: z.boolean(),
  createTimestamp: timestamp,
  sandbox: z.boolean(),
  /** True while an account above acts for this client, for 15 minutes and without refresh. */
  impersonated: z.boolean(),
  /** True while the account must set up an authenticator app or a passkey before anything else. */
  strongSignInDue: z.boolean(),
});
export type SignedIn = z.output<typeof signedIn>;

export const OTP_CHANNELS = ['SMS', 'EMAIL'] as const;
export const otpChannel = z.enum(OTP_CHANNELS);
/** A one-time code: 6 digits. */
export const otp = z.string().check(z.trim(), z.regex(/^\d{6}$/));
export const username = z.string().check(z.trim(), z.minLength(1), z.maxLength(254));

/** Seconds since the person's last activity: a span, so that no two clocks have to agree. */
const idleSeconds = z.number().check(z.minimum(0), z.maximum(31_536_000));

const session = z.object({ token: z.string(), refreshToken: z.string(), client: signedIn });
/**
 * The sign-in continues with `signInOTP` or `signInPasskey`. `ways` lists the ways of this account
 * on this host, best first. `otpChannel` is the channel by which a code was sent; null if none was.
 */
const challenge = z.object({
  otpRequired: z.literal(true),
  challenge: z.string(),
  otpChannel: z.nullable(otpChannel),
  ways: z.array(z.enum(SIGN_IN_WAYS)),
});
const challengeToken = z.string().check(z.maxLength(200));
/** Six digits from a message or an app, or a recovery code. */
const secondStep = z.string().check(
  z.trim(),
  z.maxLength(40),
  z.refine((written) => /^\d{6}$/.test(written) || readRecoveryCode(written) !== undefined),
);

/** A session of an account, as its owner sees it. */
export const openSession = z.object({
  sessionId: id,
  createTimestamp: timestamp,
  /** The person's last activity in it, as reported by the browser. */
  lastUseTimestamp: timestamp,
  /** The latest end of the session, however active the person is. */
  endTimestamp: timestamp,
  address: z.string(),
  userAgent: z.string(),
  /** True for the session of this request. */
  current: z.boolean(),
  /** True if an account above acts for the account in it. */
  impersonated: z.boolean(),
});
export type OpenSession = z.output<typeof openSession>;

/** The way of a sign-in: the password alone, or the second step that completed it. */
export const SIGN_IN_RECORD_WAYS = [
  'PASSWORD',
  'PASSKEY',
  'TOTP',
  'SMS',
  'EMAIL',
  'RECOVERY_CODE',
] as const;
export type SignInRecordWay = (typeof SIGN_IN_RECORD_WAYS)[number];
export const SIGN_IN_OUTCOMES = ['SIGNED_IN', 'REFUSED'] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** A sign-in to an account, as its owner sees it. */
export const recentSignIn = z.object({
  signInId: id,
  timestamp,
  address: z.string(),
  userAgent: z.string(),
  way: z.enum(SIGN_IN_RECORD_WAYS),
  outcome: z.enum(SIGN_IN_OUTCOMES),
  /** True if neither the address nor the browser was used by the account before. */
  isNewPlace: z.boolean(),
});
export type RecentSignIn = z.output<typeof recentSignIn>;

export const auth = {
  signIn: endpoint({
    method: 'POST',
    path: '/v1/signIn',
    who: 'public',
    signsIn: true,
    summary: 'Sign in with an email address or a phone number',
    input: z.object({ username, password: z.string().check(z.minLength(1), z.maxLength(128)) }),
    output: z.union([session, challenge]),
  }),
  signInOTP: endpoint({
    method: 'POST',
    path: '/v1/signInOTP',
    who: 'public',
    signsIn: true,
    summary: 'Complete a sign-in with the code that was sent, of an app, or a recovery code',
    input: z.object({ challenge: challengeToken, otp: secondStep }),
    output: session,
  }),
  sendSignInOTP: endpoint({
    method: 'POST',
    path: '/v1/signInOTP:send',
    who: 'public',
    summary: 'Send a sign-in code by mail or SMS, for an account that also has this method',
    input: z.object({ challenge: challengeToken }),
    output: z.object({ otpChannel }),
  }),
  signInPasskeyOptions: endpoint({
    method: 'POST',
    path: '/v1/signInPasskey:options',
    who: 'public',
    summary: 'Options for a passkey: of any account, or of the one that gave its password',
    input: z.object({ challenge: z.optional(challengeToken) }),
    output: z.object({ options: publicKeyOptions }),
  }),
  signInPasskey: endpoint({
    method: 'POST',
    path: '/v1/signInPasskey',
    who: 'public',
    signsIn: true,
    summary: 'Sign in with a passkey; the password is not needed',
    input: z.object({ response: passkeyAssertion }),
    output: session,
  }),
  refreshSession: endpoint({
    method: 'POST',
    path: '/v1/refreshSession',
    who: 'public',
    summary:
      'Exchange a refresh token for a new pair; the old one returns the same pair for 30 seconds',
    input: z.object({
      refreshToken: z.string().check(z.maxLength(200)),
      clientId: id,
      idleSeconds: z.optional(idleSeconds),
    }),
    output: session,
  }),
  reportActivity: endpoint({
    method: 'POST',
    path: `${PORTAL}/sessions:reportActivity`,
    who: 'signedIn',
    whileEnrolling: true,
    summary:
      "Report the time since the person's last activity; a session ends after 30 minutes without any",
    input: z.object({ idleSeconds }),
    output: done,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/v1/signOut',
    who: 'signedIn',
    whileEnrolling: true,
    allowsExpiredToken: true,
    summary: 'End this session',
    input: nothing,
    output: done,
  }),
  me: endpoint({
    method: 'GET',
    path: `${PORTAL}/me`,
    who: 'signedIn',
    whileEnrolling: true,
    summary: 'The signed-in client and its balance',
    input: nothing,
    output: signedIn,
  }),
  sessions: endpoint({
    method: 'GET',
    path: `${PORTAL}/sessions`,
    who: 'signedIn',
    summary: 'The open sessions of this account, newest first',
    input: z.object(page),
    output: listOf('sessions', openSession),
  }),
  signIns: endpoint({
    method: 'GET',
    path: `${PORTAL}/signins`,
    who: 'signedIn',
    personal: true,
    summary: 'Sign-ins to this account in the last 90 days, refused ones included, newest first',
    input: z.object(page),
    output: listOf('signIns', recentSignIn),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/sessions/:sessionId`,
    who: 'signedIn',
    personal: true,
    summary: 'End a session of this account',
    input: z.object({ sessionId: id }),
    output: done,
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: `${PORTAL}/sessions:endOthers`,
    who: 'signedIn',
    personal: true,
    summary: 'End every session of this account but this one',
    input: nothing,
    output: done,
  }),
};
