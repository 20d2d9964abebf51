import SendIcon from '@mui/icons-material/SendOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { auth } from '../../../../contract/api/auth.ts';
import { type Campaign, campaigns } from '../../../../contract/api/campaigns.ts';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { formatTimestamp } from '../../../../contract/shared/dates.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { CallError } from '../../../api/request.ts';
import { messageOf } from '../../../api/call.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/figures.tsx';
import { MessageBubble } from '../../../parts/MessageBubble.tsx';
import { Section } from '../../../ui/Page.tsx';
import { useToast } from '../../../ui/Toasts.tsx';
import { OpeningDialog } from '../../../parts/CampaignDialogs.tsx';
import { DryRun } from '../DryRun.tsx';
import { Summary } from './Summary.tsx';
import { Rows } from '../../../ui/layout.tsx';

const ASK_ABOVE = 1000;

type Preview = Output<typeof sms.fromFilePreview>;

export function ReadyToSend({
  campaign,
  preview,
  back,
  fromFile,
  onSent,
  checking,
  onCheck,
}: {
  campaign: Campaign;
  preview: Preview;
  back: string | undefined;
  fromFile: boolean;
  onSent(): void;
  checking: boolean;
  onCheck(): void;
}) {
  const { t, i18n } = useTranslation();
  const { number, units, segments } = useFormat();
  const me = useMe();
  const navigate = useNavigate();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const [closed, setClosed] = useState(false);
  const { summary, needsApproval } = preview;
  const { short } = summary,
    nobody = summary.valid === 0;
  const later = campaign.scheduleTimestamp !== null;
  const { dailyLimit } = summary;
  // Scheduled campaigns and those waiting for approval count on the day that they are sent.
  const overLimit =
    dailyLimit !== null &&
    !later &&
    !needsApproval &&
    dailyLimit.used + summary.valid > dailyLimit.limit;
  const cannot = short || nobody || overLimit;
  const count = { count: summary.valid, value: number(summary.valid) };
  const action = needsApproval
    ? t('fromFile.handIn', count)
    : later
      ? t('fromFile.schedule', count)
      : t('fromFile.send', count);
  const send = useSend(sms.sendCampaign, {
    changes: [campaigns.list, campaigns.get, auth.me, tasks.list],
    failed: (failure) => {
      if (failure instanceof CallError && failure.code === 'OUTSIDE_WINDOW') setClosed(true);
      else
        toast.error(
          failure instanceof CallError && failure.code === 'CONFLICT'
            ? t('campaigns.changed')
            : messageOf(failure),
        );
    },
    done: (sent) => {
      onSent();
      toast.success(
        sent.status === 'WAITING_APPROVAL'
          ? t('fromFile.waitingApproval')
          : sent.status === 'SCHEDULED'
            ? t('fromFile.scheduled')
            : t('fromFile.sent'),
      );
      void navigate(`/dashboard/campaigns/${campaign.campaignId}`, { replace: true });
    },
  });
  const launch = () => send.mutate({ campaignId: campaign.campaignId });
  const heading = useRef<HTMLDivElement>(null);
  // The wait before this may have been long, so screen readers announce its end.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <Box>
      <Box
        ref={heading}
        tabIndex={-1}
        sx={{
          display: 'grid',
          gap: 5,
          outline: 'none',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: 'minmax(0, 1fr)',
            order: { xs: 2, lg: 1 },
          }}
        >
          <Section title={t('fromFile.firstMessages')}>
            <Rows gap={4}>
              {preview.messages.map((message) => (
                <MessageBubble
                  key={message.destination}
                  from={t('fromFile.to', { destination: message.destination })}
                  note={`${segments(message.segments)} · ${t(`fromFile.encoding.${message.encoding}`)}`}
                >
                  {message.text}
                </MessageBubble>
              ))}
            </Rows>
          </Section>
        </Box>
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: 'minmax(0, 1fr)',
            order: { xs: 1, lg: 2 },
          }}
        >
          {short && (
            <Alert severity="error" id="cannot-send">
              <AlertTitle>
                {t('fromFile.short', { units: units(-summary.balanceAfter) })}
              </AlertTitle>
              {t('fromFile.shortText', {
                needed: units(summary.units),
                available: number(summary.balance),
              })}
              <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
                {reachOf(me.clientAccessLevel, 'purchases.buy') !== undefined && (
                  <Button
                    size="small"
                    variant="outlined"
                    color="inherit"
                    component={Link}
                    to="/dashboard/purchases/topup"
                  >
                    {t('compose.topUp')}
                  </Button>
                )}
                <Button
                  size="small"
                  variant="outlined"
                  color="inherit"
                  loading={checking}
                  onClick={onCheck}
                >
                  {t('fromFile.shortRefresh')}
                </Button>
              </Box>
            </Alert>
          )}
          {overLimit && (
            <Alert severity="error" id={short ? undefined : 'cannot-send'}>
              <AlertTitle>{t('fromFile.overLimit')}</AlertTitle>
              {t('fromFile.overLimitText', {
                wanted: number(summary.valid),
                left: number(Math.max(0, dailyLimit.limit - dailyLimit.used)),
                limit: number(dailyLimit.limit),
                used: number(dailyLimit.used),
              })}
            </Alert>
          )}
          {needsApproval && !short && !nobody && (
            <Alert severity="info">{t('fromFile.needsApproval')}</Alert>
          )}
          {nobody && (
            <Alert severity="error" id="cannot-send">
              <AlertTitle>{t('fromFile.nobody')}</AlertTitle>
              {t('fromFile.nobodyText')}
            </Alert>
          )}
          <Summary
            summary={summary}
            campaignId={campaign.campaignId}
            short={short}
            fromFile={fromFile}
          />
          {!nobody && <DryRun campaign={campaign} />}
        </Box>
      </Box>
      <ActionBar
        note={
          later && campaign.scheduleTimestamp !== null
            ? t('compose.scheduledFor', {
                time: formatTimestamp(
                  campaign.scheduleTimestamp,
                  'eee, dd MMM yyy - hh:mm a',
                  me.timezone,
                  i18n.language,
                ),
                zone: me.timezone.replaceAll('_', ' '),
              })
            : undefined
        }
      >
        {back === undefined ? (
          <Button variant="outlined" color="inherit" component={Link} to="/dashboard/campaigns">
            {t('fromFile.keepDraft')}
          </Button>
        ) : (
          <Button variant="outlined" color="inherit" component={Link} to={back}>
            {t('common.back')}
          </Button>
        )}
        <Button
          variant="contained"
          startIcon={<SendIcon />}
          disabled={cannot}
          aria-describedby={cannot ? 'cannot-send' : undefined}
          loading={send.isPending && !asking}
          onClick={() => (summary.valid > ASK_ABOVE ? setAsking(true) : launch())}
        >
          {action}
        </Button>
      </ActionBar>
      <ConfirmDialog
        open={asking}
        title={
          needsApproval
            ? t('fromFile.confirmHandInTitle', count)
            : later
              ? t('fromFile.confirmScheduleTitle', count)
              : t('fromFile.confirmTitle', count)
        }
        action={action}
        busy={send.isPending}
        onClose={() => setAsking(false)}
        onConfirm={launch}
      >
        {t('fromFile.confirmText', {
          sender: campaign.senderId,
          units: units(summary.units),
          after: units(summary.balanceAfter),
        })}
      </ConfirmDialog>
      {closed && (
        <OpeningDialog
          campaign={campaign}
          changes={[campaigns.get]}
          onClose={() => setClosed(false)}
          onDone={() => {
            setClosed(false);
            launch();
          }}
        />
      )}
    </Box>
  );
}
