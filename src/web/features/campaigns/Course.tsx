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
import type { CampaignProgress } from '../../../contract/api/campaign-progress.ts';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { useGet } from '../../parts/queries.ts';
import { DASH, useFormat } from '../../ui/figures.tsx';
import { Section } from '../../ui/Page.tsx';
import { paceOf } from '../../parts/campaignPace.ts';
import { SideScroll } from '../../ui/layout.tsx';

const FlowChart = lazy(async () => ({ default: (await import('./FlowChart.tsx')).FlowChart }));

const STEPS: Readonly<Record<number, 'minute' | 'hour' | 'day'>> = {
  60: 'minute',
  3600: 'hour',
  86_400: 'day',
};

/** A campaign over time and by network, once some of it was submitted. */
export function Course({ campaign }: { campaign: Campaign }) {
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
      <Section title={t('course.chart')}>
        <Typography color="textSecondary">{t('course.chartEmpty')}</Typography>
      </Section>
    );
  return (
    <>
      <Flow progress={data} />
      <Networks progress={data} />
    </>
  );
}

function Flow({ progress }: { progress: CampaignProgress }) {
  const { t } = useTranslation();
  const { number, minute } = useFormat();
  const [asTable, setAsTable] = useState(false);
  const step = t(`course.step.${STEPS[progress.stepSeconds] ?? 'minute'}`);
  const sum = (key: 'submitted' | 'delivered' | 'failed') =>
    number(progress.steps.reduce((total, each) => total + each[key], 0));
  return (
    <Section
      title={t('course.chart')}
      action={
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {t(asTable ? 'course.asChart' : 'course.asTable')}
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('course.chartText', { step })}
      </Typography>
      {asTable ? (
        <Box
          sx={{ maxHeight: 320, overflow: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label={t('course.chart')}
        >
          <Table size="small" stickyHeader aria-label={t('course.chart')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('course.time')}</TableCell>
                <TableCell align="right">{t('course.submitted')}</TableCell>
                <TableCell align="right">{t('course.delivered')}</TableCell>
                <TableCell align="right">{t('course.failed')}</TableCell>
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
        <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
          <FlowChart
            progress={progress}
            label={`${t('course.submitted')} ${sum('submitted')}, ${t('course.delivered')} ${sum('delivered')}, ${t('course.failed')} ${sum('failed')}`}
          />
        </Suspense>
      )}
    </Section>
  );
}

function Networks({ progress }: { progress: CampaignProgress }) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  return (
    <Section title={t('course.byNetwork')} flush>
      <SideScroll tabIndex={0} role="region" aria-label={t('course.byNetwork')}>
        <Table aria-label={t('course.byNetwork')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('course.network')}</TableCell>
              <TableCell align="right">{t('campaigns.messages')}</TableCell>
              <TableCell align="right">{t('course.submitted')}</TableCell>
              <TableCell align="right">{t('course.delivered')}</TableCell>
              <TableCell align="right">{t('course.failed')}</TableCell>
              <TableCell align="right">{t('course.rate')}</TableCell>
              <TableCell align="right">{t('campaigns.units')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {progress.networks.map((share) => (
              <TableRow key={`${share.country} ${share.network}`}>
                <TableCell>
                  {share.network || t('course.unknownNetwork')}
                  <Typography variant="caption" component="div" color="textSecondary">
                    {countryName(share.country)}
                  </Typography>
                </TableCell>
                <TableCell align="right">{number(share.messages)}</TableCell>
                <TableCell align="right">{number(share.submitted)}</TableCell>
                <TableCell align="right">{number(share.delivered)}</TableCell>
                <TableCell align="right">
                  {number(share.undeliverable + share.rejected + share.expired + share.failed)}
                </TableCell>
                <TableCell align="right">
                  {share.messages === 0 ? DASH : percent(share.delivered / share.messages)}
                </TableCell>
                <TableCell align="right">{number(share.units)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </SideScroll>
    </Section>
  );
}

export function countryName(code: string): string {
  return COUNTRIES.find((country) => country.code === code)?.label ?? code;
}
