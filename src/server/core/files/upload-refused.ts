import type { Language } from '../../infra/words.ts';

const MEBIBYTE = 1024 * 1024;

/** Limits of an uploaded table; a larger one is refused, never truncated. */
export const LIMITS = {
  /** Size of a CSV or TXT file. */
  textBytes: 300 * MEBIBYTE,
  xlsxBytes: 100 * MEBIBYTE,
  /** Inflated size of all parts of a workbook that are read. */
  inflatedBytes: 2048 * MEBIBYTE,
  /** Inflated size of one part over its size in the file, from its first MiB on. */
  inflationRatio: 200,
  workbookParts: 64,
  /** Size of a workbook's distinct texts, which are kept in memory. */
  sharedTextBytes: 256 * MEBIBYTE,
  sharedTexts: 10_000_000,
  /** Rows with something in them, the header not counted. */
  rows: 1_000_000,
  columns: 256,
  rowCharacters: 256 * 1024,
} as const;

const SENTENCES = {
  EMPTY: {
    en: 'There is nothing in this file. Check that it is the right one, and that it was saved.',
    pt: 'Este ficheiro não tem nada. Verifique se é o ficheiro certo e se foi guardado.',
  },
  NOT_A_TABLE: {
    en: 'This is not a table that can be read here. Save it as XLSX or as CSV (UTF-8), then upload it again.',
    pt: 'Isto não é uma tabela que se possa ler aqui. Guarde-a como XLSX ou CSV (UTF-8) e carregue-a novamente.',
  },
  OLD_EXCEL: {
    en: 'This workbook is in the old Excel format (.xls) or has a password. Save it as .xlsx without a password.',
    pt: 'Este livro está no formato antigo do Excel (.xls) ou tem palavra-passe. Guarde-o como .xlsx sem palavra-passe.',
  },
  ENCODING: {
    en: 'The characters of this file cannot be read. Save it as CSV (UTF-8).',
    pt: 'Não é possível ler os caracteres deste ficheiro. Guarde-o como CSV (UTF-8).',
  },
  TOO_LARGE: {
    en: 'This file is too large: at most {limit} MiB. Send it in parts.',
    pt: 'Este ficheiro é demasiado grande: no máximo {limit} MiB. Envie-o por partes.',
  },
  TOO_MANY_ROWS: {
    en: 'This file has more than {limit} rows. Send it in parts.',
    pt: 'Este ficheiro tem mais de {limit} linhas. Envie-o por partes.',
  },
  TOO_MANY_COLUMNS: {
    en: 'Row {row} has more than {limit} columns. Remove those that are not needed.',
    pt: 'A linha {row} tem mais de {limit} colunas. Retire as que não são necessárias.',
  },
  ROW_TOO_LONG: {
    en: 'Row {row} has more than {limit} characters. Perhaps a quotation mark in it or before it is not closed.',
    pt: 'A linha {row} tem mais de {limit} caracteres. Talvez falte fechar aspas nela ou antes dela.',
  },
  QUOTE_NOT_CLOSED: {
    en: 'A quotation mark opened in row {row} is not closed before the end of the file. Close it or remove it.',
    pt: 'As aspas abertas na linha {row} não são fechadas até ao fim do ficheiro. Feche-as ou retire-as.',
  },
  ROWS_IN_A_CELL: {
    en: 'Row {row} has a cell of several lines that holds what look like further rows. Close or remove the quotation mark that begins it.',
    pt: 'A linha {row} tem uma célula de várias linhas com o que parecem ser outras linhas. Feche ou retire as aspas que a iniciam.',
  },
  DAMAGED: {
    en: 'This workbook is damaged. Open it in a spreadsheet program, save it again as .xlsx and upload that.',
    pt: 'Este livro está danificado. Abra-o num programa de folhas de cálculo, guarde-o de novo como .xlsx e carregue-o.',
  },
  INFLATES_TOO_MUCH: {
    en: 'This workbook unpacks to far more than its size, as no list of recipients does. Copy the list into a new workbook.',
    pt: 'Este livro ocupa muito mais do que o seu tamanho quando é aberto. Copie a lista para um livro novo.',
  },
  TOO_MANY_PARTS: {
    en: 'This workbook has more than {limit} parts (sheets, pictures). Copy the list into a workbook of its own.',
    pt: 'Este livro tem mais de {limit} partes (folhas, imagens). Copie a lista para um livro só dela.',
  },
  HAS_DOCTYPE: {
    en: 'This workbook holds declarations that spreadsheet programs never write. Copy the list into a new workbook.',
    pt: 'Este livro contém declarações que os programas de folhas de cálculo nunca escrevem. Copie a lista para um livro novo.',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type RefusalCode = keyof typeof SENTENCES;

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
  return SENTENCES[code][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = details[name];
    return value === undefined
      ? whole
      : value.toLocaleString(language === 'en' ? 'en-US' : 'pt-PT');
  });
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
export const quoteNotClosed = (row: number) => new UploadRefused('QUOTE_NOT_CLOSED', { row });
export const rowsInACell = (row: number) => new UploadRefused('ROWS_IN_A_CELL', { row });
export const damaged = () => new UploadRefused('DAMAGED');
export const inflatesTooMuch = () => new UploadRefused('INFLATES_TOO_MUCH');
export const tooManyParts = () =>
  new UploadRefused('TOO_MANY_PARTS', { limit: LIMITS.workbookParts });
export const hasDoctype = () => new UploadRefused('HAS_DOCTYPE');
