import { useTranslation } from 'react-i18next';
import { auth } from '../../../contract/api/auth.ts';
import { campaigns } from '../../../contract/api/campaigns.ts';
import { messageOf } from '../../api/call.ts';
import { CallError } from '../../api/request.ts';
import { useToast } from '../../ui/dialogs/Toasts.tsx';

/** The readings that an action on a campaign makes stale. */
export const CAMPAIGN_CHANGES = [
  campaigns.list,
  campaigns.get,
  campaigns.approvals,
  campaigns.history,
  campaigns.forecast,
  auth.me,
];

/** The last step of sending, for a campaign that is prepared and was left. */
export function reviewAddress(campaignId: string): string {
  return `/dashboard/campaigns/from-file?step=3&campaign=${campaignId}`;
}

/** The place where an unsent campaign is changed. */
export const draftAddress = (campaignId: string): string =>
  `/dashboard/campaigns/${campaignId}/edit`;

/** Shows a failed action; a conflict means that another person changed the campaign first. */
export function useFailed(): (failure: Error) => void {
  const { t } = useTranslation();
  const toast = useToast();
  return (failure) =>
    toast.error(
      failure instanceof CallError && failure.code === 'CONFLICT'
        ? t('campaigns.changed')
        : messageOf(failure),
    );
}
