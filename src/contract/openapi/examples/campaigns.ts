// Examples of the API document: campaigns.
import * as z from 'zod/mini';
import { campaign } from '../../api/campaigns.ts';
import { summary } from '../../api/campaign-summary.ts';
import type { restCampaigns } from '../../api/rest-campaigns.ts';
import { type Stories, CAMPAIGN, CLIENT, AT, GROUP, TEMPLATE } from './ids.ts';

z.globalRegistry.add(campaign, { id: 'Campaign' });
z.globalRegistry.add(summary, { id: 'CampaignSummary' });

const CAMPAIGN_FIELDS = {
  status: 'The current status. `COMPLETED`, `DECLINED`, `CANCELLED` and `FAILED` are final.',
  units: 'The price of the campaign in units.',
};
export const CAMPAIGNS: Stories<typeof restCampaigns> = {
  list: {
    operationId: 'listCampaigns',
    tag: 'Campaigns',
    title: 'List campaigns',
    description: 'Page by page, newest first, those made in the portal included.',
    requests: {
      running: { summary: 'Running', value: { 'filter.campaignStatuses': ['QUEUED', 'RUNNING'] } },
    },
    responses: {
      page: {
        summary: 'A page',
        value: { campaigns: [campaignExample('RUNNING')], collectionCount: 1, nextPageToken: '' },
      },
    },
    errors: ['NOT_ALLOWED', 'BAD_PAGE_TOKEN'],
    fields: CAMPAIGN_FIELDS,
  },
  create: {
    operationId: 'createCampaign',
    tag: 'Campaigns',
    title: 'Prepare a campaign',
    description:
      'To numbers, to groups of contacts, or to both; of a text or a template. A placeholder between hash marks takes its value from the `fields` of a recipient, else from the contact with that number; a person without a value is left out. The `summary` gives the number of messages, the numbers left out with the reasons, and the price. Nothing is sent until you launch the campaign.',
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
      fields: {
        summary: 'With fields of their own',
        value: {
          from: 'TUMA',
          text: 'Hello #name#, your invoice of #amount# is due on Friday.',
          recipients: [
            { to: '+254712345678', fields: { name: 'Amina', amount: 'KES 1,200' } },
            { to: '+254722345678', fields: { name: 'Juma', amount: 'KES 800' } },
          ],
        },
      },
      group: {
        summary: 'A template to a group',
        value: { from: 'TUMA', templateId: TEMPLATE, groupIds: [GROUP] },
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
      'NOT_FOUND',
      'GROUP_EMPTYING',
      'UNKNOWN_PLACEHOLDER',
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
      'Its units are held as it becomes `QUEUED`. A campaign that needs approval is `WAITING_APPROVAL` first.',
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
      'NEW_ACCOUNT_LIMIT',
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
    description: 'Messages that a carrier has already accepted are not recalled; they are counted and charged.',
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
    sources: [],
    status,
    reason: null,
    recipientCount: 3,
    segmentCount: 3,
    unitsReserved: 3,
    unitsHeld: status === 'CANCELLED' ? 0 : 3 - gone,
    unitsCharged: gone,
    unitsRefunded: status === 'CANCELLED' ? 3 : 0,
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
    mostSegments: 1,
    units: 3,
    balance: 12_400.5,
    balanceAfter: 12_397.5,
    short: false,
    encoding: { gsm: 3, ucs2: 0 },
    regions: [],
    networks: [],
    lookalikes: { replaced: false, messages: 0, segmentsSaved: 0, unitsSaved: 0 },
    reasons: [],
    standIns: [],
    stopClause: null,
    repeats: null,
    dailyLimit: null,
  };
}
