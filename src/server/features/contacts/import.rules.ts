import type {
  COLUMN_FIELDS,
  ColumnUse,
  ContactField,
  ImportCounts,
  ImportStatus,
} from '../../../contract/api/contact-imports.ts';
import { CONTACT_EMAIL, MOST_ATTRIBUTES } from '../../../contract/api/contacts.ts';
import { CSV_START, csvLine, plainCell } from '../../../contract/shared/csv.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import type { PhoneReason } from '../../../contract/shared/phone.ts';
import { isPlaceholderName } from '../../../contract/shared/template.ts';
import type { Transitions } from '../../infra/transitions.ts';
import type { Language } from '../../infra/words.ts';

export const NEXT: Transitions<ImportStatus> = {
  CHECKING: ['READY', 'CANCELED', 'FAILED'],
  READY: ['RUNNING', 'CANCELED'],
  RUNNING: ['COMPLETED', 'CANCELED', 'FAILED'],
  COMPLETED: [],
  CANCELED: [],
  FAILED: [],
};

// ---- what columns hold ----

// The words people write above these columns, in the languages of the platform's countries; our own exports among them.
const CALLED: readonly (readonly [field: ContactField, name: RegExp])[] = [
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
];
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
  return columns.map((column, at) => {
    if (column === phoneColumn) return once(column, 'phone')!;
    const ignored = { column, field: null };
    if (isOurs(column)) return ignored;
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');
    if (cells.length > 0 && cells.every((cell) => CONTACT_EMAIL.test(cell)))
      return once(column, 'email') ?? ignored;
    if (!hasHeader) return ignored;
    const name = column.trim();
    const [field] = CALLED.find(([, words]) => words.test(name)) ?? [];
    if (field !== undefined) return once(column, field) ?? ignored;
    if (WHOLE_NAME.test(name)) return once(column, 'firstName') ?? ignored;
    const attribute = attributeName(name);
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

/** A column's name as an attribute may be called, which a text can name between hash marks; undefined where nothing is left of it. */
export function attributeName(column: string): string | undefined {
  const name = column
    .normalize('NFC')
    .replace(/[^\p{L}\p{Nd} _]+/gu, ' ')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/ +/g, ' ')
    .slice(0, 40)
    .trim();
  return isPlaceholderName(name) ? name : undefined;
}

type WrongMapping = 'NO_PHONE' | 'TWICE' | 'UNKNOWN_COLUMN' | 'NO_ATTRIBUTE_NAME' | 'TOO_MANY';

export const MAPPING_WORDS: Record<Language, Record<WrongMapping, string>> = {
  en: {
    NO_PHONE: 'Choose the column that holds the phone numbers.',
    TWICE: 'Another column is this already. Choose something else for one of them.',
    UNKNOWN_COLUMN: 'The file has no column of this name.',
    NO_ATTRIBUTE_NAME: 'Give the attribute a name that begins with a letter.',
    TOO_MANY: 'A contact has at most 50 attributes. Leave some columns out.',
  },
  pt: {
    NO_PHONE: 'Escolha a coluna que tem os números de telefone.',
    TWICE: 'Já há outra coluna para isto. Escolha outra coisa para uma delas.',
    UNKNOWN_COLUMN: 'O ficheiro não tem nenhuma coluna com este nome.',
    NO_ATTRIBUTE_NAME: 'Dê ao atributo um nome que comece por uma letra.',
    TOO_MANY: 'Um contacto tem no máximo 50 atributos. Deixe algumas colunas de fora.',
  },
};

/** What is wrong with what was said of the columns; undefined where nothing is. */
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
  return [...seen].filter((what) => what.startsWith('#')).length > MOST_ATTRIBUTES
    ? { field: 'mapping', why: 'TOO_MANY' }
    : undefined;
}

// ---- rows ----

/** Why a row becomes no contact. */
export type RowReason =
  | PhoneReason
  | 'DUPLICATE'
  | 'BAD_EMAIL'
  | 'NAME_TOO_LONG'
  | 'ATTRIBUTE_TOO_LONG';

export type Person = {
  phone: string;
  firstName: string;
  lastName: string;
  otherNames: string;
  email: string;
  attributes: Record<string, string>;
  note: string;
};
export type Read = { person: Person } | { refused: RowReason };

const LIMITS = { name: 80, email: 200, attribute: 500, note: 300 };

/**
 * Makes the reader of a file's rows.
 * @param mended the file is one of refused rows that we wrote: what was made harmless for a spreadsheet is itself again
 */
export function openRowReader({
  mapping,
  columns,
  country,
  mended,
}: {
  mapping: readonly ColumnUse[];
  columns: readonly string[];
  country: string;
  mended: boolean;
}): (cells: readonly string[]) => Read {
  const at = new Map<string, number>();
  const attributes: { name: string; at: number }[] = [];
  for (const { column, field, attribute } of mapping) {
    if (field === 'attribute') attributes.push({ name: attribute!, at: columns.indexOf(column) });
    else if (field !== null) at.set(field, columns.indexOf(column));
  }
  return (cells) => {
    const cell = (place: number | undefined) => {
      const value = (place === undefined ? undefined : cells[place]) ?? '';
      return mended ? plainCell(value) : value;
    };
    const text = (field: (typeof COLUMN_FIELDS)[number]) =>
      cell(at.get(field)).normalize('NFC').replace(/\s+/g, ' ').trim();
    const phone = normalizePhone(cell(at.get('phone')), country);
    if (!phone.ok) return { refused: phone.reason };
    const person: Person = {
      phone: phone.e164.slice(1),
      firstName: text('firstName'),
      lastName: text('lastName'),
      otherNames: text('otherNames'),
      email: text('email'),
      attributes: {},
      note: text('note').slice(0, LIMITS.note),
    };
    if (
      Math.max(person.firstName.length, person.lastName.length, person.otherNames.length) >
      LIMITS.name
    )
      return { refused: 'NAME_TOO_LONG' };
    if (
      person.email !== '' &&
      (person.email.length > LIMITS.email || !CONTACT_EMAIL.test(person.email))
    )
      return { refused: 'BAD_EMAIL' };
    for (const { name, at: place } of attributes) {
      const value = cell(place).trim();
      if (value.length > LIMITS.attribute) return { refused: 'ATTRIBUTE_TOO_LONG' };
      if (value !== '') person.attributes[name] = value;
    }
    return { person };
  };
}

// ---- counts ----

/** What an import has come to, kept beside the place it came to. */
export type Tally = {
  rows: number;
  new: number;
  updated: number;
  kept: number;
  duplicate: number;
  invalid: Record<string, number>;
};

export const NOTHING: Tally = { rows: 0, new: 0, updated: 0, kept: 0, duplicate: 0, invalid: {} };

/** Adds a step's rows, in a new value. */
export function addTally(
  sum: Tally,
  step: {
    rows: number;
    new: number;
    existing: number;
    updates: boolean;
    reasons: readonly RowReason[];
  },
): Tally {
  const invalid = { ...sum.invalid };
  let { duplicate } = sum;
  for (const reason of step.reasons) {
    if (reason === 'DUPLICATE') duplicate++;
    else invalid[reason] = (invalid[reason] ?? 0) + 1;
  }
  return {
    rows: sum.rows + step.rows,
    new: sum.new + step.new,
    updated: sum.updated + (step.updates ? step.existing : 0),
    kept: sum.kept + (step.updates ? 0 : step.existing),
    duplicate,
    invalid,
  };
}

export function showTally({ invalid, ...tally }: Tally): ImportCounts {
  const reasons = Object.entries(invalid)
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
  return { ...tally, invalid: reasons.reduce((sum, { count }) => sum + count, 0), reasons };
}

// ---- the file of refused rows ----

// By these two columns, at the end, a file of ours is known again when it comes back mended.
const OURS: Record<Language, { row: string; reason: string }> = {
  en: { row: 'Row in the file', reason: 'Why it was left out' },
  pt: { row: 'Linha no ficheiro', reason: 'Porque ficou de fora' },
};

function isOurs(column: string): boolean {
  return Object.values(OURS).some(({ row, reason }) => column === row || column === reason);
}

/** Whether a file with these columns is one of refused rows that we wrote. */
export function isMended(columns: readonly string[]): boolean {
  return Object.values(OURS).some(
    ({ row, reason }) => columns.includes(row) && columns.includes(reason),
  );
}

const REASONS: Record<Language, Record<RowReason, string>> = {
  en: {
    EMPTY: 'There is no number in this row.',
    NOT_A_NUMBER: 'This is not a phone number.',
    SCIENTIFIC:
      'A spreadsheet has rounded this number; its last digits are lost. Format the column as text and enter it again.',
    TOO_SHORT: 'This number has too few digits.',
    TOO_LONG: 'This number has too many digits.',
    NOT_MOBILE: 'This is not a mobile number, so it receives no SMS.',
    UNKNOWN_COUNTRY: 'No country has this calling code.',
    INVALID: 'There is no such number in its country.',
    DUPLICATE: 'This number stands in an earlier row.',
    BAD_EMAIL: 'This is not an e-mail address. Correct it or leave it empty.',
    NAME_TOO_LONG: 'A name has more than 80 characters. Shorten it.',
    ATTRIBUTE_TOO_LONG: 'A value has more than 500 characters. Shorten it.',
  },
  pt: {
    EMPTY: 'Esta linha não tem número.',
    NOT_A_NUMBER: 'Isto não é um número de telefone.',
    SCIENTIFIC:
      'Uma folha de cálculo arredondou este número e os últimos algarismos perderam-se. Formate a coluna como texto e escreva-o novamente.',
    TOO_SHORT: 'Este número tem algarismos a menos.',
    TOO_LONG: 'Este número tem algarismos a mais.',
    NOT_MOBILE: 'Este número não é de telemóvel, por isso não recebe SMS.',
    UNKNOWN_COUNTRY: 'Nenhum país tem este indicativo.',
    INVALID: 'Não existe este número no seu país.',
    DUPLICATE: 'Este número já está numa linha anterior.',
    BAD_EMAIL: 'Isto não é um endereço de e-mail. Corrija-o ou deixe-o vazio.',
    NAME_TOO_LONG: 'Um nome tem mais de 80 caracteres. Encurte-o.',
    ATTRIBUTE_TOO_LONG: 'Um valor tem mais de 500 caracteres. Encurte-o.',
  },
};

/** The first line of a file of refused rows: the columns as they were, then ours. */
export function importRefusedHeader(columns: readonly string[], language: Language): string {
  return (
    CSV_START +
    csvLine([
      ...columns.filter((column) => !isOurs(column)),
      OURS[language].row,
      OURS[language].reason,
    ])
  );
}

/** A refused row, as it stands in the file. */
export function importRefusedLine(
  row: { rowNo: number; cells: readonly string[]; reason: string },
  columns: readonly string[],
  language: Language,
): string {
  const words: Record<string, string> = REASONS[language];
  const own = columns.flatMap((column, at) => (isOurs(column) ? [] : [row.cells[at] ?? '']));
  return csvLine([...own, String(row.rowNo), words[row.reason] ?? row.reason]);
}
