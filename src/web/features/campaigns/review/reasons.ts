import type { CampaignSummary } from '../../../../contract/api/campaign-summary.ts';

type Reasons = CampaignSummary['reasons'];

/** Reasons that say nothing against the number: it is right, and its message cannot be made or priced. */
const NOT_THE_NUMBER =
  /^(?:NO_RATE|EMPTY_TEXT|TEXT_TOO_LONG|NO_CONSENT|SENDER_NOT_REGISTERED|COUNTRY_NOT_ALLOWED|RANGE_BLOCKED|NEW_ACCOUNT_LIMIT|NO_VALUE(?::.*)?)$/;

/** Separates rows with an invalid number from those with a valid one. */
export function splitReasons(reasons: Reasons): { wrongNumbers: Reasons; others: Reasons } {
  const isOther = ({ reason }: Reasons[number]) => NOT_THE_NUMBER.test(reason);
  return {
    wrongNumbers: reasons.filter((one) => !isOther(one)),
    others: reasons.filter(isOther),
  };
}

export const sumOf = (reasons: Reasons) => reasons.reduce((sum, { count }) => sum + count, 0);
