import type { Transitions } from '../../infra/transitions.ts';

/** A change that is small enough is DIRECT: it needs no approval and is only added up. */
export type ApprovalStatus =
  | 'DIRECT'
  | 'PENDING'
  | 'APPROVED'
  | 'REFUSED'
  | 'CANCELLED'
  | 'EXPIRED';

export const NEXT: Transitions<ApprovalStatus> = {
  PENDING: ['APPROVED', 'REFUSED', 'CANCELLED', 'EXPIRED'],
  DIRECT: [],
  APPROVED: [],
  REFUSED: [],
  CANCELLED: [],
  EXPIRED: [],
};

/** Units (ten-thousandths) changed without a second administrator within the last 24 hours. */
export type DirectSums = { byAuthor: bigint; onClient: bigint };

/**
 * True if a change needs a second administrator: alone, or together with its author's changes to
 * any wallet or anyone's changes to this wallet within 24 hours, so that neither small steps nor
 * many wallets evade it.
 * @param amount the threshold; null means never
 */
export function needsSecondApproval(
  amount: bigint | null,
  units: bigint,
  used: DirectSums,
): boolean {
  if (amount === null || units <= 0n) return false;
  return units + used.byAuthor > amount || units + used.onClient > amount;
}
