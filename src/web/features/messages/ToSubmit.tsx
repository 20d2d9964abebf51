import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { DATE_FILTERS } from '../../ui/lists/DateFilter.tsx';
import { CampaignsToSubmit } from './CampaignsToSubmit.tsx';
import { MessagesToSubmit } from './MessagesToSubmit.tsx';

/** Messages that campaigns have still to submit: campaign by campaign, and the numbers of one that is opened. */
export function ToSubmit() {
  const list = useListAddress();
  return list.isFiltered(['campaign', ...DATE_FILTERS]) ? (
    <MessagesToSubmit />
  ) : (
    <CampaignsToSubmit />
  );
}
