import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { sms } from '../../../contract/api/campaign-sending.ts';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { formatTimestamp } from '../../../contract/shared/dates.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { DASH, Moment, useFormat } from '../../ui/figures/figures.tsx';
import { Facts, Section } from '../../ui/page/Page.tsx';
import { onlyNetworkOf } from './CampaignProgress.tsx';

const MINUTE = 60;

const isAtOnce = ({ createTimestamp, waitingSinceTimestamp, startTimestamp }: Campaign): boolean =>
  (waitingSinceTimestamp ?? startTimestamp ?? Infinity) - createTimestamp < MINUTE;

/** The balance that sending a draft of the viewer's own would leave. */
export function BalanceAfter({ campaignId }: { campaignId: string }) {
  const { units } = useFormat();
  const { data } = useGet(sms.fromFilePreview, { campaignId });
  const summary = data?.summary;
  return (
    <Box component="span" sx={{ ...(summary?.short && { color: 'error.main' }) }}>
      {summary ? units(summary.balanceAfter) : DASH}
    </Box>
  );
}

/** The time of a schedule as it was chosen; undefined where this device's zone reads it as the account's does. */
export function asChosen(at: number, timezone: string, language: string): string | undefined {
  const inZone = (zone?: string) => formatTimestamp(at, 'yyy-MM-dd HH:mm', zone, language);
  return inZone(timezone) === inZone() ? undefined : inZone(timezone);
}

function ScheduledFor({ at, timezone }: { at: number; timezone: string }) {
  const { t, i18n } = useTranslation();
  const chosen = asChosen(at, timezone, i18n.language);
  return (
    <>
      <Moment at={at} />
      {chosen !== undefined && (
        <Typography variant="body2" component="div" color="textSecondary">
          {t('compose.goesAt', { time: chosen, zone: timezone.replaceAll('_', ' ') })}
        </Typography>
      )}
    </>
  );
}

export function FactSheet({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { country, number } = useFormat();
  const me = useMe();
  // The figures of the page read the same.
  const { data: progress } = useGet(
    campaigns.progress,
    { campaignId: campaign.campaignId },
    { when: campaign.endTimestamp !== null && campaign.startTimestamp !== null },
  );
  const network = progress && onlyNetworkOf(campaign, progress);
  const hasMoved =
    campaign.unitsHeld > 0 || campaign.unitsCharged > 0 || campaign.unitsRefunded > 0;
  return (
    <Section title={t('campaigns.facts')}>
      <Facts
        rows={[
          [t('campaigns.sender'), campaign.senderId],
          campaign.clientId === me.clientId ? null : [t('campaigns.owner'), campaign.clientName],
          // The estimate counts those of a campaign that is not sent yet.
          campaign.status === 'PENDING' ||
          (campaign.status === 'WAITING_APPROVAL' && campaign.source !== 'SOFTWARE')
            ? null
            : [t('campaigns.messages'), number(campaign.recipientCount)],
          // Messages of one segment each are counted already.
          campaign.segmentCount === campaign.recipientCount
            ? null
            : [t('campaigns.segments'), number(campaign.segmentCount)],
          // Before it is sent no unit has moved.
          campaign.unitsHeld > 0 ? [t('campaigns.unitsHeld'), number(campaign.unitsHeld)] : null,
          hasMoved ? [t('campaigns.unitsCharged'), number(campaign.unitsCharged)] : null,
          campaign.unitsRefunded > 0
            ? [
                t('campaigns.unitsBack'),
                t('campaigns.ofAll', {
                  value: number(campaign.unitsRefunded),
                  all: number(campaign.unitsHeld + campaign.unitsCharged + campaign.unitsRefunded),
                }),
              ]
            : null,
          [t('campaigns.source'), t(`campaigns.sources.${campaign.source}`)],
          campaign.sources.length === 0
            ? null
            : [
                t('approval.sources'),
                campaign.sources
                  .map(({ source, messageCount }) =>
                    t('approval.sentBy', {
                      way: t(`approval.way.${source}`),
                      messages: number(messageCount),
                    }),
                  )
                  .join(', '),
              ],
          campaign.copiedFrom === null
            ? null
            : [
                t('campaigns.copiedFrom'),
                <Link
                  key="copied"
                  component={RouterLink}
                  to={`/dashboard/campaigns/${campaign.copiedFrom}`}
                >
                  {t('common.open')}
                </Link>,
              ],
          // The history says when somebody sent it; software only collects messages.
          campaign.waitingSinceTimestamp === null || campaign.source !== 'SOFTWARE'
            ? null
            : [
                t('approval.waitingSince'),
                <Moment key="waiting" at={campaign.waitingSinceTimestamp} />,
              ],
          campaign.approvedBy === null ? null : [t('campaigns.approvedBy'), campaign.approvedBy],
          // One that was made and sent at once has no other date.
          isAtOnce(campaign)
            ? null
            : [t('campaigns.created'), <Moment key="created" at={campaign.createTimestamp} />],
          campaign.scheduleTimestamp === null
            ? null
            : [
                t('campaigns.schedule'),
                <ScheduledFor
                  key="schedule"
                  at={campaign.scheduleTimestamp}
                  timezone={me.timezone}
                />,
              ],
          campaign.startTimestamp === null
            ? null
            : [t('campaigns.started'), <Moment key="started" at={campaign.startTimestamp} />],
          campaign.endTimestamp === null
            ? null
            : [t('campaigns.ended'), <Moment key="ended" at={campaign.endTimestamp} />],
          // It is known last, and moves no other fact.
          network === undefined
            ? null
            : [
                t('progress.network'),
                [network.network || t('progress.unknownNetwork'), country(network.country)].join(
                  ', ',
                ),
              ],
        ]}
      />
    </Section>
  );
}
