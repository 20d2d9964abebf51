import * as z from 'zod/mini';
import { CLIENT_STATUSES, OTP_CHANNELS, otp, otpChannel, signedIn, username } from './auth.ts';
import { CONTACT_RULES } from './contact-changes.ts';
import { COUNTRIES } from '../shared/countries.ts';
import {
  done,
  email,
  endpoint,
  id,
  listOf,
  many,
  page,
  phone,
  PORTAL,
  timestamp,
  units,
  singleLine,
} from '../endpoint.ts';
import { ROLES, type Role } from '../shared/roles.ts';

export const ACCOUNT_TYPES = ['INDIVIDUAL', 'COMPANY'] as const;
export const LANGUAGES = ['en', 'pt', 'sw'] as const;
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const;

/** The access levels that a client of each level may give to those it invites or creates: never above its own. */
export const MAY_CREATE: Readonly<Record<Role, readonly Role[]>> = {
  ADMINISTRATOR: ROLES,
  IT_SUPPORT: ['RESELLER', 'COMPANY', 'CLIENT'],
  BD_CLIENT: ['RESELLER', 'COMPANY', 'CLIENT'],
  RESELLER: ['RESELLER', 'COMPANY', 'CLIENT'],
  COMPANY: ['CLIENT'],
  EBU_APPROVER: [],
  EBU_CLIENT: [],
  CLIENT: [],
};

const text = singleLine;

export const password = z
  .string()
  .check(z.minLength(PASSWORD_LENGTH.least), z.maxLength(PASSWORD_LENGTH.most));
const countryCodes = new Set(COUNTRIES.map((country) => country.code));
const country = z.string().check(z.refine((code) => countryCodes.has(code)));
const timezone = z.string().check(
  z.maxLength(64),
  z.refine((name) => {
    try {
      return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
    } catch {
      return false;
    }
  }),
);
const website = z.string().check(
  z.trim(),
  z.maxLength(200),
  z.refine((address) => /^https?:$/.test(URL.parse(address)?.protocol ?? '')),
);

/** Splits addresses that were entered comma-separated. */
export function splitEmails(written: string): string[] {
  return written
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

const names = {
  firstName: text(80),
  lastName: text(80),
  otherNames: z.optional(text(80)),
  companyName: z.optional(text(120)),
};

/** A price of a client's own: `costPrice` of one message part, as a decimal text with at most four decimals. */
export const ownRate = z.object({
  regionName: text(60),
  /** E.164 prefixes without the plus; the longest that fits a number wins. */
  regionFilters: z
    .array(z.string().check(z.regex(/^\d{1,15}$/)))
    .check(z.minLength(1), z.maxLength(100)),
  costPrice: z.string().check(z.regex(/^(?!0+(?:\.0+)?$)\d{1,8}(?:\.\d{1,4})?$/)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
});
const rates = z.optional(z.array(ownRate).check(z.maxLength(300)));

/** A client as lists and its own page show it. */
export const client = z.object({
  clientId: id,
  /** Null where the parent is out of one's reach. */
  parentId: z.nullable(id),
  parentName: z.nullable(z.string()),
  clientName: z.string(),
  accountType: z.enum(ACCOUNT_TYPES),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  otherNames: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** The new e-mail or phone, which counts as soon as its owner has confirmed it. */
  pendingEmail: z.nullable(z.string()),
  pendingPhone: z.nullable(z.string()),
  /** How another e-mail or phone would count that the caller gives; only of a single client. */
  contactChange: z.optional(z.enum(CONTACT_RULES)),
  country: z.string(),
  website: z.nullable(z.string()),
  timezone: z.string(),
  language: z.string(),
  accessLevel: z.enum(ROLES),
  clientStatus: z.enum(CLIENT_STATUSES),
  smsBalance: units,
  lowUnitsNotifyLevel: units,
  emailAlerts: z.array(z.string()),
  smsAlerts: z.array(z.string()),
  use2fa: z.boolean(),
  otpChannel,
  /** What texts begin with: look-alikes take the place of what GSM 03.38 lacks. */
  replaceLookalikes: z.boolean(),
  profileUrl: z.nullable(z.string()),
  createTimestamp: timestamp,
  lastSignInTimestamp: z.nullable(timestamp),
  /** What is still to be filled in before the account may be used, where anything is. */
  missingDetails: z.array(z.string()),
  // Only with `?privilege=true`.
  rates: z.optional(z.array(z.object({ ...ownRate.shape, rateId: id, inherited: z.boolean() }))),
  creditLimitUnits: z.optional(units),
  dailyLimitMessages: z.optional(z.nullable(z.int())),
  requiresCampaignApproval: z.optional(z.boolean()),
});
export type Client = z.output<typeof client>;

/** A client in the user tree, its children in it. */
export type ClientNode = {
  clientId: string;
  clientName: string;
  accessLevel: Role;
  clientStatus: (typeof CLIENT_STATUSES)[number];
  clients: ClientNode[];
};
const clientNode: z.ZodMiniType<ClientNode, ClientNode> = z.object({
  clientId: id,
  clientName: z.string(),
  accessLevel: z.enum(ROLES),
  clientStatus: z.enum(CLIENT_STATUSES),
  get clients() {
    return z.array(clientNode);
  },
});

const clientId = z.object({ clientId: id });
/** The way that the message to the client really went. */
const told = z.object({ sentBy: otpChannel });
const tempJwt = z.string();
/** The task of a PROOF_NEEDED answer, a dot and a number: its SHA-256 begins with as many zero bits as the task's third part says. */
const proof = z.optional(z.string().check(z.maxLength(200)));

/** How people get in before they are signed in, and their passwords. */
export const accounts = {
  register: endpoint({
    method: 'POST',
    path: '/v1/clients',
    who: 'public',
    summary:
      'Register an account; the code that was sent activates it. An address that is taken gets the same answer. After codes that nobody entered it asks for a proof of work',
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
      'Ask for a new activation code, the temporary token of the registration as bearer where there is one; the answer is the same whether the account exists or not',
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
      'Have a link to a new password mailed; the answer is the same whether the account exists or not',
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
    summary: 'Change the own password; every other session of the account ends',
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
    summary: 'What a mailed link to a new password opens, the mailed token as bearer',
    input: z.object({}),
    /** API keys that work, which a new password leaves alone unless it is said to revoke them. */
    output: z.object({ apiKeyCount: z.int() }),
  }),
  invitation: endpoint({
    method: 'GET',
    path: '/v1/joinUser',
    who: 'public',
    summary: 'What an invitation is for',
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

const invited = {
  email,
  phone: z.optional(phone),
  accessLevel: z.enum(ROLES),
  accountType: z._default(z.enum(ACCOUNT_TYPES), 'COMPANY'),
  country: z.optional(country),
  language: z.optional(z.enum(LANGUAGES)),
  firstName: z.optional(names.firstName),
  lastName: z.optional(names.lastName),
  otherNames: names.otherNames,
  companyName: names.companyName,
  rates,
  /** Under whom; without it under oneself, and for staff under the root. */
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
      /** In the name, the e-mail or the phone. */
      'filter.query': z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    output: listOf('clients', client),
  }),
  search: endpoint({
    method: 'GET',
    path: `${PORTAL}/clients:search`,
    who: 'clients.read',
    summary: 'The first 20 clients whose name, e-mail or phone has the text in it',
    input: z.object({ query: z._default(z.string().check(z.trim(), z.maxLength(100)), '') }),
    output: z.object({ clients: z.array(client) }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/clients/:clientId`,
    who: 'clients.view',
    summary:
      'One client; with privilege=true also its rates and limits, for staff and whoever is above it',
    input: z.object({ clientId: id, privilege: z.optional(z.enum(['true', 'false'])) }),
    output: client,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${PORTAL}/clients/:clientId`,
    who: 'clients.edit',
    summary:
      'Change details; what is left out stays, and an empty text clears it where that is allowed. Another e-mail or phone counts once it is confirmed: until then the answer has it as pending',
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
      "Change a client's daily limit of messages (null is none) and whether its campaigns need approval",
    input: z.object({
      clientId: id,
      dailyLimitMessages: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1e9)))),
      requiresCampaignApproval: z.optional(z.boolean()),
    }),
    output: done,
  }),
  changeLevel: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:changeAccessLevel`,
    who: 'clients.level',
    summary:
      'Give a client another access level, one that may stand where it stands and have the clients that it has; whoever acts for it, or for whom it acts, stops',
    input: z.object({ clientId: id, accessLevel: z.enum(ROLES) }),
    output: done,
  }),
  move: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:moveClient`,
    who: 'clients.move',
    summary:
      'Put a client, with everybody under it, under another parent; its units stay its own, and inherited rates become those of the new parent',
    input: z.object({ clientId: id, parentId: id }),
    output: done,
  }),
  changeCredit: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:changeCreditLimit`,
    who: 'clients.credit',
    personal: true,
    stepUp: true,
    summary: 'Let a client spend this many units more than it has; never less than it already owes',
    input: z.object({
      clientId: id,
      creditLimitUnits: z.number().check(z.minimum(0), z.maximum(1e9), z.multipleOf(0.0001)),
    }),
    /** `approvalId`: nothing was changed; another administrator has to approve it. */
    output: z.object({ ok: z.literal(true), approvalId: z.nullable(id) }),
  }),
  invite: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:inviteClient`,
    who: 'clients.write',
    summary: 'Invite somebody to an account; the link is valid for 7 days',
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
    summary:
      'Let a blocked account in again; its campaigns stay paused until somebody resumes them',
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
  credentials: endpoint({
    method: 'GET',
    path: `${PORTAL}/apicreds/:clientId`,
    who: 'credentials',
    summary: 'How to reach the gateway, without secrets',
    input: clientId,
    output: z.object({
      creds: z.object({
        clientId: id,
        host: z.string(),
        smppPort: z.int(),
        smppTlsPort: z.nullable(z.int()),
        httpPort: z.int(),
        httpBaseAddress: z.string(),
        /** The account's gateway user: the system id of its binds and the username of its HTTP calls; null where it has none yet. */
        systemId: z.nullable(z.string()),
        username: z.nullable(z.string()),
        hasPassword: z.boolean(),
        usable: z.boolean(),
      }),
    }),
  }),
  resetCredentials: endpoint({
    method: 'POST',
    path: `${PORTAL}/apicreds:reset`,
    who: 'credentials',
    personal: true,
    stepUp: true,
    summary:
      "Give the account's gateway user a new password; this answer is the only one that shows it",
    input: clientId,
    output: z.object({ systemId: z.string(), username: z.string(), password: z.string() }),
  }),
};
