// Registration, activation, invitations, and passwords before and after sign-in.
import * as z from 'zod/mini';
import { OTP_CHANNELS, otp, otpChannel, username } from './auth.ts';
import { done, endpoint, phone, PORTAL } from '../endpoint.ts';
import { email } from '../shared/fields.ts';
import { ROLES } from '../shared/role-names.ts';
import {
  names,
  ACCOUNT_TYPES,
  password,
  country,
  website,
  timezone,
  LANGUAGES,
  PASSWORD_LENGTH,
} from './client-fields.ts';

const tempJwt = z.string();
/**
 * The proof-of-work task of a PROOF_NEEDED refusal, followed by a dot and a number. The SHA-256 of
 * the whole begins with as many zero bits as the third part of the task states.
 */
const proof = z.optional(z.string().check(z.maxLength(200)));

/** Registration, activation, sign-in and passwords. */
export const accounts = {
  register: endpoint({
    method: 'POST',
    path: '/v1/clients',
    who: 'public',
    summary:
      'Register an account; a code activates it. The answer does not reveal whether the address is taken. After unused codes a proof of work is required',
    input: z.object({
      ...names,
      accountType: z.enum(ACCOUNT_TYPES),
      email,
      phone,
      password,
      country,
      website: z.optional(website),
      timezone: z.optional(timezone),
      language: z._default(z.enum(LANGUAGES), 'en'),
      otpChannel: z._default(z.enum(OTP_CHANNELS), 'SMS'),
      proof,
    }),
    output: z.object({ tempJwt, otpChannel }),
  }),
  requestActivateAccountOTP: endpoint({
    method: 'POST',
    path: '/v1/requestActivateAccountOTP',
    who: 'public',
    summary:
      'Request a new activation code, with the temporary token of the registration as bearer if there is one; the answer does not reveal whether the account exists',
    input: z.object({ username, proof }),
    output: z.object({ tempJwt }),
  }),
  activateAccountOTP: endpoint({
    method: 'POST',
    path: '/v1/activateAccountOTP',
    who: 'public',
    summary: 'Activate an account with the code that was sent, the temporary token as bearer',
    input: z.object({ otp }),
    output: done,
  }),
  requestChangePassword: endpoint({
    method: 'POST',
    path: '/v1/requestChangePassword',
    who: 'public',
    summary:
      'Mail a link for a new password; the answer does not reveal whether the account exists',
    input: z.object({ username, proof }),
    output: done,
  }),
  updatePasswordExternal: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:updatePasswordExternal`,
    who: 'public',
    summary: 'Choose a new password, the mailed token as bearer; every session of the account ends',
    input: z.object({ newPassword: password, revokeApiKeys: z._default(z.boolean(), false) }),
    output: done,
  }),
  updatePassword: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:updatePassword`,
    who: 'signedIn',
    personal: true,
    summary: 'Change your own password; every other session of the account ends',
    input: z.object({
      oldPassword: z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH.most)),
      newPassword: password,
      revokeApiKeys: z._default(z.boolean(), false),
    }),
    output: done,
  }),
  passwordLink: endpoint({
    method: 'GET',
    path: `${PORTAL}/clients:updatePasswordExternal`,
    who: 'public',
    summary: 'The account of a mailed password link, with the mailed token as bearer',
    input: z.object({}),
    /** Number of usable API keys; a new password keeps them unless the call revokes them. */
    output: z.object({ apiKeyCount: z.int() }),
  }),
  invitation: endpoint({
    method: 'GET',
    path: '/v1/joinUser',
    who: 'public',
    summary: 'Details of an invitation',
    input: z.object({ token: z.string().check(z.maxLength(200)) }),
    output: z.object({
      email: z.string(),
      phone: z.nullable(z.string()),
      accessLevel: z.enum(ROLES),
      accountType: z.enum(ACCOUNT_TYPES),
      country: z.string(),
      language: z.string(),
      firstName: z.nullable(z.string()),
      lastName: z.nullable(z.string()),
      companyName: z.nullable(z.string()),
      inviterName: z.string(),
      brandName: z.string(),
    }),
  }),
  join: endpoint({
    method: 'POST',
    path: '/v1/joinUser',
    who: 'public',
    summary: 'Accept an invitation',
    input: z.object({
      token: z.string().check(z.maxLength(200)),
      password,
      ...names,
      accountType: z.optional(z.enum(ACCOUNT_TYPES)),
      phone: z.optional(phone),
      country: z.optional(country),
      website: z.optional(website),
      timezone: z.optional(timezone),
      language: z.optional(z.enum(LANGUAGES)),
    }),
    output: done,
  }),
};
