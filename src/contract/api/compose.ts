// Campaigns to contacts, groups and typed numbers, and drafts.
import * as z from 'zod/mini';
import { summary } from './campaign-summary.ts';
import { endpoint, id, PORTAL, timestamp, units } from '../endpoint.ts';
import { singleLine } from '../shared/fields.ts';

/** The most typed numbers in one campaign; a file or a group can have more. */
export const MOST_TYPED = 10_000;
/** The most groups and single contacts in one campaign. */
export const MOST_GROUPS = 50;
export const MOST_CONTACTS = 1_000;

/** Placeholders that every contact has, besides its own attributes. */
export const CONTACT_FIELDS = ['firstName', 'lastName', 'otherNames', 'email', 'phone'] as const;

const audience = {
  /** Numbers as people write them; an unusable one is excluded with its reason. */
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
      'Prepare a campaign to typed numbers, groups and contacts, and return its summary; nothing is sent. Many recipients are prepared in the background',
    input: z.object({
      /** The campaign's name; by default the beginning of its text. */
      campaignName: z.optional(singleLine(100, 0)),
      senderId: z.string().check(z.minLength(1)),
      /** Either a text or a template. */
      text: z.optional(z.string().check(z.minLength(1), z.maxLength(10000))),
      templateId: z.optional(id),
      ...audience,
      /** Replaces special characters that GSM 03.38 lacks; the client's setting by default. */
      replaceLookalikes: z.optional(z.boolean()),
      scheduleTimestamp: z.optional(z.nullable(timestamp)),
      /** An unsent campaign that this one replaces. */
      replaces: z.optional(id),
    }),
    output: z.object({
      campaignId: id,
      /** The background task that prepares a large campaign; its summary then comes with the preview. */
      operationId: z.nullable(id),
      summary: z.nullable(summary),
    }),
  }),
  draft: endpoint({
    method: 'GET',
    path: `${PORTAL}/campaigns/:campaignId/draft`,
    who: 'messaging.send',
    summary:
      "What one's own unsent campaign was prepared from, so that it can be changed; not of a copy, which has the recipients of another campaign",
    input: z.object({ campaignId: id }),
    output: z.object({
      campaignName: z.string(),
      senderId: z.string(),
      /** Without the clause that ends promotional messages. */
      text: z.string(),
      replaceLookalikes: z.boolean(),
      scheduleTimestamp: z.nullable(timestamp),
      /** Numbers as they were typed. */
      recipients: z.array(z.string()),
      /** Groups and contacts that are still there. */
      groups: z.array(z.object({ groupId: id, groupName: z.string(), contactCount: z.int() })),
      contacts: z.array(z.object({ contactId: id, name: z.string(), phone: z.string() })),
      /** The file of its recipients, in place of those above, and its column of numbers. */
      upload: z.nullable(z.object({ uploadId: id, phoneColumn: z.string() })),
    }),
  }),
  audience: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:composeAudience`,
    who: 'messaging.send',
    summary:
      'Sample recipients of a campaign with their placeholders, the number of contacts picked, and the available placeholders',
    input: z.object(audience),
    output: z.object({
      /**
       * Selected contacts and members of the groups. A person in two groups counts twice here and
       * receives one message.
       */
      contacts: z.int(),
      samples: z.array(
        z.object({ destination: z.string(), fields: z.record(z.string(), z.string()) }),
      ),
      /**
       * Names of placeholders: fields of every contact, then attributes of this client's contacts.
       */
      placeholders: z.array(z.string()),
    }),
  }),
  price: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:price`,
    who: 'messaging.send',
    summary:
      'Price a text for chosen recipients or an uploaded file, before any campaign is prepared; a long list is estimated from its beginning',
    input: z.object({
      ...audience,
      /** A file of recipients in place of those above, and its column of numbers. */
      upload: z.optional(z.object({ uploadId: id, phoneColumn: z.string() })),
      senderId: z._default(z.string(), ''),
      text: z.string().check(z.minLength(1), z.maxLength(10000)),
      replaceLookalikes: z._default(z.boolean(), false),
    }),
    output: z.object({
      /** Recipients who would get the text, and those who would be left out. */
      recipients: z.int(),
      leftOut: z.int(),
      segments: z.int(),
      /** Segments of the longest message. */
      mostSegments: z.int(),
      units,
      balance: units,
      balanceAfter: units,
      /** The balance does not cover it. */
      short: z.boolean(),
      /** The sender IDs that stand in where an operator has not approved this one, with their messages. */
      standIns: z.array(z.object({ senderId: z.string(), messages: z.int(), units })),
      /** Recipients left out because their operator has not approved the sender ID. */
      unregistered: z.int(),
      /** True where only the beginning of the list was read. */
      isEstimate: z.boolean(),
      /** By region, most first; `price` is that of one segment, null where it differs within the region. */
      regions: z.array(
        z.object({
          regionName: z.string(),
          messages: z.int(),
          segments: z.int(),
          price: z.nullable(units),
          units,
        }),
      ),
    }),
  }),
};
