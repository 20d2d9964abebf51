import CancelIcon from '@mui/icons-material/BlockOutlined';
import PauseIcon from '@mui/icons-material/PauseOutlined';
import ResumeIcon from '@mui/icons-material/PlayArrowOutlined';
import ReviewIcon from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../contract/auth.ts';
import { campaigns, sms, type Campaign, type CampaignStatus } from '../../contract/campaigns.ts';
import { reachOf } from '../../contract/roles.ts';
import { LIVE, useGet, useMe, useSend } from '../api.ts';
import { CallError, messageOf } from '../call.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useFormat } from '../ui/figures.tsx';
import type { RowAction } from '../ui/RowMenu.tsx';
import { useToast } from '../ui/Toasts.tsx';

const CANCELLABLE: readonly CampaignStatus[] = ['PENDING', 'WAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'QUEUED', 'RUNNING', 'PAUSED'];
const CHANGES = [campaigns.list, campaigns.get, auth.me];

/** What the signed-in client may do with a campaign as it stands, and the question that cancelling asks. */
export function useCampaignActions(): { actionsOf(campaign: Campaign): RowAction[]; dialog: ReactNode } {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const toast = useToast();
  const [cancelling, setCancelling] = useState<Campaign | null>(null);
  const failed = (failure: Error) => toast.error(failure instanceof CallError && failure.code === 'CONFLICT' ? t('campaigns.changed') : messageOf(failure));
  const pause = useSend(campaigns.pause, { changes: CHANGES, failed, done: () => toast.success(t('campaigns.paused')) });
  const resume = useSend(campaigns.resume, { changes: CHANGES, failed, done: () => toast.success(t('campaigns.resumed')) });
  const cancel = useSend(sms.cancelCampaign, { changes: CHANGES, failed, done: () => { setCancelling(null); toast.success(t('campaigns.cancelled')); } });

  function actionsOf(campaign: Campaign): RowAction[] {
    const own = campaign.clientId === me.clientId;
    const steers = own ? reachOf(me.clientAccessLevel, 'campaigns.cancel') !== undefined : ['tree', 'all'].includes(reachOf(me.clientAccessLevel, 'campaigns.cancel') ?? '');
    const { campaignId, status } = campaign;
    return [
      ...(status === 'PENDING' && own ? [{ key: 'review', label: t('campaigns.continue'), icon: <ReviewIcon />, to: reviewAddress(campaignId) }] : []),
      ...(steers && (status === 'RUNNING' || status === 'QUEUED') ? [{ key: 'pause', label: t('campaigns.pause'), icon: <PauseIcon />, act: () => pause.mutate({ campaignId }) }] : []),
      ...(steers && status === 'PAUSED' ? [{ key: 'resume', label: t('campaigns.resume'), icon: <ResumeIcon />, act: () => resume.mutate({ campaignId }) }] : []),
      ...(steers && CANCELLABLE.includes(status) ? [{ key: 'cancel', label: t('campaigns.cancel'), icon: <CancelIcon />, danger: true, act: () => setCancelling(campaign) }] : []),
    ];
  }

  const left = cancelling?.counts.queued ?? 0;
  const dialog = (
    <ConfirmDialog
      open={cancelling !== null} title={t('campaigns.cancelTitle')} action={t('campaigns.cancel')} keep={t('common.keep')} danger busy={cancel.isPending}
      onClose={() => setCancelling(null)} onConfirm={() => { if (cancelling) cancel.mutate({ campaignId: cancelling.campaignId }); }}
    >
      {cancelling && (cancelling.status === 'RUNNING' || cancelling.status === 'PAUSED' || cancelling.status === 'QUEUED'
        ? <><Box component="p" sx={{ m: 0 }}>{t('campaigns.cancelText', { name: cancelling.campaignName })}</Box><Box component="p" sx={{ mb: 0, mt: 2, color: 'text.primary' }}>{t('campaigns.cancelLeft', { count: left, value: number(left) })}</Box></>
        : t('campaigns.cancelDraft', { name: cancelling.campaignName }))}
    </ConfirmDialog>
  );
  return { actionsOf, dialog };
}

/** The last step of sending, for a campaign that is prepared and was left. */
export function reviewAddress(campaignId: string): string {
  return `/dashboard/campaigns/from-file?step=3&campaign=${campaignId}`;
}

/** How often campaigns' figures are asked for: live while messages leave, slower while receipts trickle in or somebody else may act. */
export function paceOf(list: readonly Campaign[], now: number): number | false {
  if (list.some(({ status }) => status === 'RUNNING' || status === 'QUEUED')) return LIVE;
  if (list.some((campaign) => isSettling(campaign, now))) return 3000;
  return list.some(({ status }) => CANCELLABLE.includes(status)) && 15_000;
}

/** Whether its figures still move although nothing more is handed over: receipts come, and what was not used goes back. */
function isSettling({ status, counts, endTimestamp, scheduleTimestamp }: Campaign, now: number): boolean {
  if (status === 'PAUSED') return counts.submitted + counts.ambiguous > 0;
  if (status === 'SCHEDULED') return scheduleTimestamp !== null && scheduleTimestamp - now < 900;
  if (endTimestamp === null || now - endTimestamp > 900) return false;
  return now - endTimestamp < 60 || counts.submitted + counts.ambiguous + counts.queued > 0;
}

/** Keeps the balance beside the menu in step with campaigns that take units or give them back. */
export function useFollowedBalance(list: readonly Campaign[]): void {
  useGet(auth.me, {}, { every: () => { const pace = paceOf(list, Date.now() / 1000); return pace !== false && Math.max(pace, 4000); } });
}
