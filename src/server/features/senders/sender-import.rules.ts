/** Reads a file of sender IDs: the use of its columns, and the kind and country of a cell. */
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import type { SenderColumn } from '../../../contract/api/sender-imports.ts';
import type { SenderKind } from '../../../contract/shared/sender-names.ts';
import type { DumpedTable } from '../../core/files/mysql-dump.rules.ts';

const HEADINGS: Readonly<Record<SenderColumn, RegExp>> = {
  account:
    /^(e-?mail|correio|account|conta|client|cliente|customer|phone|telefone|mobile|user ?name)\b/i,
  senderId: /^(sender|remetente|mask|from|id de remetente)\b/i,
  kind: /^(kind|type|tipo|purpose|finalidade|category|categoria)\b/i,
  country: /^(country|pa[ií]s)\b/i,
  brandOwner: /^(brand|marca|owner|dono|titular)\b/i,
  sample: /^(sample|example|exemplo|amostra|template|modelo)\b/i,
};

/** The columns by their likely use, each column once. */
export function guessSenderColumns({
  columns,
}: DumpedTable): Readonly<Record<SenderColumn, number | null>> {
  const taken = new Set<number>();
  const find = (use: SenderColumn) => {
    const at = columns.findIndex((name, n) => !taken.has(n) && HEADINGS[use].test(name.trim()));
    if (at < 0) return null;
    taken.add(at);
    return at;
  };
  // A column named after the sender is not the account, whatever follows in its name.
  return {
    senderId: find('senderId'),
    account: find('account'),
    kind: find('kind'),
    country: find('country'),
    brandOwner: find('brandOwner'),
    sample: find('sample'),
  };
}

const KINDS: readonly (readonly [SenderKind, RegExp])[] = [
  ['TRANSACTIONAL', /^(trans|service|servi[cç]o|otp)/i],
  ['PROMOTIONAL', /^(promo|marketing|bulk|publicid)/i],
  ['SHORTCODE', /^(short ?code|c[oó]digo curto|numeric)/i],
];

/** The kind that a cell names; undefined where it names none. */
export function readKind(cell: string): SenderKind | undefined {
  return KINDS.find(([, words]) => words.test(cell.trim()))?.[0];
}

/** The country that a cell names by its code or its English name; undefined where it names none. */
export function readCountry(cell: string): string | undefined {
  const name = cell.trim().toLowerCase();
  return COUNTRIES.find(
    ({ code, label }) => code.toLowerCase() === name || label.toLowerCase() === name,
  )?.code;
}
