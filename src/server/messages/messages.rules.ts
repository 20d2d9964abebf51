import { MESSAGE_STATUS, MESSAGE_STATUSES } from '../../contract/messages.ts';
import type { MessageDetail, MessageStatus } from '../../contract/messages.ts';

type Step = MessageDetail['timeline'][number];

const NAMES = new Map<number, MessageStatus>(MESSAGE_STATUSES.map((name) => [MESSAGE_STATUS[name], name]));

/** Where a message stands: its own row says when it has ended, its parts with carriers until then. */
export function statusOf(status: number, parts: readonly { state: number }[]): MessageStatus {
  if (status !== MESSAGE_STATUS.QUEUED) return NAMES.get(status) ?? 'UNKNOWN';
  const states = new Set(parts.map((part) => part.state));
  if (states.has(2)) return 'AMBIGUOUS';
  if (states.has(0)) return 'CLAIMED';
  return states.has(1) ? 'SUBMITTED' : 'QUEUED';
}

/** The steps of a message's life in the order of time; at one moment in the order of life. */
export function inOrder(steps: Step[]): Step[] {
  const places: Step['kind'][] = ['ACCEPTED', 'ROUTED', 'SUBMITTED', 'AMBIGUOUS', 'REQUEUED', 'RESENT', 'FAILED_OVER', 'RECEIPT', 'FINAL', 'CALLBACK'];
  return steps.toSorted((a, b) => a.timestamp - b.timestamp || places.indexOf(a.kind) - places.indexOf(b.kind) || (a.part ?? 0) - (b.part ?? 0));
}
