/** The confirmations of actions on a campaign. */
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

import { type Campaign, campaigns } from '../../../contract/api/campaigns.ts';
import { sms } from '../../../contract/api/campaign-sending.ts';
import { tasks } from '../../../contract/api/tasks.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { CAMPAIGN_CHANGES, reviewAddress, useFailed } from './campaignCalls.ts';
import { DeclineDialog, OpeningDialog, RescheduleDialog } from './CampaignDialogs.tsx';
import { useSend } from '../queries.ts';
import { resendable } from './resendable.ts';
import { ResendDialog } from './ResendDialog.tsx';
import { useLeadOn } from '../../ui/page/useLeadOn.ts';

export type Question = 'approve' | 'decline' | 'cancel' | 'reschedule' | 'resend' | 'opening';

type Props = { campaign: Campaign; onClose(): void };

/** The dialog of an action that needs a confirmation or a choice. */
export function CampaignQuestion({ question, campaign, onClose }: Props & { question: Question }) {
  const { t } = useTranslation();
  const toast = useToast();
  const rescheduled = () => {
    onClose();
    toast.success(t('campaigns.rescheduled'));
  };
  switch (question) {
    case 'approve':
    case 'decline':
      return <Decision isApproval={question === 'approve'} campaign={campaign} onClose={onClose} />;
    case 'cancel':
      return <Cancelling campaign={campaign} onClose={onClose} />;
    case 'resend':
      return <Resending campaign={campaign} onClose={onClose} />;
    case 'reschedule':
      return (
        <RescheduleDialog
          campaign={campaign}
          changes={CAMPAIGN_CHANGES}
          onClose={onClose}
          onDone={rescheduled}
        />
      );
    case 'opening':
      return (
        <OpeningDialog
          campaign={campaign}
          changes={CAMPAIGN_CHANGES}
          onClose={onClose}
          onDone={rescheduled}
        />
      );
  }
}

function Decision({ isApproval, campaign, onClose }: Props & { isApproval: boolean }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const { campaignId } = campaign;
  const decide = useSend(campaigns.approve, {
    changes: CAMPAIGN_CHANGES,
    failed: useFailed(),
    done: () => {
      onClose();
      toast.success(t(isApproval ? 'campaigns.approved' : 'campaigns.declined'));
    },
  });
  return isApproval ? (
    <ConfirmDialog
      open
      title={t('campaigns.approveTitle')}
      action={t('campaigns.approve')}
      busy={decide.isPending}
      onClose={onClose}
      onConfirm={() => decide.mutate({ campaignId, approved: true })}
    >
      {t('campaigns.approveText', {
        name: campaign.campaignName,
        client: campaign.clientName,
        count: campaign.recipientCount,
        value: number(campaign.recipientCount),
      })}
    </ConfirmDialog>
  ) : (
    <DeclineDialog
      campaign={campaign}
      busy={decide.isPending}
      onClose={onClose}
      onDecline={(reason) => decide.mutate({ campaignId, approved: false, reason })}
    />
  );
}

function Cancelling({ campaign, onClose }: Props) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const { campaignId, campaignName: name, status } = campaign;
  const isDraft = status === 'PENDING';
  const cancel = useSend(sms.cancelCampaign, {
    changes: CAMPAIGN_CHANGES,
    failed: useFailed(),
    done: () => {
      onClose();
      toast.success(t(isDraft ? 'campaigns.discarded' : 'campaigns.cancelled'));
    },
  });
  const left = campaign.counts.queued;
  const isSending = status === 'RUNNING' || status === 'PAUSED' || status === 'QUEUED';
  return (
    <ConfirmDialog
      open
      title={t(isDraft ? 'campaigns.discardTitle' : 'campaigns.cancelTitle')}
      action={t(isDraft ? 'campaigns.discard' : 'campaigns.cancel')}
      keep={t('common.keep')}
      danger
      busy={cancel.isPending}
      onClose={onClose}
      onConfirm={() => cancel.mutate({ campaignId })}
    >
      {isSending ? (
        <>
          <Box component="p" sx={{ m: 0 }}>
            {t('campaigns.cancelText', { name })}
          </Box>
          <Box component="p" sx={{ mb: 0, mt: 2, color: 'text.primary' }}>
            {t('campaigns.cancelLeft', { count: left, value: number(left) })}
          </Box>
        </>
      ) : (
        t('campaigns.cancelDraft', { name })
      )}
    </ConfirmDialog>
  );
}

function Resending({ campaign, onClose }: Props) {
  const { t } = useTranslation();
  const leadOn = useLeadOn();
  const { campaignId, campaignName: name } = campaign;
  const resend = useSend(campaigns.resend, {
    changes: [campaigns.list, tasks.list],
    failed: useFailed(),
    done: (draft) => {
      onClose();
      leadOn(`${reviewAddress(draft.campaignId)}&task=${draft.operationId}`);
    },
  });
  return (
    <ResendDialog
      choices={resendable(campaign)}
      busy={resend.isPending}
      onClose={onClose}
      onResend={(outcomes) =>
        resend.mutate({
          campaignId,
          outcomes,
          campaignName: t('campaigns.resendName', { name }).slice(0, 100),
        })
      }
    />
  );
}
