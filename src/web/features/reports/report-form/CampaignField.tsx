import { useTranslation } from 'react-i18next';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { useGet } from '../../../parts/queries.ts';
import { useLongList } from '../../../parts/useLongList.ts';
import { SearchSelect } from '../../../ui/fields/SearchSelect.tsx';
import type { DraftFieldProps } from './draft.ts';

/** The campaign of a report of its messages: the only filter that must be set, so its errors are those of all filters. */
export function CampaignField({
  draft,
  change,
  error,
}: DraftFieldProps & { error: string | undefined }) {
  const { t } = useTranslation();
  const chosen = draft.filters.campaignIds?.[0] ?? '';
  const { page, isLong, isLoading, search } = useLongList(campaigns.list, {}, { first: 50 });
  const offered = page?.campaigns ?? [];
  const unoffered =
    chosen !== '' && page !== undefined && !offered.some(({ campaignId }) => campaignId === chosen);
  const other = useGet(campaigns.get, { campaignId: chosen }, { when: unoffered, keep: true });
  return (
    <SearchSelect
      name="filters"
      label={t('reports.form.campaign')}
      error={error}
      none={t('reports.form.chooseCampaign')}
      isLong={isLong}
      isLoading={isLoading}
      search={search}
      value={chosen}
      chosenLabel={other.data?.campaignName}
      onChange={(value) =>
        change({ filters: { ...draft.filters, campaignIds: value === '' ? [] : [value] } })
      }
      choices={offered.map(({ campaignId, campaignName }) => ({
        value: campaignId,
        label: campaignName,
      }))}
    />
  );
}
