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
