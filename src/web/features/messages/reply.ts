import type { Incoming } from '../../../contract/api/messages.ts';

/** True when the sender can be replied to: a carrier may give a source that is not a number. */
export function canReply({ source }: Incoming): boolean {
  return source.startsWith('+');
}

/** Send SMS, with the number that wrote and the sender that it wrote to filled in. */
export function replyAddress({ source, senderId }: Incoming): string {
  return `/dashboard/campaigns/send-sms?${new URLSearchParams({ to: source, sender: senderId })}`;
}
