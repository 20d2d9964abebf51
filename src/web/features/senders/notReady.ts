import type { Sender } from '../../../contract/api/senders.ts';

/** Why no sender ID is there for what a screen does; `names` are those that the reason is about. */
export type NotReady = {
  why: 'shared' | 'reviewed' | 'unpaid' | 'setup' | 'ready' | 'blocked' | 'none';
  names: string[];
};

const WHY_OF = {
  PENDING_DOCUMENTS_APPROVAL: 'reviewed',
  DOCUMENTS_APPROVED: 'reviewed',
  WAITING_SETUP: 'setup',
  INACTIVE: 'blocked',
} as const;

/** The reason that helps most: one that is shared, then one on its way, then one that needs nothing, then a blocked one. */
export function whyNoneIsReady(senders: readonly Sender[]): NotReady {
  const whyOf = ({ status, isGeneric, paymentStatus }: Sender): NotReady['why'] => {
    if (status === 'READY_FOR_SENDING') return isGeneric ? 'shared' : 'ready';
    if (status === 'DOCUMENTS_APPROVED' && paymentStatus === 'UNPAID') return 'unpaid';
    return status === 'REJECTED' ? 'none' : WHY_OF[status];
  };
  for (const why of ['shared', 'setup', 'unpaid', 'reviewed', 'ready', 'blocked'] as const) {
    const names = senders.filter((sender) => whyOf(sender) === why).map(({ senderId }) => senderId);
    if (names.length > 0) return { why, names };
  }
  return { why: 'none', names: [] };
}
