// Message templates of an account.
import * as z from 'zod/mini';
import { done, endpoint, id, listOf, page, PORTAL, timestamp } from '../endpoint.ts';
import { singleLine } from '../shared/fields.ts';

export const messageTemplate = z.object({
  templateId: id,
  name: z.string(),
  text: z.string(),
  createTimestamp: timestamp,
  updateTimestamp: timestamp,
});
export type MessageTemplate = z.output<typeof messageTemplate>;

const words = {
  /** Names are unique in a client, whatever their spelling. */
  name: singleLine(80),
  text: z.string().check(
    z.maxLength(10000),
    z.refine((text) => text.trim() !== ''),
  ),
};
const one = z.object({ templateId: id });

export const templates = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/messagetemplates`,
    who: 'messaging.send',
    summary: 'Own message templates, newest first',
    input: z.object({
      ...page,
      /** A search in name and text. */
      'filter.query': z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    output: listOf('messageTemplates', messageTemplate),
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/messagetemplates/:templateId`,
    who: 'messaging.send',
    summary: 'One message template',
    input: one,
    output: messageTemplate,
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/messagetemplates`,
    who: 'messaging.send',
    summary: 'Save a text as a template; placeholders are written between two hash marks',
    input: z.object(words),
    output: messageTemplate,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/messagetemplates/:templateId`,
    who: 'messaging.send',
    summary: 'Change a template; what is left out stays. Campaigns made from it keep their text',
    input: z.object({ templateId: id, name: z.optional(words.name), text: z.optional(words.text) }),
    output: messageTemplate,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/messagetemplates/:templateId`,
    who: 'messaging.send',
    summary: 'Delete a template; campaigns made from it keep their text',
    input: one,
    output: done,
  }),
};
