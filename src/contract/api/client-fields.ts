// The fields of a client: those that callers send, and those that answers show.
import * as z from 'zod/mini';
import { CLIENT_STATUSES, otpChannel } from './auth.ts';
import { CONTACT_RULES } from './contact-changes.ts';
import { COUNTRIES } from '../shared/countries.ts';
import { id, timestamp, units } from '../endpoint.ts';
import { ROLES, type Role } from '../shared/role-names.ts';
import { singleLine } from '../shared/fields.ts';

export const ACCOUNT_TYPES = ['INDIVIDUAL', 'COMPANY'] as const;
export const LANGUAGES = ['en', 'pt', 'sw'] as const;
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const;

/**
 * The access levels that a client of each level may assign when it invites or creates a client:
 * never above its own.
 */
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

/** The usual owner of an account of a level; an invited person may still choose. */
export const USUAL_TYPE: Readonly<Record<Role, (typeof ACCOUNT_TYPES)[number]>> = {
  ADMINISTRATOR: 'INDIVIDUAL',
  IT_SUPPORT: 'INDIVIDUAL',
  BD_CLIENT: 'INDIVIDUAL',
  RESELLER: 'COMPANY',
  COMPANY: 'COMPANY',
  EBU_APPROVER: 'INDIVIDUAL',
  EBU_CLIENT: 'COMPANY',
  CLIENT: 'INDIVIDUAL',
};

const text = singleLine;

export const password = z
  .string()
  .check(z.minLength(PASSWORD_LENGTH.least), z.maxLength(PASSWORD_LENGTH.most));
const countryCodes = new Set(COUNTRIES.map((country) => country.code));
export const country = z.string().check(z.refine((code) => countryCodes.has(code)));
export const timezone = z.string().check(
  z.maxLength(64),
  z.refine((name) => {
    try {
      return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
    } catch {
      return false;
    }
  }),
);
export const website = z.string().check(
  z.trim(),
  z.maxLength(200),
  z.refine((address) => /^https?:$/.test(URL.parse(address)?.protocol ?? '')),
);

/** Splits a comma-separated list of addresses. */
export function splitEmails(written: string): string[] {
  return written
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

export const names = {
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
export const rates = z.optional(z.array(ownRate).check(z.maxLength(300)));

/** A client as lists and its own page show it. */
export const client = z.object({
  clientId: id,
  /** Null when the parent is out of the caller's reach. */
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
  /** The new email or phone, until its owner confirms it. */
  pendingEmail: z.nullable(z.string()),
  pendingPhone: z.nullable(z.string()),
  /**
   * The rule that applies to a new email address or phone from this caller; only on a single
   * client.
   */
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
  /** The default for new texts: replace special characters that GSM 03.38 lacks. */
  replaceLookalikes: z.boolean(),
  profileUrl: z.nullable(z.string()),
  createTimestamp: timestamp,
  lastSignInTimestamp: z.nullable(timestamp),
  /** The last sign-in, call or message of the account itself; null if it was never used. */
  lastUseTimestamp: z.nullable(timestamp),
  /** Its own messages and those of the clients below it, by the days of its own zone, today included. */
  messagesLast30Days: z.int(),
  /**
   * Whole days that the balance lasts at the pace of the last 7, by its own messages; null if too few were
   * sent. Only in the list.
   */
  daysLeft: z.optional(z.nullable(z.int())),
  /** Units a day at that pace. Only in the list. */
  unitsPerDay: z.optional(z.nullable(units)),
  /** Fields to fill in before the account may be used. */
  missingDetails: z.array(z.string()),
  // Only with `?privilege=true`.
  rates: z.optional(z.array(z.object({ ...ownRate.shape, rateId: id, inherited: z.boolean() }))),
  creditLimitUnits: z.optional(units),
  dailyLimitMessages: z.optional(z.nullable(z.int())),
  /** Its own rule; `inheritedApproval` has that of an account above. */
  requiresCampaignApproval: z.optional(z.boolean()),
  /**
   * The nearest account above that needs approval, so that this one does too; null where none does. Its
   * name and number are null where it is out of the caller's reach.
   */
  inheritedApproval: z.optional(
    z.nullable(z.object({ clientId: z.nullable(id), clientName: z.nullable(z.string()) })),
  ),
  unapprovedNumbers: z.optional(z.nullable(z.int())),
  /** The limit that holds where it sets none itself, of the nearest account above; null: as the platform sets it. */
  inheritedUnapprovedNumbers: z.optional(z.nullable(z.int())),
  demandsConsent: z.optional(z.nullable(z.boolean())),
  /** By whom and when it was blocked, for readers of the audit log; the name is null where it is out of the caller's reach. */
  blocked: z.optional(z.object({ actorName: z.nullable(z.string()), timestamp })),
});
export type Client = z.output<typeof client>;

/** A client in the user tree, its children in it. */
export type ClientNode = {
  clientId: string;
  clientName: string;
  accessLevel: Role;
  clientStatus: (typeof CLIENT_STATUSES)[number];
  smsBalance: number;
  /** Its own messages and those of the clients below it. */
  messagesLast30Days: number;
  clients: ClientNode[];
};
export const clientNode: z.ZodMiniType<ClientNode, ClientNode> = z.object({
  clientId: id,
  clientName: z.string(),
  accessLevel: z.enum(ROLES),
  clientStatus: z.enum(CLIENT_STATUSES),
  smsBalance: units,
  messagesLast30Days: z.int(),
  get clients() {
    return z.array(clientNode);
  },
});

/** A client's last days in its own time zone. */
export const clientActivity = z.object({
  timezone: z.string(),
  /** Oldest first, today last; with the messages of the clients below it. */
  days: z.array(z.object({ day: z.string(), messages: z.int(), delivered: z.int() })),
  /** Recent use of units by its own messages; null if there was too little. */
  pace: z.nullable(z.object({ days: z.int(), unitsPerDay: units })),
  /** Whole days that the balance lasts at that rate. */
  daysLeft: z.nullable(z.int()),
});
export type ClientActivity = z.output<typeof clientActivity>;

export const clientId = z.object({ clientId: id });
/** The channel by which the message was sent. */
export const told = z.object({ sentBy: otpChannel });
