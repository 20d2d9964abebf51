import type { MessageStatus } from '../../../contract/api/messages.ts';
import type { Measures } from '../../../contract/api/statistics.ts';
import type { Tone } from '../../ui/theme/tokens.ts';

/** The statuses of messages in groups that a chart can distinguish, in the order of the stack. */
export const OUTCOMES = [
  { outcome: 'delivered', tone: 'success', of: ['delivered'], statuses: ['DELIVERED'] },
  {
    outcome: 'open',
    tone: 'info',
    of: ['open'],
    statuses: ['QUEUED', 'CLAIMED', 'SUBMITTED', 'AMBIGUOUS'],
  },
  { outcome: 'expired', tone: 'warning', of: ['expired'], statuses: ['EXPIRED'] },
  {
    outcome: 'failed',
    tone: 'error',
    of: ['undeliverable', 'rejected', 'failed'],
    statuses: ['UNDELIVERABLE', 'REJECTED', 'FAILED'],
  },
  {
    outcome: 'other',
    tone: 'neutral',
    of: ['unknown', 'cancelled'],
    statuses: ['UNKNOWN', 'CANCELLED'],
  },
] as const satisfies readonly {
  outcome: string;
  tone: Tone;
  of: readonly (keyof Measures)[];
  statuses: readonly MessageStatus[];
}[];
export type Outcome = (typeof OUTCOMES)[number];

/** The number of messages in the group. */
export function countOf({ of }: Outcome, measures: Measures): number {
  return of.reduce((sum, name) => sum + measures[name], 0);
}
