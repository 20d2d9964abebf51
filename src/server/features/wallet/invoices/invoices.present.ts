/** Invoices as callers see them. */
import { unitsToNumber } from '../../../../contract/shared/units.ts';
import type { Invoice } from '../../../../contract/api/invoices.ts';
import { invoiceRef } from './invoices.rules.ts';
import type { InvoiceRow } from './invoices.store.ts';

export function presentInvoice(row: InvoiceRow): Invoice {
  return {
    invoiceId: row.id,
    ref: invoiceRef(row.number),
    purchaseId: row.paymentId,
    clientId: row.clientId,
    clientName: row.clientName,
    sellerName: row.seller.name,
    purpose: row.purpose,
    units: unitsToNumber(row.units),
    net: row.net,
    taxName: row.taxName,
    taxPercent: row.taxPercent,
    tax: row.tax,
    total: row.total,
    currency: row.currency,
    createTimestamp: row.issuedAt.getTime() / 1000,
  };
}
