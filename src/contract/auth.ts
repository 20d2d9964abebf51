import * as z from 'zod/mini';
import { done, endpoint, id, nothing, PORTAL, timestamp, units } from './endpoint.ts';
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
  profileUrl: z.nullable(z.string()),
  clientBrandLogo: z.nullable(z.string()),
  lowUnitsNotifyLevel: units,
  createTimestamp: timestamp,
  sandbox: z.boolean(),
});
export type SignedIn = z.output<typeof signedIn>;

const session = z.object({ token: z.string(), refreshToken: z.string(), client: signedIn });

export const auth = {
  signIn: endpoint({
    method: 'POST', path: '/v1/signIn', who: 'public',
    summary: 'Sign in with an e-mail address or a phone number',
    input: z.object({ username: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)), password: z.string().check(z.minLength(1), z.maxLength(128)) }),
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
};
