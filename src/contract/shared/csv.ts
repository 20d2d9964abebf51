/**
 * Cells of a CSV file as spreadsheets show them without executing them; the same in files of the
 * server and of the browser.
 */

// ASVS 5.0, 1.2.10: spreadsheets execute a cell as a formula if it begins with one of these, or
// with their full-width and small forms, which Excel accepts in East Asian languages. Blanks,
// controls and zero-width characters before them are ignored, because some programs drop them on
// opening.
const FORMULA =
  /^(?:[\p{Z}\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b]|[\t\r\n\0])/u;
// Values that begin like a formula but are numbers or E.164 phone numbers.
const HARMLESS = /^ *(-?\d+(\.\d+)?|\+[1-9]\d{6,14})$/;

// Excel with a semicolon as its list separator (as in Portuguese) splits a comma-separated file
// inside its quotes too, and ends a row at a line break there, so each piece becomes a cell. Only
// pieces that could call a function are changed, so that a list with hyphens in a message stays as
// written.
const PIECE = /([;\t\r\n])([^;\t\r\n]+)/g;
const CALLS = /[(|!]/;

/** The byte order mark by which spreadsheets recognise UTF-8; it opens the file. */
export const CSV_START = '\ufeff';

/**
 * True if a spreadsheet would execute the text as a formula; numbers and phone numbers are exempt.
 */
export function isFormula(value: string): boolean {
  return FORMULA.test(value) && !HARMLESS.test(value);
}

/**
 * Formats one cell: a formula gets a leading apostrophe, and separators and line breaks are quoted.
 */
export function csvCell(value: string): string {
  const begun = isFormula(value) ? `'${value}` : value;
  const safe = begun.replace(PIECE, (whole, separator: string, piece: string) =>
    isFormula(piece) && CALLS.test(piece) ? `${separator}'${piece}` : whole,
  );
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Restores a cell of our own file to its value before `csvCell` neutralised it. */
export function plainCell(cell: string): string {
  const begun = cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
  return begun.replace(PIECE, (whole, separator: string, piece: string) =>
    piece.startsWith("'") && isFormula(piece.slice(1)) && CALLS.test(piece)
      ? separator + piece.slice(1)
      : whole,
  );
}

/** Formats a moment in UTC, as every spreadsheet reads it; nothing for none. */
export function csvMoment(at: Date | null): string {
  return at === null ? '' : at.toISOString().slice(0, 19).replace('T', ' ');
}

/** Formats one line with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
