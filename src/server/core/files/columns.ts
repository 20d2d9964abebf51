/** The header of a file, the names of its columns and the column that holds the numbers. */
import type { Row } from './source.ts';
import { noSuchRow } from './upload-refused.ts';

/** True for a first row that has words, and no phone number or attempt at one. */
function isHeader(cells: readonly string[], isPhone: (cell: string) => boolean): boolean {
  return (
    cells.some((cell) => /\p{L}/u.test(cell)) &&
    !cells.some((cell) => isPhone(cell) || /[0-9]{5}/.test(cell.replace(/[ .-]/g, '')))
  );
}

/** Rows at the beginning of a sheet that may be titles above its header. */
const MOST_TITLES = 10;

/**
 * The row with the names of the columns: the first, or below titles of one cell the first that
 * names two columns or more. Undefined if the file begins with data.
 */
export function findHeader(
  sample: readonly Row[],
  isPhone: (cell: string) => boolean,
): Row | undefined {
  const data = sample.findIndex(({ cells }) => !isHeader(cells, isPhone));
  const leading = sample.slice(0, data === -1 ? 1 : Math.min(data, MOST_TITLES));
  const filled = ({ cells }: Row) => cells.filter((cell) => cell !== '').length;
  const header = leading.findIndex((row) => filled(row) > 1);
  return header === -1 ? leading[0] : leading[header];
}

/** @throws UploadRefused if the file has no such row near its beginning */
export function chosenHeader(sample: readonly Row[], headerRow: number): Row | undefined {
  if (headerRow === 0) return undefined;
  const row = sample.find(({ number }) => number === headerRow);
  if (!row) throw noSuchRow(headerRow);
  return row;
}

/** Names that differ in more than case, since a placeholder ignores case. */
export function nameColumns(header: readonly string[], count: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, column) => {
    const written =
      (header[column] ?? '').replace(/\s+/g, ' ').trim().slice(0, 100) || columnLetters(column);
    let name = written;
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${written} ${copy}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}

const PHONE_NAME = /phone|mobile|msisdn|cell|tel|n[uú]mero|number|contact|simu|namba|whatsapp/i;

export function suggestPhoneColumn(
  columns: readonly string[],
  rows: readonly Row[],
  isPhone: (cell: string) => boolean,
): string | null {
  let best: { name: string; score: number } | null = null;
  let named: string | null = null;
  for (const [column, name] of columns.entries()) {
    const filled = rows.map((row) => row.cells[column] ?? '').filter((cell) => cell !== '');
    // Numbers of countries that are not sent to look like none, and the column is theirs all the same.
    if (PHONE_NAME.test(name) && filled.some((cell) => /\d{5}/.test(cell.replace(/\D/g, ''))))
      named ??= name;
    const share = filled.filter(isPhone).length / filled.length;
    if (!(share >= 0.2)) continue;
    // A column of nine-digit account numbers can look like phones; its name distinguishes it.
    const score = share + (PHONE_NAME.test(name) ? 0.25 : 0);
    if (best === null || score > best.score) best = { name, score };
  }
  return best?.name ?? named;
}
