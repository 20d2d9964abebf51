// Conversations with phones: each is what one phone wrote to one account, and what that account sent to it.
import * as z from 'zod/mini';
import { done, endpoint, flag, id, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';
import { MESSAGE_STATUSES } from './messages.ts';

export const thread = z.object({
  clientId: id,
  clientName: z.string(),
  /** As the source of an incoming message. */
  phone: z.string(),
  /** The contact of this phone; null for other accounts' conversations. */
  contactName: z.nullable(z.string()),
  /** The newest message from the phone that matches the filters. */
  messageId: id,
  /** Masked for readers who may see the message but not its text. */
  text: z.string(),
  /** The number or sender ID that received it. */
  senderId: z.string(),
  receiveTimestamp: timestamp,
  /** The caller has not read the newest message, which came in the last 30 days. */
  unread: z.boolean(),
  optedOut: z.boolean(),
});
export type Thread = z.output<typeof thread>;

/** Why the caller cannot reply. */
export const REPLY_OBSTACLES = [
  'OTHER_ACCOUNT',
  'NOT_ALLOWED',
  'NOT_A_NUMBER',
  'OPTED_OUT',
  'NO_SENDER',
] as const;
export type ReplyObstacle = (typeof REPLY_OBSTACLES)[number];

export const threadHead = z.object({
  clientId: id,
  clientName: z.string(),
  phone: z.string(),
  optedOut: z.boolean(),
  contact: z.nullable(
    z.object({
      contactId: id,
      name: z.string(),
      groups: z.array(z.object({ groupId: id, groupName: z.string() })),
    }),
  ),
  /** The sender ID of a reply; otherwise the reason why there can be none. */
  reply: z.object({
    senderId: z.nullable(z.string()),
    obstacle: z.nullable(z.enum(REPLY_OBSTACLES)),
  }),
});
export type ThreadHead = z.output<typeof threadHead>;

export const threadMessage = z.object({
  messageId: id,
  /** From the phone, not to it. */
  received: z.boolean(),
  text: z.string(),
  senderId: z.string(),
  /** Null for a message from the phone. */
  status: z.nullable(z.enum(MESSAGE_STATUSES)),
  campaignName: z.nullable(z.string()),
  timestamp,
});
export type ThreadMessage = z.output<typeof threadMessage>;

const who = 'messaging.read';
/** Any message from the phone names its conversation. */
const one = z.object({ messageId: id });

export const threads = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/threads`,
    who,
    summary: 'Conversations with phones that wrote, the latest first',
    input: z.object({
      ...page,
      /** A number, or its first nine digits, or the beginning of the name of an own contact. */
      'filter.search': z.optional(z.string().check(z.trim(), z.maxLength(100))),
      /** Numbers and sender IDs that received the message. */
      'filter.senderIds': many(z.string()),
      /** First words of the message. */
      'filter.keywords': many(z.string().check(z.maxLength(40))),
      'filter.clientIds': many(id),
      'filter.unread': z.optional(flag),
    }),
    output: z.extend(listOf('threads', thread), {
      /** Keywords of the caller in the routes of incoming messages. */
      keywords: z.array(z.string()),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/threads/:messageId`,
    who,
    summary: 'One conversation: its contact, and the sender ID of a reply',
    input: one,
    output: threadHead,
  }),
  messages: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/threads/:messageId/messages`,
    who,
    summary: 'The messages of a conversation in both directions, newest first',
    input: z.object({ ...page, ...one.shape }),
    output: listOf('messages', threadMessage),
  }),
  read: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms/threads:read`,
    who,
    personal: true,
    summary: 'Mark a conversation as read up to a message, for the own account alone',
    input: one,
    output: done,
  }),
};
