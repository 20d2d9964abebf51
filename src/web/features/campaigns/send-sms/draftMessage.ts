import type { compose } from '../../../../contract/api/compose.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { fieldOfMoment } from '../../../../contract/shared/zones.ts';
import type { MessageForm } from '../parts/messageForm.ts';

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
