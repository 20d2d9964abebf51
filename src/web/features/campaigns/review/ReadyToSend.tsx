/** The last part of a review: when it is sent, what it costs, and the button. */
import SendIcon from '@mui/icons-material/SendOutlined';
import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { auth } from '../../../../contract/api/auth.ts';
import { type Campaign, campaigns } from '../../../../contract/api/campaigns.ts';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { MANY_SEGMENTS } from '../../../../contract/shared/sms.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { keyOf, useSend } from '../../../parts/queries.ts';
import { CallError } from '../../../api/request.ts';
import { messageOf } from '../../../api/call.ts';
import { ActionBar } from '../../../ui/page/ActionBar.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { OpeningDialog } from '../../../parts/campaigns/CampaignDialogs.tsx';
import { DryRun } from '../DryRun.tsx';
import { FirstMessages } from '../parts/FirstMessages.tsx';
import { BackLink } from './BackLink.tsx';
import { Findings } from './Findings.tsx';
import { SharesBy } from './SharesBy.tsx';
import { Summary } from './Summary.tsx';
import { useLeadOn } from '../../../ui/page/useLeadOn.ts';

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
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const leadOn = useLeadOn();
  const client = useQueryClient();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const [closed, setClosed] = useState(false);
  const { summary, needsApproval } = preview;
  const { short, repeats } = summary,
    nobody = summary.valid === 0;
  const isLong = summary.mostSegments > MANY_SEGMENTS.warning;
  const asks =
    summary.valid > ASK_ABOVE ||
    summary.mostSegments > MANY_SEGMENTS.confirmation ||
    repeats !== null;
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
      // Its page shows what is known of it until it has read it: no draft any more.
      client.setQueryData(keyOf(campaigns.get, { campaignId: sent.campaignId }), sent);
      onSent();
      toast.success(
        sent.status === 'WAITING_APPROVAL'
          ? t('fromFile.waitingApproval')
          : sent.status === 'SCHEDULED'
            ? t('fromFile.scheduled')
            : t('fromFile.sent'),
      );
      leadOn(`/dashboard/campaigns/${campaign.campaignId}`, { replace: true });
    },
  });
  const launch = () => send.mutate({ campaignId: campaign.campaignId });
  const heading = useRef<HTMLDivElement>(null);
  // The wait before this may have been long, so screen readers announce its end.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column' }}>
      <Box
        ref={heading}
        tabIndex={-1}
        sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)', outline: 'none' }}
      >
        <Findings
          preview={preview}
          isLong={isLong}
          overLimit={overLimit}
          checking={checking}
          onCheck={onCheck}
        />
        <Summary summary={summary} campaign={campaign} short={short} fromFile={fromFile} />
        {preview.messages.length > 0 && (
          <Section title={t('fromFile.firstMessages')}>
            <FirstMessages messages={preview.messages} />
          </Section>
        )}
        <SharesBy summary={summary} />
        {!nobody && <DryRun campaign={campaign} hasNetworks isFolded />}
      </Box>
      <Box sx={{ flex: 1 }} />
      <ActionBar>
        {back === undefined ? (
          <Button variant="outlined" color="inherit" component={Link} to="/dashboard/campaigns">
            {t('fromFile.keepDraft')}
          </Button>
        ) : (
          <BackLink to={back}>{t('common.back')}</BackLink>
        )}
        <Button
          variant="contained"
          startIcon={<SendIcon />}
          disabled={cannot}
          aria-describedby={cannot ? 'cannot-send' : undefined}
          loading={send.isPending && !asking}
          onClick={() => (asks ? setAsking(true) : launch())}
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
        {isLong && ` ${t('fromFile.longText', { value: number(summary.mostSegments) })}`}
        {repeats !== null &&
          ` ${t('fromFile.repeats', { count: repeats.recipients, value: number(repeats.recipients) })}.`}
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
