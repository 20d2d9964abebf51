import * as z from 'zod/mini';
import { endpoint, flag, id, listOf, many, page, PORTAL, timestamp } from './endpoint.ts';

export const SENDER_KINDS = ['TRANSACTIONAL', 'PROMOTIONAL', 'SHORTCODE'] as const;
export const SENDER_STATUSES = ['PENDING_DOCUMENTS_APPROVAL', 'DOCUMENTS_APPROVED', 'WAITING_SETUP', 'READY_FOR_SENDING', 'INACTIVE', 'REJECTED'] as const;

export const sender = z.object({
  senderIdId: id,
  senderId: z.string(),
  clientId: id,
  kind: z.enum(SENDER_KINDS),
  country: z.string(),
  status: z.enum(SENDER_STATUSES),
  isGeneric: z.boolean(),
  /** What is appended to every text sent with a promotional sender; null where none is. */
  stopClause: z.nullable(z.string()),
  createTimestamp: timestamp,
});
export type Sender = z.output<typeof sender>;

export const senders = {
  list: endpoint({
    method: 'GET', path: `${PORTAL}/senderids`, who: 'senders.read', summary: 'Sender IDs',
    input: z.object({ ...page, 'filter.status': many(z.enum(SENDER_STATUSES)), 'filter.client_ids': many(id), hide_generic: z.optional(flag) }),
    output: listOf('senderIds', sender),
  }),
};
