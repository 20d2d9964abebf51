// Invoices of payments, and the details that stand on them.
import * as z from 'zod/mini';
import {
  done,
  endpoint,
  id,
  listOf,
  many,
  numericTimestamp,
  page,
  PORTAL,
  timestamp,
  units,
} from '../endpoint.ts';
import { amount } from './payments.ts';
import { singleLine } from '../shared/fields.ts';

/** The invoice of a received payment. It never changes. */
export const invoice = z.object({
  invoiceId: id,
  /** Its number in its seller's series, which has no gaps. */
  ref: z.string(),
  purchaseId: id,
  clientId: id,
  clientName: z.string(),
  sellerName: z.string(),
  purpose: z.enum(['UNITS', 'SENDER_FEE']),
  units,
  net: amount,
  taxName: z.nullable(z.string()),
  taxPercent: z.nullable(z.string()),
  tax: amount,
  total: amount,
  currency: z.string(),
  createTimestamp: timestamp,
});
export type Invoice = z.output<typeof invoice>;

const line = (most: number) =>
  z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(most)));

export const taxPercent = z.nullable(
  z.string().check(
    z.regex(/^\d{1,2}(\.\d{1,2})?$/),
    z.refine((value) => Number(value) > 0),
  ),
);

export const invoices = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/invoices`,
    who: 'purchases.read',
    summary: 'Invoices of payments that were received, newest first',
    input: z.object({
      ...page,
      'filter.clientIds': many(id),
      'filter.query': z.optional(z.string().check(z.trim(), z.maxLength(100))),
      'filter.startTimestamp': z.optional(numericTimestamp),
      'filter.endTimestamp': z.optional(numericTimestamp),
    }),
    output: listOf('invoices', invoice),
  }),
  pdf: endpoint({
    method: 'GET',
    path: `${PORTAL}/invoices/:invoiceId/pdf`,
    who: 'purchases.read',
    download: true,
    summary: 'An invoice (PDF)',
    input: z.object({ invoiceId: id }),
    output: done,
  }),
  details: endpoint({
    method: 'GET',
    path: `${PORTAL}/invoices/details`,
    who: 'invoices.details',
    summary:
      "Invoice details of the signed-in client besides those of its account; for an administrator, the platform's",
    input: z.object({}),
    /**
     * `sells` is true if it has, or may have, clients that buy from it, so that a tax can be set.
     */
    output: z.object({
      legalName: z.nullable(z.string()),
      address: z.nullable(z.string()),
      taxNumber: z.nullable(z.string()),
      taxName: z.nullable(z.string()),
      taxPercent: z.nullable(z.string()),
      sells: z.boolean(),
    }),
  }),
  setDetails: endpoint({
    method: 'PUT',
    path: `${PORTAL}/invoices/details`,
    who: 'invoices.details',
    personal: true,
    summary: 'Set invoice details; issued invoices do not change',
    input: z
      .object({
        legalName: z.nullable(singleLine(120)),
        address: line(400),
        taxNumber: z.nullable(singleLine(40)),
        taxName: z.nullable(singleLine(20)),
        taxPercent,
      })
      .check(
        z.refine(({ taxName, taxPercent }) => (taxName === null) === (taxPercent === null), {
          path: ['taxPercent'],
        }),
      ),
    output: done,
  }),
};
