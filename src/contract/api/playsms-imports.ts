// Clients, phone books and templates of a playSMS, read from a dump of its database.
import * as z from 'zod/mini';
import { endpoint, id, PORTAL, timestamp } from '../endpoint.ts';
import { ROLES } from '../shared/role-names.ts';

/** The most users of one dump, and the most entries of its phone books. */
export const MOST_PLAYSMS_USERS = 2_000;
export const MOST_PLAYSMS_CONTACTS = 300_000;

export const PLAYSMS_STATUSES = ['READY', 'RUNNING', 'COMPLETED', 'CANCELED', 'FAILED'] as const;
export type PlaysmsStatus = (typeof PLAYSMS_STATUSES)[number];

/** NEW: an account is opened. EXISTING: there is an account with its email address. */
export const USER_OUTCOMES = ['NEW', 'EXISTING', 'LEFT_OUT'] as const;
/** Why a user becomes no client. */
export const USER_REASONS = [
  'ADMINISTRATOR',
  'NO_EMAIL',
  'BAD_EMAIL',
  'TWICE',
  'UNPROVED',
  'HELD',
  'PARENT',
] as const;
export type UserReason = (typeof USER_REASONS)[number];

/** Why an entry of a phone book or a template is left out, or changed. */
export const ENTRY_REASONS = [
  'EMPTY',
  'NOT_A_NUMBER',
  'SCIENTIFIC',
  'TOO_SHORT',
  'TOO_LONG',
  'NOT_MOBILE',
  'UNKNOWN_COUNTRY',
  'INVALID',
  'BAD_EMAIL',
  'NAME_CUT',
  'NO_TEXT',
  'TEXT_TOO_LONG',
] as const;
export type EntryReason = (typeof ENTRY_REASONS)[number];

/** The parts of a dump that the import does not take over. */
export const LOSSES = [
  'PASSWORDS',
  'API_TOKENS',
  'CREDITS',
  'SENDERS',
  'FOOTERS',
  'PHONES',
  'SHARED_GROUPS',
] as const;
export type Loss = (typeof LOSSES)[number];

const count = z.int();

export const playsmsUser = z.object({
  /** The line of the dump. */
  line: count,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  /** The user whose client it becomes; null for a client of the platform. */
  parentUsername: z.nullable(z.string()),
  outcome: z.enum(USER_OUTCOMES),
  reason: z.nullable(z.enum(USER_REASONS)),
  /** The account that is there already. */
  clientId: z.nullable(id),
  accessLevel: z.nullable(z.enum(ROLES)),
  contacts: count,
  groups: count,
  templates: count,
});
export type PlaysmsUser = z.output<typeof playsmsUser>;

export const playsmsPreview = z.object({
  users: z.array(playsmsUser),
  /** The first templates as they will be, `#NAME#` and `#NUM#` translated. */
  templates: z.array(z.object({ username: z.string(), name: z.string(), text: z.string() })),
  /** The first entries that are left out or changed; `entryCount` counts them all. */
  entries: z.array(
    z.object({
      line: count,
      username: z.string(),
      kind: z.enum(['CONTACT', 'TEMPLATE']),
      /**
       * The number of a contact as the dump has it, masked where it is a valid one, or the name of a
       * template; missing in previews of earlier versions.
       */
      subject: z.optional(z.string()),
      reason: z.enum(ENTRY_REASONS),
    }),
  ),
  entryCount: count,
  /** Entries of phone books and templates of users who become no client. */
  ownerlessCount: count,
  losses: z.array(z.object({ loss: z.enum(LOSSES), count })),
  /** Tables of the dump that have rows and are not read. */
  otherTables: z.array(z.string()),
});
export type PlaysmsPreview = z.output<typeof playsmsPreview>;

export const playsmsCounts = z.object({
  clients: count,
  existingClients: count,
  contacts: count,
  keptContacts: count,
  groups: count,
  templates: count,
  keptTemplates: count,
  /** Users left out because accounts have changed since the preview, and contacts left out for the same reason. */
  missingClients: count,
  missingContacts: count,
});
export type PlaysmsCounts = z.output<typeof playsmsCounts>;

export const playsmsImport = z.object({
  importId: id,
  clientId: id,
  fileName: z.string(),
  status: z.enum(PLAYSMS_STATUSES),
  preview: playsmsPreview,
  counts: z.nullable(playsmsCounts),
  /** The background task that works on it. */
  operationId: z.nullable(id),
  createTimestamp: timestamp,
  endTimestamp: z.nullable(timestamp),
});
export type PlaysmsImport = z.output<typeof playsmsImport>;

export const playsmsImports = {
  read: endpoint({
    method: 'POST',
    path: `${PORTAL}/playsmsimports:read`,
    who: 'platform.edit',
    personal: true,
    upload: true,
    summary:
      'Read a dump of the database of playSMS, and see the clients, contacts and templates that it becomes',
    input: z.object({}),
    output: playsmsImport,
  }),
  start: endpoint({
    method: 'POST',
    path: `${PORTAL}/playsmsimports:start`,
    who: 'platform.edit',
    personal: true,
    stepUp: true,
    summary:
      'Import a previewed dump of playSMS in the background, with or without invitations to its clients',
    input: z.object({ importId: id, sendInvitations: z.boolean() }),
    output: playsmsImport,
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/playsmsimports/:importId`,
    who: 'platform.edit',
    summary: 'One import of a playSMS: its preview, and what it has come to',
    input: z.object({ importId: id }),
    output: playsmsImport,
  }),
};
