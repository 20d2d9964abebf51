// The proof of one number for a regulator: consents, their end, and every message, on paper.
import type { Readable } from 'node:stream';
import PdfDocument from 'pdfkit';
import { MESSAGE_STATUS, MESSAGE_STATUSES } from '../../../../contract/api/messages.ts';
import { printable } from '../../../core/files/printable.ts';
import { fill } from '../../../i18n/fill.ts';
import type { Language } from '../../../i18n/language.ts';
import { texts } from '../../../i18n/texts.ts';
import type { ProofRow } from './consent-list.store.ts';

const MARGIN = 48;
const WIDTH = 499;
const INK = '#1c2026';
const FAINT = '#5b6470';
const NAME_OF_STATUS = new Map(
  MESSAGE_STATUSES.map((name) => [String(MESSAGE_STATUS[name]), name]),
);

type ProofFacts = {
  clientName: string;
  phone: string;
  at: Date;
  rows: readonly ProofRow[];
  /** Rows that were left out because there are too many. */
  isCut: boolean;
};

/** One entry for each thing that happened, the oldest first. */
export function proofPdf({ clientName, phone, at, rows, isCut }: ProofFacts, language: Language) {
  const words = texts[language].contacts.proof;
  const sheet = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: fill(words.title, { phone }), Author: clientName },
    lang: language,
  });
  const write = (text: string, size: number, colour: string, font = 'Helvetica') =>
    sheet.font(font).fontSize(size).fillColor(colour).text(printable(text), { width: WIDTH });
  write(fill(words.title, { phone }), 18, INK, 'Helvetica-Bold');
  write(fill(words.of, { clientName, at: moment(at), count: rows.length }), 9.5, FAINT);
  if (isCut) write(words.cut, 9.5, INK);
  if (rows.length === 0) write(words.nothing, 11, INK);
  for (const row of rows) {
    sheet.moveDown(0.8);
    write(`${moment(row.at)}  ${words.what[row.what]}`, 10, INK, 'Helvetica-Bold');
    if (row.detail !== '') write(row.detail, 10, INK);
    const status = row.status === null ? undefined : NAME_OF_STATUS.get(row.status);
    const more = [
      ...row.codes.map((code) => nameOf(code, words.codes)),
      row.more,
      status === undefined ? '' : words.statuses[status],
    ]
      .filter((part) => part !== '')
      .join(' · ');
    if (more !== '') write(more, 9, FAINT);
  }
  const { count } = sheet.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    sheet.switchToPage(page);
    // Below the margin, where writing would open a page of its own.
    sheet.page.margins.bottom = 0;
    sheet
      .font('Helvetica')
      .fontSize(8)
      .fillColor(FAINT)
      .text(fill(words.page, { at: page + 1, of: count }), MARGIN, 800, {
        width: WIDTH,
        align: 'right',
        lineBreak: false,
      });
  }
  sheet.end();
  return sheet as unknown as Readable; // pdfkit's document is a readable stream
}

const nameOf = (code: string, names: Readonly<Record<string, string>>) => names[code] ?? code;

const moment = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
