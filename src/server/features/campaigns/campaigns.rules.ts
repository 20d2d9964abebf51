import type { Campaign, CampaignStatus } from '../../../contract/api/campaigns.ts';
import type { ContentRules } from '../../../contract/api/platform-settings.ts';

/** Where a campaign may go from where it stands; nothing else ever happens to its status. */
export const NEXT: Record<CampaignStatus, readonly CampaignStatus[]> = {
  PENDING: ['WAITING_APPROVAL', 'SCHEDULED', 'QUEUED', 'PAUSED', 'CANCELLED', 'FAILED'],
  WAITING_APPROVAL: ['APPROVED', 'DECLINED', 'CANCELLED', 'FAILED'],
  APPROVED: ['SCHEDULED', 'QUEUED', 'PAUSED', 'CANCELLED', 'FAILED'],
  SCHEDULED: ['QUEUED', 'PAUSED', 'CANCELLED', 'FAILED'],
  QUEUED: ['RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED'],
  RUNNING: ['PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED'],
  PAUSED: ['SCHEDULED', 'QUEUED', 'RUNNING', 'CANCELLED', 'FAILED'],
  COMPLETED: [],
  DECLINED: [],
  CANCELLED: [],
  FAILED: [],
};

/** What is done to a campaign, and from where it can be done. */
export const ACTIONS = {
  send: ['PENDING'],
  approve: ['WAITING_APPROVAL'],
  decline: ['WAITING_APPROVAL'],
  /** A schedule that came, or an approval. */
  start: ['SCHEDULED', 'APPROVED'],
  /** Of one that was paused only before it was launched: see `mayReschedule`. */
  reschedule: ['PENDING', 'WAITING_APPROVAL', 'SCHEDULED', 'PAUSED'],
  pause: ['QUEUED', 'RUNNING'],
  resume: ['PAUSED'],
  cancel: ['PENDING', 'WAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'QUEUED', 'RUNNING', 'PAUSED'],
  complete: ['QUEUED', 'RUNNING'],
  fail: ['PENDING', 'WAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'QUEUED', 'RUNNING', 'PAUSED'],
} as const satisfies Record<string, readonly CampaignStatus[]>;
export type Action = keyof typeof ACTIONS;

/** Whether a person may do this to a campaign that stands there. */
export function may(action: Action, status: CampaignStatus): boolean {
  const from: readonly CampaignStatus[] = ACTIONS[action];
  return from.includes(status);
}

/** Where a campaign goes when its owner sends it, or it was approved. */
export function afterSend(
  campaign: { scheduleAt: Date | null; needsApproval: boolean },
  now: Date,
  tooLateMinutes: number,
): 'WAITING_APPROVAL' | 'SCHEDULED' | 'QUEUED' | 'PAUSED' {
  if (campaign.needsApproval) return 'WAITING_APPROVAL';
  if (campaign.scheduleAt !== null && campaign.scheduleAt > now) return 'SCHEDULED';
  return afterSchedule(campaign.scheduleAt, now, tooLateMinutes);
}

/** Where a campaign goes when its time has come: much too late, its owner is asked first. */
export function afterSchedule(
  scheduleAt: Date | null,
  now: Date,
  tooLateMinutes: number,
): 'QUEUED' | 'PAUSED' {
  return scheduleAt !== null && now.getTime() - scheduleAt.getTime() > tooLateMinutes * 60_000
    ? 'PAUSED'
    : 'QUEUED';
}

/** Whether a campaign may be given another time: not once messages of it were made. */
export function mayReschedule(campaign: { status: CampaignStatus; unitsHeld: bigint }): boolean {
  return may('reschedule', campaign.status) && campaign.unitsHeld === 0n;
}

/** Whether a campaign's recipients may be copied to another: they are known, and of a resend what became of them. */
export function mayResend(status: CampaignStatus): boolean {
  return ['COMPLETED', 'CANCELLED', 'FAILED'].includes(status);
}

/**
 * Four eyes: nobody decides on a campaign that they had a hand in, neither its owner, nor who made or sent it, nor who was
 * behind them or acts as another now.
 */
export function hadAHand(
  decider: { clientId: string; impersonatorId: string | null },
  campaign: { clientId: string; hands: readonly string[] },
): boolean {
  const involved = new Set([campaign.clientId, ...campaign.hands]);
  return (
    involved.has(decider.clientId) ||
    (decider.impersonatorId !== null && involved.has(decider.impersonatorId))
  );
}

/** Where resuming leads: units are held by then, or the campaign was paused before its launch. */
export function afterResume(campaign: {
  unitsHeld: bigint;
  startedAt: Date | null;
}): 'LAUNCH' | 'QUEUED' | 'RUNNING' {
  if (campaign.unitsHeld === 0n) return 'LAUNCH';
  return campaign.startedAt === null ? 'QUEUED' : 'RUNNING';
}

/** Why somebody must approve a campaign: what its client is, and what of it met the platform's content rules. */
export type ApprovalReason = Campaign['approvalReasons'][number];

/** Whether somebody must approve whatever this client sends, and why. */
export function clientReasons(client: {
  accessLevel: string;
  requiresCampaignApproval: boolean;
}): ApprovalReason[] {
  if (client.accessLevel === 'EBU_CLIENT') return [{ rule: 'EBU', found: null }];
  return client.requiresCampaignApproval ? [{ rule: 'CLIENT', found: null }] : [];
}

/** What of a campaign met a rule on its size. */
export function sizeReasons(rules: ContentRules, total: number): ApprovalReason[] {
  return rules.mostRecipients !== null && total > rules.mostRecipients
    ? [{ rule: 'SIZE', found: String(total) }]
    : [];
}

/** Regular expressions (PostgreSQL's, any case) for what the content rules look for in the texts as they will be sent. */
export function contentPatterns(rules: ContentRules): { rule: 'WORD' | 'LINK'; pattern: string }[] {
  const words = rules.words
    .map((word) =>
      word
        .trim()
        .replace(/[^\p{L}\p{Nd}\s]/gu, '\\$&')
        .replace(/\s+/g, '\\s+'),
    )
    .filter((word) => word !== '');
  return [
    ...(words.length === 0
      ? []
      : [
          {
            rule: 'WORD' as const,
            pattern: `(?<![[:alnum:]_])(?:${words.join('|')})(?![[:alnum:]_])`,
          },
        ]),
    ...(rules.links ? [{ rule: 'LINK' as const, pattern: LINK }] : []),
  ];
}

// A scheme, `www.`, or a name with an ending that names in sentences do not have by chance; the ending is followed by no more letters.
const LINK =
  '(?:https?://|www\\.)[^[:space:]]+|(?<![[:alnum:]@._-])(?:[a-z0-9-]+\\.)+(?:com|net|org|info|biz|io|me|co|app|dev|link|site|online|shop|ly|gl|gd|to|cc|ke|tz|ug|mz|pt|rw|za)(?![[:alnum:]])(?:/[^[:space:]]*)?';

/** What a fold adds to one campaign: counts of messages, and units in ten-thousandths. */
export type Counted = {
  campaignId: string;
  submitted: number;
  delivered: number;
  undeliverable: number;
  rejected: number;
  expired: number;
  failed: number;
  unknown: number;
  cancelled: number;
  captured: bigint;
  released: bigint;
};

/** What the pipeline counted, as a campaign's course is made from it. */
export type CourseDelta = Omit<Counted, 'campaignId' | 'released'> & {
  campaignId: string | null;
  clientId: string;
  at: Date;
  country: string;
  network: number;
  messages: number;
  segments: number;
};

/** Somebody whom a campaign goes to, priced. The values of its text's placeholders stand in their order. */
export type Recipient = {
  rowNo: number;
  destination: string;
  fields: string[] | null;
  segments: number;
  units: bigint;
  country: string;
  network: number;
};
