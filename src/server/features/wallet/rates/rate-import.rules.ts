// Reads a price list: a file of regions, prefixes and prices.
import { ownRate } from '../../../../contract/api/client-fields.ts';
import { sentence } from '../../../i18n/sentence.ts';
import type { Language } from '../../../i18n/language.ts';

type OwnRate = { regionName: string; regionFilters: string[]; costPrice: string; currency: string };

/** Names that a column of a price list may go by. */
const COLUMNS: Record<keyof OwnRate, RegExp> = {
  regionName:
    /^(region|regionname|region_name|name|country|destination|regi[aã]o|pa[ií]s|destino)$/i,
  regionFilters:
    /^(prefix|prefixes|regionfilters|region_filters|filters|code|codes|prefixo|prefixos)$/i,
  costPrice: /^(price|cost|costprice|cost_price|rate|pre[cç]o|tarifa|custo)$/i,
  currency: /^(currency|moeda)$/i,
};

/** The names of columns that a list lacks. */
const NAMES: Record<keyof OwnRate, string> = {
  regionName: 'region',
  regionFilters: 'prefixes',
  costPrice: 'price',
  currency: 'currency',
};

/** `field` is the column, as the list itself calls it. */
export type ReadRates = {
  rows: (OwnRate & { line: number })[];
  problems: { line: number; field: string; message: string }[];
};

/**
 * The decimal of a written price, `0,9` or `0.9`. `1,250` stays, and is refused: it is a thousand
 * times more where the comma sets thousands apart.
 */
const priceOf = (text: string) =>
  /^[1-9]\d{0,2},\d{3}$/.test(text) ? text : text.replace(',', '.');

/**
 * Reads a price list: a header, then a region, its prefixes (with blanks, commas or semicolons between), a price and a
 * currency in each line. A line with a mistake is named and left out.
 */
export function readRates(table: string[][], language: Language): ReadRates {
  const [header = [], ...lines] = table;
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([field, pattern]) => [
      field,
      header.findIndex((name) => pattern.test(name.trim())),
    ]),
  ) as Record<keyof OwnRate, number>;
  const missing = (Object.keys(COLUMNS) as (keyof OwnRate)[]).filter((field) => at[field] < 0);
  if (missing.length > 0)
    return {
      rows: [],
      problems: missing.map((field) => ({
        line: 1,
        field: NAMES[field],
        message: sentence(language, 'COLUMN_MISSING', { column: NAMES[field] }),
      })),
    };
  const nameOf = (field: keyof OwnRate) => header[at[field]]!.trim();
  const rows: ReadRates['rows'] = [];
  const problems: ReadRates['problems'] = [];
  const seen = new Map<string, number>();
  lines.forEach((cells, index) => {
    const line = index + 2;
    if (cells.every((cell) => cell.trim() === '')) return;
    const cell = (field: keyof OwnRate) => (cells[at[field]] ?? '').trim();
    const read = {
      regionName: cell('regionName'),
      regionFilters: cell('regionFilters')
        .split(/[\s,;|]+/)
        .map((prefix) => prefix.replace(/^(\+|00)/, ''))
        .filter(Boolean),
      costPrice: priceOf(cell('costPrice')),
      currency: cell('currency').toUpperCase(),
    };
    const checked = ownRate.safeParse(read);
    if (!checked.success) {
      for (const field of new Set(
        checked.error.issues.map((issue) => issue.path[0] as keyof OwnRate),
      ))
        problems.push({
          line,
          field: nameOf(field),
          message:
            cell(field) === ''
              ? sentence(language, 'RATE_EMPTY')
              : sentence(language, 'RATE_WRONG', { value: cell(field) }),
        });
      return;
    }
    const earlier = seen.get(read.regionName);
    if (earlier !== undefined)
      return void problems.push({
        line,
        field: nameOf('regionName'),
        message: sentence(language, 'RATE_TWICE', { line: earlier }),
      });
    seen.set(read.regionName, line);
    rows.push({ line, ...checked.data });
  });
  return { rows, problems };
}
