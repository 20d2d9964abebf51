import type { CampaignStatus } from '../../contract/campaigns.ts';

/** Where a campaign may go from where it stands; nothing else ever happens to its status. */
export const NEXT: Record<CampaignStatus, readonly CampaignStatus[]> = {
  PENDING: ['WAITING_APPROVAL', 'SCHEDULED', 'QUEUED', 'PAUSED', 'CANCELLED', 'FAILED'],
  WAITING_APPROVAL: ['APPROVED', 'DECLINED', 'CANCELLED', 'FAILED'],
  APPROVED: ['SCHEDULED', 'QUEUED', 'PAUSED', 'CANCELLED', 'FAILED'],
  SCHEDULED: ['QUEUED', 'PAUSED', 'CANCELLED', 'FAILED'],
  QUEUED: ['RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED'],
  RUNNING: ['PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED'],
  PAUSED: ['QUEUED', 'RUNNING', 'CANCELLED', 'FAILED'],
  COMPLETED: [],
  DECLINED: [],
  CANCELLED: [],
  FAILED: [],
};

/** What is done to a campaign, and from where it can be done. */
export const ACTIONS = {
  send: ['PENDING'],
  /** A schedule that came. */
  start: ['SCHEDULED'],
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

/** How late a schedule may be kept, where the platform has not set it. */
export const TOO_LATE_MINUTES = 60;

/** Where a campaign goes when its owner sends it, or it was approved. */
export function afterSend(campaign: { scheduleAt: Date | null; needsApproval: boolean }, now: Date, tooLateMinutes: number): 'WAITING_APPROVAL' | 'SCHEDULED' | 'QUEUED' | 'PAUSED' {
  if (campaign.needsApproval) return 'WAITING_APPROVAL';
  if (campaign.scheduleAt !== null && campaign.scheduleAt > now) return 'SCHEDULED';
  return afterSchedule(campaign.scheduleAt, now, tooLateMinutes);
}

/** Where a campaign goes when its time has come: much too late, its owner is asked first. */
export function afterSchedule(scheduleAt: Date | null, now: Date, tooLateMinutes: number): 'QUEUED' | 'PAUSED' {
  return scheduleAt !== null && now.getTime() - scheduleAt.getTime() > tooLateMinutes * 60_000 ? 'PAUSED' : 'QUEUED';
}

/** Where resuming leads: units are held by then, or the campaign was paused before its launch. */
export function afterResume(campaign: { unitsHeld: bigint; startedAt: Date | null }): 'LAUNCH' | 'QUEUED' | 'RUNNING' {
  if (campaign.unitsHeld === 0n) return 'LAUNCH';
  return campaign.startedAt === null ? 'QUEUED' : 'RUNNING';
}

/** Whether the client may send under this sender ID now: it is ready, and its own, delegated to it, or everybody's. */
export function senderServes(sender: { clientId: string; status: string; isGeneric: boolean; delegatedTo: readonly string[] }, clientId: string): boolean {
  return sender.status === 'READY_FOR_SENDING' && (sender.isGeneric || sender.clientId === clientId || sender.delegatedTo.includes(clientId));
}

/** Whether somebody must approve what this client sends. */
export function needsApproval(client: { accessLevel: string; requiresCampaignApproval: boolean }): boolean {
  return client.requiresCampaignApproval || client.accessLevel === 'EBU_CLIENT';
}

/** What a fold adds to one campaign: counts of messages, and units in ten-thousandths. */
export type Counted = {
  campaignId: string;
  submitted: number; delivered: number; undeliverable: number; rejected: number; expired: number; failed: number; unknown: number; cancelled: number;
  captured: bigint; released: bigint;
};
