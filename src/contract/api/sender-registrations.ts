// Registrations of sender IDs with operators, and their stand-ins.
import * as z from 'zod/mini';
import { done, endpoint, id, numeric, PORTAL, timestamp } from '../endpoint.ts';
import { singleLine } from '../shared/fields.ts';

/** An operator without a registration accepts the sender ID. */
export const REGISTRATION_STATUSES = ['NOT_SUBMITTED', 'PENDING', 'APPROVED', 'REFUSED'] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

/** Days that operators usually take, until the platform sets its own number. */
export const REGISTRATION_DAYS = 10;

const day = z.iso.date();
const place = {
  senderIdId: id,
  /** The code of a network in the country of the sender ID. */
  network: z.pipe(numeric, z.int().check(z.minimum(1), z.maximum(32_767))),
};

/** The decision of an operator about a sender ID. */
export const senderRegistration = z.object({
  network: z.int(),
  operator: z.string(),
  status: z.enum(REGISTRATION_STATUSES),
  submittedOn: z.nullable(day),
  decidedOn: z.nullable(day),
  /** The operator's reference and note, and the person who recorded them; empty for customers. */
  reference: z.string(),
  note: z.string(),
  recordedByName: z.nullable(z.string()),
  recordTimestamp: timestamp,
  /** It has waited longer than operators usually take. */
  isLate: z.boolean(),
  /** The sender ID that this operator's numbers see; null where messages to them are refused. */
  sentAs: z.nullable(z.string()),
});
export type SenderRegistration = z.output<typeof senderRegistration>;

export const standIn = z.object({ senderIdId: id, senderId: z.string() });

export const senderRegistrations = {
  put: endpoint({
    method: 'PUT',
    path: `${PORTAL}/senderids/:senderIdId/registrations/:network`,
    who: 'senders.approve',
    summary:
      'Record what an operator decided about a sender ID: messages to its numbers need the approval from then on',
    input: z.object({
      ...place,
      status: z.enum(REGISTRATION_STATUSES),
      submittedOn: z._default(z.nullable(day), null),
      decidedOn: z._default(z.nullable(day), null),
      reference: z._default(singleLine(100, 0), ''),
      note: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
    }),
    output: senderRegistration,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/senderids/:senderIdId/registrations/:network`,
    who: 'senders.approve',
    summary: 'Remove a registration: the operator accepts the sender ID without one',
    input: z.object(place),
    output: done,
  }),
  standIns: endpoint({
    method: 'GET',
    path: `${PORTAL}/senderids/:senderIdId/standIns`,
    who: 'senders.request',
    summary:
      'The sender IDs that may stand in for one of your own where an operator has not approved it',
    input: z.object({ senderIdId: id }),
    output: z.object({ standIns: z.array(standIn) }),
  }),
  setStandIn: endpoint({
    method: 'PUT',
    path: `${PORTAL}/senderids/:senderIdId/standIn`,
    who: 'senders.request',
    summary:
      'Choose the sender ID that stands in for one of your own where an operator has not approved it; null chooses none',
    input: z.object({ senderIdId: id, standInId: z.nullable(id) }),
    output: done,
  }),
};
