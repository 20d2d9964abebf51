/** The statuses of an import of contacts, and how a row of its file is read. */
import type {
  COLUMN_FIELDS,
  ColumnUse,
  ImportCounts,
  ImportStatus,
} from '../../../../contract/api/contact-imports.ts';
import type { Consent } from '../../../../contract/api/contacts.ts';
import { CONTACT_EMAIL } from '../../../../contract/api/contacts.ts';
import { plainCell } from '../../../../contract/shared/csv.ts';
import { repairMisdecoded } from '../../../../contract/shared/lookalikes.ts';
import { normalizePhone } from '../../../../contract/shared/phone.ts';
import type { PhoneReason } from '../../../../contract/shared/phone.ts';
import { CONSENT_REASONS, readConsent } from './import-consents.rules.ts';
import type { ConsentReason, StatedConsent } from './import-consents.rules.ts';
import type { Transitions } from '../../../infra/transitions.ts';

export const NEXT: Transitions<ImportStatus> = {
  CHECKING: ['READY', 'CANCELED', 'FAILED'],
  READY: ['RUNNING', 'CANCELED'],
  RUNNING: ['COMPLETED', 'CANCELED', 'FAILED'],
  COMPLETED: [],
  CANCELED: [],
  FAILED: [],
};

/** Why a row becomes no contact. */
export type RowReason = PhoneReason | 'DUPLICATE' | 'NAME_TOO_LONG' | 'ATTRIBUTE_TOO_LONG';
/** Why a part of a row is left out, though its number is taken in. */
export type PartReason = 'BAD_EMAIL' | 'NOTE_TOO_LONG' | ConsentReason;

export type Person = {
  phone: string;
  firstName: string;
  lastName: string;
  otherNames: string;
  email: string;
  attributes: Record<string, string>;
  note: string;
  /** Undefined where the file says nothing of it. */
  consent?: StatedConsent;
};
export type Read =
  | { person: Person; leftOut?: PartReason }
  /** `declined` is the number of a person who did not agree, which counts though the row is refused. */
  | { refused: RowReason; declined?: string };

const LIMITS = { name: 80, email: 200, attribute: 500, note: 300 };

/**
 * Makes the reader of a file's rows.
 * @param mended the file is one that we wrote: what was made harmless for a spreadsheet is itself again
 */
export function openRowReader({
  mapping,
  columns,
  country,
  mended,
  consent: usual,
}: {
  mapping: readonly ColumnUse[];
  columns: readonly string[];
  country: string;
  mended: boolean;
  /** The consent of the whole import. */
  consent: Consent | null;
}): (cells: readonly string[]) => Read {
  const at = new Map<string, number>();
  const attributes: { name: string; at: number }[] = [];
  for (const { column, field, attribute } of mapping) {
    if (field === 'attribute') attributes.push({ name: attribute!, at: columns.indexOf(column) });
    else if (field !== null) at.set(field, columns.indexOf(column));
  }
  const now = new Date();
  return (cells) => {
    const cell = (place: number | undefined) => {
      const value = (place === undefined ? undefined : cells[place]) ?? '';
      return mended ? plainCell(value) : value;
    };
    // Lists with Windows-1252 read as something else have control characters, with which no name can be saved again.
    const text = (field: (typeof COLUMN_FIELDS)[number]) =>
      repairMisdecoded(cell(at.get(field)))
        .normalize('NFC')
        .replace(/\s+/g, ' ')
        .replace(/\p{Cc}/gu, '')
        .trim();
    const phone = normalizePhone(cell(at.get('phone')), country);
    if (!phone.ok) return { refused: phone.reason };
    const consent = at.has('consent')
      ? readConsent(
          {
            consent: text('consent'),
            date: at.has('consentDate') ? text('consentDate') : undefined,
            wording: text('consentWording'),
            source: text('consentSource'),
          },
          usual,
          now,
        )
      : undefined;
    const refuse = (refused: RowReason): Read =>
      consent === null ? { refused, declined: phone.e164.slice(1) } : { refused };
    const [email, note] = [text('email'), text('note')];
    const isEmail = email === '' || (email.length <= LIMITS.email && CONTACT_EMAIL.test(email));
    const person: Person = {
      phone: phone.e164.slice(1),
      firstName: text('firstName'),
      lastName: text('lastName'),
      otherNames: text('otherNames'),
      email: isEmail ? email : '',
      attributes: {},
      note: note.slice(0, LIMITS.note),
    };
    if (
      Math.max(person.firstName.length, person.lastName.length, person.otherNames.length) >
      LIMITS.name
    )
      return refuse('NAME_TOO_LONG');
    for (const { name, at: place } of attributes) {
      const value = cell(place).trim();
      if (value.length > LIMITS.attribute) return refuse('ATTRIBUTE_TOO_LONG');
      if (value !== '') person.attributes[name] = value;
    }
    // A number that can be sent to is worth more than what is wrong beside it.
    if (typeof consent === 'string') return { person, leftOut: consent };
    if (consent !== undefined) person.consent = consent;
    if (!isEmail) return { person, leftOut: 'BAD_EMAIL' };
    return note.length > LIMITS.note ? { person, leftOut: 'NOTE_TOO_LONG' } : { person };
  };
}

/** The running counts of an import, stored with its cursor. */
export type Tally = {
  rows: number;
  new: number;
  updated: number;
  kept: number;
  duplicate: number;
  invalid: Record<string, number>;
  /** Rows taken in without a part; undefined in imports of the release before. */
  incomplete?: Record<string, number> | undefined;
  /** Consents recorded; undefined in imports of the release before. */
  consents?: number | undefined;
};

export const NOTHING: Tally = {
  rows: 0,
  new: 0,
  updated: 0,
  kept: 0,
  duplicate: 0,
  invalid: {},
  incomplete: {},
  consents: 0,
};

/** Adds a step's rows, in a new value. */
export function addTally(
  sum: Tally,
  step: {
    rows: number;
    new: number;
    existing: number;
    updates: boolean;
    reasons: readonly (RowReason | PartReason)[];
    consents: number;
  },
): Tally {
  const invalid = { ...sum.invalid };
  const incomplete = { ...sum.incomplete };
  let { duplicate } = sum;
  for (const reason of step.reasons) {
    if (reason === 'DUPLICATE') duplicate++;
    else if (isPartReason(reason)) incomplete[reason] = (incomplete[reason] ?? 0) + 1;
    else invalid[reason] = (invalid[reason] ?? 0) + 1;
  }
  return {
    rows: sum.rows + step.rows,
    new: sum.new + step.new,
    updated: sum.updated + (step.updates ? step.existing : 0),
    kept: sum.kept + (step.updates ? 0 : step.existing),
    duplicate,
    invalid,
    incomplete,
    consents: (sum.consents ?? 0) + step.consents,
  };
}

const PART_REASONS: readonly string[] = ['BAD_EMAIL', 'NOTE_TOO_LONG', ...CONSENT_REASONS];
const isPartReason = (reason: RowReason | PartReason): reason is PartReason =>
  PART_REASONS.includes(reason);

export function presentTally(tally: Tally): ImportCounts {
  const reasons = mostFirst(tally.invalid);
  return {
    rows: tally.rows,
    new: tally.new,
    updated: tally.updated,
    kept: tally.kept,
    duplicate: tally.duplicate,
    invalid: reasons.reduce((sum, { count }) => sum + count, 0),
    reasons,
    incomplete: mostFirst(tally.incomplete ?? {}),
    consents: tally.consents ?? 0,
  };
}

const mostFirst = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
