import {
  type Campaign,
  RESEND_OUTCOMES,
  type ResendOutcome,
} from '../../contract/api/campaigns.ts';

/** How many of its messages ended so that they can be sent again. */
export function resendable({ counts }: Campaign): { outcome: ResendOutcome; count: number }[] {
  const of: Record<ResendOutcome, number> = {
    UNDELIVERABLE: counts.undeliverable,
    EXPIRED: counts.expired,
    FAILED: counts.failed,
    REJECTED: counts.rejected,
    UNKNOWN: counts.unknown,
  };
  return RESEND_OUTCOMES.map((outcome) => ({ outcome, count: of[outcome] })).filter(
    ({ count }) => count > 0,
  );
}
