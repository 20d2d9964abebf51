import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useParams } from 'react-router';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { decidesOnOthers, reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { MessageBubble } from '../../parts/texts/MessageBubble.tsx';
import { Page, Section } from '../../ui/page/Page.tsx';
import { PhoneFrame } from '../../ui/figures/PhoneFrame.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { shownStatus } from '../../parts/campaigns/campaignState.ts';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { useReason } from '../../parts/outcomes/useReason.ts';
import { ApprovalView, DecisionNote, DraftView, useSaysText } from './ApprovalView.tsx';
import { CampaignHistory } from './CampaignHistory.tsx';
import { CampaignProgress } from './CampaignProgress.tsx';
import { DryRun } from './DryRun.tsx';
import { paceOf } from '../../parts/campaigns/campaignPace.ts';
import { useCampaignActions } from '../../parts/campaigns/useCampaignActions.tsx';
import { useFollowedBalance } from '../../parts/useFollowedBalance.ts';
import { Outcomes } from './Outcomes.tsx';
import { WhyNot } from './WhyNot.tsx';
import { BalanceAfter, FactSheet } from './FactSheet.tsx';
import { Rows } from '../../ui/page/layout.tsx';

/** The likely next actions on a campaign, shown as buttons. */
const LEADS: readonly string[] = ['approve', 'resume', 'review'];
const leadOf = ({ key }: { key: string }) => (LEADS.includes(key) ? 1 : 0);
/** Further actions, in the menu; a draft that can be edited is seldom discarded. */
const SELDOM: readonly string[] = ['duplicate', 'download'];
const isSeldom = ({ key }: { key: string }, { status, copiedFrom }: Campaign) =>
  SELDOM.includes(key) || (key === 'cancel' && status === 'PENDING' && copiedFrom === null);

/** Campaigns whose messages do not show among the sent ones yet. */
const UNSENT: readonly Campaign['status'][] = [
  'PENDING',
  'WAITING_APPROVAL',
  'APPROVED',
  'SCHEDULED',
];

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
    decidesOnOthers(me);
  const isUnsent =
    campaign !== undefined &&
    campaign.clientId === me.clientId &&
    UNSENT.includes(campaign.status) &&
    campaign.source !== 'SOFTWARE' &&
    campaign.recipientCount > 0 &&
    reachOf(me.clientAccessLevel, 'messaging.send') !== undefined;
  const isDraft = isUnsent && !decides;
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
            action={
              gone && (
                <Button component={RouterLink} to={back.to} variant="outlined" color="inherit">
                  {t('dashboard.seeAll')}
                </Button>
              )
            }
          />
        </Section>
      </Page>
    );
  }
  return (
    <Page
      title={campaign.campaignName}
      back={back}
      aside={<StatusChip status={shownStatus(campaign.status)} />}
      actions={
        <>
          {actionsOf(campaign)
            .filter((action) => !isSeldom(action, campaign))
            // The main one is at the right, as on every page.
            .toSorted((one, other) => leadOf(one) - leadOf(other))
            .map((action) =>
              'to' in action ? (
                <Button
                  key={action.key}
                  variant={LEADS.includes(action.key) ? 'contained' : 'outlined'}
                  color={LEADS.includes(action.key) ? 'primary' : 'inherit'}
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
                    LEADS.includes(action.key)
                      ? 'primary'
                      : // A draft that is discarded has sent nothing: no danger beside its main action.
                        action.danger && campaign.status !== 'PENDING'
                        ? 'error'
                        : 'inherit'
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
            actions={actionsOf(campaign).filter((action) => isSeldom(action, campaign))}
          />
        </>
      }
    >
      <Rows>
        {decides ? <DecisionNote campaign={campaign} /> : <Standing campaign={campaign} />}
        {(campaign.startTimestamp !== null || campaign.endTimestamp !== null) && (
          <Outcomes campaign={campaign} />
        )}
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.5fr) minmax(0, 1fr)' },
            alignItems: 'start',
          }}
        >
          <Rows isFluid>
            {decides && <ApprovalView campaign={campaign} />}
            <CampaignProgress campaign={campaign} />
            <WhyNot campaign={campaign} />
            <DryRun
              campaign={campaign}
              decides={decides}
              // Units of one that waits for its time are set aside already.
              afterCost={
                isDraft && campaign.status === 'PENDING'
                  ? [
                      t('fromFile.balanceAfter'),
                      <BalanceAfter key="after" campaignId={campaign.campaignId} />,
                    ]
                  : null
              }
            />
            {isDraft && <FactSheet campaign={campaign} />}
          </Rows>
          {/* On a phone a draft begins with its text. */}
          <Box sx={{ minWidth: 0, order: isDraft ? { xs: -1, lg: 0 } : 0 }}>
            <Rows>
              {isDraft && <DraftView campaign={campaign} />}
              <Text campaign={campaign} decides={decides} isDraft={isDraft} />
              {!isDraft && <FactSheet campaign={campaign} />}
              <CampaignHistory campaign={campaign} />
            </Rows>
          </Box>
        </Box>
      </Rows>
      {dialog}
    </Page>
  );
}

/** The text on a phone, where no message of the campaign shows it already. */
function Text({
  campaign,
  decides,
  isDraft,
}: {
  campaign: Campaign;
  decides: boolean;
  isDraft: boolean;
}) {
  const { t } = useTranslation();
  const isSaid = useSaysText(campaign, { decides, isDraft });
  if (isSaid) return null;
  return (
    <Section title={t('campaigns.text')}>
      <PhoneFrame from={campaign.senderId} minHeight={200}>
        <MessageBubble>{campaign.text}</MessageBubble>
      </PhoneFrame>
    </Section>
  );
}

/** The reason of the campaign's status, where the chip does not show it. */
function Standing({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { minute } = useFormat();
  const reasonWords = useReason();
  const reason = campaign.reason === null ? null : reasonWords(campaign.reason);
  switch (campaign.status) {
    case 'PENDING':
      return <Alert severity="info">{t('campaigns.draft')}</Alert>;
    case 'WAITING_APPROVAL':
      return (
        <Alert severity="info">
          {t('campaigns.waiting')}
          {reason !== null && ` ${reason}`}
        </Alert>
      );
    case 'PAUSED':
      return (
        <Alert severity="warning">
          {reason ?? t('campaigns.pausedText')}
          {campaign.resumeTimestamp !== null &&
            ` ${t('opening.opens', { time: minute(campaign.resumeTimestamp) })}`}
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

function Waiting() {
  return (
    <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', lg: '1.5fr 1fr' } }}>
      <Skeleton variant="rounded" height={360} />
      <Skeleton variant="rounded" height={260} />
    </Box>
  );
}
