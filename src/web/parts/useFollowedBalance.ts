import { auth } from '../../contract/api/auth.ts';
import type { Campaign } from '../../contract/api/campaigns.ts';
import { useGet } from './queries.ts';
import { paceOf } from './campaigns/campaignPace.ts';

/** Keeps the balance beside the menu in step with campaigns that take units or give them back. */
export function useFollowedBalance(list: readonly Campaign[]): void {
  useGet(
    auth.me,
    {},
    {
      every: () => {
        const pace = paceOf(list, Date.now() / 1000);
        return pace !== false && Math.max(pace, 4000);
      },
    },
  );
}
