import { compose, CONTACT_FIELDS, MOST_TYPED } from '../../../../contract/api/compose.ts';
import { useGet } from '../../../parts/queries.ts';
import type { Sample } from '../parts/MessagePreview.tsx';
import type { Recipients } from './draft.ts';

/** Numbers that are looked up among the contacts, for the preview. */
const LOOKED_UP = 20;

/** The chosen groups and contacts, as requests carry them. */
export const idsOf = ({ groups, contacts }: Recipients) => ({
  groupIds: groups.map(({ groupId }) => groupId),
  contactIds: contacts.map(({ contactId }) => contactId),
});

/**
 * The numbers of the request. Each comes once first, so that none falls off the end, and then as often again as it was
 * given, so that the count of those left out adds up.
 */
export const numbersOf = ({ numbers }: Recipients): string[] =>
  [
    ...numbers.map(({ written }) => written),
    ...numbers.flatMap(({ written, times }) => Array.from({ length: times - 1 }, () => written)),
  ].slice(0, MOST_TYPED);

/** The audience of the chosen recipients: how many people, samples of them, and their placeholders. */
export function useChosen(recipients: Recipients): {
  people: number;
  samples: readonly Sample[];
  placeholders: readonly string[];
} {
  const right = recipients.numbers.flatMap((each) => (each.ok ? [each.e164] : []));
  const ids = idsOf(recipients);
  const audience = useGet(
    compose.audience,
    { recipients: right.slice(0, LOOKED_UP), ...ids },
    { keep: true },
  );
  const picked = ids.groupIds.length + ids.contactIds.length;
  return {
    people: right.length + (picked === 0 ? 0 : (audience.data?.contacts ?? 0)),
    samples: right.length + picked === 0 ? [] : (audience.data?.samples ?? []),
    placeholders: audience.data?.placeholders ?? CONTACT_FIELDS,
  };
}
