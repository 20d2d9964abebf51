import MessagesIcon from '@mui/icons-material/MarkEmailReadOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useParams } from 'react-router';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { CallError, messageOf } from '../../api/call.ts';
import { DASH, Time, useFormat } from '../../ui/figures.tsx';
import { MessageBubble } from '../../parts/MessageBubble.tsx';
import { doneOf, OutcomeBar, OutcomeDot, OUTCOMES, type Outcome } from '../../parts/OutcomeBar.tsx';
import { Facts, Page, Section } from '../../ui/Page.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useReason } from '../../parts/useReason.ts';
import { Course } from './Course.tsx';
import { ForDecision, History } from './Decisions.tsx';
import { DryRun } from './DryRun.tsx';
import { paceOf } from '../../parts/campaignPace.ts';
import { useCampaignActions } from '../../parts/useCampaignActions.tsx';
import { useFollowedBalance } from '../../parts/useFollowedBalance.ts';

/** What is likely to be wanted of a campaign as it stands. */
const LEADS: readonly string[] = ['approve', 'resume', 'review'];
/** What stands in the menu behind them. */
const SELDOM: readonly string[] = ['duplicate', 'download'];

export function CampaignPage() {
  const { t } = useTranslation();
  const me = useMe();
  const { campaignId = '' } = useParams();
  const query = useGet(
    campaigns.get,
    { campaignId },
    { every: (campaign) => (campaign ? paceOf([campaign], Date.now() / 1000) : false) },
  );
  const { actionsOf, dialog } = useCampaignActions();
  const campaign = query.data;
  useFollowedBalance(campaign ? [campaign] : []);
  const decides =
    campaign !== undefined &&
    campaign.status === 'WAITING_APPROVAL' &&
    campaign.clientId !== me.clientId &&
    reachOf(me.clientAccessLevel, 'campaigns.approve') !== undefined;
  const back = { to: '/dashboard/campaigns', label: t('campaigns.back') };
  if (campaign === undefined) {
    if (!query.isError)
      return (
        <Page title={t('loading')} back={back}>
          <Waiting />
        </Page>
      );
    const gone =
      query.error instanceof CallError &&
      (query.error.status === 404 || query.error.status === 403);
    return (
      <Page title={t('campaigns.name')} back={back}>
        <Section>
          <ErrorState
            title={gone ? t('campaigns.notFound') : t('list.failed')}
            text={gone ? t('campaigns.notFoundText') : messageOf(query.error)}
            retry={gone ? undefined : () => void query.refetch()}
          />
        </Section>
      </Page>
    );
  }
  return (
    <Page
      title={campaign.campaignName}
      back={back}
      aside={<StatusChip status={campaign.status} />}
      actions={
        <>
          {actionsOf(campaign)
            .filter(({ key }) => !SELDOM.includes(key))
            .map((action) =>
              'to' in action ? (
                <Button
                  key={action.key}
                  variant="contained"
                  component={RouterLink}
                  to={action.to}
                  startIcon={action.icon}
                >
                  {action.label}
                </Button>
              ) : (
                <Button
                  key={action.key}
                  variant={LEADS.includes(action.key) ? 'contained' : 'outlined'}
                  color={
                    LEADS.includes(action.key) ? 'primary' : action.danger ? 'error' : 'inherit'
                  }
                  startIcon={action.icon}
                  onClick={action.act}
                >
                  {action.label}
                </Button>
              ),
            )}
          <RowMenu
            name={campaign.campaignName}
            actions={actionsOf(campaign).filter(({ key }) => SELDOM.includes(key))}
          />
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 5 }}>
        <Standing campaign={campaign} />
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.5fr) minmax(0, 1fr)' },
            alignItems: 'start',
          }}
        >
          <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            {decides && <ForDecision campaign={campaign} />}
            {campaign.startTimestamp !== null && <Outcomes campaign={campaign} />}
            <Course campaign={campaign} />
            <DryRun campaign={campaign} />
            {campaign.startTimestamp === null && campaign.endTimestamp !== null && (
              <Outcomes campaign={campaign} />
            )}
          </Box>
          <Box sx={{ display: 'grid', gap: 5 }}>
            <FactSheet campaign={campaign} />
            <Section title={t('campaigns.text')}>
              <MessageBubble from={campaign.senderId}>{campaign.text}</MessageBubble>
            </Section>
            <History campaign={campaign} />
          </Box>
        </Box>
      </Box>
      {dialog}
    </Page>
  );
}

/** Why it stands where it stands, where that is not plain from the chip. */
function Standing({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const me = useMe();
  const { minute } = useFormat();
  const reasonWords = useReason();
  const reason = campaign.reason === null ? null : reasonWords(campaign.reason);
  switch (campaign.status) {
    case 'PENDING':
      return (
        <Alert severity="info">
          <AlertTitle>{t('campaigns.draft')}</AlertTitle>
          {t('campaigns.draftText')}
        </Alert>
      );
    case 'WAITING_APPROVAL':
      return (
        <Alert severity="info">
          {campaign.clientId !== me.clientId &&
          reachOf(me.clientAccessLevel, 'campaigns.approve') !== undefined
            ? t('campaigns.waitingForYou')
            : t('campaigns.waiting')}
        </Alert>
      );
    case 'PAUSED':
      return (
        <Alert severity="warning">
          {reason ?? t('campaigns.pausedText')}
          {campaign.resumeTimestamp !== null &&
            ` ${t('course.opens', { time: minute(campaign.resumeTimestamp) })}`}
        </Alert>
      );
    case 'CANCELLED':
      return reason === null ? null : <Alert severity="info">{reason}</Alert>;
    case 'FAILED':
    case 'DECLINED':
      return reason === null ? null : <Alert severity="error">{reason}</Alert>;
    default:
      return null;
  }
}

function Outcomes({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const me = useMe();
  const { counts, recipientCount: total } = campaign;
  const readable =
    reachOf(me.clientAccessLevel, 'messaging.read') !== undefined &&
    campaign.startTimestamp !== null;
  const label = t('campaigns.progressText', {
    done: number(doneOf(counts, total)),
    total: number(total),
  });
  return (
    <Section
      title={t('campaigns.outcome')}
      flush
      action={
        readable && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            component={RouterLink}
            to={messagesOf(campaign)}
            startIcon={<MessagesIcon />}
          >
            {t('campaigns.viewMessages')}
          </Button>
        )
      }
    >
      <Box sx={{ px: { xs: 4, sm: 5 }, pb: 4 }}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 3, flexWrap: 'wrap' }}>
          <Typography variant="figure" component="p">
            {percent(total === 0 ? 0 : counts.delivered / total)}
          </Typography>
          <Typography color="textSecondary">{`${t('campaigns.outcomes.delivered')} · ${label}`}</Typography>
        </Box>
        <OutcomeBar counts={counts} total={total} label={label} height={12} />
      </Box>
      <Table aria-label={t('campaigns.outcomeTable')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('campaigns.outcome')}</TableCell>
            <TableCell align="right">{t('campaigns.count')}</TableCell>
            <TableCell align="right">{t('campaigns.share')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {OUTCOMES.filter(({ outcome }) => counts[outcome] > 0 || ALWAYS.includes(outcome)).map(
            ({ outcome, tone }) => (
              <TableRow key={outcome}>
                <TableCell>
                  <Box
                    component="span"
                    sx={{ display: 'inline-flex', alignItems: 'center', gap: 2.5 }}
                  >
                    <OutcomeDot tone={tone} />
                    {readable && counts[outcome] > 0 ? (
                      <Link
                        component={RouterLink}
                        to={`${messagesOf(campaign)}&status=${outcome.toUpperCase()}`}
                        color="inherit"
                      >
                        {t(`campaigns.outcomes.${outcome}`)}
                      </Link>
                    ) : (
                      t(`campaigns.outcomes.${outcome}`)
                    )}
                  </Box>
                </TableCell>
                <TableCell align="right">{number(counts[outcome])}</TableCell>
                <TableCell align="right" sx={{ color: 'text.secondary' }}>
                  {total === 0 ? DASH : percent(counts[outcome] / total)}
                </TableCell>
              </TableRow>
            ),
          )}
        </TableBody>
      </Table>
    </Section>
  );
}

const ALWAYS: readonly Outcome[] = ['delivered', 'submitted', 'undeliverable', 'queued'];

const messagesOf = (campaign: Campaign) =>
  `/dashboard/campaigns/sent-messages?campaign=${campaign.campaignId}`;

function FactSheet({ campaign }: { campaign: Campaign }) {
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
          // What is held only means something while it may still be used.
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

function Waiting() {
  return (
    <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', lg: '1.5fr 1fr' } }}>
      <Skeleton variant="rounded" height={360} />
      <Skeleton variant="rounded" height={260} />
    </Box>
  );
}
