/** Cells of a CSV file as spreadsheets show them and never run them: the same in a file the server writes and in one the browser makes. */

// ASVS 5.0, 1.2.10: what a spreadsheet would run as a formula begins with one of these, or with their wide and small forms,
// which Excel takes for them where it is set to an East Asian language. Blanks, controls and signs of no width before
// them do not count: some programs drop those when they open a file.
const FORMULA =
  /^(?:[\p{Z}\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b]|[\t\r\n\0])/u;
// Values that begin like a formula but are figures or E.164 phone numbers.
const HARMLESS = /^ *(-?\d+(\.\d+)?|\+[1-9]\d{6,14})$/;

// Excel with a semicolon as its list separator (Portuguese, for one) splits a file with commas inside its quotes too, and
// ends a row at a line break there: each piece then stands in a cell of its own. Only pieces that could call something
// are changed, so that a list with hyphens in a message stays as it was written.
const PIECE = /([;\t\r\n])([^;\t\r\n]+)/g;
const CALLS = /[(|!]/;

/** The mark by which spreadsheets know UTF-8; it opens the file. */
export const CSV_START = '\ufeff';

/** True when a spreadsheet would read the text as a formula; figures and phone numbers are exempt. */
export function isFormula(value: string): boolean {
  return FORMULA.test(value) && !HARMLESS.test(value);
}

/** One cell: a formula becomes text behind an apostrophe, and what would break the line stands in quotes. */
export function csvCell(value: string): string {
  const begun = isFormula(value) ? `'${value}` : value;
  const safe = begun.replace(PIECE, (whole, separator: string, piece: string) =>
    isFormula(piece) && CALLS.test(piece) ? `${separator}'${piece}` : whole,
  );
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell of a file of ours as it was before `csvCell` made it harmless. */
export function plainCell(cell: string): string {
  const begun = cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
  return begun.replace(PIECE, (whole, separator: string, piece: string) =>
    piece.startsWith("'") && isFormula(piece.slice(1)) && CALLS.test(piece)
      ? separator + piece.slice(1)
      : whole,
  );
}

/** One line with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
