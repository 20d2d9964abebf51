import type { Campaign, CampaignStatus } from '../../../contract/api/campaigns.ts';
import type { ContentRules } from '../../../contract/api/platform-settings.ts';
import { withLatinLetters } from '../../core/accept/fingerprint.rules.ts';
import { statusesBefore, type Transitions } from '../../infra/transitions.ts';

/** A campaign's transitions: every update of its status goes through this table. */
export const NEXT: Transitions<CampaignStatus> = {
  PENDING: ['WAITING_APPROVAL', 'SCHEDULED', 'QUEUED', 'PAUSED', 'CANCELLED', 'FAILED'],
  WAITING_APPROVAL: ['APPROVED', 'DECLINED', 'CANCELLED', 'FAILED'],
  APPROVED: ['SCHEDULED', 'QUEUED', 'PAUSED', 'CANCELLED', 'FAILED'],
  SCHEDULED: ['WAITING_APPROVAL', 'QUEUED', 'PAUSED', 'CANCELLED', 'FAILED'],
  QUEUED: ['RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED'],
  RUNNING: ['PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED'],
  // A paused campaign may be paused for another reason, and need approval before its launch.
  PAUSED: ['PAUSED', 'WAITING_APPROVAL', 'SCHEDULED', 'QUEUED', 'RUNNING', 'CANCELLED', 'FAILED'],
  COMPLETED: [],
  DECLINED: [],
  CANCELLED: [],
  FAILED: [],
};

export type Action =
  | 'send'
  | 'approve'
  | 'decline'
  | 'start'
  | 'reschedule'
  | 'expand'
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'complete'
  | 'fail';

/** The statuses in which an action is possible; the action leads on as `NEXT` says. */
export const ALLOWED_FROM: Readonly<Record<Action, readonly CampaignStatus[]>> = {
  send: ['PENDING'],
  approve: statusesBefore(NEXT, 'APPROVED'),
  decline: statusesBefore(NEXT, 'DECLINED'),
  /** A scheduled time that has come, or an approval. */
  start: ['SCHEDULED', 'APPROVED'],
  /** A paused campaign only before its launch: see `mayReschedule`. */
  reschedule: ['PENDING', 'WAITING_APPROVAL', 'SCHEDULED', 'PAUSED'],
  expand: ['QUEUED', 'RUNNING'],
  pause: ['QUEUED', 'RUNNING'],
  resume: ['PAUSED'],
  cancel: statusesBefore(NEXT, 'CANCELLED'),
  complete: statusesBefore(NEXT, 'COMPLETED'),
  fail: statusesBefore(NEXT, 'FAILED'),
};

export function may(action: Action, status: CampaignStatus): boolean {
  return ALLOWED_FROM[action].includes(status);
}

/** The status after a campaign is sent by its owner, or approved. */
export function afterSend(
  campaign: { scheduleAt: Date | null; needsApproval: boolean },
  now: Date,
  tooLateMinutes: number,
): 'WAITING_APPROVAL' | 'SCHEDULED' | 'QUEUED' | 'PAUSED' {
  if (campaign.needsApproval) return 'WAITING_APPROVAL';
  if (campaign.scheduleAt !== null && campaign.scheduleAt > now) return 'SCHEDULED';
  return afterSchedule(campaign.scheduleAt, now, tooLateMinutes);
}

/** The status of a campaign whose time has come: one that is much too late waits for its owner. */
export function afterSchedule(
  scheduleAt: Date | null,
  now: Date,
  tooLateMinutes: number,
): 'QUEUED' | 'PAUSED' {
  return scheduleAt !== null && now.getTime() - scheduleAt.getTime() > tooLateMinutes * 60_000
    ? 'PAUSED'
    : 'QUEUED';
}

/** A campaign may be given another time until its launch. */
export function mayReschedule(campaign: {
  status: CampaignStatus;
  unitsHeld: bigint;
  source: Campaign['source'];
}): boolean {
  return (
    may('reschedule', campaign.status) &&
    campaign.unitsHeld === 0n &&
    campaign.source !== 'SOFTWARE'
  );
}

/** A campaign may be sent again once the outcomes of its messages are known. */
export function mayResend(status: CampaignStatus): boolean {
  return ['COMPLETED', 'CANCELLED', 'FAILED'].includes(status);
}

/**
 * Four eyes: nobody decides on a campaign that they own, made or sent, whether as themselves or
 * while acting for another account, then or now.
 */
export function isInvolved(
  decider: { clientId: string; impersonatorId: string | null },
  campaign: { clientId: string; involved: readonly string[] },
): boolean {
  const involved = new Set([campaign.clientId, ...campaign.involved]);
  return (
    involved.has(decider.clientId) ||
    (decider.impersonatorId !== null && involved.has(decider.impersonatorId))
  );
}

/**
 * True of a campaign that goes out without approval unless its account, or a rule, asks for one by now: it
 * was sent when none was needed.
 */
export function mayLackApproval(campaign: {
  status: CampaignStatus;
  unitsHeld: bigint;
  isApproved: boolean;
  source: Campaign['source'];
}): boolean {
  return (
    (campaign.status === 'SCHEDULED' || campaign.status === 'PAUSED') &&
    campaign.unitsHeld === 0n &&
    !campaign.isApproved &&
    campaign.source !== 'SOFTWARE'
  );
}

/** The status after resuming; a campaign without held units was paused before its launch. */
export function afterResume(campaign: {
  unitsHeld: bigint;
  startedAt: Date | null;
  source: Campaign['source'];
}): 'LAUNCH' | 'QUEUED' | 'RUNNING' {
  if (campaign.unitsHeld === 0n || (campaign.source === 'SOFTWARE' && campaign.startedAt === null))
    return 'LAUNCH';
  return campaign.startedAt === null ? 'QUEUED' : 'RUNNING';
}

/** Why somebody must approve a campaign: its client, its size, or a content rule that its texts met. */
export type ApprovalReason = Campaign['approvalReasons'][number];

/** Reasons to approve every campaign of this client; empty where there are none. */
export function clientReasons({
  approvalRule,
}: {
  approvalRule: 'CLIENT' | 'EBU' | null;
}): ApprovalReason[] {
  return approvalRule === null ? [] : [{ rule: approvalRule, found: null }];
}

/** The reason to approve a campaign of this size; empty where there is none. */
export function sizeReasons(rules: ContentRules, total: number): ApprovalReason[] {
  return rules.mostRecipients !== null && total > rules.mostRecipients
    ? [{ rule: 'SIZE', found: String(total) }]
    : [];
}

/**
 * Regular expressions (PostgreSQL's, any case) of the content rules: for the texts as they will be sent,
 * and for the same texts in Latin letters without accents.
 */
export function contentPatterns(
  rules: ContentRules,
): { rule: 'WORD' | 'LINK'; pattern: string; plain: string }[] {
  const words = rules.words.map((word) => word.trim()).filter((word) => word !== '');
  const patternOf = (some: readonly string[]) =>
    `(?<![[:alnum:]_])(?:${some
      .map((word) => word.replace(/[^\p{L}\p{Nd}\s]/gu, '\\$&').replace(/\s+/g, '\\s+'))
      .join('|')})(?![[:alnum:]_])`;
  return [
    ...(words.length === 0
      ? []
      : [
          {
            rule: 'WORD' as const,
            pattern: patternOf(words),
            plain: patternOf(words.map(withLatinLetters)),
          },
        ]),
    ...(rules.links ? [{ rule: 'LINK' as const, pattern: LINK, plain: LINK }] : []),
  ];
}

// As in messages of software: a scheme, `www.`, or a name with any ending, because every ending may be a link's.
const LINK =
  '(?:https?://|www\\.)[^[:space:]]+|(?<![[:alnum:]@._-])(?:[[:alnum:]-]+\\.)+[a-z]{2,}(?:[/?#][^[:space:]]*)?';

/** Counts that aggregation adds to one campaign: messages, and units in ten-thousandths. */
export type Counted = {
  campaignId: string;
  messages: number;
  segments: number;
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
  /** Units of messages that came to wait in it. */
  gathered: bigint;
};

/** A delta of the pipeline's counts, from which a campaign's progress is aggregated. */
export type ProgressDelta = Omit<Counted, 'campaignId' | 'released' | 'gathered'> & {
  campaignId: string | null;
  clientId: string;
  at: Date;
  country: string;
  network: number;
};

/** Why a number that can be sent to gets no message of a campaign. */
export type LeftOutReason =
  | 'BLOCKED'
  | 'COUNTRY_NOT_ALLOWED'
  | 'RANGE_BLOCKED'
  | 'OPTED_OUT'
  | 'NO_CONSENT';

/** A priced recipient of a campaign. `fields` are the values of the text's placeholders, in their order. */
export type Recipient = {
  rowNo: number;
  destination: string;
  fields: string[] | null;
  segments: number;
  units: bigint;
  country: string;
  network: number;
};
