import { invoices } from '../../../../contract/api/invoices.ts';
import { record } from '../../../core/audit/audit.ts';
import type { Database } from '../../../infra/database/db.ts';
import { notFound } from '../../../infra/errors.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Route } from '../../../infra/http/http.ts';
import { getRootId } from '../../../core/ledger/ledger.store.ts';
import type { PageTokens } from '../../../infra/database/pages.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { invoiceRef, numberOfInvoice } from './invoices.rules.ts';
import {
  findInvoice,
  findInvoiceDetails,
  listInvoices,
  saveInvoiceDetails,
} from './invoices.store.ts';
import { invoicePdf } from './documents.ts';
import { referenceOf } from '../../../core/ledger/reference.rules.ts';
import { presentInvoice } from './invoices.present.ts';

const NOTHING = {
  legalName: null,
  address: null,
  taxNumber: null,
  taxName: null,
  taxPercent: null,
};

/** Invoices: payer, seller, amount, and the details printed on them. */
export function invoiceRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(invoices, {
    list: ({ pageSize, pageToken, ...given }, { scope }) =>
      database.run(scope, async (tx) => {
        const text = given['filter.query'] || undefined;
        const number = text === undefined ? undefined : (numberOfInvoice(text) ?? 0n);
        const at = (timestamp: number | undefined) =>
          timestamp === undefined ? undefined : new Date(timestamp * 1000);
        const page = await listInvoices(
          tx,
          scope,
          {
            clientIds: given['filter.clientIds'] ?? [],
            from: at(given['filter.startTimestamp']),
            to: at(given['filter.endTimestamp']),
            number,
          },
          tokens.openPage('invoices', { pageSize, pageToken }),
        );
        return {
          invoices: page.rows.map(presentInvoice),
          ...page.footer,
        };
      }),

    pdf: ({ invoiceId }, { scope, language }) =>
      database.run(scope, async (tx) => {
        const invoice = await findInvoice(tx, scope, invoiceId);
        if (!invoice) throw notFound('invoice');
        return {
          fileName: `${invoiceRef(invoice.number)}.pdf`,
          contentType: 'application/pdf',
          stream: invoicePdf(
            {
              ...invoice,
              ref: invoiceRef(invoice.number),
              paymentRef: referenceOf(invoice.paymentNumber),
            },
            language,
          ),
        };
      }),

    // The platform's own staff edit the platform's details.
    details: (_input, { scope, session }) =>
      database.run(systemScope(), async (tx) => ({
        ...NOTHING,
        ...(await findInvoiceDetails(
          tx,
          scope.reach === 'all' ? await getRootId(tx) : session.clientId,
        )),
        sells: session.accessLevel !== 'CLIENT',
      })),

    setDetails: (details, { scope, session, address, userAgent }) =>
      database.run(systemScope(), async (tx) => {
        const clientId = scope.reach === 'all' ? await getRootId(tx) : session.clientId;
        const before = await findInvoiceDetails(tx, clientId);
        await saveInvoiceDetails(tx, clientId, details);
        await record(
          tx,
          { session, address, userAgent },
          {
            action: 'INVOICE_DETAILS_CHANGED',
            clientId,
            ...(before && { before }),
            after: details,
          },
        );
        return { ok: true as const };
      }),
  });
}
