// Opt-outs, for customers' software.
import * as z from 'zod/mini';
import { endpoint, listOf, many, page } from '../endpoint.ts';
import { phones, query, text } from './contacts.ts';
import { OPT_OUT_SCOPES, OPT_OUT_SOURCES, optOut } from './opt-outs.ts';

export const restOptOut = z.pick(optOut, {
  phone: true,
  source: true,
  scope: true,
  sender: true,
  note: true,
  timestamp: true,
});

export const restOptOuts = {
  list: endpoint({
    method: 'GET',
    path: '/v1/optouts',
    who: 'messaging.read',
    key: 'contacts',
    summary: "The account's opt-outs, newest first; with a query those whose phone begins with it",
    input: z.object({
      ...page,
      'filter.query': query,
      'filter.sources': many(z.enum(OPT_OUT_SOURCES)),
    }),
    output: listOf('optOuts', restOptOut),
  }),
  add: endpoint({
    method: 'POST',
    path: '/v1/optouts',
    who: 'messaging.send',
    key: 'contacts',
    summary: 'Add opt-outs; these people are left out of every campaign from now on',
    input: z.object({
      phones,
      note: z._default(text(300), ''),
      scope: z._default(z.enum(OPT_OUT_SCOPES), 'EVERYTHING'),
    }),
    output: z.object({ added: z.int() }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/v1/optouts:remove',
    who: 'messaging.send',
    key: 'contacts',
    summary: 'Remove opt-outs of people who want messages again',
    input: z.object({ phones }),
    output: z.object({ removed: z.int() }),
  }),
};
