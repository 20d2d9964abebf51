// The papers of the wallet: a month's statement, the receipt of a payment and its invoice.
import type { Readable } from 'node:stream';
import PdfDocument from 'pdfkit';
import { formatUnits } from '../../../contract/shared/units.ts';
import type { InvoiceRow } from './invoices.store.ts';
import { fill } from '../../i18n/fill.ts';
import type { Language } from '../../i18n/language.ts';
import { texts } from '../../i18n/texts.ts';

type Sheet = InstanceType<typeof PdfDocument>;

const MARGIN = 48;
const INK = '#1c2026';
const FAINT = '#5b6470';
const LINE = '#d7dbe0';

export type Party = { name: string; lines: string[] };

function open(title: string, issuer: Party, language: Language): Sheet {
  const sheet = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: title, Author: issuer.name },
    lang: language,
  });
  sheet.font('Helvetica-Bold').fontSize(18).fillColor(INK).text(title, MARGIN, MARGIN);
  sheet
    .font('Helvetica')
    .fontSize(9)
    .fillColor(FAINT)
    .text([issuer.name, ...issuer.lines].join('\n'), 330, MARGIN, { width: 217, align: 'right' });
  sheet.moveDown(1);
  sheet.y = Math.max(sheet.y, MARGIN + 52);
  return sheet;
}

function facts(sheet: Sheet, rows: [string, string][]): void {
  for (const [name, value] of rows) {
    const { y } = sheet;
    sheet.font('Helvetica').fontSize(9.5).fillColor(FAINT).text(name, MARGIN, y, { width: 150 });
    sheet
      .font('Helvetica')
      .fillColor(INK)
      .text(value, MARGIN + 160, y, { width: 339 });
    sheet.y = Math.max(sheet.y + 3, y + 15);
  }
  sheet.moveDown(0.8);
}

function close(sheet: Sheet, language: Language): Readable {
  const { count } = sheet.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    sheet.switchToPage(at);
    // Below the margin, where writing would open a page of its own.
    sheet.page.margins.bottom = 0;
    sheet
      .font('Helvetica')
      .fontSize(8)
      .fillColor(FAINT)
      .text(fill(texts[language].wallet.documents.page, { at: at + 1, of: count }), MARGIN, 800, {
        width: 499,
        align: 'right',
        lineBreak: false,
      });
  }
  sheet.end();
  return sheet as unknown as Readable; // pdfkit's document is a readable stream
}

const day = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ');

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
  const money = `${payment.currency} ${withSeparators(payment.amount)}`;
  facts(sheet, [
    [words.client, payment.clientName],
    [words.reference, payment.ref],
    [words.providerReceipt, payment.receipt ?? '-'],
    [words.date, `${day(payment.at)} UTC`],
    [words.phone, payment.phone],
    ...(payment.what === 'UNITS'
      ? ([
          [words.units, formatUnits(payment.units)],
          [words.price, `${payment.currency} ${payment.costPrice ?? ''}`],
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
  const money = (amount: string) => withSeparators(amount);
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
        formatUnits(invoice.units),
        withSeparators(invoice.costPrice ?? ''),
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
    sum(`${invoice.taxName} ${Number(invoice.taxPercent)}%`, invoice.tax, false);
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

export type StatementLine = {
  at: Date;
  type: string;
  what: string;
  units: bigint;
  balance: bigint;
};
export type StatementFacts = {
  issuer: Party;
  clientName: string;
  month: string;
  opening: bigint;
  closing: bigint;
  lines: AsyncIterable<StatementLine>;
};

const COLUMNS = [
  { x: MARGIN, width: 88 },
  { x: 138, width: 90 },
  { x: 230, width: 165 },
  { x: 397, width: 72 },
  { x: 471, width: 76 },
] as const;

/** A month of a wallet, line by line, pages as they fill. */
export async function statementPdf(
  statement: StatementFacts,
  language: Language,
): Promise<Readable> {
  const words = texts[language].wallet.documents;
  const sheet = open(words.statement, statement.issuer, language);
  facts(sheet, [
    [words.client, statement.clientName],
    [words.month, statement.month],
    [words.opening, formatUnits(statement.opening)],
    [words.closing, formatUnits(statement.closing)],
  ]);
  const row = (cells: readonly string[], style: 'head' | 'line') => {
    if (sheet.y > 770) {
      sheet.addPage();
      sheet.y = MARGIN;
      if (style === 'line') row(words.columns, 'head');
    }
    const { y } = sheet;
    sheet
      .font(style === 'head' ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(8.5)
      .fillColor(style === 'head' ? FAINT : INK);
    cells.forEach((cell, at) =>
      sheet.text(cell, COLUMNS[at]!.x, y, {
        width: COLUMNS[at]!.width,
        align: at > 2 ? 'right' : 'left',
        lineBreak: false,
        ellipsis: true,
      }),
    );
    sheet
      .moveTo(MARGIN, y + 13)
      .lineTo(547, y + 13)
      .strokeColor(LINE)
      .lineWidth(0.5)
      .stroke();
    sheet.y = y + 17;
  };
  row(words.columns, 'head');
  let any = false;
  for await (const line of statement.lines) {
    any = true;
    row(
      [
        day(line.at),
        (words.types as Record<string, string>)[line.type] ?? line.type,
        line.what,
        formatUnits(line.units),
        formatUnits(line.balance),
      ],
      'line',
    );
  }
  if (!any)
    sheet
      .font('Helvetica')
      .fontSize(9.5)
      .fillColor(FAINT)
      .text(words.nothing, MARGIN, sheet.y + 6);
  return close(sheet, language);
}

function withSeparators(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
}
