// Decisions of approvers on texts that software sends, which stand until they end or are revoked.
import * as z from 'zod/mini';
import { done, endpoint, id, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';

const textDecision = z.object({
  decisionId: id,
  clientId: id,
  clientName: z.string(),
  senderId: z.string(),
  /** The text with its placeholders, where it has any. */
  text: z.string(),
  /** The campaign that was decided on. */
  campaignId: id,
  isApproved: z.boolean(),
  /** The reason for declining; empty where the text was approved. */
  reason: z.string(),
  /** The approver; empty where the account is gone. */
  decidedBy: z.string(),
  decideTimestamp: timestamp,
  /** Null where it stands until it is revoked. */
  endTimestamp: z.nullable(timestamp),
});
export type TextDecision = z.output<typeof textDecision>;

export const textDecisions = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/textdecisions`,
    who: 'campaigns.approve',
    summary: 'Texts of software that were approved or declined and still are, newest first',
    input: z.object({
      ...page,
      'filter.clientIds': many(id),
      /** In the text, the client's name or the sender ID. */
      'filter.query': z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    output: listOf('textDecisions', textDecision),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/textdecisions/:decisionId`,
    who: 'campaigns.approve',
    summary: 'Revoke a decision: the text waits for approval again',
    input: z.object({ decisionId: id }),
    output: done,
  }),
};
