import * as z from 'zod/mini';
import {
  done,
  endpoint,
  id,
  listOf,
  many,
  page,
  PORTAL,
  timestamp,
  units,
  numericTimestamp,
} from '../endpoint.ts';
import { campaignProgress, shownForecast, campaignWindow } from './campaign-progress.ts';
import { singleLine } from '../shared/fields.ts';

export const CAMPAIGN_STATUSES = [
  'PENDING',
  'WAITING_APPROVAL',
  'APPROVED',
  'SCHEDULED',
  'QUEUED',
  'RUNNING',
  'PAUSED',
  'COMPLETED',
  'DECLINED',
  'CANCELLED',
  'FAILED',
] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** Where the recipients come from; SOFTWARE: single messages of one text that wait for approval together. */
export const CAMPAIGN_SOURCES = ['COMPOSE', 'CONTACTS', 'FILE', 'SOFTWARE'] as const;

/** The ways by which software sends. */
export const SOFTWARE_SOURCES = ['REST', 'SMPP', 'HTTP'] as const;

/** Why a campaign needs approval: its client always does, its kind of account does, or its text or size met a content rule. */
export const APPROVAL_RULES = ['CLIENT', 'EBU', 'WORD', 'LINK', 'SIZE', 'PARTS'] as const;

/** The outcomes whose recipients a campaign can be sent to again. */
export const RESEND_OUTCOMES = [
  'UNDELIVERABLE',
  'EXPIRED',
  'FAILED',
  'REJECTED',
  'UNKNOWN',
] as const;
export type ResendOutcome = (typeof RESEND_OUTCOMES)[number];

export const CAMPAIGN_EVENTS = [
  'SENT',
  'APPROVED',
  'DECLINED',
  'PAUSED',
  'RESUMED',
  'RESCHEDULED',
  'CANCELLED',
  'FAILED',
] as const;

export const campaign = z.object({
  campaignId: id,
  campaignName: z.string(),
  clientId: id,
  clientName: z.string(),
  senderId: z.string(),
  text: z.string(),
  source: z.enum(CAMPAIGN_SOURCES),
  /** The ways by which the messages came that wait for approval; empty once it is decided. */
  sources: z.array(z.object({ source: z.enum(SOFTWARE_SOURCES), messageCount: z.int() })),
  status: z.enum(CAMPAIGN_STATUSES),
  /** The reason for its status: NO_UNITS, TOO_LATE, REPLACED, ABANDONED, or an approver's comment. */
  reason: z.nullable(z.string()),
  recipientCount: z.int(),
  segmentCount: z.int(),
  /** Units held at its start: those still held, those charged and those given back. */
  unitsReserved: units,
  unitsHeld: units,
  unitsCharged: units,
  unitsRefunded: units,
  counts: z.object({
    queued: z.int(),
    submitted: z.int(),
    ambiguous: z.int(),
    delivered: z.int(),
    undeliverable: z.int(),
    failed: z.int(),
    rejected: z.int(),
    expired: z.int(),
    unknown: z.int(),
    cancelled: z.int(),
  }),
  scheduleTimestamp: z.nullable(timestamp),
  createTimestamp: timestamp,
  startTimestamp: z.nullable(timestamp),
  endTimestamp: z.nullable(timestamp),
  approvedBy: z.nullable(z.string()),
  /** The zone of its client, in which schedules are written. */
  timezone: z.string(),
  /** Waiting for approval since; null when no approval is needed. */
  waitingSinceTimestamp: z.nullable(timestamp),
  /** The reasons, for approvers; empty for others. */
  approvalReasons: z.array(
    z.object({ rule: z.enum(APPROVAL_RULES), found: z.nullable(z.string()) }),
  ),
  /** A paused campaign resumes at this time by itself. */
  resumeTimestamp: z.nullable(timestamp),
  /** The campaign that this one was made from. */
  copiedFrom: z.nullable(id),
});
export type Campaign = z.output<typeof campaign>;

export const one = z.object({ campaignId: id });

export const campaigns = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/campaigns`,
    who: 'campaigns.read',
    summary: 'Campaigns, newest first',
    input: z.object({
      ...page,
      'filter.clientIds': many(id),
      'filter.campaignIds': many(id),
      'filter.campaignStatuses': many(z.enum(CAMPAIGN_STATUSES)),
      'filter.senderIds': many(z.string()),
      /** A part of the name. */
      'filter.query': z.optional(z.string().check(z.trim(), z.maxLength(100))),
      'filter.createStartTimestamp': z.optional(numericTimestamp),
      'filter.createEndTimestamp': z.optional(numericTimestamp),
    }),
    output: listOf('campaigns', campaign),
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/campaigns/:campaignId`,
    who: 'campaigns.read',
    summary: 'One campaign',
    input: one,
    output: campaign,
  }),
  approvals: endpoint({
    method: 'GET',
    path: `${PORTAL}/campaigns/approvals`,
    who: 'campaigns.approve',
    summary: "Campaigns waiting for the caller's approval, the longest waiting first",
    input: z.object(page),
    output: listOf('campaigns', campaign),
  }),
  approve: endpoint({
    method: 'POST',
    path: `${PORTAL}/campaigns:approveCampaign`,
    who: 'campaigns.approve',
    idempotent: true,
    summary: 'Approve a campaign, or decline it with a reason for its owner',
    input: z.object({
      campaignId: id,
      approved: z.boolean(),
      reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
    }),
    output: campaign,
  }),
  reschedule: endpoint({
    method: 'POST',
    path: `${PORTAL}/campaigns:rescheduleCampaign`,
    who: 'campaigns.cancel',
    summary: 'Reschedule a campaign that has not started',
    input: z.object({ campaignId: id, scheduleTimestamp: timestamp }),
    output: campaign,
  }),
  duplicate: endpoint({
    method: 'POST',
    path: `${PORTAL}/campaigns:duplicateCampaign`,
    who: 'messaging.send',
    summary: 'Make a new draft with the same text, sender ID and recipients, priced again',
    input: z.object({ campaignId: id, campaignName: z.optional(singleLine(100)) }),
    output: z.object({ campaignId: id, operationId: id }),
  }),
  resend: endpoint({
    method: 'POST',
    path: `${PORTAL}/campaigns:resendCampaign`,
    who: 'messaging.send',
    summary:
      'Make a new draft for the recipients of an ended campaign with these outcomes, priced again',
    input: z.object({
      campaignId: id,
      outcomes: z.array(z.enum(RESEND_OUTCOMES)).check(z.minLength(1)),
      campaignName: z.optional(singleLine(100)),
    }),
    output: z.object({ campaignId: id, operationId: id }),
  }),
  download: endpoint({
    method: 'GET',
    path: `${PORTAL}/downloadCampaign`,
    who: 'messaging.read',
    download: true,
    summary: 'The messages of a campaign (CSV)',
    input: one,
    output: done,
  }),
  progress: endpoint({
    method: 'GET',
    path: `${PORTAL}/campaigns/:campaignId/progress`,
    who: 'campaigns.read',
    summary: 'A campaign over time and by network',
    input: one,
    output: campaignProgress,
  }),
  forecast: endpoint({
    method: 'GET',
    path: `${PORTAL}/campaigns/:campaignId/forecast`,
    who: 'campaigns.read',
    summary:
      'Forecast a campaign: routes, cost and the time of the last submission; for a sent campaign, the forecast kept at the time',
    input: one,
    output: z.object({ forecast: z.nullable(shownForecast), window: z.nullable(campaignWindow) }),
  }),
  history: endpoint({
    method: 'GET',
    path: `${PORTAL}/campaigns/:campaignId/history`,
    who: 'campaigns.read',
    summary: 'Events of a campaign, newest first',
    input: one,
    output: z.object({
      events: z.array(
        z.object({
          kind: z.enum(CAMPAIGN_EVENTS),
          timestamp,
          actorName: z.nullable(z.string()),
          reason: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  examples: endpoint({
    method: 'GET',
    path: `${PORTAL}/campaigns/:campaignId/examples`,
    who: 'campaigns.approve',
    summary:
      'The first messages of a campaign as they would be sent, with their columns, for its approvers',
    input: one,
    output: z.object({
      columns: z.array(z.string()),
      messages: z.array(z.object({ destination: z.string(), text: z.string(), segments: z.int() })),
    }),
  }),
  pause: endpoint({
    method: 'POST',
    path: `${PORTAL}/campaigns:pauseCampaign`,
    who: 'campaigns.cancel',
    summary: 'Pause a campaign until resumed',
    input: one,
    output: campaign,
  }),
  resume: endpoint({
    method: 'POST',
    path: `${PORTAL}/campaigns:resumeCampaign`,
    who: 'campaigns.cancel',
    summary: 'Resume a paused campaign',
    input: one,
    output: campaign,
  }),
};
