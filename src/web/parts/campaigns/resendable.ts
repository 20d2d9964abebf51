import {
  type Campaign,
  RESEND_OUTCOMES,
  type ResendOutcome,
} from '../../../contract/api/campaigns.ts';

/** The number of a campaign's messages by outcome, for outcomes whose recipients can be sent to again. */
export function resendable({
  counts,
}: Pick<Campaign, 'counts'>): { outcome: ResendOutcome; count: number }[] {
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
