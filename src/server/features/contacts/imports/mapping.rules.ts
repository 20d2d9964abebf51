import { CONSENT_FIELDS } from '../../../../contract/api/contact-imports.ts';
import type { ColumnUse } from '../../../../contract/api/contact-imports.ts';
import { CONTACT_EMAIL, MOST_ATTRIBUTES } from '../../../../contract/api/contacts.ts';
import { placeholderName } from '../../../../contract/shared/template.ts';
import type { Texts } from '../../../i18n/en.ts';
import { unreadColumns } from '../export.rules.ts';
import { isOurs } from './import-refused.rules.ts';

// The words people write above these columns, in the languages of the platform's countries; our own exports among them.
type NamedField = Exclude<ColumnUse['field'], null | 'attribute' | 'note'>;
const CALLED: readonly (readonly [field: NamedField, name: RegExp])[] = [
  ['email', /^(e-?)?mail\b|^(correio|barua pepe)/i],
  [
    'firstName',
    /^(first|given|fore)[ _-]?names?$|^(primeiro nome|nome pr[oó]prio|jina la kwanza|firstname)$/i,
  ],
  [
    'lastName',
    /^(last|family)[ _-]?names?$|^sur[ _-]?name$|^(apelido|sobrenome|[uú]ltimo nome|jina la mwisho|jina la ukoo|lastname)$/i,
  ],
  [
    'otherNames',
    /^(other|middle)[ _-]?names?$|^(outros nomes|nome do meio|majina mengine|jina la kati)$/i,
  ],
  ['consent', /^(consent|opt[ _-]?in|consented|consentimento|idhini|ridhaa)$/i],
  ['consentDate', /^(consent|opt[ _-]?in)[ _-]?(date|day|on|time)$|^data d[eo] consentimento$/i],
  ['consentWording', /^consent[ _-]?(wording|text|words)$|^texto d[eo] consentimento$/i],
  ['consentSource', /^consent[ _-]?(source|way|channel)$|^origem d[eo] consentimento$/i],
];
const isConsentField = (field: ColumnUse['field']) =>
  (CONSENT_FIELDS as readonly (string | null)[]).includes(field);

/** A name and nothing more: most lists of people have one column for the whole of it. */
const WHOLE_NAME =
  /^(names?|full[ _-]?names?|nomes?|nome completo|jina|majina|customer|cliente|contact name)$/i;

/**
 * Guesses what the columns of a file hold, to be agreed to or changed.
 * @param rows the first rows of the file
 * @param phoneColumn the one whose cells are phone numbers
 */
export function guessMapping({
  columns,
  rows,
  phoneColumn,
  hasHeader,
}: {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  phoneColumn: string | null;
  hasHeader: boolean;
}): ColumnUse[] {
  const taken = new Set<string>();
  const once = (column: string, field: ColumnUse['field']): ColumnUse | undefined => {
    if (field === null || taken.has(field)) return undefined;
    taken.add(field);
    return { column, field };
  };
  const attributes = new Set<string>();
  const unread = unreadColumns(columns);
  return columns.map((column, at) => {
    if (column === phoneColumn) return once(column, 'phone')!;
    const ignored = { column, field: null };
    if (isOurs(column) || unread.includes(column)) return ignored;
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');
    if (cells.length > 0 && cells.every((cell) => CONTACT_EMAIL.test(cell)))
      return once(column, 'email') ?? ignored;
    if (!hasHeader) return ignored;
    const name = column.trim();
    const [field] = CALLED.find(([, words]) => words.test(name)) ?? [];
    if (field !== undefined) return once(column, field) ?? ignored;
    if (WHOLE_NAME.test(name)) return once(column, 'firstName') ?? ignored;
    const attribute = placeholderName(name);
    if (
      attribute === undefined ||
      attributes.has(attribute.toLowerCase()) ||
      attributes.size >= MOST_ATTRIBUTES
    )
      return ignored;
    attributes.add(attribute.toLowerCase());
    return { column, field: 'attribute', attribute };
  });
}

type WrongMapping = keyof Texts['contacts']['mapping'];

/** The first fault of a mapping of columns; undefined where there is none. */
export function wrongMapping(
  mapping: readonly ColumnUse[],
  columns: readonly string[],
): { field: string; why: WrongMapping } | undefined {
  const seen = new Set<string>();
  for (const [at, { column, field, attribute }] of mapping.entries()) {
    if (!columns.includes(column)) return { field: `mapping.${at}.column`, why: 'UNKNOWN_COLUMN' };
    if (field === 'attribute' && attribute === undefined)
      return { field: `mapping.${at}.attribute`, why: 'NO_ATTRIBUTE_NAME' };
    const what =
      field === null ? undefined : field === 'attribute' ? `#${attribute!.toLowerCase()}` : field;
    if (what !== undefined && seen.has(what)) return { field: `mapping.${at}.field`, why: 'TWICE' };
    if (what !== undefined) seen.add(what);
  }
  if (!seen.has('phone')) return { field: 'mapping', why: 'NO_PHONE' };
  const about = mapping.findIndex(({ field }) => field !== 'consent' && isConsentField(field));
  if (about >= 0 && !seen.has('consent'))
    return { field: `mapping.${about}.field`, why: 'NO_CONSENT_COLUMN' };
  return [...seen].filter((what) => what.startsWith('#')).length > MOST_ATTRIBUTES
    ? { field: 'mapping', why: 'TOO_MANY' }
    : undefined;
}
