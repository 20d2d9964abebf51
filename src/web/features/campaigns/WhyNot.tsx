import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../contract/api/campaigns.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { stats } from '../../../contract/api/statistics.ts';
import { reasonsOf } from '../../parts/outcomes/failureReasons.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { ReasonList } from '../../parts/outcomes/ReasonList.tsx';
import { useAdviceOf } from '../../parts/outcomes/useAdvice.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import Typography from '@mui/material/Typography';

const SHOWN = 3;
const EVERY = 10_000;

/** Why some messages of a campaign did not arrive: the three most frequent reasons with their advice. */
export function WhyNot({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const adviceOf = useAdviceOf();
  const { undeliverable, expired, rejected, failed, unknown } = campaign.counts;
  const lost = undeliverable + expired + rejected + failed + unknown;
  const query = useGet(
    stats.failures,
    { 'filter.campaignIds': [campaign.campaignId] },
    {
      when: lost > 0 && reachOf(me.clientAccessLevel, 'statistics') !== undefined,
      every: () => (campaign.status === 'RUNNING' ? EVERY : false),
      keep: true,
    },
  );
  if (query.data === undefined) return null;
  if (query.data.failed === 0 && query.data.sampledMessages === undefined) return null;
  const to = (statuses: readonly string[]) => {
    const address = new URLSearchParams({ campaign: campaign.campaignId });
    for (const status of statuses) address.append('status', status);
    return `/dashboard/campaigns/sent-messages?${address}`;
  };
  const { failed: counted, sampledMessages } = query.data;
  return (
    <Section
      title={t('campaigns.whyNot')}
      action={
        sampledMessages === undefined &&
        counted > 0 && (
          <Typography variant="body2" color="textSecondary">
            {t('campaigns.whyNotShares', { value: number(counted) })}
          </Typography>
        )
      }
    >
      {sampledMessages !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
          {t(counted === 0 ? 'campaigns.whyNotNone' : 'campaigns.whyNotSample', {
            value: number(sampledMessages),
          })}
        </Typography>
      )}
      {counted > 0 && (
        <ReasonList
          label={t('campaigns.whyNot')}
          reasons={reasonsOf(query.data.rows, adviceOf)}
          failed={counted}
          most={SHOWN}
          to={({ rows }) => to([...new Set(rows.map(({ status }) => status))])}
        />
      )}
    </Section>
  );
}
