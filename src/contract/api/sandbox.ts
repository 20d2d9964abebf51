// The sandbox: its accounts, phones and mails.
import * as z from 'zod/mini';
import { done, endpoint, nothing, phone, timestamp } from '../endpoint.ts';
import { email } from '../shared/fields.ts';
import { ROLES } from '../shared/role-names.ts';

/** A message to an address or a number of the sandbox. */
const mail = z.object({
  mailId: z.int(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  arriveTimestamp: timestamp,
});
export type SandboxMail = z.output<typeof mail>;

const handsetMessage = z.object({
  messageId: z.int(),
  /** True for a message from the phone; false for one it received. */
  written: z.boolean(),
  /** The sender that it came from, or the number that it was sent to. */
  other: z.string(),
  /** Null while a part is missing, or if it has no text. */
  text: z.nullable(z.string()),
  partsArrived: z.int(),
  parts: z.int(),
  timestamp,
  /** The status in the simulated carrier's receipt; null before there is one. */
  outcome: z.nullable(z.string()),
});
export type HandsetMessage = z.output<typeof handsetMessage>;

/** Calls of a sandbox; a real installation has no such addresses. */
export const sandbox = {
  accounts: endpoint({
    method: 'GET',
    path: '/v1/sandbox',
    who: 'public',
    summary: 'The accounts of a sandbox and their password',
    input: nothing,
    output: z.object({
      password: z.string(),
      accounts: z.array(
        z.object({ email: z.string(), phone: z.string(), accessLevel: z.enum(ROLES) }),
      ),
    }),
  }),
  latest: endpoint({
    method: 'GET',
    path: '/v1/sandbox/latest',
    who: 'public',
    summary: 'Recent recipients in a sandbox, the latest first',
    input: nothing,
    output: z.object({
      /** Null if mail goes to the installation's own server. */
      mailboxes: z.nullable(
        z.array(z.object({ address: z.string(), mails: z.int(), arriveTimestamp: timestamp })),
      ),
      handsets: z.array(z.object({ phone: z.string(), arriveTimestamp: timestamp })),
    }),
  }),
  mailbox: endpoint({
    method: 'GET',
    path: '/v1/sandbox/mailbox',
    who: 'public',
    summary: 'The latest fifty mails to an address of a sandbox, the latest first',
    input: z.object({ address: email }),
    output: z.object({ mails: z.array(mail) }),
  }),
  handset: endpoint({
    method: 'GET',
    path: '/v1/sandbox/handset',
    who: 'public',
    summary: 'The latest hundred texts of a phone of a sandbox, the latest last',
    input: z.object({ phone }),
    output: z.object({ /** E.164. */ phone: z.string(), messages: z.array(handsetMessage) }),
  }),
  write: endpoint({
    method: 'POST',
    path: '/v1/sandbox/handset',
    who: 'public',
    summary: 'Send a text from a phone of a sandbox, as its owner would',
    input: z.object({
      phone,
      to: z.string().check(z.trim(), z.regex(/^\+?[A-Za-z0-9 ._&-]{1,20}$/)),
      text: z.string().check(z.minLength(1), z.maxLength(1600)),
    }),
    output: done,
  }),
};
