// Changes that need the consent of a second administrator.
import * as z from 'zod/mini';
import { done, endpoint, id, nothing, PORTAL, timestamp, units } from '../endpoint.ts';

/**
 * Changes that may need a second administrator: a corrected balance, a raised credit limit, and a change of
 * the amount itself.
 */
export const SECOND_APPROVAL_KINDS = ['ADJUSTMENT', 'CREDIT_LIMIT', 'AMOUNT'] as const;
export type SecondApprovalKind = (typeof SECOND_APPROVAL_KINDS)[number];

export const SECOND_APPROVAL_STATUSES = [
  'PENDING',
  'APPROVED',
  'REFUSED',
  'CANCELLED',
  'EXPIRED',
] as const;

/** Hours after which a request expires. */
export const SECOND_APPROVAL_HOURS = 72;

const secondApproval = z.object({
  approvalId: id,
  kind: z.enum(SECOND_APPROVAL_KINDS),
  status: z.enum(SECOND_APPROVAL_STATUSES),
  /** The owner of the wallet; null for the amount itself. */
  clientId: z.nullable(id),
  clientName: z.nullable(z.string()),
  authorId: id,
  authorName: z.string(),
  /** Units added or removed, the new credit limit, or the new amount (null: none). */
  units: z.nullable(units),
  /** The author's reason, if the kind has one. */
  note: z.nullable(z.string()),
  timestamp,
  expiresTimestamp: timestamp,
  decidedByName: z.nullable(z.string()),
  decidedTimestamp: z.nullable(timestamp),
  /** The reason for refusing it. */
  reason: z.nullable(z.string()),
});
export type SecondApproval = z.output<typeof secondApproval>;

const list = z.object({
  /** Units above which a second administrator is needed; null: never. */
  amount: z.nullable(units),
  /** Active administrators. */
  administrators: z.int(),
  /** Pending requests, oldest first. */
  pending: z.array(secondApproval),
  /** The last 50 that ended, latest first. */
  ended: z.array(secondApproval),
});

const who = 'platform.edit' as const;
const approvalId = z.object({ approvalId: id });
const path = `${PORTAL}/secondapprovals`;

export const secondApprovals = {
  list: endpoint({
    method: 'GET',
    path,
    who,
    summary: 'Requests waiting for a second administrator, and the latest decisions',
    input: nothing,
    output: list,
  }),
  approve: endpoint({
    method: 'POST',
    path: `${path}:approve`,
    who,
    personal: true,
    stepUp: true,
    summary: "Approve another administrator's request; it takes effect at once",
    input: approvalId,
    output: done,
  }),
  refuse: endpoint({
    method: 'POST',
    path: `${path}:refuse`,
    who,
    personal: true,
    summary: "Refuse another administrator's request",
    input: z.extend(approvalId, {
      reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)),
    }),
    output: done,
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${path}:cancel`,
    who,
    personal: true,
    summary: "Cancel a request of one's own",
    input: approvalId,
    output: done,
  }),
  setAmount: endpoint({
    method: 'PUT',
    path: `${path}/amount`,
    who,
    personal: true,
    stepUp: true,
    summary:
      'Set the units above which a second administrator must approve; while set, a change of it needs one too',
    input: z.object({
      amount: z.nullable(z.number().check(z.minimum(0), z.maximum(1e9), z.multipleOf(0.0001))),
    }),
    output: z.object({ amount: z.nullable(units), approvalId: z.nullable(id) }),
  }),
};
