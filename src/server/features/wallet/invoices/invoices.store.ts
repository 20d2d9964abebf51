import type { Tx } from '../../../infra/database/db.ts';
import { idFloorNear } from '../../../infra/ids.ts';
import { listPage, newestFirst } from '../../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { whereWithin } from '../../../infra/database/scoped-query.ts';

/** The details that a client prints on its invoices; null takes the account's, or leaves the line out. */
export type InvoiceDetails = {
  legalName: string | null;
  address: string | null;
  taxNumber: string | null;
  taxName: string | null;
  taxPercent: string | null;
};
/** One side of an invoice, as it was when it was issued. */
export type InvoiceParty = {
  name: string;
  address?: string | null;
  taxNumber?: string | null;
  email: string | null;
  phone: string | null;
  country: string;
};

export type InvoiceRow = {
  id: string;
  number: bigint;
  paymentId: string;
  paymentNumber: bigint;
  receipt: string | null;
  sellerId: string;
  clientId: string;
  clientName: string;
  issuedAt: Date;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  purpose: 'UNITS' | 'SENDER_FEE';
  units: bigint;
  costPrice: string | null;
  net: string;
  taxName: string | null;
  taxPercent: string | null;
  tax: string;
  total: string;
  currency: string;
};
export type NewInvoice = Omit<InvoiceRow, 'paymentNumber' | 'receipt' | 'clientName' | 'issuedAt'>;

const DETAILS =
  'legal_name as "legalName", address, tax_number as "taxNumber", tax_name as "taxName", tax_percent::text as "taxPercent"';

export async function findInvoiceDetails(
  tx: Tx,
  clientId: string,
): Promise<InvoiceDetails | undefined> {
  return (
    await tx.query<InvoiceDetails>(`select ${DETAILS} from invoice_details where client_id = $1`, [
      clientId,
    ])
  ).rows[0];
}

export async function saveInvoiceDetails(
  tx: Tx,
  clientId: string,
  details: InvoiceDetails,
): Promise<void> {
  await tx.query(
    `insert into invoice_details (client_id, legal_name, address, tax_number, tax_name, tax_percent) values ($1, $2, $3, $4, $5, $6)
     on conflict (client_id) do update set legal_name = excluded.legal_name, address = excluded.address, tax_number = excluded.tax_number, tax_name = excluded.tax_name, tax_percent = excluded.tax_percent`,
    [
      clientId,
      details.legalName,
      details.address,
      details.taxNumber,
      details.taxName,
      details.taxPercent,
    ],
  );
}

/** Both sides of a sale: what the account says and what it writes on invoices. Under the system scope. */
export async function findParty(
  tx: Tx,
  clientId: string,
): Promise<
  InvoiceDetails & {
    clientName: string;
    email: string | null;
    phone: string | null;
    country: string;
  }
> {
  const { rows } = await tx.query<
    InvoiceDetails & {
      clientName: string;
      email: string | null;
      phone: string | null;
      country: string;
    }
  >(
    `select c.client_name as "clientName", c.email, c.phone, c.country, ${DETAILS} from client c left join invoice_details d on d.client_id = c.id where c.id = $1`,
    [clientId],
  );
  return rows[0]!;
}

/** The next number of a seller's series; the next issuer waits until this transaction ends, so that no number is missing. */
export async function takeNumber(tx: Tx, sellerId: string): Promise<bigint> {
  const { rows } = await tx.query<{ number: bigint }>(
    `insert into invoice_series (seller_id, last_number) values ($1, 1) on conflict (seller_id) do update set last_number = invoice_series.last_number + 1 returning last_number as number`,
    [sellerId],
  );
  return rows[0]!.number;
}

export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<void> {
  await tx.query(
    `insert into invoice (id, number, payment_id, seller_id, client_id, seller, buyer, purpose, units, cost_price, net, tax_name, tax_percent, tax, total, currency)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      invoice.id,
      invoice.number,
      invoice.paymentId,
      invoice.sellerId,
      invoice.clientId,
      JSON.stringify(invoice.seller),
      JSON.stringify(invoice.buyer),
      invoice.purpose,
      invoice.units,
      invoice.costPrice,
      invoice.net,
      invoice.taxName,
      invoice.taxPercent,
      invoice.tax,
      invoice.total,
      invoice.currency,
    ],
  );
}

const COLUMNS = `i.id, i.number, i.payment_id as "paymentId", p.number as "paymentNumber", p.receipt, i.seller_id as "sellerId", i.client_id as "clientId", c.client_name as "clientName", i.issued_at as "issuedAt", i.seller, i.buyer,
  i.purpose, i.units, i.cost_price::text as "costPrice", i.net::text as net, i.tax_name as "taxName", i.tax_percent::text as "taxPercent", i.tax::text as tax, i.total::text as total, i.currency`;
const FROM = 'invoice i join payment p on p.id = i.payment_id join client c on c.id = i.client_id';

export async function findInvoice(
  tx: Tx,
  scope: Scope,
  invoiceId: string,
): Promise<InvoiceRow | undefined> {
  const where = whereWithin(scope, 'i.client_id');
  where.add('i.id = ?', invoiceId);
  return (
    await tx.query<InvoiceRow>(`select ${COLUMNS} from ${FROM} where ${where.sql}`, where.values)
  ).rows[0];
}

export type InvoiceFilter = {
  clientIds: string[];
  from: Date | undefined;
  to: Date | undefined;
  number: bigint | undefined;
};

/** Invoices within reach, newest first. */
export async function listInvoices(
  tx: Tx,
  scope: Scope,
  filter: InvoiceFilter,
  page: PageRequest,
): Promise<Page<InvoiceRow>> {
  const where = whereWithin(scope, 'i.client_id');
  if (filter.clientIds.length > 0) where.add('i.client_id = any (?)', filter.clientIds);
  if (filter.from)
    where.add('i.issued_at >= ? and i.id >= ?', filter.from, idFloorNear(filter.from, -1));
  if (filter.to) where.add('i.issued_at < ? and i.id < ?', filter.to, idFloorNear(filter.to, 1));
  if (filter.number !== undefined) where.add('i.number = ?', filter.number);
  // Ids made when they were issued follow time.
  return listPage<InvoiceRow>(tx, page, {
    counted: 'invoice i',
    where,
    order: newestFirst('i.id'),
    read: (rows) => `select ${COLUMNS} from ${FROM} ${rows}`,
  });
}
