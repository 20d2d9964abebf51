// Changes of an account's email address or phone, until they are confirmed.
import * as z from 'zod/mini';
import { otp, otpChannel } from './auth.ts';
import { done, endpoint, id, PORTAL } from '../endpoint.ts';

/** The field of an account that a change concerns. */
export const CONTACT_KINDS = ['EMAIL', 'PHONE'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** The rule for a new email address or phone number, if the caller may set one. */
export const CONTACT_RULES = ['AT_ONCE', 'AFTER_CONFIRMATION', 'NOT_ALLOWED'] as const;
export type ContactRule = (typeof CONTACT_RULES)[number];

/** Validity of the links to the new and to the old address. */
export const CONTACT_LINK_SECONDS = 72 * 3600;

const token = z.string().check(z.maxLength(200));
const whose = z.object({ clientId: id, kind: z.enum(CONTACT_KINDS) });

/** Changes of email address and phone number, from their request (`PUT clients/{id}`) on. */
export const contactChanges = {
  resend: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:resendContactConfirmation`,
    who: 'clients.edit',
    personal: true,
    summary: 'Resend the link or code of a pending change; the earlier one no longer works',
    input: whose,
    output: z.object({ sentBy: otpChannel }),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:withdrawContactChange`,
    who: 'clients.edit',
    personal: true,
    summary: 'Withdraw a pending change of email address or phone number',
    input: whose,
    output: done,
  }),
  confirmPhone: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:confirmPhone`,
    who: 'clients.edit',
    personal: true,
    summary: "Confirm the account's new phone number by the code that was sent",
    input: z.object({ code: otp }),
    output: done,
  }),
  readEmail: endpoint({
    method: 'GET',
    path: '/v1/confirmEmail',
    who: 'public',
    summary: 'The address that a mailed link confirms; reading confirms nothing',
    input: z.object({ token }),
    output: z.object({ email: z.string() }),
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/v1/confirmEmail',
    who: 'public',
    summary: 'Confirm a new email address by the link that was mailed to it',
    input: z.object({ token }),
    output: done,
  }),
  readUndo: endpoint({
    method: 'GET',
    path: '/v1/undoEmail',
    who: 'public',
    summary: 'The address that a mailed link restores; reading restores nothing',
    input: z.object({ token }),
    output: z.object({ kind: z.enum(CONTACT_KINDS), value: z.nullable(z.string()) }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/v1/undoEmail',
    who: 'public',
    summary:
      'Undo a change of email address or phone number, and every later one; all sessions end',
    input: z.object({ token }),
    /**
     * A token for `clients:updatePasswordExternal`, as in a mailed link; null if the account has no
     * password.
     */
    output: z.object({ passwordToken: z.nullable(z.string()) }),
  }),
};
