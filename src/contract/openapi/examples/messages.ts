// Examples of the API document: messages sent and received.
import * as z from 'zod/mini';
import type { restMessages } from '../../api/rest-messages.ts';
import { acceptedMessage, refusedMessage, restMessage } from '../../api/rest-messages.ts';
import { restIncomingMessage } from '../../api/rest-incoming.ts';
import type { restIncoming } from '../../api/rest-incoming.ts';
import { type Stories, AT, INCOMING, MESSAGE } from './ids.ts';

z.globalRegistry.add(acceptedMessage, { id: 'AcceptedMessage' });
z.globalRegistry.add(refusedMessage, { id: 'RefusedMessage' });
z.globalRegistry.add(restMessage, { id: 'Message' });
z.globalRegistry.add(restIncomingMessage, { id: 'IncomingMessage' });
const INCOMING_FIELDS = {
  from: 'The phone, with its country prefix.',
  to: 'The number or sender ID that it wrote to.',
  'filter.phones': 'Only messages from these phones.',
  'filter.startTimestamp': 'Only what came in from then on, seconds since the epoch.',
  'filter.endTimestamp': 'Only what came in until then.',
};
const MONEY = {
  unitsHeld: 'Of `units`, those that are held now: a carrier may still accept its parts.',
  unitsCharged: 'Of `units`, those that it has cost. A test message costs nothing.',
  unitsRefunded: 'Of `units`, those that were given back, because no carrier accepted its parts.',
};
export const MESSAGES: Stories<typeof restMessages> = {
  send: {
    operationId: 'sendMessages',
    tag: 'Messages',
    title: 'Send messages',
    description:
      'An answer of 200 means that the messages are on disk and their units are held: they go out even if a machine of ours stops that moment.\n\nOne message alone is refused with an HTTP status. Of `messages`, each has its own outcome in the order in which you gave them: one with a `messageId` was accepted, one with an `error` was not and costs nothing. A text longer than one SMS is split and joined again on the phone; `segments` says into how many parts.',
    requests: {
      one: {
        summary: 'One message',
        value: {
          from: 'TUMA',
          to: '+254712345678',
          text: 'Your code is 4821.',
          clientReference: 'order-20261',
        },
      },
      many: {
        summary: 'Several messages',
        value: {
          messages: [
            {
              from: 'TUMA',
              to: '+254712345678',
              text: 'Hello, Amina. Your parcel is here.',
              clientReference: 'parcel-1',
            },
            {
              from: 'TUMA',
              to: '+254712345692',
              text: 'Hello, Brian. Your parcel is here.',
              clientReference: 'parcel-2',
            },
          ],
        },
      },
      later: {
        summary: 'At a time, with a callback',
        value: {
          from: 'TUMA',
          to: '+254712345678',
          text: 'Your appointment is tomorrow at 9.',
          scheduleTimestamp: AT,
          validitySeconds: 3600,
          callbackUrl: 'https://shop.example.com/sms-events',
        },
      },
    },
    responses: {
      one: {
        summary: 'One message',
        value: {
          messageId: MESSAGE,
          clientReference: 'order-20261',
          from: 'TUMA',
          to: '+254712345678',
          segments: 1,
          encoding: 'GSM7',
          units: 1,
          test: true,
          waitingForApproval: false,
          campaignId: null,
        },
      },
      many: {
        summary: 'Several messages',
        value: {
          acceptedCount: 1,
          refusedCount: 1,
          units: 1,
          messages: [
            {
              messageId: MESSAGE,
              clientReference: 'parcel-1',
              from: 'TUMA',
              to: '+254712345678',
              segments: 1,
              encoding: 'GSM7',
              units: 1,
              test: true,
              waitingForApproval: false,
              campaignId: null,
            },
            {
              clientReference: 'parcel-2',
              to: '+254712345692',
              error: 'OPTED_OUT',
              message: '+254712345692 has asked for no more messages from this account.',
            },
          ],
        },
      },
    },
    errors: [
      'NOT_ALLOWED',
      'IDEMPOTENCY_KEY_REUSED',
      'TOO_LARGE',
      'NUMBER_REFUSED',
      'NUMBER_BLOCKED',
      'COUNTRY_NOT_ALLOWED',
      'RANGE_BLOCKED',
      'NEW_ACCOUNT_LIMIT',
      'OPTED_OUT',
      'NO_CONSENT',
      'SENDER_MISSING',
      'SENDER_NOT_READY',
      'SENDER_NOT_REGISTERED',
      'TEXT_EMPTY',
      'TEXT_TOO_LONG',
      'TIME_OUT_OF_BOUNDS',
      'OUTSIDE_WINDOW',
      'NO_RATE',
      'NO_ROUTE',
      'NO_UNITS',
      'DAILY_LIMIT',
      'UNAPPROVED_LIMIT',
      'TEXT_DECLINED',
      'THROUGHPUT',
      'QUEUE_FULL',
    ],
    fields: {
      units: 'Units held for it, of all accepted messages together where there are several.',
      messages:
        'Up to 1,000 messages, in the place of `from`, `to` and `text`; in the answer, one outcome for each, in their order.',
    },
  },
  get: {
    operationId: 'getMessage',
    tag: 'Messages',
    title: 'Get a message',
    description:
      'A status only moves on; `DELIVERED`, `UNDELIVERABLE`, `EXPIRED`, `REJECTED`, `FAILED`, `CANCELLED` and `UNKNOWN` are final, but for an `EXPIRED` that a late receipt turns into `DELIVERED`. Use a webhook instead of repeated queries to be notified at once.',
    requests: { one: { summary: 'By its id', value: { messageId: MESSAGE } } },
    responses: { delivered: { summary: 'Delivered', value: messageExample() } },
    errors: ['NOT_FOUND'],
    fields: MONEY,
  },
  cancel: {
    operationId: 'cancelMessage',
    tag: 'Messages',
    title: 'Cancel a message',
    description:
      'A message that waits, for its time or for a carrier, becomes `CANCELLED` and its units are refunded. What a carrier already has cannot be recalled: that is a 409. Messages of a campaign are cancelled the same way.',
    requests: { one: { summary: 'By its id', value: { messageId: MESSAGE } } },
    responses: {
      cancelled: {
        summary: 'Cancelled',
        value: {
          ...messageExample(),
          status: 'CANCELLED',
          carrierStatus: null,
          submitTimestamp: null,
          unitsCharged: 0,
          unitsRefunded: 1,
        },
      },
    },
    errors: ['NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT'],
    fields: MONEY,
  },
  list: {
    operationId: 'listMessages',
    tag: 'Messages',
    title: 'List messages',
    description:
      'Page by page: give the `nextPageToken` of an answer as the next `pageToken`, until it is empty. If an answer was lost and you do not know whether a message was accepted, use `filter.clientReferences`.',
    requests: {
      page: {
        summary: 'The first page',
        value: { pageSize: 50, 'filter.clientReferences': ['order-20261'] },
      },
    },
    responses: {
      page: {
        summary: 'A page',
        value: { messages: [messageExample()], collectionCount: 1, nextPageToken: '' },
      },
    },
    errors: ['BAD_PAGE_TOKEN'],
    fields: { ...MONEY, messages: 'The messages of this page.' },
  },
};

function messageExample(): z.output<typeof restMessage> {
  return {
    messageId: MESSAGE,
    clientReference: 'order-20261',
    from: 'TUMA',
    to: '+254712345678',
    text: 'Your code is 4821.',
    encoding: 'GSM7',
    segments: 1,
    units: 1,
    unitsHeld: 0,
    unitsCharged: 0,
    unitsRefunded: 0,
    country: 'KE',
    network: 'Safaricom',
    status: 'DELIVERED',
    carrierStatus: 'DELIVRD',
    errorCode: null,
    test: true,
    campaignId: null,
    createTimestamp: AT,
    scheduleTimestamp: null,
    submitTimestamp: AT + 0.2,
    doneTimestamp: AT + 1.4,
  };
}

export const INCOMING_MESSAGES: Stories<typeof restIncoming> = {
  list: {
    operationId: 'listIncoming',
    tag: 'Messages',
    title: 'List incoming messages',
    description:
      'Page by page, newest first: messages from phones to a number or sender ID of yours. A webhook notifies you of each as it arrives; this list is for what your server missed.',
    requests: {
      phone: {
        summary: 'From one phone',
        value: { pageSize: 50, 'filter.phones': ['+254712345678'] },
      },
    },
    responses: {
      page: {
        summary: 'A page',
        value: { incoming: [incomingExample()], collectionCount: 1, nextPageToken: '' },
      },
    },
    errors: ['NOT_ALLOWED', 'BAD_PAGE_TOKEN'],
    fields: INCOMING_FIELDS,
  },
  get: {
    operationId: 'getIncoming',
    tag: 'Messages',
    title: 'Get an incoming message',
    description: 'By the `messageId` of the list or of a webhook.',
    requests: { one: { summary: 'By its id', value: { messageId: INCOMING } } },
    responses: { message: { summary: 'A message', value: incomingExample() } },
    errors: ['NOT_ALLOWED', 'NOT_FOUND'],
    fields: INCOMING_FIELDS,
  },
};

function incomingExample(): z.output<typeof restIncomingMessage> {
  return {
    messageId: INCOMING,
    from: '+254712345678',
    to: '22141',
    text: 'Yes, two tickets please',
    encoding: 'GSM7',
    receiveTimestamp: AT,
  };
}
