// Messages from phones, for customers' software.
import * as z from 'zod/mini';
import {
  endpoint,
  id,
  listOf,
  many,
  numericTimestamp,
  page,
  phone,
  timestamp,
} from '../endpoint.ts';
import { incoming } from './messages.ts';

/** A message from a phone, with the names that the webhook `message.received` gives its fields. */
export const restIncomingMessage = z.object({
  messageId: id,
  /** The phone, E.164 with the plus. */
  from: z.string(),
  /** The number or sender ID that it wrote to. */
  to: z.string(),
  text: z.string(),
  encoding: incoming.shape.encoding,
  receiveTimestamp: timestamp,
});
export type RestIncomingMessage = z.output<typeof restIncomingMessage>;

export const restIncoming = {
  list: endpoint({
    method: 'GET',
    path: '/v1/incoming',
    who: 'messaging.read',
    key: 'read',
    summary: 'Messages from phones to the account, newest first',
    input: z.object({
      ...page,
      'filter.phones': many(phone),
      'filter.startTimestamp': z.optional(numericTimestamp),
      'filter.endTimestamp': z.optional(numericTimestamp),
    }),
    output: listOf('incoming', restIncomingMessage),
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/incoming/:messageId',
    who: 'messaging.read',
    key: 'read',
    summary: 'One message from a phone',
    input: z.object({ messageId: id }),
    output: restIncomingMessage,
  }),
};
