import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { contactGroups } from '../../../../contract/api/contact-groups.ts';
import { readNumbers, type TypedNumber } from '../../../../contract/shared/recipients.ts';
import { templates } from '../../../../contract/api/templates.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import type { SenderChoices } from '../parts/senders.ts';

/** Reads `?template=` and `?group=` of a link to this page once, then removes them from the address. */
export function useArrivals(
  onText: (text: string) => void,
  onGroup: (group: { groupId: string; groupName: string; contactCount: number }) => void,
) {
  const [parameters, setParameters] = useSearchParams();
  const templateId = parameters.get('template') ?? '',
    groupId = parameters.get('group') ?? '';
  const template = useGet(templates.get, { templateId }, { when: templateId !== '' });
  const group = useGet(contactGroups.get, { groupId }, { when: groupId !== '' });
  const take = useRef({ onText, onGroup });
  useEffect(() => {
    take.current = { onText, onGroup };
  });
  const content = template.data?.text,
    found = group.data;
  useEffect(() => {
    if (templateId === '' || content === undefined) return;
    take.current.onText(content);
    setParameters(
      (before) => {
        before.delete('template');
        return before;
      },
      { replace: true },
    );
  }, [templateId, content, setParameters]);
  useEffect(() => {
    if (groupId === '' || found === undefined) return;
    take.current.onGroup({
      groupId: found.groupId,
      groupName: found.groupName,
      contactCount: found.contactCount,
    });
    setParameters(
      (before) => {
        before.delete('group');
        return before;
      },
      { replace: true },
    );
  }, [groupId, found, setParameters]);
}

/**
 * Reads `?to=` and `?sender=` of a link to this page once the sender IDs are known, then removes them from
 * the address. A sender ID that is not ready is left for the person to choose.
 */
export function useReply(
  senders: SenderChoices,
  onNumbers: (numbers: readonly TypedNumber[]) => void,
  onSender: (senderId: string) => void,
) {
  const [parameters, setParameters] = useSearchParams();
  const { country } = useMe();
  const to = parameters.getAll('to').join('\n'),
    sender = parameters.get('sender') ?? '';
  const take = useRef({ onNumbers, onSender });
  useEffect(() => {
    take.current = { onNumbers, onSender };
  });
  const choice = senders.choices.find(
    ({ senderId }) => senderId.toLowerCase() === sender.toLowerCase(),
  )?.senderId;
  useEffect(() => {
    if (!senders.known || (to === '' && sender === '')) return;
    if (to !== '') take.current.onNumbers(readNumbers(to, country).numbers);
    if (choice !== undefined) take.current.onSender(choice);
    setParameters(
      (before) => {
        before.delete('to');
        before.delete('sender');
        return before;
      },
      { replace: true },
    );
  }, [senders.known, to, sender, choice, country, setParameters]);
}
