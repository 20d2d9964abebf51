// Another proof of identity before a sensitive call.
import * as z from 'zod/mini';
import { otp, otpChannel } from './auth.ts';
import { done, endpoint, nothing, PORTAL } from '../endpoint.ts';
import { passkeyAssertion, publicKeyOptions, recoveryCode } from '../shared/sign-in-ways.ts';

/**
 * Ways of a step-up. A STEP_UP_REQUIRED refusal lists the available ones, as details of the field
 * `way`.
 */
export const STEP_UP_WAYS = ['PASSKEY', 'TOTP', 'PASSWORD', 'CODE', 'RECOVERY_CODE'] as const;
export type StepUpWay = (typeof STEP_UP_WAYS)[number];

/** How long a step-up lasts. */
export const STEP_UP_SECONDS = 300;

/**
 * A step-up: the session's owner proves their identity again, before a change of what protects the
 * account or of much money.
 */
export const stepUps = {
  stepUp: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:stepUp`,
    who: 'signedIn',
    personal: true,
    whileEnrolling: true,
    summary:
      'Confirm your identity; for 5 minutes this session may make calls that require a step-up',
    input: z.object({
      password: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
      /** A code, with the challenge from `requestStepUpCode`. */
      code: z.optional(otp),
      challenge: z.optional(z.string().check(z.maxLength(200))),
      /** The code of the account's authenticator app. */
      totp: z.optional(otp),
      /** A passkey's signature of the options from `passkeyOptions`. */
      passkey: z.optional(passkeyAssertion),
      recoveryCode: z.optional(recoveryCode),
    }),
    output: done,
  }),
  requestCode: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:requestStepUpCode`,
    who: 'signedIn',
    personal: true,
    whileEnrolling: true,
    summary: "Send a code for a step-up, by the account's channel",
    input: nothing,
    output: z.object({ challenge: z.string(), sentBy: otpChannel }),
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:stepUpPasskeyOptions`,
    who: 'signedIn',
    personal: true,
    whileEnrolling: true,
    summary: 'Options for a passkey of this account, for a step-up',
    input: nothing,
    output: z.object({ options: publicKeyOptions }),
  }),
};
