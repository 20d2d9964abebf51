/** Verification of the whole ledger. */
import type { Tx } from '../../infra/database/db.ts';
import { countFaults } from './ledger.store.ts';

/** The result of a ledger check: every figure must be zero except `unfolded`. */
export type LedgerCheck = {
  ok: boolean;
  /** Sum of all entries, in ten-thousandths. */
  sum: string;
  /** Accounts below their floor. */
  negative: number;
  /** Accounts whose balance differs from the sum of their entries. */
  drift: number;
  /** Transfers without entries, or whose entries do not sum to zero. */
  unbalanced: number;
  /** Campaigns whose open units differ from the units that the ledger holds for them. */
  holds: number;
  /** Purchases whose reserve differs from the units that the ledger holds for them. */
  reserves: number;
  /** Campaigns that captured and released more than they hold, pending deltas included. */
  overdrawn: number;
  /**
   * Units in deltas that are not aggregated yet, in ten-thousandths: work in progress, not a fault.
   */
  unfolded: string;
};

/** Checks the ledger in one snapshot. Needs the system scope. */
export async function checkLedger(tx: Tx): Promise<LedgerCheck> {
  const found = await countFaults(tx);
  const faults = [
    found.sum,
    found.negative,
    found.drift,
    found.unbalanced,
    found.holds,
    found.reserves,
    found.overdrawn,
  ];
  return {
    ok: faults.every((figure) => figure === 0n),
    sum: String(found.sum),
    negative: Number(found.negative),
    drift: Number(found.drift),
    unbalanced: Number(found.unbalanced),
    holds: Number(found.holds),
    reserves: Number(found.reserves),
    overdrawn: Number(found.overdrawn),
    unfolded: String(found.unfolded),
  };
}
