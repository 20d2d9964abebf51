import ApproveIcon from '@mui/icons-material/CheckCircleOutlined';
import CancelIcon from '@mui/icons-material/BlockOutlined';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import DeclineIcon from '@mui/icons-material/HighlightOffOutlined';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import PauseIcon from '@mui/icons-material/PauseOutlined';
import RescheduleIcon from '@mui/icons-material/EditCalendarOutlined';
import ResendIcon from '@mui/icons-material/ReplayOutlined';
import ResumeIcon from '@mui/icons-material/PlayArrowOutlined';
import ReviewIcon from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { auth } from '../../contract/api/auth.ts';
import { type Campaign, campaigns, type CampaignStatus } from '../../contract/api/campaigns.ts';
import { sms } from '../../contract/api/campaign-sending.ts';
import { reachOf } from '../../contract/shared/roles.ts';
import { tasks } from '../../contract/api/tasks.ts';
import { useMe, useSend } from './queries.ts';
import { CallError } from '../api/request.ts';
import { download, messageOf } from '../api/call.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useFormat } from '../ui/figures.tsx';
import type { RowAction } from '../ui/RowMenu.tsx';
import { useToast } from '../ui/Toasts.tsx';
import { DeclineDialog, OpeningDialog, RescheduleDialog } from './CampaignDialogs.tsx';
import { ResendDialog } from './ResendDialog.tsx';
import { CANCELLABLE } from './campaignPace.ts';
import { resendable } from './resendable.ts';

const ENDED: readonly CampaignStatus[] = ['COMPLETED', 'CANCELLED', 'FAILED'];

const CHANGES = [
  campaigns.list,
  campaigns.get,
  campaigns.approvals,
  campaigns.history,
  campaigns.forecast,
  auth.me,
];

type Question = 'approve' | 'decline' | 'cancel' | 'reschedule' | 'resend' | 'opening';

/** Actions that the signed-in client may take on a campaign, with their confirmations. */
export function useCampaignActions(): {
  actionsOf(campaign: Campaign): RowAction[];
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const toast = useToast();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ question: Question; campaign: Campaign } | null>(null);
  const close = () => setAsked(null);
  const failed = (failure: Error) =>
    toast.error(
      failure instanceof CallError && failure.code === 'CONFLICT'
        ? t('campaigns.changed')
        : messageOf(failure),
    );
  const done = (text: string) => () => {
    close();
    toast.success(text);
  };
  const pause = useSend(campaigns.pause, {
    changes: CHANGES,
    failed,
    done: done(t('campaigns.paused')),
  });
  // The reason of a refusal is shown next to the action: see `goOn`.
  const resume = useSend(campaigns.resume, {
    changes: CHANGES,
    failed: () => undefined,
    done: done(t('campaigns.resumed')),
  });
  const cancel = useSend(sms.cancelCampaign, {
    changes: CHANGES,
    failed,
    done: done(t('campaigns.cancelled')),
  });
  const decide = useSend(campaigns.approve, {
    changes: CHANGES,
    failed,
    done: (_campaign, { approved }) =>
      done(approved ? t('campaigns.approved') : t('campaigns.declined'))(),
  });
  const toDraft = ({ campaignId, operationId }: { campaignId: string; operationId: string }) => {
    close();
    void navigate(`${reviewAddress(campaignId)}&task=${operationId}`);
  };
  const duplicate = useSend(campaigns.duplicate, {
    changes: [campaigns.list, tasks.list],
    failed,
    done: toDraft,
  });
  const resend = useSend(campaigns.resend, {
    changes: [campaigns.list, tasks.list],
    failed,
    done: toDraft,
  });

  function goOn(campaign: Campaign) {
    resume.mutate(
      { campaignId: campaign.campaignId },
      {
        onError: (failure) => {
          if (failure instanceof CallError && failure.code === 'OUTSIDE_WINDOW')
            setAsked({ question: 'opening', campaign });
          else failed(failure);
        },
      },
    );
  }

  async function save({ campaignId, campaignName }: Campaign) {
    await download(campaigns.download, { campaignId }, `${campaignName}.csv`).catch(
      (failure: unknown) => toast.error(messageOf(failure)),
    );
  }

  function actionsOf(campaign: Campaign): RowAction[] {
    const role = me.clientAccessLevel;
    const own = campaign.clientId === me.clientId;
    const steers = own
      ? reachOf(role, 'campaigns.cancel') !== undefined
      : ['tree', 'all'].includes(reachOf(role, 'campaigns.cancel') ?? '');
    const decides =
      !own &&
      reachOf(role, 'campaigns.approve') !== undefined &&
      campaign.status === 'WAITING_APPROVAL';
    const sends = own && reachOf(role, 'messaging.send') !== undefined;
    const { campaignId, campaignName, status } = campaign;
    const ask = (question: Question) => () => setAsked({ question, campaign });
    const waits =
      status === 'WAITING_APPROVAL' ||
      status === 'SCHEDULED' ||
      (status === 'PAUSED' && campaign.startTimestamp === null && campaign.unitsReserved === 0);
    return [
      ...(decides
        ? [
            {
              key: 'approve',
              label: t('campaigns.approve'),
              icon: <ApproveIcon />,
              act: ask('approve'),
            },
            {
              key: 'decline',
              label: t('campaigns.decline'),
              icon: <DeclineIcon />,
              danger: true,
              act: ask('decline'),
            },
          ]
        : []),
      ...(status === 'PENDING' && own
        ? [
            {
              key: 'review',
              label: t('campaigns.continue'),
              icon: <ReviewIcon />,
              to: reviewAddress(campaignId),
            },
          ]
        : []),
      ...(steers && (status === 'RUNNING' || status === 'QUEUED')
        ? [
            {
              key: 'pause',
              label: t('campaigns.pause'),
              icon: <PauseIcon />,
              act: () => pause.mutate({ campaignId }),
            },
          ]
        : []),
      ...(steers && status === 'PAUSED'
        ? [
            {
              key: 'resume',
              label: t('campaigns.resume'),
              icon: <ResumeIcon />,
              act: () => goOn(campaign),
            },
          ]
        : []),
      ...(steers && waits
        ? [
            {
              key: 'reschedule',
              label: t('campaigns.reschedule'),
              icon: <RescheduleIcon />,
              act: ask('reschedule'),
            },
          ]
        : []),
      ...(sends && ENDED.includes(status) && resendable(campaign).length > 0
        ? [
            {
              key: 'resend',
              label: t('campaigns.resend'),
              icon: <ResendIcon />,
              act: ask('resend'),
            },
          ]
        : []),
      ...(sends && status !== 'PENDING'
        ? [
            {
              key: 'duplicate',
              label: t('campaigns.duplicate'),
              icon: <CopyIcon />,
              act: () =>
                duplicate.mutate({
                  campaignId,
                  campaignName: t('campaigns.copyName', { name: campaignName }).slice(0, 100),
                }),
            },
          ]
        : []),
      ...(reachOf(role, 'messaging.read') !== undefined && campaign.startTimestamp !== null
        ? [
            {
              key: 'download',
              label: t('campaigns.download'),
              icon: <DownloadIcon />,
              act: () => void save(campaign),
            },
          ]
        : []),
      ...(steers && CANCELLABLE.includes(status)
        ? [
            {
              key: 'cancel',
              label: t('campaigns.cancel'),
              icon: <CancelIcon />,
              danger: true,
              act: ask('cancel'),
            },
          ]
        : []),
    ];
  }

  const campaign = asked?.campaign;
  const is = (question: Question) => asked?.question === question;
  const left = campaign?.counts.queued ?? 0;
  const dialog = (
    <>
      <ConfirmDialog
        open={is('cancel')}
        title={t('campaigns.cancelTitle')}
        action={t('campaigns.cancel')}
        keep={t('common.keep')}
        danger
        busy={cancel.isPending}
        onClose={close}
        onConfirm={() => {
          if (campaign) cancel.mutate({ campaignId: campaign.campaignId });
        }}
      >
        {campaign &&
          (campaign.status === 'RUNNING' ||
          campaign.status === 'PAUSED' ||
          campaign.status === 'QUEUED' ? (
            <>
              <Box component="p" sx={{ m: 0 }}>
                {t('campaigns.cancelText', { name: campaign.campaignName })}
              </Box>
              <Box component="p" sx={{ mb: 0, mt: 2, color: 'text.primary' }}>
                {t('campaigns.cancelLeft', { count: left, value: number(left) })}
              </Box>
            </>
          ) : (
            t('campaigns.cancelDraft', { name: campaign.campaignName })
          ))}
      </ConfirmDialog>
      <ConfirmDialog
        open={is('approve')}
        title={t('campaigns.approveTitle')}
        action={t('campaigns.approve')}
        busy={decide.isPending}
        onClose={close}
        onConfirm={() => {
          if (campaign) decide.mutate({ campaignId: campaign.campaignId, approved: true });
        }}
      >
        {campaign &&
          t('campaigns.approveText', {
            name: campaign.campaignName,
            client: campaign.clientName,
            count: campaign.recipientCount,
            value: number(campaign.recipientCount),
          })}
      </ConfirmDialog>
      {is('decline') && campaign && (
        <DeclineDialog
          campaign={campaign}
          busy={decide.isPending}
          onClose={close}
          onDecline={(reason) =>
            decide.mutate({ campaignId: campaign.campaignId, approved: false, reason })
          }
        />
      )}
      {is('reschedule') && campaign && (
        <RescheduleDialog
          campaign={campaign}
          changes={CHANGES}
          onClose={close}
          onDone={done(t('campaigns.rescheduled'))}
        />
      )}
      {is('opening') && campaign && (
        <OpeningDialog
          campaign={campaign}
          changes={CHANGES}
          onClose={close}
          onDone={done(t('campaigns.rescheduled'))}
        />
      )}
      {is('resend') && campaign && (
        <ResendDialog
          choices={resendable(campaign)}
          busy={resend.isPending}
          onClose={close}
          onResend={(outcomes) =>
            resend.mutate({
              campaignId: campaign.campaignId,
              outcomes,
              campaignName: t('campaigns.resendName', { name: campaign.campaignName }).slice(
                0,
                100,
              ),
            })
          }
        />
      )}
    </>
  );
  return { actionsOf, dialog };
}

/** The last step of sending, for a campaign that is prepared and was left. */
export function reviewAddress(campaignId: string): string {
  return `/dashboard/campaigns/from-file?step=3&campaign=${campaignId}`;
}
