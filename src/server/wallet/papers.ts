// The two papers of the wallet: a month's statement and the receipt of a payment.
import type { Readable } from 'node:stream';
import PdfDocument from 'pdfkit';
import { formatUnits } from '../../contract/units.ts';
import { paper, type Language } from './papers.words.ts';

type Sheet = InstanceType<typeof PdfDocument>;

const MARGIN = 48;
const INK = '#1c2026';
const FAINT = '#5b6470';
const LINE = '#d7dbe0';

export type Party = { name: string; lines: string[] };

function open(title: string, issuer: Party, language: Language): Sheet {
  const sheet = new PdfDocument({ size: 'A4', margin: MARGIN, bufferPages: true, info: { Title: title, Author: issuer.name }, lang: language });
  sheet.font('Helvetica-Bold').fontSize(18).fillColor(INK).text(title, MARGIN, MARGIN);
  sheet.font('Helvetica').fontSize(9).fillColor(FAINT).text([issuer.name, ...issuer.lines].join('\n'), 330, MARGIN, { width: 217, align: 'right' });
  sheet.moveDown(1);
  sheet.y = Math.max(sheet.y, MARGIN + 52);
  return sheet;
}

function facts(sheet: Sheet, rows: [string, string][]): void {
  for (const [name, value] of rows) {
    const { y } = sheet;
    sheet.font('Helvetica').fontSize(9.5).fillColor(FAINT).text(name, MARGIN, y, { width: 150 });
    sheet.font('Helvetica').fillColor(INK).text(value, MARGIN + 160, y, { width: 339 });
    sheet.y = Math.max(sheet.y, y + 15);
  }
  sheet.moveDown(0.8);
}

function close(sheet: Sheet, language: Language): Readable {
  const { count } = sheet.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    sheet.switchToPage(at);
    // Below the margin, where writing would open a page of its own.
    sheet.page.margins.bottom = 0;
    sheet.font('Helvetica').fontSize(8).fillColor(FAINT).text(paper(language).page(at + 1, count), MARGIN, 800, { width: 499, align: 'right', lineBreak: false });
  }
  sheet.end();
  return sheet as unknown as Readable; // pdfkit's document is a readable stream
}

const day = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ');

export type ReceiptFacts = {
  issuer: Party; clientName: string; ref: string; receipt: string | null; at: Date; phone: string; amount: string; currency: string; units: bigint; costPrice: string | null; what: 'UNITS' | 'SENDER_FEE';
};

/** The receipt of a completed payment, one page. */
export function receiptPdf(payment: ReceiptFacts, language: Language): Readable {
  const words = paper(language);
  const sheet = open(words.receipt, payment.issuer, language);
  const money = `${payment.currency} ${withSeparators(payment.amount)}`;
  facts(sheet, [
    [words.client, payment.clientName], [words.reference, payment.ref], [words.providerReceipt, payment.receipt ?? '-'], [words.date, `${day(payment.at)} UTC`], [words.phone, payment.phone],
    ...payment.what === 'UNITS' ? [[words.units, formatUnits(payment.units)], [words.price, `${payment.currency} ${payment.costPrice ?? ''}`]] as [string, string][] : [[words.what, words.fee]] as [string, string][],
  ]);
  sheet.moveTo(MARGIN, sheet.y).lineTo(547, sheet.y).strokeColor(LINE).stroke().moveDown(0.6);
  const { y } = sheet;
  sheet.font('Helvetica-Bold').fontSize(13).fillColor(INK).text(words.paid, MARGIN, y).text(money, MARGIN, y, { width: 499, align: 'right' });
  return close(sheet, language);
}

export type StatementLine = { at: Date; type: string; what: string; units: bigint; balance: bigint };
export type StatementFacts = { issuer: Party; clientName: string; month: string; opening: bigint; closing: bigint; lines: AsyncIterable<StatementLine> };

const COLUMNS = [{ x: MARGIN, width: 88 }, { x: 138, width: 90 }, { x: 230, width: 165 }, { x: 397, width: 72 }, { x: 471, width: 76 }] as const;

/** A month of a wallet, line by line, pages as they fill. */
export async function statementPdf(statement: StatementFacts, language: Language): Promise<Readable> {
  const words = paper(language);
  const sheet = open(words.statement, statement.issuer, language);
  facts(sheet, [[words.client, statement.clientName], [words.month, statement.month], [words.opening, formatUnits(statement.opening)], [words.closing, formatUnits(statement.closing)]]);
  const row = (cells: readonly string[], style: 'head' | 'line') => {
    if (sheet.y > 770) {
      sheet.addPage();
      sheet.y = MARGIN;
      if (style === 'line') row(words.columns, 'head');
    }
    const { y } = sheet;
    sheet.font(style === 'head' ? 'Helvetica-Bold' : 'Helvetica').fontSize(8.5).fillColor(style === 'head' ? FAINT : INK);
    cells.forEach((cell, at) => sheet.text(cell, COLUMNS[at]!.x, y, { width: COLUMNS[at]!.width, align: at > 2 ? 'right' : 'left', lineBreak: false, ellipsis: true }));
    sheet.moveTo(MARGIN, y + 13).lineTo(547, y + 13).strokeColor(LINE).lineWidth(0.5).stroke();
    sheet.y = y + 17;
  };
  row(words.columns, 'head');
  let any = false;
  for await (const line of statement.lines) {
    any = true;
    row([day(line.at), words.types[line.type] ?? line.type, line.what, formatUnits(line.units), formatUnits(line.balance)], 'line');
  }
  if (!any) sheet.font('Helvetica').fontSize(9.5).fillColor(FAINT).text(words.nothing, MARGIN, sheet.y + 6);
  return close(sheet, language);
}

function withSeparators(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
}
