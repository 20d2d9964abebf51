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

/** The facts that decide about changes of many wallets by one author. */
export type DirectFacts = {
  amount: bigint | null;
  byAuthor: bigint;
  /** By client; one that is missing has none. */
  onClient: ReadonlyMap<string, bigint>;
};

/** Says of changes, one after the other, whether they may be made at once; one that may counts from the next on. */
export function openDirectChanges({
  amount,
  byAuthor,
  onClient,
}: DirectFacts): (clientId: string, units: bigint) => boolean {
  let counted = byAuthor;
  const counts = new Map(onClient);
  return (clientId, units) => {
    const used = { byAuthor: counted, onClient: counts.get(clientId) ?? 0n };
    if (needsSecondApproval(amount, units, used)) return false;
    counted += units;
    counts.set(clientId, used.onClient + units);
    return true;
  };
}
