/**
 * The statuses that a message's row goes through. CLAIMED, AMBIGUOUS and SUBMITTED are no statuses of
 * the row: they are read from the message's parts (part-state.rules.ts) while the row says QUEUED.
 */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { MessageStatus } from '../../../contract/api/messages.ts';
import type { Transitions } from '../../infra/transitions.ts';
import { statusesBefore } from '../../infra/transitions.ts';

const ENDS = [
  'DELIVERED',
  'UNDELIVERABLE',
  'EXPIRED',
  'REJECTED',
  'FAILED',
  'CANCELLED',
  'UNKNOWN',
] as const satisfies readonly MessageStatus[];

/** A test message waits as SUBMITTED. A late receipt turns an expired message into a delivered one. */
export const MESSAGE_TRANSITIONS: Transitions<MessageStatus> = {
  QUEUED: ['SUBMITTED', ...ENDS],
  CLAIMED: [],
  AMBIGUOUS: [],
  SUBMITTED: ENDS,
  DELIVERED: [],
  UNDELIVERABLE: [],
  EXPIRED: ['DELIVERED'],
  REJECTED: [],
  FAILED: [],
  CANCELLED: [],
  UNKNOWN: [],
};

/** The statuses of a message that has not ended, as SQL lists them: every end comes from these. */
export const OPEN_STATUSES = statusesBefore(MESSAGE_TRANSITIONS, 'UNDELIVERABLE')
  .map((status) => MESSAGE_STATUS[status])
  .join(', ');
