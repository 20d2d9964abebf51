/** The actions on a campaign that a reader may take. */
import type { SignedIn } from '../../../contract/api/auth.ts';
import type { Campaign, CampaignStatus } from '../../../contract/api/campaigns.ts';
import { decidesOnOthers, reachOf } from '../../../contract/shared/roles.ts';
import { CANCELLABLE } from './campaignPace.ts';
import { resendable } from './resendable.ts';

export type CampaignAction =
  | 'approve'
  | 'decline'
  | 'review'
  | 'edit'
  | 'pause'
  | 'resume'
  | 'reschedule'
  | 'resend'
  | 'duplicate'
  | 'download'
  | 'cancel';

const ENDED: readonly CampaignStatus[] = ['COMPLETED', 'CANCELLED', 'FAILED'];

type Facts = Pick<
  Campaign,
  'clientId' | 'status' | 'counts' | 'startTimestamp' | 'unitsReserved' | 'copiedFrom'
>;

/** The actions that an account may take on a campaign now, in the order of the menu. */
export function allowedActions(
  me: Pick<SignedIn, 'clientId' | 'clientAccessLevel' | 'needsApproval'>,
  campaign: Facts,
): CampaignAction[] {
  const role = me.clientAccessLevel;
  const { status } = campaign;
  const isOwn = campaign.clientId === me.clientId;
  const reach = reachOf(role, 'campaigns.cancel');
  const steers = isOwn ? reach !== undefined : reach === 'tree' || reach === 'all';
  const decides = !isOwn && decidesOnOthers(me) && status === 'WAITING_APPROVAL';
  const sends = isOwn && reachOf(role, 'messaging.send') !== undefined;
  const reads = reachOf(role, 'messaging.read') !== undefined;
  const allowed: Record<CampaignAction, boolean> = {
    approve: decides,
    decline: decides,
    review: status === 'PENDING' && isOwn,
    // A copy has the recipients of another campaign.
    edit: sends && status === 'PENDING' && campaign.copiedFrom === null,
    pause: steers && (status === 'RUNNING' || status === 'QUEUED'),
    resume: steers && status === 'PAUSED',
    reschedule: steers && hasNotBegun(campaign),
    resend: sends && ENDED.includes(status) && resendable(campaign).length > 0,
    duplicate: sends && status !== 'PENDING',
    download: reads && campaign.startTimestamp !== null,
    cancel: steers && CANCELLABLE.includes(status),
  };
  return (Object.keys(allowed) as CampaignAction[]).filter((action) => allowed[action]);
}

/** True for a campaign that waits for its time or its approval: only then has it a time to change. */
const hasNotBegun = ({ status, startTimestamp, unitsReserved }: Facts) =>
  status === 'WAITING_APPROVAL' ||
  status === 'SCHEDULED' ||
  (status === 'PAUSED' && startTimestamp === null && unitsReserved === 0);
