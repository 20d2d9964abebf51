import { useListAddress } from '../../ui/useListAddress.ts';
import { DATE_FILTERS } from '../../ui/DateFilter.tsx';
import { CampaignsToDeliver } from './CampaignsToDeliver.tsx';
import { WaitingNumbers } from './WaitingNumbers.tsx';

/** Messages that campaigns have still to submit: campaign by campaign, and the numbers of one that is opened. */
export function ToDeliver() {
  const list = useListAddress();
  return list.isFiltered(['campaign', ...DATE_FILTERS]) ? (
    <WaitingNumbers />
  ) : (
    <CampaignsToDeliver />
  );
}
