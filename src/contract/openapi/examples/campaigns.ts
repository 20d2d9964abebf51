import * as z from 'zod/mini';
import { campaign } from '../../api/campaigns.ts';
import { summary } from '../../api/campaign-summary.ts';
import type { restCampaigns } from '../../api/rest-campaigns.ts';
import { type Stories, CAMPAIGN, CLIENT, AT } from './ids.ts';

z.globalRegistry.add(campaign, { id: 'Campaign' });
z.globalRegistry.add(summary, { id: 'CampaignSummary' });

const CAMPAIGN_FIELDS = {
  status: 'Where it stands. `COMPLETED`, `DECLINED`, `CANCELLED` and `FAILED` are its ends.',
  units: 'What it comes to.',
};
export const CAMPAIGNS: Stories<typeof restCampaigns> = {
  create: {
    operationId: 'createCampaign',
    tag: 'Campaigns',
    title: 'Prepare a campaign',
    description:
      'The `summary` says how many messages it comes to, what was left out and why, and what it costs, before anything is sent. Launch it, or forget it.',
    requests: {
      now: {
        summary: 'To three numbers',
        value: {
          campaignName: 'Opening day',
          from: 'TUMA',
          text: 'We open on Saturday at 10. Come and see us.',
          recipients: ['+254712345678', '+254722345678', '0733345678'],
        },
      },
    },
    responses: {
      prepared: { summary: 'Prepared', value: { campaignId: CAMPAIGN, summary: summaryExample() } },
    },
    errors: [
      'NOT_ALLOWED',
      'KEY_IS_TEST',
      'IDEMPOTENCY_KEY_REUSED',
      'TOO_LARGE',
      'SENDER_NOT_READY',
      'NO_RECIPIENTS',
      'TOO_MANY_TYPED',
      'NO_RATE',
    ],
    fields: CAMPAIGN_FIELDS,
  },
  launch: {
    operationId: 'launchCampaign',
    tag: 'Campaigns',
    title: 'Launch a campaign',
    description:
      'Its units are held as it goes to `QUEUED`. An account whose campaigns are approved by somebody sees it `WAITING_APPROVAL` first.',
    requests: { one: { summary: 'By its id', value: { campaignId: CAMPAIGN } } },
    responses: { launched: { summary: 'On its way', value: campaignExample('QUEUED') } },
    errors: [
      'NOT_ALLOWED',
      'KEY_IS_TEST',
      'NOT_FOUND',
      'CONFLICT',
      'IDEMPOTENCY_KEY_REUSED',
      'NO_UNITS',
      'OUTSIDE_WINDOW',
      'DAILY_LIMIT',
      'NO_SUMMARY',
    ],
    fields: CAMPAIGN_FIELDS,
  },
  get: {
    operationId: 'getCampaign',
    tag: 'Campaigns',
    title: 'Get a campaign',
    description: 'The counts follow the receipts, within a second or two.',
    requests: { one: { summary: 'By its id', value: { campaignId: CAMPAIGN } } },
    responses: { running: { summary: 'Running', value: campaignExample('RUNNING') } },
    errors: ['NOT_FOUND'],
    fields: CAMPAIGN_FIELDS,
  },
  cancel: {
    operationId: 'cancelCampaign',
    tag: 'Campaigns',
    title: 'Cancel a campaign',
    description: 'What a carrier has already runs its course and is counted.',
    requests: { one: { summary: 'By its id', value: { campaignId: CAMPAIGN } } },
    responses: { cancelled: { summary: 'Cancelled', value: campaignExample('CANCELLED') } },
    errors: ['NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT'],
    fields: CAMPAIGN_FIELDS,
  },
};

function campaignExample(status: z.output<typeof campaign>['status']): z.output<typeof campaign> {
  const gone = status === 'RUNNING' ? 2 : 0;
  return {
    campaignId: CAMPAIGN,
    campaignName: 'Opening day',
    clientId: CLIENT,
    clientName: 'Duka Ltd',
    senderId: 'TUMA',
    text: 'We open on Saturday at 10. Come and see us.',
    source: 'COMPOSE',
    status,
    reason: null,
    recipientCount: 3,
    segmentCount: 3,
    unitsReserved: 3,
    unitsCharged: gone,
    counts: {
      queued: status === 'CANCELLED' ? 0 : 3 - gone,
      submitted: 1 * Number(gone > 0),
      ambiguous: 0,
      delivered: Number(gone > 0),
      undeliverable: 0,
      failed: 0,
      rejected: 0,
      expired: 0,
      unknown: 0,
      cancelled: status === 'CANCELLED' ? 3 : 0,
    },
    scheduleTimestamp: null,
    createTimestamp: AT,
    startTimestamp: gone ? AT + 5 : null,
    endTimestamp: status === 'CANCELLED' ? AT + 60 : null,
    approvedBy: null,
    timezone: 'Africa/Nairobi',
    waitingSinceTimestamp: null,
    approvalReasons: [],
    resumeTimestamp: null,
    copiedFrom: null,
  };
}

function summaryExample(): z.output<typeof summary> {
  return {
    campaignId: CAMPAIGN,
    rows: 3,
    valid: 3,
    invalid: 0,
    duplicate: 0,
    optedOut: 0,
    blocked: 0,
    segments: 3,
    units: 3,
    balance: 12_400.5,
    balanceAfter: 12_397.5,
    short: false,
    encoding: { gsm: 3, ucs2: 0 },
    regions: [],
    networks: [],
    lookalikes: { replaced: false, messages: 0, segmentsSaved: 0, unitsSaved: 0 },
    reasons: [],
    stopClause: null,
    dailyLimit: null,
  };
}
