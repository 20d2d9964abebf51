import { placeholders } from '../../../../contract/shared/template.ts';
import type { PriceInput } from '../parts/usePrice.ts';
import type { Recipients } from './draft.ts';
import { idsOf } from './useChosen.ts';

/** The request for the price of a message; null while it has no text or no recipient. */
export function priceInputOf(
  people: number,
  recipients: Recipients,
  message: { senderId: string; text: string; replaceLookalikes: boolean },
): PriceInput | null {
  if (people === 0 || message.text.trim() === '') return null;
  return {
    recipients: recipients.numbers.flatMap((each) => (each.ok ? [each.e164] : [])),
    ...idsOf(recipients),
    ...message,
  };
}

/**
 * The note beside the number of people. Typed numbers have lost their duplicates already; groups and
 * contacts may share people.
 */
export function noteOf(
  people: number,
  { groups, contacts }: Recipients,
): 'compose.noteNobody' | 'compose.noteNumbers' | 'compose.note' {
  if (people === 0) return 'compose.noteNobody';
  return groups.length + contacts.length === 0 ? 'compose.noteNumbers' : 'compose.note';
}

/**
 * True for a request that gives the same recipients and texts again: who is in a group, and what is known of
 * a contact, may have changed.
 */
export const isFixed = (request: { text: string; groupIds: string[]; contactIds: string[] }) =>
  [...request.groupIds, ...request.contactIds, ...placeholders(request.text)].length === 0;
