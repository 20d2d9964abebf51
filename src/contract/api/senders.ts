// Sender IDs: requests, decisions, delegation.
import * as z from 'zod/mini';
import { done, endpoint, flag, id, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';
import { DOCUMENT_KINDS, NAME_FAULTS, SENDER_KINDS } from '../shared/sender-names.ts';
import { attached, reason, senderDocument } from './sender-documents.ts';
import {
  senderRule,
  senderRuleInput,
  protectedKey,
  PROTECTED_KINDS,
  protectedName,
  why,
} from './sender-rules.ts';
import { singleLine } from '../shared/fields.ts';
import { REGISTRATION_STATUSES, senderRegistration, standIn } from './sender-registrations.ts';

export const SENDER_STATUSES = [
  'PENDING_DOCUMENTS_APPROVAL',
  'DOCUMENTS_APPROVED',
  'WAITING_SETUP',
  'READY_FOR_SENDING',
  'INACTIVE',
  'REJECTED',
] as const;
export type SenderStatus = (typeof SENDER_STATUSES)[number];
/** Sender IDs of one answer to a search. */
export const MOST_FOUND = 20;
export const FEE_STATUSES = ['NOT_REQUIRED', 'UNPAID', 'PAID'] as const;
export const SENDER_EVENTS = [
  'REQUESTED',
  'DOCUMENT_APPROVED',
  'DOCUMENT_REJECTED',
  'DOCUMENT_REPLACED',
  'DOCUMENTS_APPROVED',
  'FEE_PAID',
  'APPROVED',
  'REJECTED',
  'READY',
  'BLOCKED',
  'UNBLOCKED',
  'DELEGATED',
  'TAKEN_BACK',
  'REGISTRATION_NOT_SUBMITTED',
  'REGISTRATION_PENDING',
  'REGISTRATION_APPROVED',
  'REGISTRATION_REFUSED',
  'REGISTRATION_REMOVED',
  'STAND_IN_CHOSEN',
  'STAND_IN_REMOVED',
] as const;
export type SenderEvent = (typeof SENDER_EVENTS)[number];

export const sender = z.object({
  senderIdId: id,
  senderId: z.string(),
  clientId: id,
  /** Null when the owner is out of the caller's reach. */
  clientName: z.nullable(z.string()),
  kind: z.enum(SENDER_KINDS),
  country: z.string(),
  network: z.array(z.string()),
  /** Operators that have not approved it. */
  notApprovedBy: z.array(z.string()),
  /** Those of them that have had it for longer than operators usually take, while it is being set up or in use. */
  lateOperators: z.array(z.string()),
  status: z.enum(SENDER_STATUSES),
  /** The time of the last status change. */
  statusTimestamp: timestamp,
  paymentStatus: z.enum(FEE_STATUSES),
  /** An amount of money; null if there is no fee. */
  fee: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** The reason for rejecting or blocking it. */
  reason: z.nullable(z.string()),
  isGeneric: z.boolean(),
  /** The clause appended to every text of a promotional sender; null if none. */
  stopClause: z.nullable(z.string()),
  createTimestamp: timestamp,
});
export type Sender = z.output<typeof sender>;

export const senderDetail = z.extend(sender, {
  /** The owner of the name, when it is not the applicant. */
  brandOwner: z.nullable(z.string()),
  /** A sample text. */
  sample: z.nullable(z.string()),
  delegatedTo: z.array(z.object({ clientId: id, clientName: z.string() })),
  documents: z.array(senderDocument),
  /** A brand that its name resembles, shown to approvers. */
  looksLike: z.nullable(z.string()),
  /** Working days that operators need after approval. */
  daysLeast: z.int(),
  daysMost: z.int(),
  /** The states by operator, where one has to approve it. */
  registrations: z.array(senderRegistration),
  /** Chosen by its owner for operators that have not approved it. */
  standIn: z.nullable(standIn),
  /** Blocked by staff; only staff can unblock it. */
  blockedByStaff: z.boolean(),
  events: z.array(
    z.object({
      kind: z.enum(SENDER_EVENTS),
      timestamp,
      actorName: z.nullable(z.string()),
      documentKind: z.nullable(z.enum(DOCUMENT_KINDS)),
      aboutName: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type SenderDetail = z.output<typeof senderDetail>;

/** Reasons why a name cannot be used, or needs more documents. */
export const NAME_PROBLEMS = [...NAME_FAULTS, 'NOT_OFFERED', 'TAKEN', 'ALIKE', 'WORD'] as const;
export type NameProblem = (typeof NAME_PROBLEMS)[number];

const country = z.string().check(z.regex(/^[A-Z]{2}$/));
const name = z.string().check(z.minLength(1), z.maxLength(40));
const one = z.object({ senderIdId: id });
export const senders = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/senderids`,
    who: 'senders.read',
    summary: 'Sender IDs',
    input: z.object({
      ...page,
      'filter.status': many(z.enum(SENDER_STATUSES)),
      'filter.client_ids': many(id),
      /** Those whose name contains this. */
      'filter.query': z.optional(z.string().check(z.trim(), z.maxLength(100))),
      hide_generic: z.optional(flag),
      /** Only those that the account itself may send with: its own, those delegated to it, and everybody's. */
      'filter.usable': z.optional(flag),
      /** Those that an operator has in one of these states. */
      'filter.registrations': many(z.enum(REGISTRATION_STATUSES)),
      /** Names of operators that have not approved it, or with states those that have it so. */
      'filter.operators': many(z.string().check(z.maxLength(40))),
    }),
    output: listOf('senderIds', sender),
  }),
  search: endpoint({
    method: 'GET',
    path: `${PORTAL}/senderids:search`,
    who: 'senders.read',
    summary: 'Sender IDs whose name begins with a text; with distinct each name once',
    input: z.object({
      query: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      distinct: z.optional(flag),
    }),
    output: z.object({ senderIds: z.array(sender) }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/senderids/:senderIdId`,
    who: 'senders.read',
    summary: 'One sender ID with its documents, delegations and history',
    input: one,
    output: senderDetail,
  }),
  review: endpoint({
    method: 'GET',
    path: `${PORTAL}/senderids:review`,
    who: 'senders.approve',
    summary: 'Sender IDs that wait for the platform, longest first',
    input: z.object(page),
    output: listOf('senderIds', z.extend(sender, { waitingDocuments: z.int() })),
  }),
  rules: endpoint({
    method: 'GET',
    path: `${PORTAL}/senderids:rules`,
    who: 'senders.read',
    summary: "Each country's rules for each kind of sender ID, with their source and date",
    input: z.object({}),
    output: z.object({ rules: z.array(senderRule) }),
  }),
  setRule: endpoint({
    method: 'PUT',
    path: `${PORTAL}/senderids:rules`,
    who: 'platform.edit',
    summary: "Set a country's rules for a kind of sender ID",
    input: senderRuleInput,
    output: done,
  }),
  protectedNames: endpoint({
    method: 'GET',
    path: `${PORTAL}/senderids:protectedNames`,
    who: 'platform.edit',
    summary: 'Names that no sender ID may look like, by name',
    input: z.object({
      ...page,
      'filter.query': z.optional(z.string().check(z.trim(), z.maxLength(100))),
      'filter.countries': many(protectedKey.country),
      'filter.kinds': many(z.enum(PROTECTED_KINDS)),
    }),
    output: listOf('protectedNames', protectedName),
  }),
  protect: endpoint({
    method: 'POST',
    path: `${PORTAL}/senderids:protectName`,
    who: 'platform.edit',
    summary:
      'Protect a name, with the reason: sender IDs that resemble it are refused, except to the owner of a brand',
    input: z.object({ ...protectedKey, kind: z.enum(PROTECTED_KINDS), reason: why }),
    output: protectedName,
  }),
  unprotect: endpoint({
    method: 'POST',
    path: `${PORTAL}/senderids:unprotectName`,
    who: 'platform.edit',
    summary: 'Stop protecting a name, with the reason',
    input: z.object({ ...protectedKey, reason: why }),
    output: done,
  }),
  check: endpoint({
    method: 'GET',
    path: `${PORTAL}/senderids:check`,
    who: 'senders.request',
    summary: 'Check whether a name is available, and its requirements',
    input: z.object({ senderId: name, country, kind: z.enum(SENDER_KINDS) }),
    output: z.object({
      problem: z.nullable(z.enum(NAME_PROBLEMS)),
      ownName: z.boolean(),
      looksLike: z.nullable(z.string()),
      documents: z.array(z.enum(DOCUMENT_KINDS)),
      rule: senderRule,
    }),
  }),
  request: endpoint({
    method: 'POST',
    path: `${PORTAL}/senderids`,
    who: 'senders.request',
    summary: 'Request a sender ID, with the documents that its country, kind and name require',
    input: z.object({
      senderId: name,
      kind: z.enum(SENDER_KINDS),
      country,
      brandOwner: z.optional(singleLine(120, 0)),
      sample: z.optional(z.string().check(z.trim(), z.maxLength(500))),
      documents: attached,
    }),
    output: sender,
  }),
  addGeneric: endpoint({
    method: 'POST',
    path: `${PORTAL}/senderids:addGeneric`,
    who: 'platform.edit',
    summary: "Enter a sender ID of the platform's own, which serves everyone",
    input: z.object({ senderId: name, kind: z.enum(SENDER_KINDS), country }),
    output: sender,
  }),
  approve: endpoint({
    method: 'POST',
    path: `${PORTAL}/senderids:approveSenderId`,
    who: 'senders.approve',
    summary:
      'Approve a sender ID with approved documents and a paid fee, or reject it with a reason for its owner',
    input: z.object({ senderIdId: id, approved: z.boolean(), reason: z.optional(reason) }),
    output: sender,
  }),
  markReady: endpoint({
    method: 'POST',
    path: `${PORTAL}/senderids:markReadyToSend`,
    who: 'senders.approve',
    summary: 'Mark a sender ID as set up by the operators and ready for sending',
    input: one,
    output: sender,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/senderids/:senderIdId`,
    who: 'senders.block',
    summary:
      'Block a sender ID (INACTIVE), so that nothing more is sent with it, or unblock it (READY_FOR_SENDING)',
    input: z.object({
      senderIdId: id,
      senderId: z.object({
        status: z.enum(['INACTIVE', 'READY_FOR_SENDING']),
        reason: z.optional(reason),
      }),
    }),
    output: sender,
  }),
  delegate: endpoint({
    method: 'POST',
    path: `${PORTAL}/senderids:delegateSenderId`,
    who: 'senders.delegate',
    summary: 'Delegate a sender ID to a client below its owner, or revoke that',
    input: z.object({ senderIdId: id, clientId: id, delegated: z._default(z.boolean(), true) }),
    output: sender,
  }),
};
