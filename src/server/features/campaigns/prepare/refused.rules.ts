// The file of a campaign's refused rows, each with its reason.
import { CSV_START, csvLine } from '../../../../contract/shared/csv.ts';
import type { PhoneReason } from '../../../../contract/shared/phone.ts';
import { fill } from '../../../i18n/fill.ts';
import type { Language } from '../../../i18n/language.ts';
import { texts } from '../../../i18n/texts.ts';
import type { LeftOut, RefusedRow } from './prepare.rules.ts';

type Reason = PhoneReason | LeftOut;

/** The file's first line, with the mark by which spreadsheets know UTF-8. */
export function refusedHeader(language: Language): string {
  const { ROW, VALUE, REASON } = texts[language].campaigns.refused;
  return CSV_START + csvLine([ROW, VALUE, REASON]);
}

/** One refused row as a line of the file. */
export function refusedLine({ rowNo, value, reason }: RefusedRow, language: Language): string {
  const { input, campaigns } = texts[language];
  const reasons: Record<Reason, string> = { ...input.rows, ...campaigns.refused };
  // A reason may name what it is about, after a colon.
  const [code = '', name = ''] = reason.split(':', 2);
  const text = (reasons as Record<string, string>)[code];
  return csvLine([String(rowNo), value, text === undefined ? reason : fill(text, { name })]);
}
