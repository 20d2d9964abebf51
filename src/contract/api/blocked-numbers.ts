// Numbers that nobody on the platform may send to.
import * as z from 'zod/mini';
import { endpoint, listOf, page, PORTAL, timestamp } from '../endpoint.ts';
import { query, phones } from './contacts.ts';

export const blockedNumber = z.object({
  phone: z.string(),
  reason: z.string(),
  timestamp,
  /** The account that blocked it, for readers of the audit log; null where that has no entry. */
  actorName: z.optional(z.nullable(z.string())),
});
export type BlockedNumber = z.output<typeof blockedNumber>;

export const blockedNumbers = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/blockednumbers`,
    who: 'platform.read',
    summary: 'Numbers that no account on the platform may send to, newest first',
    input: z.object({ ...page, 'filter.query': query }),
    output: listOf('blockedNumbers', blockedNumber),
  }),
  add: endpoint({
    method: 'POST',
    path: `${PORTAL}/blockednumbers`,
    who: 'platform.edit',
    summary: 'Block numbers for the whole platform',
    input: z.object({
      phones,
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    }),
    output: z.object({ added: z.int() }),
  }),
  remove: endpoint({
    method: 'POST',
    path: `${PORTAL}/blockednumbers:unblockNumbers`,
    who: 'platform.edit',
    summary: 'Unblock numbers',
    input: z.object({ phones }),
    output: z.object({ removed: z.int() }),
  }),
};
