// Campaigns, for customers' software.
import * as z from 'zod/mini';
import { campaign, CAMPAIGN_STATUSES } from './campaigns.ts';
import { summary } from './campaign-summary.ts';
import { MOST_GROUPS, MOST_TYPED } from './compose.ts';
import { endpoint, id, listOf, many, numericTimestamp, page, timestamp } from '../endpoint.ts';
import { offer } from './rest-messages.ts';
import { singleLine } from '../shared/fields.ts';

const byCampaign = z.object({ campaignId: id });

const number = z.string().check(z.maxLength(40));
/** A recipient with values for the placeholders of the text; they go before those of a contact with the number. */
const recipient = z.union([
  number,
  z.strictObject({
    to: number,
    fields: z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(1000))),
  }),
]);

export const restCampaigns = {
  list: endpoint({
    method: 'GET',
    path: '/v1/campaigns',
    who: 'messaging.read',
    key: 'read',
    summary: "The account's campaigns, newest first",
    input: z.object({
      ...page,
      'filter.campaignStatuses': many(z.enum(CAMPAIGN_STATUSES)),
      'filter.startTimestamp': z.optional(numericTimestamp),
      'filter.endTimestamp': z.optional(numericTimestamp),
    }),
    output: listOf('campaigns', campaign),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/campaigns',
    who: 'messaging.send',
    key: 'send',
    idempotent: 'optional',
    largeBody: true,
    summary:
      'Prepare one text or template to up to 10,000 numbers and to groups, and return its summary; nothing is sent before it is launched',
    input: z.object({
      campaignName: z.optional(singleLine(100, 0)),
      from: offer.from,
      /** Either a text or a template. */
      text: z.optional(z.string().check(z.minLength(1), z.maxLength(10_000))),
      templateId: z.optional(id),
      /** Numbers, groups, or both. */
      recipients: z._default(z.array(recipient).check(z.maxLength(MOST_TYPED)), []),
      groupIds: z._default(z.array(id).check(z.maxLength(MOST_GROUPS)), []),
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
    summary: 'Send a prepared campaign: at once, at its time, or after it is approved',
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
