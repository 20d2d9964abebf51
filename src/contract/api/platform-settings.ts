// Settings of the platform: content rules, sending hours, second approvals.
import * as z from 'zod/mini';
import { done, endpoint, id, PORTAL, units } from '../endpoint.ts';
import { ROLES } from '../shared/role-names.ts';
import { SENDER_KINDS } from '../shared/sender-names.ts';
import { day } from '../shared/day-field.ts';
import { singleLine } from '../shared/fields.ts';

/** Content that requires approval even for clients who send without it. */
export const contentRules = z.object({
  /** Whole words, in any case: `loan` is not found in `loaned`. */
  words: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(60)))
    .check(z.maxLength(500)),
  /** Requires approval for texts with a link. */
  links: z.boolean(),
  /** Requires approval above this number of recipients; null: no limit. */
  mostRecipients: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000_000))),
});
export type ContentRules = z.output<typeof contentRules>;

/** The rules until the platform sets its own. */
export const NO_RULES: ContentRules = { words: [], links: false, mostRecipients: null };
/** The messages that software may send without approval within 24 hours, where approval is needed. */
export const approvalLimits = z.object({
  /** Numbers that one text may reach; above it, its messages wait as one campaign. */
  numbersPerText: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  /** Messages of all texts of an account whose campaigns need approval; above it they are refused. */
  messagesPerDay: z.int().check(z.minimum(0), z.maximum(1_000_000)),
});
export type ApprovalLimits = z.output<typeof approvalLimits>;

/** The limits until the platform sets its own. */
export const APPROVAL_LIMITS: ApprovalLimits = { numbersPerText: 50, messagesPerDay: 200 };
export const TOO_LATE_MINUTES = 60;
/** Units that an account may transfer within 24 hours without a step-up. */
export const STEP_UP_UNITS = 10_000;
export const MOST_STEP_UP_UNITS = 1_000_000_000;

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/));

/** The sending hours of a kind of sender ID towards a country. */
export const sendingWindow = z.object({
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  kind: z.enum(SENDER_KINDS),
  /** Times of day in `timezone`, `08:00` to `24:00`. */
  opens: clock,
  closes: clock,
  /** ISO days of the week, 1 is Monday. */
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
  timezone: z.string().check(z.maxLength(60)),
  /** The source of the rule, and the day it was checked. */
  source: singleLine(500),
  checkedOn: day,
});
export type SendingWindow = z.output<typeof sendingWindow>;

const settings = z.object({
  contentRules,
  approvalLimits,
  /** Promotions of all clients need a consent on record, but for clients that are set otherwise. */
  consentDemanded: z.boolean(),
  tooLateMinutes: z.int(),
  /** Days that an operator may take to decide about a sender ID before administrators are reminded. */
  registrationDays: z.int(),
  /** Units that an account may transfer within 24 hours without a step-up. */
  stepUpUnits: units,
  windows: z.array(sendingWindow),
  /** The account that receives unassigned incoming messages; null: the root account. */
  inbox: z.nullable(
    z.object({
      clientId: id,
      clientName: z.string(),
      accessLevel: z.enum(ROLES),
      email: z.nullable(z.string()),
    }),
  ),
});
export type PlatformSettings = z.output<typeof settings>;

export const platform = {
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/platform`,
    who: 'platform.read',
    summary:
      'Content rules, the latest start of a schedule, sending hours, and the inbox of unassigned messages',
    input: z.object({}),
    output: settings,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/platform`,
    who: 'platform.edit',
    summary:
      'Change the content rules, the latest start of a schedule, the inbox of unassigned messages, or the units that may be transferred without a step-up',
    input: z.object({
      contentRules: z.optional(contentRules),
      approvalLimits: z.optional(approvalLimits),
      consentDemanded: z.optional(z.boolean()),
      tooLateMinutes: z.optional(z.int().check(z.minimum(1), z.maximum(10_080))),
      registrationDays: z.optional(z.int().check(z.minimum(1), z.maximum(365))),
      inboxClientId: z.optional(z.nullable(id)),
      stepUpUnits: z.optional(
        units.check(z.minimum(0), z.maximum(MOST_STEP_UP_UNITS), z.multipleOf(0.0001)),
      ),
    }),
    output: settings,
  }),
  putWindow: endpoint({
    method: 'PUT',
    path: `${PORTAL}/platform/windows/:country/:kind`,
    who: 'platform.edit',
    summary: 'Set the sending window of a kind of sender ID towards a country',
    input: sendingWindow,
    output: sendingWindow,
  }),
  deleteWindow: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/platform/windows/:country/:kind`,
    who: 'platform.edit',
    summary: 'Remove sending hours: the kind may then be used at any hour',
    input: z.object({ country: sendingWindow.shape.country, kind: sendingWindow.shape.kind }),
    output: done,
  }),
};
