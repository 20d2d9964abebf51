import { useTranslation } from 'react-i18next';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { useGet } from '../../../parts/queries.ts';
import { SelectInput } from '../../../ui/SelectField.tsx';
import type { DraftFieldProps } from './draft.ts';

const OFFERED = 50;

/** The campaign of a report of its messages: the only filter that must be set, so its errors are those of all filters. */
export function CampaignField({
  draft,
  change,
  error,
}: DraftFieldProps & { error: string | undefined }) {
  const { t } = useTranslation();
  const chosen = draft.filters.campaignIds?.[0] ?? '';
  const latest = useGet(campaigns.list, { pageSize: OFFERED, pageToken: '' });
  const offered = latest.data?.campaigns ?? [];
  const unoffered =
    chosen !== '' &&
    latest.data !== undefined &&
    !offered.some(({ campaignId }) => campaignId === chosen);
  const other = useGet(campaigns.get, { campaignId: chosen }, { when: unoffered });
  return (
    <SelectInput
      name="filters"
      label={t('reports.form.campaign')}
      help={t('reports.form.latestCampaigns')}
      error={error}
      value={chosen}
      onChange={(value) =>
        change({ filters: { ...draft.filters, campaignIds: value === '' ? [] : [value] } })
      }
    >
      <option value="">{t('reports.form.chooseCampaign')}</option>
      {unoffered && <option value={chosen}>{other.data?.campaignName ?? chosen}</option>}
      {offered.map(({ campaignId, campaignName }) => (
        <option key={campaignId} value={campaignId}>
          {campaignName}
        </option>
      ))}
    </SelectInput>
  );
}
