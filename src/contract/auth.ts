import * as z from 'zod/mini';
import { done, endpoint, id, listOf, nothing, page, PORTAL, timestamp, units } from './endpoint.ts';
import { ROLES } from './roles.ts';

export const CLIENT_STATUSES = ['INVITED', 'PENDING_ACTIVATION', 'ACTIVE', 'BLOCKED', 'SHOULD_UPDATE_DETAILS', 'SHOULD_RESET_PASSWORD_LEGACY'] as const;

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
  /** Texts begin with look-alikes in the place of what GSM 03.38 lacks. */
  replaceLookalikes: z.boolean(),
  /** Of the profile picture, after the API's base address `/v1`; `?token=` carries the access token. */
  profileUrl: z.nullable(z.string()),
  /** Of the logo nearest above in the tree, after the origin. */
  clientBrandLogo: z.nullable(z.string()),
  lowUnitsNotifyLevel: units,
  createTimestamp: timestamp,
  sandbox: z.boolean(),
  /** Somebody above acts for this client, for 15 minutes and without a refresh. */
  impersonated: z.boolean(),
});
export type SignedIn = z.output<typeof signedIn>;

export const OTP_CHANNELS = ['SMS', 'EMAIL'] as const;
export const otpChannel = z.enum(OTP_CHANNELS);
/** A one-time code: 6 digits. */
export const otp = z.string().check(z.trim(), z.regex(/^\d{6}$/));
export const username = z.string().check(z.trim(), z.minLength(1), z.maxLength(254));

const session = z.object({ token: z.string(), refreshToken: z.string(), client: signedIn });
/** Sign-in goes on with `signInOTP`; `otpChannel` is the way that the code really went. */
const challenge = z.object({ otpRequired: z.literal(true), challenge: z.string(), otpChannel });

/** A session of an account, as its owner sees it. */
export const openSession = z.object({
  sessionId: id,
  createTimestamp: timestamp,
  /** When it was last refreshed. */
  lastUseTimestamp: timestamp,
  address: z.string(),
  userAgent: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  /** Somebody above acts for the account by it. */
  impersonated: z.boolean(),
});
export type OpenSession = z.output<typeof openSession>;

export const auth = {
  signIn: endpoint({
    method: 'POST', path: '/v1/signIn', who: 'public',
    summary: 'Sign in with an e-mail address or a phone number',
    input: z.object({ username, password: z.string().check(z.minLength(1), z.maxLength(128)) }),
    output: z.union([session, challenge]),
  }),
  signInOTP: endpoint({
    method: 'POST', path: '/v1/signInOTP', who: 'public',
    summary: 'Complete a sign-in with the code that was sent',
    input: z.object({ challenge: z.string().check(z.maxLength(200)), otp }),
    output: session,
  }),
  refreshSession: endpoint({
    method: 'POST', path: '/v1/refreshSession', who: 'public',
    summary: 'Change a refresh token for a new pair; the old one answers the same pair for 30 seconds',
    input: z.object({ refreshToken: z.string().check(z.maxLength(200)), clientId: id }),
    output: session,
  }),
  signOut: endpoint({ method: 'POST', path: '/v1/signOut', who: 'signedIn', summary: 'End this session', input: nothing, output: done }),
  me: endpoint({ method: 'GET', path: `${PORTAL}/me`, who: 'signedIn', summary: 'The signed-in client and its balance', input: nothing, output: signedIn }),
  sessions: endpoint({ method: 'GET', path: `${PORTAL}/sessions`, who: 'signedIn', summary: 'The open sessions of this account, newest first', input: z.object(page), output: listOf('sessions', openSession) }),
  endSession: endpoint({ method: 'DELETE', path: `${PORTAL}/sessions/:sessionId`, who: 'signedIn', personal: true, summary: 'End a session of this account', input: z.object({ sessionId: id }), output: done }),
  endOtherSessions: endpoint({ method: 'POST', path: `${PORTAL}/sessions:endOthers`, who: 'signedIn', personal: true, summary: 'End every session of this account but this one', input: nothing, output: done }),
};
