// A payment that was received gives an invoice, in the transaction that books it.
import type { Tx } from '../../../infra/database/db.ts';
import { newId } from '../../../infra/ids.ts';
import { getRootId } from '../../../core/ledger/ledger.store.ts';
import { findParty, insertInvoice, takeNumber, type InvoiceParty } from './invoices.store.ts';
import { fromHundredths, taxIn, toHundredths } from './invoices.rules.ts';
import type { PaymentRow } from '../payments/payments.store.ts';

/**
 * Issues the invoice of a payment, once: the caller holds its lock and has just moved it to its end. @param
 * sellerId null where the platform sold
 */
export async function issueInvoice(
  tx: Tx,
  payment: PaymentRow,
  sellerId: string | null,
): Promise<void> {
  const seller = sellerId ?? (await getRootId(tx));
  const [from, to] = [await findParty(tx, seller), await findParty(tx, payment.clientId)];
  const total = toHundredths(payment.amount);
  const { net, tax } = taxIn(total, from.taxPercent);
  await insertInvoice(tx, {
    id: newId(),
    number: await takeNumber(tx, seller),
    paymentId: payment.id,
    sellerId: seller,
    clientId: payment.clientId,
    seller: toInvoiceParty(from),
    buyer: toInvoiceParty(to),
    purpose: payment.purpose,
    units: payment.units,
    costPrice: payment.costPrice,
    net: fromHundredths(net),
    taxName: from.taxName,
    taxPercent: from.taxPercent,
    tax: fromHundredths(tax),
    total: fromHundredths(total),
    currency: payment.currency,
  });
}

function toInvoiceParty({
  clientName,
  legalName,
  address,
  taxNumber,
  email,
  phone,
  country,
}: Awaited<ReturnType<typeof findParty>>): InvoiceParty {
  return { name: legalName ?? clientName, address, taxNumber, email, phone, country };
}
