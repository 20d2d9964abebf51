// Balances of another portal, entered at once: read from a file, previewed row by row, then booked.
import * as z from 'zod/mini';
import { endpoint, id, PORTAL, units } from '../endpoint.ts';

/** The most rows of one import. */
export const MOST_OPENINGS = 2_000;

/** A row with the texts of its two columns, as the file has them. */
const opening = z.object({
  line: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  /** The email address, the phone number or the name of a client. */
  account: z.string().check(z.maxLength(320)),
  units: z.string().check(z.maxLength(40)),
});
export type Opening = z.output<typeof opening>;

const input = z.object({
  /** The name of the import. A client gets an opening balance once under each name, and its note is the name. */
  reference: z.string().check(z.trim(), z.minLength(3), z.maxLength(60)),
  rows: z.array(opening).check(z.minLength(1), z.maxLength(MOST_OPENINGS)),
});

const output = z.object({
  rows: z.array(
    z.object({
      line: z.int(),
      clientId: id,
      clientName: z.string(),
      units,
      balanceAfter: units,
      /** True if an earlier import of this name entered it; nothing moves. */
      entered: z.boolean(),
    }),
  ),
  /** Rows that are left out, by the column that is wrong. */
  problems: z.array(
    z.object({ line: z.int(), field: z.enum(['account', 'units']), message: z.string() }),
  ),
  /** Rows without units, which are passed over. */
  emptyCount: z.int(),
  /** The units that are entered, all rows together. */
  total: units,
});
export type Openings = z.output<typeof output>;

export const openingBalances = {
  read: endpoint({
    method: 'POST',
    path: `${PORTAL}/openingbalances:read`,
    who: 'platform.edit',
    personal: true,
    upload: true,
    summary:
      "Read a file of accounts and balances (CSV, XLSX, or a dump of playSMS's table of users) and see its columns",
    input: z.object({}),
    output: z.object({
      columns: z.array(z.string()),
      rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
      /** The columns that look like the account and its units; null where none does. */
      accountColumn: z.nullable(z.int()),
      unitsColumn: z.nullable(z.int()),
    }),
  }),
  preview: endpoint({
    method: 'POST',
    path: `${PORTAL}/openingbalances:preview`,
    who: 'platform.edit',
    personal: true,
    largeBody: true,
    summary: 'Preview opening balances: what each row would enter, and the rows that are left out',
    input,
    output,
  }),
  enter: endpoint({
    method: 'POST',
    path: `${PORTAL}/openingbalances:enter`,
    who: 'platform.edit',
    personal: true,
    stepUp: true,
    idempotent: true,
    largeBody: true,
    summary: 'Enter opening balances, all rows without a problem in one step',
    input,
    output,
  }),
};
