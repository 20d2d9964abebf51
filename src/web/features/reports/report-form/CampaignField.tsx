import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useTranslation } from 'react-i18next';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { useGet } from '../../../parts/queries.ts';
import { FormField } from '../../../ui/FormField.tsx';
import type { DraftFieldProps } from './draft.ts';

const OFFERED = 50;

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
    <FormField
      id="campaign"
      label={t('reports.form.campaign')}
      error={error}
      help={t('reports.form.latestCampaigns')}
    >
      {(parts) => (
        <Select
          native
          value={chosen}
          onChange={(event) =>
            change({
              filters: {
                ...draft.filters,
                campaignIds: event.target.value === '' ? [] : [event.target.value],
              },
            })
          }
          input={<OutlinedInput />}
          inputProps={{
            id: parts.id,
            'aria-describedby': parts['aria-describedby'],
            'aria-invalid': parts['aria-invalid'],
          }}
        >
          <option value="">{t('reports.form.chooseCampaign')}</option>
          {unoffered && <option value={chosen}>{other.data?.campaignName ?? chosen}</option>}
          {offered.map(({ campaignId, campaignName }) => (
            <option key={campaignId} value={campaignId}>
              {campaignName}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}
