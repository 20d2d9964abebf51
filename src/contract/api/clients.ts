// Accounts of clients: lists, the tree, and everything that those above an account decide.
import * as z from 'zod/mini';
import { CLIENT_STATUSES, OTP_CHANNELS, otpChannel, signedIn } from './auth.ts';
import { done, endpoint, id, listOf, many, page, phone, PORTAL, flag } from '../endpoint.ts';
import { email, singleLine } from '../shared/fields.ts';
import { ROLES } from '../shared/role-names.ts';
import {
  ACCOUNT_TYPES,
  country,
  LANGUAGES,
  names,
  rates,
  client,
  website,
  timezone,
  clientId,
  told,
  clientActivity,
  clientNode,
} from './client-fields.ts';

const invited = {
  email,
  phone: z.optional(phone),
  accessLevel: z.enum(ROLES),
  /** Default the usual one of the access level. */
  accountType: z.optional(z.enum(ACCOUNT_TYPES)),
  country: z.optional(country),
  language: z.optional(z.enum(LANGUAGES)),
  firstName: z.optional(names.firstName),
  lastName: z.optional(names.lastName),
  otherNames: names.otherNames,
  companyName: names.companyName,
  rates,
  /** The parent; default the caller, and for staff the root. */
  parentId: z.optional(id),
};

export const clients = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/clients`,
    who: 'clients.read',
    summary: 'Clients, newest first',
    input: z.object({
      ...page,
      'filter.status': many(z.enum(CLIENT_STATUSES)),
      'filter.accessLevels': many(z.enum(ROLES)),
      'filter.parentIds': many(id),
      /** True leaves out the caller's own account. */
      'filter.others': z.optional(flag),
      /** True leaves those that are in use and whose balance lasts less than three days. */
      'filter.low': z.optional(flag),
      /** A search in name, email and phone. */
      'filter.query': z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    output: listOf('clients', client),
  }),
  search: endpoint({
    method: 'GET',
    path: `${PORTAL}/clients:search`,
    who: 'clients.read',
    summary: 'The first 20 clients whose name, email or phone has the text in it',
    input: z.object({ query: z._default(z.string().check(z.trim(), z.maxLength(100)), '') }),
    output: z.object({ clients: z.array(client) }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/clients/:clientId`,
    who: 'clients.view',
    summary:
      'One client; with privilege=true also its rates and limits, for staff and its ancestors',
    input: z.object({ clientId: id, privilege: z.optional(z.enum(['true', 'false'])) }),
    output: client,
  }),
  activity: endpoint({
    method: 'GET',
    path: `${PORTAL}/clients/:clientId/activity`,
    who: 'clients.read',
    summary:
      "What a client and the clients below it sent on each of the last 30 days of the client's time zone, and how long its units last",
    input: clientId,
    output: clientActivity,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${PORTAL}/clients/:clientId`,
    who: 'clients.edit',
    summary:
      'Change details; omitted fields stay, and an empty text clears a field if allowed. A new email or phone takes effect once confirmed, and is pending until then',
    input: z.object({
      clientId: id,
      firstName: z.optional(names.firstName),
      lastName: z.optional(names.lastName),
      otherNames: z.optional(singleLine(80, 0)),
      companyName: names.companyName,
      email: z.optional(email),
      phone: z.optional(phone),
      country: z.optional(country),
      website: z.optional(z.union([website, z.literal('')])),
      timezone: z.optional(timezone),
      language: z.optional(z.enum(LANGUAGES)),
      lowUnitsNotifyLevel: z.optional(
        z.number().check(z.minimum(0), z.maximum(1e9), z.multipleOf(0.0001)),
      ),
      emailAlerts: z.optional(z.array(email).check(z.maxLength(10))),
      smsAlerts: z.optional(z.array(phone).check(z.maxLength(10))),
      use2fa: z.optional(z.boolean()),
      otpChannel: z.optional(z.enum(OTP_CHANNELS)),
      replaceLookalikes: z.optional(z.boolean()),
    }),
    output: client,
  }),
  limits: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:updateLimits`,
    who: 'clients.limits',
    summary:
      "Change a client's daily limit of messages (null is none), whether its messages need approval, and how many numbers a text may reach without",
    input: z.object({
      clientId: id,
      dailyLimitMessages: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1e9)))),
      requiresCampaignApproval: z.optional(z.boolean()),
      /** Numbers that a text may reach without approval within 24 hours; null: as the platform sets it. */
      /** True where promotions need a consent on record; null: as the platform sets it. */
      demandsConsent: z.optional(z.nullable(z.boolean())),
      unapprovedNumbers: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))),
    }),
    output: done,
  }),
  changeLevel: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:changeAccessLevel`,
    who: 'clients.level',
    summary:
      "Change a client's access level, if its parent and its own clients allow it; impersonation of and by the client ends",
    input: z.object({ clientId: id, accessLevel: z.enum(ROLES) }),
    output: done,
  }),
  move: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:moveClient`,
    who: 'clients.move',
    summary:
      "Move a client, with its descendants, to another parent; it keeps its units and inherits the new parent's rates",
    input: z.object({ clientId: id, parentId: id }),
    output: done,
  }),
  changeCredit: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:changeCreditLimit`,
    who: 'clients.credit',
    personal: true,
    stepUp: true,
    summary: "Set a client's credit limit in units; never less than it already owes",
    input: z.object({
      clientId: id,
      creditLimitUnits: z.number().check(z.minimum(0), z.maximum(1e9), z.multipleOf(0.0001)),
    }),
    /** `approvalId` is set if the change waits for another administrator's approval. */
    output: z.object({ ok: z.literal(true), approvalId: z.nullable(id) }),
  }),
  invite: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:inviteClient`,
    who: 'clients.write',
    summary: 'Invite a person to an account; the link is valid for 7 days',
    input: z.object(invited),
    output: z.object({ clientId: id, sentBy: otpChannel }),
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:createClientInternal`,
    who: 'clients.write',
    summary: 'Create an account; its owner gets a temporary password, valid for 7 days',
    input: z.object({
      ...invited,
      firstName: names.firstName,
      lastName: names.lastName,
      phone,
      country,
      website: z.optional(website),
      timezone: z.optional(timezone),
    }),
    output: z.object({ clientId: id, sentBy: otpChannel }),
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:resendInvitation`,
    who: 'clients.write',
    summary: 'Send a new invitation; the earlier one no longer works',
    input: clientId,
    output: told,
  }),
  activate: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:adminActivateAccount`,
    who: 'clients.activate',
    summary: 'Activate an account without its code',
    input: clientId,
    output: done,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:adminResetPass`,
    who: 'clients.activate',
    summary: 'Send a temporary password, valid for 7 days; every session of the account ends',
    input: clientId,
    output: told,
  }),
  block: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:blockClient`,
    who: 'clients.block',
    summary: 'Block an account: its sessions end, its keys stop and its campaigns pause',
    input: clientId,
    output: done,
  }),
  unblock: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:unblockClient`,
    who: 'clients.block',
    summary: 'Unblock an account; its campaigns stay paused until resumed',
    input: clientId,
    output: done,
  }),
  tree: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:userTree`,
    who: 'clients.tree',
    summary: 'The tree of clients, from the root or from one of them',
    input: z.object({ ownerId: z.optional(id) }),
    output: z.object({ clients: z.array(clientNode) }),
  }),
  impersonate: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients/impersonate`,
    who: 'clients.impersonate',
    personal: true,
    summary: 'A token to act for a client of a lower level: 15 minutes, no refresh',
    input: clientId,
    output: z.object({ token: z.string(), client: signedIn }),
  }),
  testSmtp: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:testSmtp`,
    who: 'clients.testSmtp',
    summary: "Send a test mail now and tell the mail server's answer",
    input: z.object({ to: email }),
    output: z.object({ accepted: z.boolean(), answer: z.string() }),
  }),
  uploadPicture: endpoint({
    method: 'POST',
    path: `${PORTAL}/profileuploads`,
    who: 'self',
    upload: true,
    summary: 'Set the own profile picture: PNG, JPEG or WebP, at most 5 MB',
    input: z.object({}),
    output: z.object({ uploadId: id, profileUrl: z.string() }),
  }),
  picture: endpoint({
    method: 'GET',
    path: `${PORTAL}/profileuploads/:uploadId`,
    who: 'clients.view',
    download: true,
    tokenInQuery: true,
    summary: 'A profile picture, WebP',
    input: z.object({ uploadId: id, token: z.optional(z.string()) }),
    output: z.object({}),
  }),
};
