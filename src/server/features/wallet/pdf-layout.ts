// The layout that the PDF documents of the wallet share: margins, colours, head and foot of a page.
import type { Readable } from 'node:stream';
import PdfDocument from 'pdfkit';
import { printable } from '../../core/files/printable.ts';
import { fill } from '../../i18n/fill.ts';
import type { Language } from '../../i18n/language.ts';
import { texts } from '../../i18n/texts.ts';

export type Sheet = InstanceType<typeof PdfDocument>;

export const MARGIN = 48;
export const INK = '#1c2026';
export const FAINT = '#5b6470';
export const LINE = '#d7dbe0';

export type Party = { name: string; lines: string[] };

/** Begins a document: its title at the left, and who issues it at the right. */
export function open(title: string, issuer: Party, language: Language): Sheet {
  const sheet = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: title, Author: issuer.name },
    lang: language,
  });
  // Names are anybody's: of a letter that the fonts lack, pdfkit would print another.
  const write = sheet.text.bind(sheet) as (text: string, ...place: unknown[]) => Sheet;
  sheet.text = ((text: string, ...place: unknown[]) =>
    write(printable(text), ...place)) as Sheet['text'];
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

/** Writes names and values in two columns. */
export function facts(sheet: Sheet, rows: [string, string][]): void {
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

/** Numbers the pages and ends the document. */
export function close(sheet: Sheet, language: Language): Readable {
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

/** A moment to the minute, in UTC. */
export const day = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ');
