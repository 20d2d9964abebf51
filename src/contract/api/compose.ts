import * as z from 'zod/mini';
import { summary } from './campaign-summary.ts';
import { endpoint, id, PORTAL, timestamp, singleLine } from '../endpoint.ts';

/** Numbers that may be written by hand for one campaign; more come from a file or a group. */
export const MOST_TYPED = 10_000;
/** Groups, and contacts one by one, that may be picked for one campaign. */
export const MOST_GROUPS = 50;
export const MOST_CONTACTS = 1_000;

/** What every contact can put into a text beside its own attributes. */
export const CONTACT_FIELDS = ['firstName', 'lastName', 'otherNames', 'email', 'phone'] as const;

const audience = {
  /** As people write them; each gives one number or is left out with its reason. */
  recipients: z._default(z.array(z.string().check(z.maxLength(200))), []),
  groupIds: z._default(z.array(id).check(z.maxLength(MOST_GROUPS)), []),
  contactIds: z._default(z.array(id).check(z.maxLength(MOST_CONTACTS)), []),
};

export const compose = {
  compose: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:compose`,
    who: 'messaging.send',
    summary:
      'Prepare a campaign to typed numbers, groups and contacts, and say what it comes to; nothing is sent. Many recipients are prepared in the background',
    input: z.object({
      /** Without one it is called by the beginning of its text. */
      campaignName: z.optional(singleLine(100, 0)),
      senderId: z.string().check(z.minLength(1)),
      /** Either a text or a template. */
      text: z.optional(z.string().check(z.minLength(1), z.maxLength(10000))),
      templateId: z.optional(id),
      ...audience,
      /** Look-alikes take the place of what GSM 03.38 lacks; without it as the client's setting says. */
      replaceLookalikes: z.optional(z.boolean()),
      scheduleTimestamp: z.optional(z.nullable(timestamp)),
      /** A campaign composed before and not sent: this one takes its place. */
      replaces: z.optional(id),
    }),
    output: z.object({
      campaignId: id,
      /** The task that prepares it, where that takes longer than an answer may; then the summary comes with the preview. */
      operationId: z.nullable(id),
      summary: z.nullable(summary),
    }),
  }),
  audience: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:composeAudience`,
    who: 'messaging.send',
    summary:
      'Some of those whom a campaign would go to, as its text would name them, how many contacts were picked, and the placeholders that contacts answer to',
    input: z.object(audience),
    output: z.object({
      /** Contacts picked and members of the groups; somebody in two groups is counted twice here and written to once. */
      contacts: z.int(),
      samples: z.array(
        z.object({ destination: z.string(), fields: z.record(z.string(), z.string()) }),
      ),
      /** Names of placeholders: of every contact, then attributes that this client's contacts have. */
      placeholders: z.array(z.string()),
    }),
  }),
};
