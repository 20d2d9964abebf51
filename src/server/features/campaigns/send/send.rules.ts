/** Decides from facts read once whether a campaign is sent, started, resumed or given another time. */
import { COUNTRIES } from '../../../../contract/shared/countries.ts';
import { formatTimestamp } from '../../../../contract/shared/dates.ts';
import { mayUseSender } from '../../../core/accept/sender.rules.ts';
import type { SenderFacts } from '../../../core/accept/sender.rules.ts';
import { openStateAt } from '../../../core/accept/sending-hours.rules.ts';
import type { SendingWindow } from '../../../core/accept/sending-hours.rules.ts';
import { refuseNewAccount, waitsUntil } from '../../../core/guard/guard.rules.ts';
import type { NewAccountUse } from '../../../core/guard/guard.rules.ts';
import type { DailyUse } from '../../../core/dispatch/queue/daily-limit.ts';
import type { GatewayConfig } from '../../../core/dispatch/routing/gateway-config.ts';
import {
  badInput,
  conflict,
  dailyLimit,
  heldBack,
  noRecipients,
  noRoute,
  noSummary,
  outsideWindow,
  senderNotReady,
} from '../../../infra/errors.ts';
import type { Refusal } from '../../../infra/errors.ts';
import { sentence } from '../../../i18n/sentence.ts';
import type { Language } from '../../../i18n/language.ts';
import { afterResume, afterSchedule, afterSend, may, mayReschedule } from '../campaigns.rules.ts';
import type { ApprovalReason } from '../campaigns.rules.ts';
import type { CampaignRow } from '../campaigns.store.ts';

/** Everything that decides whether a campaign may go out, read once in the deciding transaction. */
export type CampaignFacts = {
  campaign: CampaignRow;
  /** The database's clock, in seconds since the epoch. */
  now: number;
  /** A client that is not blocked stays so until the transaction ends. */
  clientIsBlocked: boolean;
  /** The time of a restore that nobody has released; null where there is none. */
  restoredAt: Date | null;
  sender: SenderFacts | undefined;
  /** Sending hours of the sender's kind in every country that the campaign reaches. */
  hours: readonly SendingWindow[];
  tooLateMinutes: number;
  config: GatewayConfig | undefined;
  /** Today's use where the campaign would go beyond it; the client's other sends wait meanwhile. */
  exceededLimit: DailyUse | undefined;
  /** The limit of an account that is new, whose other sends wait meanwhile. */
  newAccount: NewAccountUse | undefined;
};

type Refused = { refusal: Refusal };
type Paused = {
  to: 'PAUSED';
  reason: 'CLIENT_BLOCKED' | 'TOO_LATE' | 'WINDOW' | 'DAILY_LIMIT' | 'NEW_ACCOUNT_LIMIT';
  resumeAt: Date | null;
};
type Launched = { to: 'LAUNCH' };
type Withheld = { to: 'WAITING_APPROVAL'; reasons: readonly ApprovalReason[] };

export type SendDecision = Refused | Launched | Paused | { to: 'SCHEDULED' } | Withheld;

/** @param reasons why somebody must approve the campaign, from its texts, size and client */
export function decideSend(facts: CampaignFacts, reasons: readonly ApprovalReason[]): SendDecision {
  const { campaign, now } = facts;
  if (!may('send', campaign.status)) return refuse(conflict('campaign', campaign.status));
  if (isHeldBack(facts)) return refuse(heldBack());
  if (!campaign.preparedAt || !campaign.summary) return refuse(noSummary());
  if (campaign.total === 0) return refuse(noRecipients());
  if (!isServed(facts)) return refuse(senderNotReady(campaign.sender));
  const to = afterSend(
    { scheduleAt: campaign.scheduleAt, needsApproval: reasons.length > 0 },
    new Date(now * 1000),
    facts.tooLateMinutes,
  );
  // The hours and the limit are decided again once the campaign is approved or its owner resumes it.
  if (to === 'WAITING_APPROVAL') return { to, reasons };
  if (to === 'PAUSED') return paused('TOO_LATE');
  const outside = refusalOutsideHours(facts, startOf(campaign, now));
  if (outside) return refuse(outside);
  return to === 'SCHEDULED' ? { to } : decideLaunch(facts);
}

/**
 * The moment whose sending hours count for a campaign: its scheduled time until it begins; one that is paused
 * goes on at once.
 */
export function startOf(
  { status, scheduleAt }: Pick<CampaignRow, 'status' | 'scheduleAt'>,
  now: number,
): number {
  return status === 'PAUSED' ? now : Math.max(now, (scheduleAt?.getTime() ?? 0) / 1000);
}

/**
 * A campaign that was approved, or whose scheduled time has come.
 * @param reasons why somebody must approve it by now, where nobody has
 */
export function decideStart(
  facts: CampaignFacts,
  reasons: readonly ApprovalReason[],
): Refused | Launched | Paused | Withheld {
  const { campaign, now } = facts;
  if (facts.clientIsBlocked) return paused('CLIENT_BLOCKED');
  if (reasons.length > 0) return { to: 'WAITING_APPROVAL', reasons };
  // Lateness of an approved campaign was decided when it was approved.
  const isLate =
    campaign.status === 'SCHEDULED' &&
    afterSchedule(campaign.scheduleAt, new Date(now * 1000), facts.tooLateMinutes) === 'PAUSED';
  if (isLate) return paused('TOO_LATE');
  const { open, opensAt } = openStateAt(facts.hours, now);
  if (!open) return paused('WINDOW', opensAt);
  return pausedByLimit(facts) ?? decideLaunch(facts);
}

export type ResumeDecision = Refused | Launched | Withheld | { to: 'QUEUED' | 'RUNNING' };

/** A paused campaign that a person resumes. @param reasons as of `decideStart` */
export function decideResume(
  facts: CampaignFacts,
  reasons: readonly ApprovalReason[],
): ResumeDecision {
  const { campaign, now } = facts;
  if (!may('resume', campaign.status)) return refuse(conflict('campaign', campaign.status));
  if (facts.clientIsBlocked) return refuse(conflict('client', 'BLOCKED'));
  if (isHeldBack(facts)) return refuse(heldBack());
  if (reasons.length > 0) return { to: 'WAITING_APPROVAL', reasons };
  const outside = refusalOutsideHours(facts, now);
  if (outside) return refuse(outside);
  const to = afterResume(campaign);
  return to === 'LAUNCH' ? decideLaunch(facts) : { to };
}

/**
 * A paused campaign whose time to resume has come; `WAIT` where its hours were changed meanwhile. @param
 * reasons as of `decideStart`
 */
export function decideDueResume(
  facts: CampaignFacts,
  reasons: readonly ApprovalReason[],
): ResumeDecision | Paused | { to: 'WAIT'; until: number | null } | { to: 'NOTHING' } {
  const { campaign, now } = facts;
  const isDue =
    campaign.status === 'PAUSED' &&
    campaign.resumeAt !== null &&
    campaign.resumeAt.getTime() / 1000 <= now;
  // The campaigns of a blocked client are due once it is let in again.
  if (!isDue || facts.clientIsBlocked) return { to: 'NOTHING' };
  if (reasons.length > 0) return { to: 'WAITING_APPROVAL', reasons };
  const { open, opensAt } = openStateAt(facts.hours, now);
  if (!open) return { to: 'WAIT', until: opensAt };
  const to = afterResume(campaign);
  if (to !== 'LAUNCH') return { to };
  return pausedByLimit(facts) ?? decideLaunch(facts);
}

/** @param at the new time, in seconds since the epoch */
export function refusalOfReschedule(
  facts: CampaignFacts,
  at: number,
  language: Language,
): Refusal | undefined {
  const { campaign } = facts;
  if (!mayReschedule(campaign)) return conflict('campaign', campaign.status);
  if (facts.clientIsBlocked) return conflict('client', 'BLOCKED');
  if (at <= facts.now)
    return badInput([{ field: 'scheduleTimestamp', message: sentence(language, 'NOT_IN_FUTURE') }]);
  return refusalOutsideHours(facts, at);
}

/** A sender ID may have been blocked or withdrawn since the campaign was made. */
export function isServed({
  campaign,
  sender,
}: Pick<CampaignFacts, 'campaign' | 'sender'>): boolean {
  return sender !== undefined && mayUseSender(sender, campaign.clientId);
}

/** A campaign beyond the limit of a new account goes on by itself once that allows it. */
function pausedByLimit({ campaign, now, exceededLimit, newAccount }: CampaignFacts): Paused | null {
  if (exceededLimit) return paused('DAILY_LIMIT');
  const until = newAccount && waitsUntil(newAccount, campaign.total, new Date(now * 1000));
  return until ? paused('NEW_ACCOUNT_LIMIT', until.getTime() / 1000) : null;
}

function decideLaunch(facts: CampaignFacts): Refused | Launched {
  const { campaign, config, exceededLimit, newAccount, now } = facts;
  if (facts.clientIsBlocked) return refuse(conflict('client', 'BLOCKED'));
  if (!isServed(facts)) return refuse(senderNotReady(campaign.sender));
  if (!config?.routes.some((route) => route.direction === 'MT' && route.enabled))
    return refuse(noRoute());
  if (exceededLimit)
    return refuse(dailyLimit(campaign.total, exceededLimit.limit, exceededLimit.used));
  if (newAccount && waitsUntil(newAccount, campaign.total, new Date(now * 1000)))
    return refuse(refuseNewAccount(newAccount, newAccount.left));
  return { to: 'LAUNCH' };
}

/** Data restored since the campaign was made may have been sent already. */
function isHeldBack({ campaign, restoredAt }: CampaignFacts): boolean {
  return restoredAt !== null && campaign.createdAt <= restoredAt;
}

/** OUTSIDE_WINDOW with the next opening, in the client's time zone. */
function refusalOutsideHours({ campaign, hours }: CampaignFacts, at: number): Refusal | undefined {
  const { open, opensAt } = openStateAt(hours, at);
  if (open) return undefined;
  const countries = hours
    .map(({ country }) => COUNTRIES.find(({ code }) => code === country)?.label ?? country)
    .join(', ');
  const opens =
    opensAt === null ? null : formatTimestamp(opensAt, 'yyy-MM-dd HH:mm', campaign.timezone);
  return outsideWindow(countries, opens, campaign.timezone);
}

function refuse(refusal: Refusal): Refused {
  return { refusal };
}

function paused(reason: Paused['reason'], resumeAt: number | null = null): Paused {
  return {
    to: 'PAUSED',
    reason,
    resumeAt: resumeAt === null ? null : new Date(resumeAt * 1000),
  };
}
