import type { Texts } from '../../i18n/en.ts';
import { fill } from '../../i18n/fill.ts';
import type { Language } from '../../i18n/language.ts';
import { formatNumber } from '../../i18n/numbers.ts';
import { texts } from '../../i18n/texts.ts';

const MEBIBYTE = 1024 * 1024;

/** Limits of an uploaded table; a larger one is refused, never truncated. */
export const LIMITS = {
  /** Size of a CSV or TXT file. */
  textBytes: 300 * MEBIBYTE,
  xlsxBytes: 100 * MEBIBYTE,
  /** Inflated size of all parts of a workbook that are read. */
  inflatedBytes: 2048 * MEBIBYTE,
  /** The highest ratio of inflated to compressed size of one part, from its first MiB on. */
  inflationRatio: 200,
  workbookParts: 64,
  /** Size of a workbook's distinct texts, which are kept in memory. */
  sharedTextBytes: 256 * MEBIBYTE,
  sharedTexts: 10_000_000,
  /** Non-empty rows, the header not counted. */
  rows: 1_000_000,
  columns: 256,
  rowCharacters: 256 * 1024,
} as const;

export type RefusalCode = keyof Texts['uploads']['refused'];

/**
 * The reason an uploaded file is refused: a person's mistake or an attack, never a fault of the
 * server.
 */
export class UploadRefused extends Error {
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, number>>;

  constructor(code: RefusalCode, details: Readonly<Record<string, number>> = {}) {
    super(refusalSentence(code, details, 'en'));
    this.name = 'UploadRefused';
    this.code = code;
    this.details = details;
  }
}

/** The sentence that tells the person what is wrong and what to do. */
export function refusalSentence(
  code: RefusalCode,
  details: Readonly<Record<string, number>>,
  language: Language,
): string {
  const values = Object.entries(details).map(([name, value]) => [
    name,
    formatNumber(value, language),
  ]);
  return fill(texts[language].uploads.refused[code], Object.fromEntries(values));
}

export const emptyFile = () => new UploadRefused('EMPTY');
export const notATable = () => new UploadRefused('NOT_A_TABLE');
export const oldExcel = () => new UploadRefused('OLD_EXCEL');
export const unreadableEncoding = () => new UploadRefused('ENCODING');
export const tooLarge = (limitBytes: number) =>
  new UploadRefused('TOO_LARGE', { limit: limitBytes / MEBIBYTE });
export const tooManyRows = () => new UploadRefused('TOO_MANY_ROWS', { limit: LIMITS.rows });
export const tooManyColumns = (row: number) =>
  new UploadRefused('TOO_MANY_COLUMNS', { row, limit: LIMITS.columns });
export const rowTooLong = (row: number) =>
  new UploadRefused('ROW_TOO_LONG', { row, limit: LIMITS.rowCharacters });
export const cellTooLong = (row: number, limit: number) =>
  new UploadRefused('CELL_TOO_LONG', { row, limit });
export const noSuchRow = (row: number) => new UploadRefused('NO_SUCH_ROW', { row });
export const quoteNotClosed = (row: number) => new UploadRefused('QUOTE_NOT_CLOSED', { row });
export const rowsInACell = (row: number) => new UploadRefused('ROWS_IN_A_CELL', { row });
export const damaged = () => new UploadRefused('DAMAGED');
export const inflatesTooMuch = () => new UploadRefused('INFLATES_TOO_MUCH');
export const tooManyParts = () =>
  new UploadRefused('TOO_MANY_PARTS', { limit: LIMITS.workbookParts });
export const hasDoctype = () => new UploadRefused('HAS_DOCTYPE');
