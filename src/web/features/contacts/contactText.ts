// A contact's name and attributes as text.
import type { Contact } from '../../../contract/api/contacts.ts';

export function nameOf({ firstName, otherNames, lastName }: Contact): string {
  return [firstName, otherNames, lastName].filter((name) => name !== '').join(' ');
}

export function written(attributes: Contact['attributes']): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}

const NUMBER = /^-?\d[\d ]*([.,]\d+)*$/;

/** True if every contact that has this field has a number in it; a number that begins with zero is a code. */
export function areNumbers(
  contacts: readonly Pick<Contact, 'attributes'>[],
  name: string,
): boolean {
  const values = contacts
    .map(({ attributes }) => attributes[name] ?? '')
    .filter((value) => value !== '');
  return values.length > 0 && values.every((value) => NUMBER.test(value) && !/^0\d/.test(value));
}

/** The names of the contacts' own fields, those that most of them have first. */
export function ownFields(contacts: readonly Pick<Contact, 'attributes'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { attributes } of contacts)
    for (const [name, value] of Object.entries(attributes))
      if (value !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([name]) => name);
}
