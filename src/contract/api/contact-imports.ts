// Import of contacts from a file, step by step.
import * as z from 'zod/mini';
import { consent } from './contacts.ts';
import { headerRow } from './campaign-sending.ts';
import { groupName } from './contact-groups.ts';
import { done, endpoint, id, listOf, page, PORTAL, timestamp } from '../endpoint.ts';
import { isPlaceholderName } from '../shared/template.ts';

export const CONTACT_FIELDS = ['phone', 'firstName', 'lastName', 'otherNames', 'email'] as const;

/** A consent to promotions: whether the person agreed, when, to which words, and by which way. */
export const CONSENT_FIELDS = [
  'consent',
  'consentDate',
  'consentWording',
  'consentSource',
] as const;

/** The uses of a column: a contact's field, a consent, a custom attribute, or the note of an opt-out. */
export const COLUMN_FIELDS = [...CONTACT_FIELDS, ...CONSENT_FIELDS, 'attribute', 'note'] as const;

/** The use of one column: a field, an attribute of this name, or nothing. */
export const columnUse = z.object({
  /** The name of the column in the upload. */
  column: z.string(),
  field: z.nullable(z.enum(COLUMN_FIELDS)),
  attribute: z.optional(z.string().check(z.refine(isPlaceholderName))),
});
export type ColumnUse = z.output<typeof columnUse>;

export const contactUpload = z.object({
  uploadId: id,
  fileName: z.string(),
  columns: z.array(z.string()),
  /** The first 5 rows, with every column. */
  rows: z.array(z.array(z.string())),
  rowCount: z.int(),
  /** The row of the file with the names of the columns; null where there is none. */
  headerRow: z.nullable(z.int()),
  /** Characters that no text holds, such as NUL, which were removed. */
  removedCharacters: z.int(),
  /** A proposed mapping, to be confirmed or changed. */
  mapping: z.array(columnUse),
  /** True if the file is the corrected list of an earlier import's refused rows. */
  mended: z.boolean(),
  encoding: z.string(),
  delimiter: z.nullable(z.string()),
  bytes: z.int(),
});
export type ContactUpload = z.output<typeof contactUpload>;

export const IMPORT_KINDS = ['CONTACTS', 'OPT_OUTS'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
export const IMPORT_STATUSES = [
  'CHECKING',
  'READY',
  'RUNNING',
  'COMPLETED',
  'CANCELED',
  'FAILED',
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export const importCounts = z.object({
  rows: z.int(),
  new: z.int(),
  /** Existing contacts that were changed. */
  updated: z.int(),
  /** Existing contacts that were left unchanged. */
  kept: z.int(),
  /** Rows whose number is in an earlier row of the file. */
  duplicate: z.int(),
  invalid: z.int(),
  /** Reasons of invalid rows, most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** Rows taken in without a part of them, such as an email address that is none. */
  incomplete: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** Consents that are recorded. */
  consents: z.int(),
});
export type ImportCounts = z.output<typeof importCounts>;

export const contactImport = z.object({
  importId: id,
  clientId: id,
  kind: z.enum(IMPORT_KINDS),
  fileName: z.string(),
  status: z.enum(IMPORT_STATUSES),
  rowCount: z.int(),
  existing: z.enum(['UPDATE', 'KEEP']),
  groupIds: z.array(id),
  newGroupName: z.nullable(z.string()),
  /** The expected counts, once the file has been read. */
  expected: z.nullable(importCounts),
  /** The counts so far. */
  counts: z.nullable(importCounts),
  /** The background task that works on it. */
  operationId: z.nullable(id),
  createTimestamp: timestamp,
  endTimestamp: z.nullable(timestamp),
});
export type ContactImport = z.output<typeof contactImport>;

const oneImport = z.object({ importId: id });

export const contactImports = {
  upload: endpoint({
    method: 'POST',
    path: `${PORTAL}/contacts:uploadContact`,
    who: 'messaging.send',
    upload: true,
    summary:
      'Upload a file of contacts (CSV, TXT or XLSX; 1,000,000 rows at most) and see its columns and their likely use',
    input: z.object({}),
    output: contactUpload,
  }),
  setHeader: endpoint({
    method: 'PUT',
    path: `${PORTAL}/contacts/uploads/:uploadId/header`,
    who: 'messaging.send',
    summary: 'Say which row of an uploaded file has the names of the columns, or that none has',
    input: z.object({ uploadId: id, headerRow }),
    output: contactUpload,
  }),
  check: endpoint({
    method: 'POST',
    path: `${PORTAL}/contacts:checkImport`,
    who: 'messaging.send',
    summary:
      'Assign the columns of an uploaded file; it is read in the background for a preview of the import',
    input: z.object({
      uploadId: id,
      kind: z._default(z.enum(IMPORT_KINDS), 'CONTACTS'),
      mapping: z.array(columnUse).check(z.minLength(1), z.maxLength(256)),
      /** Handling of contacts that already exist. */
      existing: z._default(z.enum(['UPDATE', 'KEEP']), 'UPDATE'),
      groupIds: z._default(z.array(id).check(z.maxLength(20)), []),
      /** A group to create, or to find by this name, when the import starts. */
      newGroupName: z.optional(groupName),
      consent: z.optional(z.nullable(consent)),
    }),
    output: contactImport,
  }),
  start: endpoint({
    method: 'POST',
    path: `${PORTAL}/contacts:startImport`,
    who: 'messaging.send',
    summary: 'Run a previewed import in the background',
    input: oneImport,
    output: contactImport,
  }),
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/contactimports`,
    who: 'messaging.send',
    summary: 'Imports of the last 30 days, newest first',
    input: z.object(page),
    output: listOf('imports', contactImport),
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/contactimports/:importId`,
    who: 'messaging.send',
    summary: 'One import',
    input: oneImport,
    output: contactImport,
  }),
  refusedRows: endpoint({
    method: 'GET',
    path: `${PORTAL}/downloadContactImport`,
    who: 'messaging.send',
    download: true,
    summary:
      'Rows that an import left out, with the reason; once corrected, the file can be uploaded again (CSV)',
    input: oneImport,
    output: done,
  }),
};
