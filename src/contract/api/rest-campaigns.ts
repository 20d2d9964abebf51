import * as z from 'zod/mini';
import { campaign } from './campaigns.ts';
import { summary } from './campaign-summary.ts';
import { MOST_TYPED } from './compose.ts';
import { endpoint, id, timestamp, singleLine } from '../endpoint.ts';
import { offer } from './rest-messages.ts';

const byCampaign = z.object({ campaignId: id });

export const restCampaigns = {
  create: endpoint({
    method: 'POST',
    path: '/v1/campaigns',
    who: 'messaging.send',
    key: 'send',
    idempotent: 'optional',
    largeBody: true,
    summary:
      'Prepare one text to up to 10,000 numbers, and return its summary; nothing is sent before it is launched',
    input: z.object({
      campaignName: z.optional(singleLine(100, 0)),
      from: offer.from,
      text: z.string().check(z.minLength(1), z.maxLength(10_000)),
      recipients: z
        .array(z.string().check(z.maxLength(40)))
        .check(z.minLength(1), z.maxLength(MOST_TYPED)),
      scheduleTimestamp: z.optional(timestamp),
    }),
    output: z.object({
      campaignId: id,
      /** Null while many recipients are being prepared; then the campaign has them. */
      summary: z.nullable(summary),
    }),
  }),
  launch: endpoint({
    method: 'POST',
    path: '/v1/campaigns/:campaignId:launch',
    who: 'messaging.send',
    key: 'send',
    idempotent: 'optional',
    summary: 'Send a prepared campaign: at once, at its time, or after somebody has approved it',
    input: byCampaign,
    output: campaign,
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/campaigns/:campaignId',
    who: 'messaging.read',
    key: 'read',
    summary: 'The status of a campaign, with its counts',
    input: byCampaign,
    output: campaign,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/v1/campaigns/:campaignId:cancel',
    who: 'messaging.send',
    key: 'send',
    summary: "Cancel a campaign's messages that are not yet submitted; their units are refunded",
    input: byCampaign,
    output: campaign,
  }),
};
