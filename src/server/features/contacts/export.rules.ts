import { CSV_START, csvLine, csvMoment } from '../../../contract/shared/csv.ts';
import type { Cell, TableColumn } from '../../core/files/table-types.ts';
import type { Language } from '../../i18n/language.ts';
import { texts } from '../../i18n/texts.ts';
import type { ContactRow } from './contacts.store.ts';
import type { OptOutRow } from './opt-outs/opt-out-list.store.ts';

/** The columns of a file of contacts. @param attributes the names of all that any of them has */
export function contactColumns(attributes: readonly string[], language: Language): TableColumn[] {
  // The import knows a column again by these words, in either language (mapping.rules.ts).
  const { columns, groups, optedOut } = texts[language].contacts;
  return [...columns, ...attributes, groups, optedOut].map((heading) => ({
    heading,
    width: Math.max(18, heading.length + 2),
  }));
}

/** The columns of our own file of contacts that say what the file cannot change; none of another file. */
export function unreadColumns(columns: readonly string[]): readonly string[] {
  const of = Object.values(texts).find(({ contacts }) =>
    [...contacts.columns, contacts.groups, contacts.optedOut].every((each) =>
      columns.includes(each),
    ),
  );
  return of === undefined ? [] : [of.contacts.groups, of.contacts.optedOut];
}

/** One contact in these columns. */
export function contactCells(
  row: ContactRow,
  attributes: readonly string[],
  groupNames: readonly string[],
): Cell[] {
  return [
    `+${row.phone}`,
    row.firstName,
    row.lastName,
    row.otherNames,
    row.email,
    ...attributes.map((name) => row.attributes[name] ?? ''),
    groupNames.join(', '),
    row.optedOutAt && { at: row.optedOutAt.getTime() / 1000 },
  ];
}

/** The first line of a file of opt-outs, and one of them. */
export function optOutHeader(language: Language): string {
  return CSV_START + csvLine(texts[language].contacts.optOutColumns);
}

export function optOutLine({ destination, source, note, at }: OptOutRow): string {
  return csvLine([`+${destination}`, source, note, csvMoment(at)]);
}
