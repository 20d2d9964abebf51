import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The state of an address where the page of the text opened the review, so that closing it is the way back. */
export const OPENED_HERE = { openedHere: true };

/** Leaves the review for its text: back in the history where that is where it came from. */
export function useCloseReview(to: string): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return () => {
    const openedHere = (state as Partial<typeof OPENED_HERE> | null)?.openedHere === true;
    if (openedHere) void navigate(-1);
    else void navigate(to, { replace: true });
  };
}

/**
 * True if a campaign was prepared from a draft of this tab, whose text then stays beside the review. The answer stays when
 * sending ends the draft.
 * @param find looks into the draft
 */
export function useIsPreparedHere(campaignId: string, find: () => boolean): boolean {
  const [known, setKnown] = useState(() => ({ campaignId, isHere: find() }));
  if (known.campaignId === campaignId) return known.isHere;
  const isHere = find();
  setKnown({ campaignId, isHere });
  return isHere;
}
