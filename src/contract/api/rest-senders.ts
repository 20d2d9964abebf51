// Sender IDs, for customers' software.
import * as z from 'zod/mini';
import { endpoint, flag, listOf, many, page } from '../endpoint.ts';
import { sender, SENDER_STATUSES } from './senders.ts';

export const restSender = z.pick(sender, {
  senderIdId: true,
  senderId: true,
  kind: true,
  country: true,
  status: true,
  statusTimestamp: true,
  reason: true,
  isGeneric: true,
  stopClause: true,
});

export const restSenders = {
  list: endpoint({
    method: 'GET',
    path: '/v1/senderids',
    who: 'senders.read',
    key: 'read',
    summary:
      "Sender IDs that the account may use or has requested: its own, those delegated to it, and the platform's",
    input: z.object({
      ...page,
      'filter.statuses': many(z.enum(SENDER_STATUSES)),
      hideGeneric: z.optional(flag),
    }),
    output: listOf('senderIds', restSender),
  }),
};
