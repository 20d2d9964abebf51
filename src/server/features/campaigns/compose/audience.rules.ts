import { CONTACT_FIELDS } from '../../../../contract/api/compose.ts';
import { looseName } from '../../../../contract/shared/template.ts';
import type { Reading } from '../prepare/prepare.rules.ts';

/** A contact as a text may speak of it; `phone` is E.164 without the plus, and what is not known is empty. */
export type ContactFacts = {
  id: string;
  phone: string;
  firstName: string;
  lastName: string;
  otherNames: string;
  email: string;
  attributes: Record<string, unknown>;
};

/** Values for placeholders that came with a recipient, by the names of the placeholders. */
export type RecipientFields = Readonly<Record<string, string>>;

/**
 * Somebody to write to: the number as it was written or stored, the contact that has it, if any, and the values that came
 * with the number, which go before the contact's.
 */
export type Addressee = {
  number: string;
  contact: ContactFacts | undefined;
  fields?: RecipientFields | null | undefined;
};

const normalize = (name: string) => name.normalize('NFC').toLowerCase();

/** A contact's values by the names of placeholders: its own fields before its attributes, empty values left out. */
export function fieldsOf(contact: ContactFacts): Record<string, string> {
  const own = Object.fromEntries(
    CONTACT_FIELDS.map((name) => [name, name === 'phone' ? `+${contact.phone}` : contact[name]]),
  );
  const all = Object.entries({ ...contact.attributes, ...own }).map(
    ([name, value]) => [name, textOf(value)] as const,
  );
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string'
    ? value
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as number | boolean | bigint);
}

/** A placeholder that names a field of every contact, rather than an attribute. */
export function isContactField(placeholder: string): boolean {
  return CONTACT_FIELDS.some((name) => looseName(name) === looseName(placeholder));
}

/**
 * Makes the reader of a campaign's addressees: for each the cells that `read` takes, its number and the values of the
 * text's placeholders. A person without a value for one is no recipient: nobody gets a text with a hole in it.
 * @param names the text's placeholders, in the order of the cells after the number
 */
export function openAddressees(
  names: readonly string[],
  read: (rowNo: number, cells: readonly string[]) => Reading,
): (rowNo: number, addressee: Addressee) => Reading {
  return (rowNo, { number, contact, fields: given }) => {
    if (names.length === 0) return read(rowNo, [number]);
    const own = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== ''));
    const fields = { ...own, ...(contact && fieldsOf(contact)), ...own };
    const by = (fold: (name: string) => string) =>
      new Map(
        Object.entries(fields)
          .toReversed()
          .map(([name, value]) => [fold(name), value]),
      );
    const [folded, loose] = [by(normalize), by(looseName)];
    const values = names.map(
      (name) => fields[name] ?? folded.get(normalize(name)) ?? loose.get(looseName(name)) ?? '',
    );
    const reading = read(rowNo, [number, ...values]);
    const missing = values.indexOf('');
    // A fault of the number itself is the nearer reason.
    return missing === -1 || 'refused' in reading
      ? reading
      : { refused: { rowNo, value: number.slice(0, 200), reason: `NO_VALUE:${names[missing]!}` } };
  };
}
