import { useTranslation } from 'react-i18next';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { SearchedFilter } from '../../ui/lists/SearchedFilter.tsx';
import { useGet } from '../queries.ts';
import { useLongList } from '../useLongList.ts';

/** Campaigns as a filter, each by its name; nothing where there are none. */
export function CampaignFilter({
  name,
  chosen,
  statuses,
  fits = () => true,
  onChange,
}: {
  name: string;
  /** Their ids. */
  chosen: readonly string[];
  /** The statuses of the campaigns offered; any where it is left out. */
  statuses?: readonly Campaign['status'][];
  /** True for campaigns that may be chosen. */
  fits?(campaign: Campaign): boolean;
  onChange(campaignIds: string[]): void;
}) {
  const { t } = useTranslation();
  const { page, isLong, isLoading, search } = useLongList(
    campaigns.list,
    statuses === undefined ? {} : { 'filter.campaignStatuses': [...statuses] },
    { first: 50 },
  );
  const known = useGet(
    campaigns.list,
    { 'filter.campaignIds': [...chosen], pageSize: Math.max(1, chosen.length) },
    { when: chosen.length > 0, keep: true },
  );
  const found = (page?.campaigns ?? [])
    .filter(fits)
    .map(({ campaignId, campaignName }) => ({ value: campaignId, label: campaignName }));
  if (chosen.length === 0 && !isLong && found.length === 0) return null;
  return (
    <SearchedFilter
      name={name}
      chosen={chosen.map((value) => ({
        value,
        label:
          known.data?.campaigns.find(({ campaignId }) => campaignId === value)?.campaignName ??
          t('messages.ownCampaign'),
      }))}
      found={found}
      search={search}
      isLong={isLong}
      isLoading={isLoading}
      onChange={onChange}
    />
  );
}
