// Sender IDs of clients that come from another portal: read from a file, previewed row by row, then entered.
import * as z from 'zod/mini';
import { endpoint, id, PORTAL } from '../endpoint.ts';
import { SENDER_KINDS } from '../shared/sender-names.ts';

/** The most rows of one import. */
export const MOST_SENDER_ROWS = 500;

/** The columns that a row may have; the first two are required. */
export const SENDER_COLUMNS = [
  'account',
  'senderId',
  'kind',
  'country',
  'brandOwner',
  'sample',
] as const;
export type SenderColumn = (typeof SENDER_COLUMNS)[number];

/** A row with the texts of its columns, as the file has them; empty where the file has no such column. */
const senderRow = z.object({
  line: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  /** The email address, the phone number or the name of a client. */
  account: z.string().check(z.maxLength(320)),
  senderId: z.string().check(z.maxLength(100)),
  kind: z._default(z.string().check(z.maxLength(100)), ''),
  /** The client's own country if empty. */
  country: z._default(z.string().check(z.maxLength(100)), ''),
  brandOwner: z._default(z.string().check(z.maxLength(500)), ''),
  sample: z._default(z.string().check(z.maxLength(2000)), ''),
});
export type SenderFileRow = z.output<typeof senderRow>;

const input = z.object({
  /** The kind of rows that name none. */
  kind: z.enum(SENDER_KINDS),
  rows: z.array(senderRow).check(z.minLength(1), z.maxLength(MOST_SENDER_ROWS)),
});

const output = z.object({
  rows: z.array(
    z.object({
      line: z.int(),
      clientId: id,
      clientName: z.string(),
      /** Its email address or phone number: names are not unique. */
      contact: z.nullable(z.string()),
      senderId: z.string(),
      kind: z.enum(SENDER_KINDS),
      country: z.string(),
      /** True if the client has it already; nothing changes. */
      entered: z.boolean(),
    }),
  ),
  /** Rows that are left out, by the column that is wrong. */
  problems: z.array(
    z.object({ line: z.int(), field: z.enum(SENDER_COLUMNS), message: z.string() }),
  ),
});
export type SenderImport = z.output<typeof output>;

export const senderImports = {
  read: endpoint({
    method: 'POST',
    path: `${PORTAL}/senderids:readImport`,
    who: 'platform.edit',
    personal: true,
    upload: true,
    summary: "Read a file of clients' sender IDs (CSV or XLSX) and see its columns",
    input: z.object({}),
    output: z.object({
      columns: z.array(z.string()),
      rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
      /** The columns by their likely use; null where none looks like it. */
      guessed: z.object({
        account: z.nullable(z.int()),
        senderId: z.nullable(z.int()),
        kind: z.nullable(z.int()),
        country: z.nullable(z.int()),
        brandOwner: z.nullable(z.int()),
        sample: z.nullable(z.int()),
      }),
    }),
  }),
  preview: endpoint({
    method: 'POST',
    path: `${PORTAL}/senderids:previewImport`,
    who: 'platform.edit',
    personal: true,
    largeBody: true,
    summary:
      "Preview clients' sender IDs: what each row would enter, and the rows that are left out",
    input,
    output,
  }),
  enter: endpoint({
    method: 'POST',
    path: `${PORTAL}/senderids:enterImport`,
    who: 'platform.edit',
    personal: true,
    stepUp: true,
    idempotent: true,
    largeBody: true,
    summary:
      "Enter clients' sender IDs without documents and fee, all rows without a problem in one step; another account marks them ready",
    input,
    output,
  }),
};
