import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import SendIcon from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { auth } from '../../contract/auth.ts';
import { campaigns, type Campaign } from '../../contract/campaigns.ts';
import { dayOf, startOfDay } from '../../contract/dates.ts';
import { messages } from '../../contract/messages.ts';
import { reachOf } from '../../contract/roles.ts';
import { LIVE, useGet, useMe } from '../api.ts';
import { messageOf } from '../call.ts';
import { CampaignProgress } from '../ui/CampaignProgress.tsx';
import { Time, useFormat, useNow } from '../ui/figures.tsx';
import { Page, Section } from '../ui/Page.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';

/** Home: what is left, what runs, what was last, and the way to the first campaign. */
export function Screen() {
  const { t } = useTranslation();
  const me = useMe();
  const { number, units } = useFormat();
  const role = me.clientAccessLevel;
  const sends = reachOf(role, 'messaging.send') !== undefined;
  const reads = reachOf(role, 'messaging.read') !== undefined;
  const running = useGet(campaigns.list, { pageSize: 5, pageToken: '', 'filter.campaignStatuses': ['RUNNING', 'QUEUED', 'PAUSED'] }, { every: (page) => (page && page.campaigns.length > 0 ? LIVE : 15_000) });
  const latest = useGet(campaigns.list, { pageSize: 5, pageToken: '' }, { every: () => (running.data && running.data.campaigns.length > 0 ? 5000 : 30_000) });
  // The balance moves with what runs.
  useGet(auth.me, {}, { every: () => (running.data && running.data.campaigns.length > 0 ? 5000 : false) });
  const fresh = latest.data?.campaigns.length === 0;
  const low = me.lowUnitsNotifyLevel > 0 && me.smsBalance < me.lowUnitsNotifyLevel;
  const begin = <Button variant="contained" component={RouterLink} to="/dashboard/campaigns/from-file" startIcon={<SendIcon />}>{t('home.begin')}</Button>;
  return (
    <Page title={t('home.title')} purpose={t('home.hello', { name: me.clientName })} actions={sends && begin}>
      <Box sx={{ display: 'grid', gap: 5 }}>
        {low && <Alert severity="warning">{t('home.low', { level: number(me.lowUnitsNotifyLevel) })}</Alert>}
        <Box sx={{ display: 'grid', gap: { xs: 3, sm: 5 }, gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))' }}>
          {sends && <Figure name={t('home.balance')} value={units(me.smsBalance)} help={t('home.balanceHelp')} />}
          {reads && <Today />}
        </Box>
        {fresh && sends && <FirstSteps />}
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }, alignItems: 'start' }}>
          <Section title={t('home.running')} flush>
            <Campaigns query={running} empty={<Typography color="textSecondary" sx={{ px: 5, pb: 5 }}>{t('home.runningNone')}</Typography>} />
          </Section>
          <Section title={t('home.latest')} flush action={<Link component={RouterLink} to="/dashboard/campaigns" variant="body2">{t('home.seeAll')}</Link>}>
            <Campaigns query={latest} empty={<EmptyState icon={<CampaignIcon />} title={t('home.noCampaigns')} text={t('home.noCampaignsText')} />} />
          </Section>
        </Box>
      </Box>
    </Page>
  );
}

function Today() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const start = startOfDay(dayOf(useNow()));
  const all = useGet(messages.sent, { pageSize: 1, pageToken: '', 'filter.startTimestamp': start }, { every: () => 15_000 });
  const delivered = useGet(messages.sent, { pageSize: 1, pageToken: '', 'filter.startTimestamp': start, 'filter.messageStatuses': ['DELIVERED'] }, { every: () => 15_000 });
  const count = (page: typeof all.data) => (page === undefined ? undefined : number(page.collectionCount) + (page.collectionCountIsLowerBound ? '+' : ''));
  return (
    <>
      <Figure name={t('home.today')} value={count(all.data)} help={t('home.todayText')} to={`/dashboard/campaigns/sent-messages?days=today`} />
      <Figure name={t('home.delivered')} value={count(delivered.data)} help={t('home.todayText')} to={`/dashboard/campaigns/sent-messages?days=today&status=DELIVERED`} />
    </>
  );
}

function Figure({ name, value, help, to }: { name: string; value: string | undefined; help: string; to?: string }) {
  return (
    <Section>
      <Typography variant="body2" color="textSecondary">{to ? <Link component={RouterLink} to={to} color="inherit">{name}</Link> : name}</Typography>
      <Typography variant="figure" component="p" sx={{ mt: 1 }}>{value ?? <Skeleton width={90} />}</Typography>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1 }}>{help}</Typography>
    </Section>
  );
}

function Campaigns({ query, empty }: { query: { data: { campaigns: Campaign[] } | undefined; isError: boolean; error: unknown; refetch(): unknown }; empty: ReactNode }) {
  const { t } = useTranslation();
  const me = useMe();
  if (query.data === undefined) {
    if (query.isError) return <ErrorState title={t('list.failed')} text={messageOf(query.error)} retry={() => void query.refetch()} />;
    return <Box sx={{ px: 5, pb: 5, display: 'grid', gap: 3 }}>{[0, 1, 2].map((row) => <Skeleton key={row} variant="rounded" height={40} />)}</Box>;
  }
  if (query.data.campaigns.length === 0) return empty;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {query.data.campaigns.map((campaign) => (
        <Box
          component="li" key={campaign.campaignId}
          sx={(theme) => ({ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) 150px 158px' }, gap: 4, alignItems: 'center', px: 5, py: 2.5, minHeight: 52, borderTop: `1px solid ${theme.vars?.palette.divider}` })}
        >
          <Box sx={{ minWidth: 0 }}>
            <Link component={RouterLink} to={`/dashboard/campaigns/${campaign.campaignId}`} noWrap sx={{ display: 'block' }}>{campaign.campaignName}</Link>
            <Typography variant="caption" color="textSecondary" component="p" noWrap>{campaign.clientId === me.clientId ? campaign.senderId : campaign.clientName}{' · '}<Time at={campaign.createTimestamp} /></Typography>
          </Box>
          <Box sx={{ display: { xs: 'none', sm: 'block' } }}><CampaignProgress campaign={campaign} /></Box>
          <Box sx={{ textAlign: 'right', minWidth: 0 }}><StatusChip status={campaign.status} /></Box>
        </Box>
      ))}
    </Box>
  );
}

function FirstSteps() {
  const { t } = useTranslation();
  return (
    <Section title={t('home.first')}>
      <Typography color="textSecondary" sx={{ mb: 4 }}>{t('home.firstText')}</Typography>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' } }}>
        {([1, 2, 3] as const).map((step) => (
          <Box component="li" key={step} sx={{ display: 'flex', gap: 3 }}>
            <Box aria-hidden="true" sx={(theme) => ({ width: 26, height: 26, flex: 'none', borderRadius: '50%', display: 'grid', placeItems: 'center', fontSize: 13, fontWeight: 600, color: theme.vars?.palette.primary.main, backgroundColor: theme.vars?.palette.surface.accent })}>{step}</Box>
            <Box>
              <Typography variant="subtitle1" component="h3">{t(`home.step${step}`)}</Typography>
              <Typography variant="body2" color="textSecondary">{t(`home.step${step}Text`)}</Typography>
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
