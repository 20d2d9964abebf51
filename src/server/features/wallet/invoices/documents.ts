// The papers of a payment: its receipt and its invoice.
import type { Readable } from 'node:stream';
import type { InvoiceRow } from './invoices.store.ts';
import type { Language } from '../../../i18n/language.ts';
import { formatNumber, unitsText } from '../../../i18n/numbers.ts';
import { texts } from '../../../i18n/texts.ts';
import { close, day, facts, FAINT, INK, LINE, MARGIN, open } from '../pdf-layout.ts';
import type { Party, Sheet } from '../pdf-layout.ts';

export type ReceiptFacts = {
  issuer: Party;
  clientName: string;
  ref: string;
  receipt: string | null;
  at: Date;
  phone: string;
  amount: string;
  currency: string;
  units: bigint;
  costPrice: string | null;
  what: 'UNITS' | 'SENDER_FEE';
};

/** The receipt of a completed payment, one page. */
export function receiptPdf(payment: ReceiptFacts, language: Language): Readable {
  const words = texts[language].wallet.documents;
  const sheet = open(words.receipt, payment.issuer, language);
  const money = `${payment.currency} ${formatNumber(payment.amount, language)}`;
  facts(sheet, [
    [words.client, payment.clientName],
    [words.reference, payment.ref],
    [words.providerReceipt, payment.receipt ?? '-'],
    [words.date, `${day(payment.at)} UTC`],
    [words.phone, payment.phone],
    ...(payment.what === 'UNITS'
      ? ([
          [words.units, unitsText(payment.units, language)],
          [words.price, `${payment.currency} ${formatNumber(payment.costPrice ?? '', language)}`],
        ] as [string, string][])
      : ([[words.what, words.fee]] as [string, string][])),
  ]);
  sheet.moveTo(MARGIN, sheet.y).lineTo(547, sheet.y).strokeColor(LINE).stroke().moveDown(0.6);
  const { y } = sheet;
  sheet
    .font('Helvetica-Bold')
    .fontSize(13)
    .fillColor(INK)
    .text(words.paid, MARGIN, y)
    .text(money, MARGIN, y, { width: 499, align: 'right' });
  return close(sheet, language);
}

const WIDTH = 499;

/** The invoice of a payment that was received, one page. */
export function invoicePdf(
  invoice: InvoiceRow & { ref: string; paymentRef: string },
  language: Language,
): Readable {
  const words = texts[language].wallet.documents;
  const { seller, buyer, currency } = invoice;
  const linesOf = (party: InvoiceRow['seller']) =>
    [
      party.address,
      party.taxNumber ? `${words.taxNumber}: ${party.taxNumber}` : null,
      party.email,
      party.phone,
    ].filter((line) => typeof line === 'string' && line !== '') as string[];
  const sheet = open(words.invoice, { name: seller.name, lines: linesOf(seller) }, language);
  facts(sheet, [
    [words.number, invoice.ref],
    [words.date, `${day(invoice.issuedAt)} UTC`],
    [words.billedTo, [buyer.name, ...linesOf(buyer)].join('\n')],
    [words.reference, invoice.paymentRef],
    [words.providerReceipt, invoice.receipt ?? '-'],
  ]);
  const money = (amount: string) => formatNumber(amount, language);
  drawRow(
    sheet,
    [words.item, words.quantity, words.price, `${words.amount} (${currency})`],
    'head',
  );
  if (invoice.purpose === 'UNITS')
    drawRow(
      sheet,
      [
        words.smsUnits,
        unitsText(invoice.units, language),
        money(invoice.costPrice ?? ''),
        money(invoice.total),
      ],
      'line',
    );
  else drawRow(sheet, [words.fee, '1', money(invoice.total), money(invoice.total)], 'line');
  sheet.moveDown(0.5);
  const sum = (name: string, amount: string, strong: boolean) =>
    drawSum(sheet, name, `${currency} ${money(amount)}`, strong);
  if (invoice.taxName !== null) {
    sum(words.net, invoice.net, false);
    sum(
      `${invoice.taxName} ${formatNumber(Number(invoice.taxPercent), language)}%`,
      invoice.tax,
      false,
    );
  }
  sum(words.total, invoice.total, true);
  sheet
    .font('Helvetica')
    .fontSize(9.5)
    .fillColor(FAINT)
    .text(invoice.taxName === null ? words.paidInFull : words.paidWithTax, MARGIN, sheet.y + 8, {
      width: WIDTH,
    });
  return close(sheet, language);
}

/** A row of the four columns of an invoice, with a line under it. */
function drawRow(
  sheet: Sheet,
  texts: readonly [string, string, string, string],
  style: 'head' | 'line',
): void {
  const { y } = sheet;
  sheet
    .font(style === 'head' ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(9.5)
    .fillColor(style === 'head' ? FAINT : INK);
  texts.forEach((text, at) =>
    sheet.text(text, MARGIN + [0, 200, 290, 390][at]!, y, {
      width: [190, 80, 90, 109][at]!,
      align: at === 0 ? 'left' : 'right',
      lineBreak: false,
    }),
  );
  sheet
    .moveTo(MARGIN, y + 15)
    .lineTo(MARGIN + WIDTH, y + 15)
    .strokeColor(LINE)
    .lineWidth(0.5)
    .stroke();
  sheet.y = y + 21;
}

function drawSum(sheet: Sheet, name: string, amount: string, strong: boolean): void {
  const { y } = sheet;
  sheet
    .font(strong ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(strong ? 13 : 9.5)
    .fillColor(INK)
    .text(name, MARGIN + 200, y, { width: 190 })
    .text(amount, MARGIN + 390 - 60, y, { width: 169, align: 'right' });
  sheet.y = y + (strong ? 22 : 16);
}
