import ApproveIcon from '@mui/icons-material/CheckCircleOutlined';
import CancelIcon from '@mui/icons-material/BlockOutlined';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import DeclineIcon from '@mui/icons-material/HighlightOffOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import PauseIcon from '@mui/icons-material/PauseOutlined';
import RescheduleIcon from '@mui/icons-material/EditCalendarOutlined';
import ResendIcon from '@mui/icons-material/ReplayOutlined';
import ResumeIcon from '@mui/icons-material/PlayArrowOutlined';
import ReviewIcon from '@mui/icons-material/SendOutlined';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Campaign, campaigns } from '../../../contract/api/campaigns.ts';
import { tasks } from '../../../contract/api/tasks.ts';
import { useMe, useSend } from '../queries.ts';
import { CallError } from '../../api/request.ts';
import { download, messageOf } from '../../api/call.ts';
import type { RowAction } from '../../ui/lists/RowMenu.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { allowedActions, type CampaignAction } from './campaignActions.ts';
import { CAMPAIGN_CHANGES, draftAddress, reviewAddress, useFailed } from './campaignCalls.ts';
import { CampaignQuestion, type Question } from './CampaignQuestions.tsx';
import { useLeadOn } from '../../ui/page/useLeadOn.ts';

type Act = { icon: ReactNode; danger?: boolean } & ({ to: string } | { act(): void });

/** Actions that the signed-in client may take on a campaign, with their confirmations. */
export function useCampaignActions(): {
  actionsOf(campaign: Campaign): RowAction[];
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const me = useMe();
  const [asked, setAsked] = useState<{ question: Question; campaign: Campaign } | null>(null);
  const { pause, resume, duplicate, save } = useCalls((campaign) =>
    setAsked({ question: 'opening', campaign }),
  );

  function actionsOf(campaign: Campaign): RowAction[] {
    const ask = (question: Question) => () => setAsked({ question, campaign });
    const actions: Record<CampaignAction, Act> = {
      approve: { icon: <ApproveIcon />, act: ask('approve') },
      decline: { icon: <DeclineIcon />, danger: true, act: ask('decline') },
      review: { icon: <ReviewIcon />, to: reviewAddress(campaign.campaignId) },
      edit: { icon: <EditIcon />, to: draftAddress(campaign.campaignId) },
      pause: { icon: <PauseIcon />, act: () => pause(campaign) },
      resume: { icon: <ResumeIcon />, act: () => resume(campaign) },
      reschedule: { icon: <RescheduleIcon />, act: ask('reschedule') },
      resend: { icon: <ResendIcon />, act: ask('resend') },
      duplicate: { icon: <CopyIcon />, act: () => duplicate(campaign) },
      download: { icon: <DownloadIcon />, act: () => void save(campaign) },
      cancel: { icon: <CancelIcon />, danger: true, act: ask('cancel') },
    };
    const labelOf = (key: CampaignAction) => {
      if (key === 'review') return t('campaigns.continue');
      return t(
        key === 'cancel' && campaign.status === 'PENDING'
          ? 'campaigns.discard'
          : `campaigns.${key}`,
      );
    };
    return allowedActions(me, campaign).map((key) => ({
      key,
      label: labelOf(key),
      ...actions[key],
    }));
  }

  const dialog = asked && <CampaignQuestion {...asked} onClose={() => setAsked(null)} />;
  return { actionsOf, dialog };
}

/** Actions that start at once. @param onClosed called for a campaign that may not be sent at this hour */
function useCalls(onClosed: (campaign: Campaign) => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const leadOn = useLeadOn();
  const failed = useFailed();
  const pausing = useSend(campaigns.pause, {
    changes: CAMPAIGN_CHANGES,
    failed,
    done: () => toast.success(t('campaigns.paused')),
  });
  const resumed = useRef(new Map<string, Campaign>());
  // Nobody sees a question of a page that was left.
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const resuming = useSend(campaigns.resume, {
    changes: CAMPAIGN_CHANGES,
    failed: (failure, { campaignId }) => {
      const campaign = resumed.current.get(campaignId);
      const isClosed = failure instanceof CallError && failure.code === 'OUTSIDE_WINDOW';
      if (campaign && isClosed && isHere.current) onClosed(campaign);
      else failed(failure);
    },
    done: () => toast.success(t('campaigns.resumed')),
  });
  const duplicating = useSend(campaigns.duplicate, {
    changes: [campaigns.list, tasks.list],
    failed,
    done: ({ campaignId, operationId }) =>
      leadOn(`${reviewAddress(campaignId)}&task=${operationId}`),
  });
  return {
    pause: ({ campaignId }: Campaign) => pausing.mutate({ campaignId }),
    resume: (campaign: Campaign) => {
      resumed.current.set(campaign.campaignId, campaign);
      resuming.mutate({ campaignId: campaign.campaignId });
    },
    duplicate: ({ campaignId, campaignName: name }: Campaign) =>
      duplicating.mutate({
        campaignId,
        campaignName: t('campaigns.copyName', { name }).slice(0, 100),
      }),
    save: async ({ campaignId, campaignName }: Campaign) => {
      await download(campaigns.download, { campaignId }, `${campaignName}.csv`).catch(
        (failure: unknown) => toast.error(messageOf(failure)),
      );
    },
  };
}
