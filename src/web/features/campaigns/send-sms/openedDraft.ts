import type { compose } from '../../../../contract/api/compose.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { readNumbers } from '../../../../contract/shared/recipients.ts';
import { fieldOfMoment } from '../../../../contract/shared/zones.ts';
import type { MessageForm } from '../parts/messageForm.ts';
import { withNumbers, type Draft } from './draft.ts';

/** The message of an unsent campaign as its form has it, with its time in the account's zone. */
export function messageOfDraft(
  {
    campaignName,
    senderId,
    text,
    replaceLookalikes,
    scheduleTimestamp,
  }: Output<typeof compose.draft>,
  timezone: string,
): MessageForm {
  return {
    campaignName,
    senderId,
    text,
    replaceLookalikes,
    when: scheduleTimestamp === null ? 'now' : 'later',
    at: scheduleTimestamp === null ? '' : fieldOfMoment(scheduleTimestamp, timezone),
  };
}

/** True where somebody began to write, or chose who gets it. */
export function hasContent({ recipients, message }: Draft): boolean {
  const { numbers, groups, contacts } = recipients;
  return message.text.trim() !== '' || numbers.length + groups.length + contacts.length > 0;
}

/** The draft of an unsent campaign, which the next preparation replaces. */
export function draftFrom(
  { recipients, groups, contacts }: Output<typeof compose.draft>,
  message: MessageForm,
  campaignId: string,
  country: string,
): Draft {
  const numbers = recipients.flatMap((written) => readNumbers(written, country).numbers);
  return {
    recipients: { numbers: withNumbers([], numbers), groups, contacts },
    message,
    prepared: { campaignId, operationId: null, request: '' },
  };
}
