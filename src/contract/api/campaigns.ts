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
  singleLine,
} from '../endpoint.ts';

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

export const CAMPAIGN_SOURCES = ['COMPOSE', 'CONTACTS', 'FILE'] as const;

/** Why a campaign needs approval: its client always does, its kind of account does, or its text or size met a content rule. */
export const APPROVAL_RULES = ['CLIENT', 'EBU', 'WORD', 'LINK', 'SIZE'] as const;

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
  status: z.enum(CAMPAIGN_STATUSES),
  /** Why it stands where it stands: NO_UNITS, TOO_LATE, REPLACED, an approver's words. */
  reason: z.nullable(z.string()),
  recipientCount: z.int(),
  segmentCount: z.int(),
  unitsReserved: units,
  unitsCharged: units,
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
  /** Since when somebody should approve it; null where nobody needs to. */
  waitingSinceTimestamp: z.nullable(timestamp),
  /** Why somebody must, for whoever may approve it; empty for others. */
  approvalReasons: z.array(
    z.object({ rule: z.enum(APPROVAL_RULES), found: z.nullable(z.string()) }),
  ),
  /** Paused until then: it goes on by itself. */
  resumeTimestamp: z.nullable(timestamp),
  /** The campaign that this one was made from. */
  copiedFrom: z.nullable(id),
});
export type Campaign = z.output<typeof campaign>;

const one = z.object({ campaignId: id });

/** One of several ways that a campaign's messages are expected to take. */
const forecastRoute = z.object({
  routeId: z.int(),
  order: z.int(),
  type: z.string(),
  /** The names of its connectors. */
  connectors: z.array(z.string()),
  country: z.string(),
  network: z.string(),
  messages: z.int(),
  segments: z.int(),
  units,
});

/** What is to be expected of a campaign: computed before it is sent, kept when it is. */
export const forecast = z.object({
  timestamp,
  messages: z.int(),
  segments: z.int(),
  units,
  routes: z.array(forecastRoute),
  /** Messages that no route leads to; they would fail, and their units come back. */
  withoutRoute: z.int(),
  /** Whether routes were found for a sample of the recipients and reckoned from it. */
  sampled: z.boolean(),
  /** Messages that stand before it in the queue of its routes. */
  queuedBefore: z.int(),
  /** Parts a second that its connectors took lately, or are limited to; null where none has sent yet. */
  partsPerSecond: z.nullable(z.number()),
  startTimestamp: timestamp,
  /** Null where no pace is known. */
  finishTimestamp: z.nullable(timestamp),
});
export type Forecast = z.output<typeof forecast>;

/** The hours in which a campaign may be sent, of all the countries it goes to; null where none is limited. */
const campaignWindow = z.object({
  open: z.boolean(),
  /** The countries whose hours limit it. */
  countries: z.array(z.string()),
  /** When it may be sent next, where it may not now; null where no hour suits all its countries. */
  opensTimestamp: z.nullable(timestamp),
  closesTimestamp: z.nullable(timestamp),
});
export type CampaignWindow = z.output<typeof campaignWindow>;

export const networkCourse = z.object({
  country: z.string(),
  network: z.string(),
  messages: z.int(),
  segments: z.int(),
  units,
  submitted: z.int(),
  delivered: z.int(),
  undeliverable: z.int(),
  rejected: z.int(),
  expired: z.int(),
  failed: z.int(),
  unknown: z.int(),
  cancelled: z.int(),
});
export type NetworkCourse = z.output<typeof networkCourse>;

export const campaignProgress = z.object({
  /** How long each of `steps` is. */
  stepSeconds: z.int(),
  /** What was handed over and what came back in each step in which something was, oldest first. */
  steps: z.array(z.object({ timestamp, submitted: z.int(), delivered: z.int(), failed: z.int() })),
  networks: z.array(networkCourse),
});
export type CampaignProgress = z.output<typeof campaignProgress>;

export const campaigns = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/campaigns`,
    who: 'campaigns.read',
    summary: 'Campaigns, newest first',
    input: z.object({
      ...page,
      'filter.clientIds': many(id),
      'filter.campaignStatuses': many(z.enum(CAMPAIGN_STATUSES)),
      'filter.senderIds': many(z.string()),
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
    summary:
      'Campaigns that wait for approval and that one may decide on, the longest waiting first',
    input: z.object(page),
    output: listOf('campaigns', campaign),
  }),
  approve: endpoint({
    method: 'POST',
    path: `${PORTAL}/campaigns:approveCampaign`,
    who: 'campaigns.approve',
    idempotent: true,
    summary: 'Approve a campaign, or decline it with the reason that its owner is told',
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
    summary: 'Send a campaign that has not begun at another time',
    input: z.object({ campaignId: id, scheduleTimestamp: timestamp }),
    output: campaign,
  }),
  duplicate: endpoint({
    method: 'POST',
    path: `${PORTAL}/campaigns:duplicateCampaign`,
    who: 'messaging.send',
    summary: 'A new draft with the same text, sender ID and recipients, priced anew',
    input: z.object({ campaignId: id, campaignName: z.optional(singleLine(100)) }),
    output: z.object({ campaignId: id, operationId: id }),
  }),
  resend: endpoint({
    method: 'POST',
    path: `${PORTAL}/campaigns:resendCampaign`,
    who: 'messaging.send',
    summary:
      'A new draft to the recipients of an ended campaign whose messages had these outcomes, priced anew',
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
      'A dry run: which routes would take the messages, what they cost and when the last is handed over; of a campaign that was sent, what was expected then',
    input: one,
    output: z.object({ forecast: z.nullable(forecast), window: z.nullable(campaignWindow) }),
  }),
  history: endpoint({
    method: 'GET',
    path: `${PORTAL}/campaigns/:campaignId/history`,
    who: 'campaigns.read',
    summary: 'Who decided what on a campaign, newest first',
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
      'The first messages of a campaign as they would be sent, and the columns they are made from, for whoever decides on it',
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
    summary: 'Stop handing over messages until resumed',
    input: one,
    output: campaign,
  }),
  resume: endpoint({
    method: 'POST',
    path: `${PORTAL}/campaigns:resumeCampaign`,
    who: 'campaigns.cancel',
    summary: 'Go on with a paused campaign',
    input: one,
    output: campaign,
  }),
};

/** A region's share of a prepared campaign. */
const regionShare = z.object({
  regionName: z.string(),
  country: z.string(),
  messages: z.int(),
  segments: z.int(),
  units,
});

/** A network's share of a prepared campaign; the name is empty where the number does not tell. */
const networkShare = z.object({
  network: z.string(),
  country: z.string(),
  messages: z.int(),
  segments: z.int(),
  units,
});

/** What will be sent, left out and charged; computed by the server when the campaign is prepared. */
export const summary = z.object({
  campaignId: id,
  rows: z.int(),
  valid: z.int(),
  invalid: z.int(),
  duplicate: z.int(),
  optedOut: z.int(),
  blocked: z.int(),
  segments: z.int(),
  units,
  balance: units,
  balanceAfter: units,
  /** It cannot be paid for as things stand. */
  short: z.boolean(),
  encoding: z.object({ gsm: z.int(), ucs2: z.int() }),
  regions: z.array(regionShare),
  /** By network, most first; none of a campaign prepared before networks were told apart. */
  networks: z.array(networkShare),
  /**
   * Look-alikes of GSM 03.38: whether they take the place of what it lacks, in how many messages that makes a difference, and how
   * many segments and units all messages together are fewer with them than without.
   */
  lookalikes: z.object({
    replaced: z.boolean(),
    messages: z.int(),
    segmentsSaved: z.int(),
    unitsSaved: units,
  }),
  /** Why rows were refused, by reason, most first. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  stopClause: z.nullable(z.string()),
  /** How many messages the client may send a day (UTC), and how many of today are taken; null where there is no limit. */
  dailyLimit: z.nullable(z.object({ limit: z.int(), used: z.int() })),
});
export type CampaignSummary = z.output<typeof summary>;

export const columnPreview = z.object({
  uploadId: id,
  fileName: z.string(),
  columns: z.array(z.string()),
  /** The top 5 rows, with every column: a text may use any of them. A screen shows the first 5. */
  rows: z.array(z.array(z.string())),
  rowCount: z.int(),
  suggestedPhoneColumn: z.nullable(z.string()),
  encoding: z.string(),
  delimiter: z.nullable(z.string()),
  bytes: z.int(),
});
export type FilePreview = z.output<typeof columnPreview>;

export const sms = {
  fromFileStep1: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:sendFromFileStep1`,
    who: 'messaging.send',
    upload: true,
    summary:
      'Upload a file of recipients (CSV, TXT or XLSX; 1,000,000 rows at most) and see its columns',
    input: z.object({}),
    output: columnPreview,
  }),
  upload: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/uploads/:uploadId`,
    who: 'messaging.send',
    summary: 'See the columns of an uploaded file again; it is there for 24 hours',
    input: z.object({ uploadId: id }),
    output: columnPreview,
  }),
  fromFileStep2: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:sendFromFileStep2`,
    who: 'messaging.send',
    summary:
      'Prepare a campaign from an uploaded file: recipients are read, checked and priced in the background',
    input: z.object({
      uploadId: id,
      phoneColumn: z.string().check(z.minLength(1)),
      campaignName: singleLine(100),
      senderId: z.string().check(z.minLength(1)),
      text: z.string().check(z.minLength(1), z.maxLength(10000)),
      /** Look-alikes take the place of what GSM 03.38 lacks; without it as the client's setting says. */
      replaceLookalikes: z.optional(z.boolean()),
      scheduleTimestamp: z.optional(z.nullable(timestamp)),
      /** A campaign prepared before from the same upload and not sent: this one takes its place. */
      replaces: z.optional(id),
    }),
    output: z.object({ campaignId: id, operationId: id }),
  }),
  fromFilePreview: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:sendFromFilePreview`,
    who: 'messaging.send',
    summary: 'The first three messages as they will be sent, and the summary',
    input: one,
    output: z.object({
      messages: z.array(
        z.object({
          destination: z.string(),
          text: z.string(),
          segments: z.int(),
          encoding: z.enum(['GSM7', 'UCS2']),
        }),
      ),
      summary,
      /** Somebody else has to approve it before it goes. */
      needsApproval: z.boolean(),
    }),
  }),
  sendCampaign: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:sendCampaign`,
    who: 'messaging.send',
    idempotent: true,
    summary: 'Launch a prepared campaign',
    input: one,
    output: campaign,
  }),
  cancelCampaign: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:cancelCampaign`,
    who: 'campaigns.cancel',
    summary: 'Stop what is not yet handed to a carrier and give its units back',
    input: one,
    output: campaign,
  }),
  refusedRows: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/refusedRows`,
    who: 'messaging.read',
    download: true,
    summary: 'The rows of the file that give no recipient: row, value, reason (CSV)',
    input: one,
    output: done,
  }),
};
