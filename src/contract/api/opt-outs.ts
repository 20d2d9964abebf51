// Opt-outs of phones from an account's messages.
import * as z from 'zod/mini';
import { done, endpoint, id, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';
import { singleLine } from '../shared/fields.ts';
import { KEYWORD_REQUESTS } from './opt-out-words.ts';
import { RECEIVER_LANGUAGES } from '../shared/receiver-languages.ts';
import { ofClients, query, phones, text } from './contacts.ts';

/**
 * MO: a message from the phone. LINK: the link in a message. CARRIER: what a carrier's receipt said. PORTAL:
 * entered by a person. IMPORT: from a file. API: by the account's software.
 */
export const OPT_OUT_SOURCES = ['MO', 'LINK', 'CARRIER', 'PORTAL', 'IMPORT', 'API'] as const;
/** PROMOTIONAL: transactional messages go on. EVERYTHING: all but codes and alerts of the platform end. */
export const OPT_OUT_SCOPES = ['PROMOTIONAL', 'EVERYTHING'] as const;
/** The letters of an answer to a phone, before its places are filled in. */
export const MOST_ANSWER_LETTERS = 300;
export type OptOutScope = (typeof OPT_OUT_SCOPES)[number];
export type OptOutSource = (typeof OPT_OUT_SOURCES)[number];

export const optOut = z.object({
  clientId: id,
  phone: z.string(),
  source: z.string(),
  scope: z.enum(OPT_OUT_SCOPES),
  /** The sender ID whose messages end; empty for all. */
  sender: z.string(),
  note: z.string(),
  timestamp,
  /** The name of the contact with this number; empty if there is none. */
  contactName: z.string(),
});
export type OptOut = z.output<typeof optOut>;

/** An account's own text of an answer; empty where the platform's is sent. */
const ownAnswer = z.object({
  language: z.enum(RECEIVER_LANGUAGES),
  asks: z.enum(KEYWORD_REQUESTS),
  /** `{name}` stands for the account's name, `{number}` for the number that the phone wrote to. */
  text: singleLine(MOST_ANSWER_LETTERS, 0),
});

const answers = z.object({
  isAnswered: z.boolean(),
  /** The name of the account, for `{name}`. */
  name: z.string(),
  /** The sender IDs of the account that a phone can write to; without one nobody is answered. */
  numbers: z.array(z.string()),
  /** The texts by language of the word and request, with the platform's, which is empty where it has none. */
  texts: z.array(z.object({ ...ownAnswer.shape, standard: z.string() })),
});
export type OptOutAnswers = z.output<typeof answers>;

export const optOuts = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/optouts`,
    who: 'messaging.read',
    summary: 'Opt-outs, newest first; with a query those whose phone begins with it',
    input: z.object({
      ...page,
      ...ofClients,
      'filter.query': query,
      'filter.sources': many(z.enum(OPT_OUT_SOURCES)),
    }),
    output: listOf('optOuts', optOut),
  }),
  add: endpoint({
    method: 'POST',
    path: `${PORTAL}/optouts`,
    who: 'messaging.send',
    summary: 'Add opt-outs; these people are left out of every campaign from now on',
    input: z.object({
      phones,
      note: z._default(text(300), ''),
      scope: z._default(z.enum(OPT_OUT_SCOPES), 'EVERYTHING'),
      /** The sender ID whose messages end; all unless given. */
      sender: z.optional(singleLine(30)),
    }),
    output: z.object({ added: z.int() }),
  }),
  remove: endpoint({
    method: 'POST',
    path: `${PORTAL}/optouts:removeOptOuts`,
    who: 'messaging.send',
    summary: 'Remove opt-outs of people who want messages again',
    input: z.object({ phones }),
    output: z.object({ removed: z.int() }),
  }),
  answers: endpoint({
    method: 'GET',
    path: `${PORTAL}/optouts/answers`,
    who: 'messaging.send',
    summary: 'Whether the account answers phones whose words opt out or in again',
    input: z.object({}),
    output: answers,
  }),
  setAnswers: endpoint({
    method: 'PUT',
    path: `${PORTAL}/optouts/answers`,
    who: 'messaging.send',
    summary:
      'Choose whether phones whose words opt out or in again get an answer, which the account pays, and its texts',
    input: z.object({
      isAnswered: z.boolean(),
      /** Texts that change; an empty one takes back the account's own. */
      texts: z.optional(
        z.array(ownAnswer).check(z.maxLength(RECEIVER_LANGUAGES.length * KEYWORD_REQUESTS.length)),
      ),
    }),
    output: answers,
  }),
  download: endpoint({
    method: 'GET',
    path: `${PORTAL}/downloadOptOuts`,
    who: 'messaging.send',
    download: true,
    summary: 'The own opt-out list (CSV)',
    input: z.object({}),
    output: done,
  }),
};
