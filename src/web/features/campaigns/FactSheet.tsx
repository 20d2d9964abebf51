import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Campaign } from '../../../contract/api/campaigns.ts';
import { useMe } from '../../parts/queries.ts';
import { Time, useFormat } from '../../ui/figures.tsx';
import { Facts, Section } from '../../ui/Page.tsx';

export function FactSheet({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { number, minute } = useFormat();
  const me = useMe();
  const settled =
    campaign.endTimestamp !== null && campaign.counts.queued + campaign.counts.ambiguous === 0;
  return (
    <Section title={t('campaigns.facts')}>
      <Facts
        rows={[
          [t('campaigns.sender'), campaign.senderId],
          campaign.clientId === me.clientId ? null : [t('campaigns.owner'), campaign.clientName],
          [t('campaigns.messages'), number(campaign.recipientCount)],
          [t('campaigns.segments'), number(campaign.segmentCount)],
          // Held units only matter while they may still be used.
          settled ? null : [t('campaigns.unitsHeld'), number(campaign.unitsReserved)],
          [t('campaigns.unitsCharged'), number(campaign.unitsCharged)],
          settled && campaign.unitsReserved > campaign.unitsCharged
            ? [
                t('campaigns.unitsBack'),
                number(Number((campaign.unitsReserved - campaign.unitsCharged).toFixed(4))),
              ]
            : null,
          [t('campaigns.source'), t(`campaigns.sources.${campaign.source}`)],
          campaign.copiedFrom === null
            ? null
            : [
                t('course.copiedFrom'),
                <Link
                  key="copied"
                  component={RouterLink}
                  to={`/dashboard/campaigns/${campaign.copiedFrom}`}
                >
                  {t('course.open')}
                </Link>,
              ],
          campaign.waitingSinceTimestamp === null
            ? null
            : [
                t('course.waitingSince'),
                <Time key="waiting" at={campaign.waitingSinceTimestamp} />,
              ],
          campaign.approvedBy === null ? null : [t('campaigns.approvedBy'), campaign.approvedBy],
          [t('campaigns.created'), <Time key="created" at={campaign.createTimestamp} />],
          campaign.scheduleTimestamp === null
            ? null
            : [t('campaigns.schedule'), minute(campaign.scheduleTimestamp)],
          campaign.startTimestamp === null
            ? null
            : [t('campaigns.started'), <Time key="started" at={campaign.startTimestamp} />],
          campaign.endTimestamp === null
            ? null
            : [t('campaigns.ended'), <Time key="ended" at={campaign.endTimestamp} />],
        ]}
      />
    </Section>
  );
}
