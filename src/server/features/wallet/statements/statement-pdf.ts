// A month's statement of a wallet as a PDF.
import type { Readable } from 'node:stream';
import type { Language } from '../../../i18n/language.ts';
import { unitsText } from '../../../i18n/numbers.ts';
import { texts } from '../../../i18n/texts.ts';
import { close, day, facts, FAINT, INK, LINE, MARGIN, open } from '../pdf-layout.ts';
import type { Party } from '../pdf-layout.ts';

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
    [words.opening, unitsText(statement.opening, language)],
    [words.closing, unitsText(statement.closing, language)],
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
        unitsText(line.units, language),
        unitsText(line.balance, language),
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
