import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import type {
  CampaignProgress as Progress,
  NetworkCourse,
} from '../../../contract/api/campaign-progress.ts';
import { useGet } from '../../parts/queries.ts';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { paceOf } from '../../parts/campaigns/campaignPace.ts';
import { SideScroll } from '../../ui/page/layout.tsx';
import { curveOf } from '../../parts/campaigns/campaignFlow.ts';

const FlowChart = lazy(async () => ({ default: (await import('./FlowChart.tsx')).FlowChart }));

const STEPS: Readonly<Record<number, 'seconds' | 'minute' | 'hour' | 'day'>> = {
  5: 'seconds',
  60: 'minute',
  3600: 'hour',
  86_400: 'day',
};

/** A campaign over time and by network, once some of it was submitted. */
export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { data } = useGet(
    campaigns.progress,
    { campaignId: campaign.campaignId },
    { every: () => paceOf([campaign], Date.now() / 1000), when: campaign.startTimestamp !== null },
  );
  if (campaign.startTimestamp === null) return null;
  if (data === undefined) return <Skeleton variant="rounded" height={320} />;
  if (data.steps.length === 0)
    return (
      <Section title={t('progress.chart')}>
        <Typography color="textSecondary">{t('progress.chartEmpty')}</Typography>
      </Section>
    );
  return (
    <>
      <Flow progress={data} />
      {onlyNetworkOf(campaign, data) === undefined && <Networks progress={data} />}
    </>
  );
}

/** The one network that all messages of a campaign that ended went to: its figures are those of the campaign. */
export function onlyNetworkOf(
  { endTimestamp }: Campaign,
  { networks: [only, second] }: Progress,
): NetworkCourse | undefined {
  return endTimestamp !== null && second === undefined ? only : undefined;
}

function Flow({ progress }: { progress: Progress }) {
  const { t } = useTranslation();
  const { number, minute } = useFormat();
  const [asTable, setAsTable] = useState(false);
  const curve = curveOf(progress);
  // A campaign of a few seconds has no course to look at; its figures say all.
  if (curve === null) return null;
  const step = t(`progress.step.${STEPS[progress.stepSeconds] ?? 'minute'}`);
  const sum = (key: 'submitted' | 'delivered' | 'failed') =>
    number(progress.steps.reduce((total, each) => total + each[key], 0));
  return (
    <Section
      title={t('progress.chart')}
      action={
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {t(asTable ? 'progress.asChart' : 'progress.asTable')}
        </Button>
      }
    >
      {asTable && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          {t('progress.chartText', { step })}
        </Typography>
      )}
      {asTable ? (
        <Box
          sx={{ maxHeight: 320, overflow: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label={t('progress.chart')}
        >
          <Table size="small" stickyHeader aria-label={t('progress.chart')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('progress.time')}</TableCell>
                <TableCell align="right">{t('progress.submitted')}</TableCell>
                <TableCell align="right">{t('progress.delivered')}</TableCell>
                <TableCell align="right">{t('progress.failed')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {progress.steps.map((each) => (
                <TableRow key={each.timestamp}>
                  <TableCell>{minute(each.timestamp)}</TableCell>
                  <TableCell align="right">{number(each.submitted)}</TableCell>
                  <TableCell align="right">{number(each.delivered)}</TableCell>
                  <TableCell align="right">{number(each.failed)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      ) : (
        <Suspense fallback={<Skeleton variant="rounded" height={280} />}>
          <FlowChart
            curve={curve}
            stepSeconds={progress.stepSeconds}
            label={`${t('progress.submitted')} ${sum('submitted')}, ${t('progress.delivered')} ${sum('delivered')}, ${t('progress.failed')} ${sum('failed')}`}
          />
        </Suspense>
      )}
    </Section>
  );
}

/** A narrow card has room for a network, its messages and how many of them arrived; a wide one for all. */
const MIDDLE_ONLY = { '@container (max-width: 479.95px)': { display: 'none' } } as const;
const WIDE_ONLY = { '@container (max-width: 699.95px)': { display: 'none' } } as const;

function Networks({ progress }: { progress: Progress }) {
  const { t } = useTranslation();
  const { country, number } = useFormat();
  return (
    <Section title={t('progress.byNetwork')} flush>
      <SideScroll isContainer tabIndex={0} role="region" aria-label={t('progress.byNetwork')}>
        <Table aria-label={t('progress.byNetwork')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('progress.network')}</TableCell>
              <TableCell align="right">{t('campaigns.messages')}</TableCell>
              <TableCell align="right" sx={WIDE_ONLY}>
                {t('progress.submitted')}
              </TableCell>
              <TableCell align="right" sx={MIDDLE_ONLY}>
                {t('progress.delivered')}
              </TableCell>
              <TableCell align="right" sx={WIDE_ONLY}>
                {t('progress.failed')}
              </TableCell>
              <TableCell align="right" sx={WIDE_ONLY}>
                {t('campaigns.units')}
              </TableCell>
              <TableCell align="right">{t('progress.rate')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {progress.networks.map((share) => (
              <TableRow key={`${share.country} ${share.network}`}>
                <TableCell>
                  {share.network || t('progress.unknownNetwork')}
                  <Typography variant="caption" component="div" color="textSecondary">
                    {country(share.country)}
                  </Typography>
                </TableCell>
                <TableCell align="right">{number(share.messages)}</TableCell>
                <TableCell align="right" sx={WIDE_ONLY}>
                  {number(share.submitted)}
                </TableCell>
                <TableCell align="right" sx={MIDDLE_ONLY}>
                  {number(share.delivered)}
                </TableCell>
                <TableCell align="right" sx={WIDE_ONLY}>
                  {number(share.undeliverable + share.rejected + share.expired + share.failed)}
                </TableCell>
                <TableCell align="right" sx={WIDE_ONLY}>
                  {number(share.units)}
                </TableCell>
                <TableCell align="right">
                  <DeliveredBar share={share} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </SideScroll>
    </Section>
  );
}

/** The share of a network's messages that was delivered, as a bar with its figure. */
function DeliveredBar({ share: { delivered, messages } }: { share: NetworkCourse }) {
  const { percent } = useFormat();
  if (messages === 0) return DASH;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, justifyContent: 'flex-end' }}
    >
      <Box
        component="span"
        aria-hidden="true"
        sx={(theme) => ({
          ...MIDDLE_ONLY,
          flex: '0 1 96px',
          width: 96,
          height: 6,
          borderRadius: '3px',
          overflow: 'hidden',
          backgroundColor: theme.vars?.palette.surface.sunken,
        })}
      >
        <Box
          component="span"
          sx={(theme) => ({
            display: 'block',
            height: '100%',
            width: `${(delivered / messages) * 100}%`,
            backgroundColor: theme.vars?.palette.tone.success.solid,
          })}
        />
      </Box>
      <Box component="span" sx={{ minWidth: '4ch' }}>
        {percent(delivered / messages)}
      </Box>
    </Box>
  );
}
