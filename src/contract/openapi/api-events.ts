import * as z from 'zod/mini';
import type { Parameter } from './types.ts';
import type { ToldEvent } from './story.ts';
import { campaignEvent, messageEvent, moEvent } from './webhook-events.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../api/webhooks.ts';

z.globalRegistry.add(messageEvent, { id: 'MessageEvent' });
z.globalRegistry.add(moEvent, { id: 'IncomingEvent' });
z.globalRegistry.add(campaignEvent, { id: 'CampaignEvent' });

const MESSAGE = '0199f0c2-4b1e-7d3a-9c55-2f6a7b8c9d0e';
const AT = 1_790_000_000;

const EVENTS: Record<WebhookEvent, string> = {
  'message.submitted': 'A carrier accepted the message',
  'message.delivered': 'The message is on the phone',
  'message.failed': 'The message cannot be delivered, or could not be sent',
  'message.expired': 'The message was not delivered within its validity',
  'message.rejected': 'The carrier refused the message',
  'message.cancelled': 'The message was cancelled before it was submitted',
  'message.unknown': 'The carrier does not know the outcome',
  'mo.received': 'A phone wrote to one of your numbers',
  'campaign.approved': 'A campaign was approved, and is sent',
  'campaign.declined': 'A campaign was declined: none of its messages is sent',
};

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** Every event that is sent to customers' addresses. */
export const TOLD_EVENTS: readonly ToldEvent[] = WEBHOOK_EVENTS.map((name) => ({
  name,
  summary: EVENTS[name],
  description:
    'A POST to your address. An answer of 2xx within 10 seconds confirms it; otherwise it is retried for a day.',
  payload:
    name === 'mo.received' ? moEvent : name.startsWith('campaign.') ? campaignEvent : messageEvent,
  example:
    name === 'mo.received'
      ? {
          id: MESSAGE,
          type: name,
          createdTimestamp: AT,
          data: {
            messageId: MESSAGE,
            from: '+254712345678',
            to: '+22456',
            text: 'YES',
            receiveTimestamp: AT,
          },
        }
      : {
          id: '0199f0c2-5d00-7000-8000-0123456789ab',
          type: name,
          createdTimestamp: AT + 1.4,
          data: eventData(name),
        },
  headers: [
    header(
      'Tuma-Signature',
      'The time of sending, and the HMAC-SHA256 of `<t>.<body>` under your secret, in hex; two of them for a day after a new secret.',
      't=1790000001,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
    ),
    header('Tuma-Event', 'The kind of event, as in the body.', name),
    header(
      'Tuma-Event-Id',
      'The id of the event: the same at every attempt.',
      '0199f0c2-5d00-7000-8000-0123456789ab',
    ),
    header('Tuma-Attempt', 'The number of the attempt, from 1.', '1'),
  ],
}));

function eventData(
  name: WebhookEvent,
): z.output<typeof messageEvent>['data'] | z.output<typeof campaignEvent>['data'] {
  if (name === 'campaign.approved' || name === 'campaign.declined')
    return {
      campaignId: '0199f0c2-4b1e-7d3a-9c55-2f6a7b8c9d0f',
      campaignName: 'Your parcel is at the counter',
      from: 'TUMA',
      messageCount: 840,
      reason: name === 'campaign.declined' ? 'Name the shop' : null,
    };
  const facts = {
    messageId: MESSAGE,
    clientReference: 'order-20261',
    from: 'TUMA',
    to: '+254712345678',
    segments: 1,
    submitTimestamp: AT + 0.2,
    doneTimestamp: AT + 1.4,
  };
  switch (name) {
    case 'message.submitted':
      return {
        ...facts,
        status: 'SUBMITTED',
        final: false,
        errorCode: null,
        carrierStatus: null,
        doneTimestamp: null,
      };
    case 'message.failed':
      return {
        ...facts,
        status: 'UNDELIVERABLE',
        final: true,
        errorCode: '027',
        carrierStatus: 'UNDELIV',
      };
    case 'message.expired':
      return {
        ...facts,
        status: 'EXPIRED',
        final: true,
        errorCode: '032',
        carrierStatus: 'EXPIRED',
      };
    case 'message.rejected':
      return {
        ...facts,
        status: 'REJECTED',
        final: true,
        errorCode: '009',
        carrierStatus: 'REJECTD',
      };
    case 'message.cancelled':
      return {
        ...facts,
        status: 'CANCELLED',
        final: true,
        errorCode: null,
        carrierStatus: null,
        submitTimestamp: null,
      };
    case 'message.unknown':
      return {
        ...facts,
        status: 'UNKNOWN',
        final: true,
        errorCode: null,
        carrierStatus: 'UNKNOWN',
      };
    default:
      return {
        ...facts,
        status: 'DELIVERED',
        final: true,
        errorCode: '000',
        carrierStatus: 'DELIVRD',
      };
  }
}
