import * as z from 'zod/mini';
import { endpoint, id, nothing, listOf, many, page, PORTAL, timestamp, numericTimestamp } from './endpoint.ts';

/** What the audit log tells of. `ACTED` is every change made while acting for somebody else, whatever it was. */
export const AUDIT_ACTIONS = [
  'CLIENT_REGISTERED', 'CLIENT_ACTIVATED', 'CLIENT_INVITED', 'INVITATION_RESENT', 'CLIENT_JOINED', 'CLIENT_CREATED', 'CLIENT_UPDATED', 'LIMITS_UPDATED', 'LEVEL_CHANGED', 'CLIENT_MOVED', 'CREDIT_LIMIT_CHANGED',
  'CLIENT_BLOCKED', 'CLIENT_UNBLOCKED', 'PASSWORD_CHANGED', 'PASSWORD_RESET', 'SIGNED_IN', 'SESSION_ENDED', 'SESSION_REUSED', 'STEPPED_UP', 'STEP_UP_FAILED', 'CONTACT_CHANGE_REQUESTED', 'CONTACT_CHANGED', 'CONTACT_CHANGE_WITHDRAWN', 'CONTACT_CHANGE_UNDONE', 'IMPERSONATION_STARTED', 'ACTED',
  'API_KEY_CREATED', 'API_KEY_REVOKED', 'WEBHOOK_CREATED', 'WEBHOOK_UPDATED', 'WEBHOOK_DELETED', 'WEBHOOK_SECRET_ROTATED', 'WEBHOOK_REPLAYED', 'BRAND_UPDATED', 'HOST_PROPOSED', 'HOST_ADDED', 'HOST_REFUSED', 'HOST_REMOVED', 'HOST_PROOF_LOST', 'LOGO_CHANGED', 'PICTURE_CHANGED',
  'GATEWAY_EDITED', 'GATEWAY_ACCESS_CHANGED', 'GATEWAY_PASSWORD_RESET', 'GATEWAY_RELOADED', 'GATEWAY_ROLLED_BACK', 'GATEWAY_IMPORTED', 'GATEWAY_RECTIFIED', 'CONNECTOR_STARTED', 'CONNECTOR_STOPPED', 'CONNECTOR_RESTARTED', 'CONNECTOR_TESTED',
  'OPT_OUTS_REMOVED', 'NUMBERS_BLOCKED', 'NUMBERS_UNBLOCKED',
  'CAMPAIGN_APPROVED', 'CAMPAIGN_DECLINED', 'CAMPAIGN_CANCELLED', 'PLATFORM_UPDATED', 'ALERTS_UPDATED', 'ALERT_TESTED', 'RETENTION_CHANGED', 'AUDIT_EXPORTED', 'NUMBER_EXPORTED', 'NUMBER_ERASED', 'RESTORATION_RELEASED', 'SENDING_WINDOW_SET', 'SENDING_WINDOW_REMOVED',
  'SENDER_REQUESTED', 'DOCUMENT_APPROVED', 'DOCUMENT_REJECTED', 'SENDER_APPROVED', 'SENDER_REJECTED', 'SENDER_READY', 'SENDER_BLOCKED', 'SENDER_UNBLOCKED', 'SENDER_DELEGATED', 'SENDER_TAKEN_BACK', 'SENDER_RULE_SET', 'NAME_PROTECTED', 'NAME_UNPROTECTED',
  'RATE_CHANGED', 'RATE_REMOVED', 'RATES_IMPORTED', 'UNITS_TRANSFERRED', 'WALLET_ADJUSTED', 'SECOND_APPROVAL_REQUESTED', 'SECOND_APPROVAL_APPROVED', 'SECOND_APPROVAL_REFUSED', 'SECOND_APPROVAL_CANCELLED', 'SECOND_APPROVAL_EXPIRED', 'PAYMENT_CLAIMED', 'INVOICE_DETAILS_CHANGED',
  'TOTP_ADDED', 'TOTP_REMOVED', 'PASSKEY_ADDED', 'PASSKEY_RENAMED', 'PASSKEY_REMOVED', 'PASSKEY_CLONED', 'RECOVERY_CODES_MADE', 'RECOVERY_CODE_USED', 'STRONG_SIGN_IN_REMOVED',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const state = z.nullable(z.record(z.string(), z.unknown()));

export const auditEntry = z.object({
  auditEntryId: id,
  timestamp,
  action: z.string(),
  /** Who did it. A name is null where that account is out of one's reach, and both are where the platform did it. */
  actorId: z.nullable(id),
  actorName: z.nullable(z.string()),
  /** Who was behind it, where somebody acted for the actor. */
  impersonatorId: z.nullable(id),
  impersonatorName: z.nullable(z.string()),
  /** On whose account. */
  clientId: z.nullable(id),
  clientName: z.nullable(z.string()),
  /** What changed, before and after. */
  before: state,
  after: state,
  address: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** Why a chain is broken at a link. */
export const CHAIN_BREAKS = [
  'MISSING_LINK', 'MISSING_ENTRY', 'CHANGED_ENTRY', 'CHANGED_PERSONAL_FIELDS', 'MISSING_SALT', 'UNEXPLAINED_REDACTION', 'MISSING_SEAL', 'MISSING_END', 'OTHER_ANCHOR',
] as const;

const chain = z.object({
  /** The last link; null before the first. */
  head: z.nullable(z.object({ seq: z.int(), hash: z.string(), timestamp })),
  /** Entries that were committed and are not in the chain yet. */
  pending: z.int(),
  /** The last verification; null before the first. `seq`: how far the chain is intact. */
  check: z.nullable(z.object({ timestamp, ok: z.boolean(), seq: z.int(), firstBroken: z.nullable(z.object({ seq: z.string(), entryId: z.nullable(id), reason: z.enum(CHAIN_BREAKS) })) })),
});
export type AuditChain = z.output<typeof chain>;

export const audit = {
  list: endpoint({
    method: 'GET', path: `${PORTAL}/audit`, who: 'audit', summary: 'What was done, by whom, on whose account; newest first',
    input: z.object({ ...page, 'filter.clientIds': many(id), 'filter.actions': many(z.enum(AUDIT_ACTIONS)), 'filter.startTimestamp': z.optional(numericTimestamp), 'filter.endTimestamp': z.optional(numericTimestamp) }),
    output: listOf('auditEntries', auditEntry),
  }),
  chain: endpoint({ method: 'GET', path: `${PORTAL}/audit/chain`, who: 'audit.chain', summary: 'The head of the hash chain over the audit log, and its last verification', input: nothing, output: chain }),
  check: endpoint({ method: 'POST', path: `${PORTAL}/audit:check`, who: 'audit.chain', summary: 'Verify the hash chain over the audit log', input: nothing, output: chain }),
  export: endpoint({ method: 'POST', path: `${PORTAL}/audit:export`, who: 'audit.chain', summary: 'The audit log with its hashes, as lines of JSON', input: nothing, output: nothing, download: true }),
};
