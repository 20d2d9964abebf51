// The rules that protect accounts from SMS pumping, and what they refused.
import * as z from 'zod/mini';
import { done, endpoint, id, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';
import { COUNTRY_CODES } from '../shared/countries.ts';

export const GUARD_KINDS = ['COUNTRIES', 'RANGE', 'SHARE', 'NUMBER', 'NEW_ACCOUNT'] as const;
export type GuardKind = (typeof GUARD_KINDS)[number];

const guardRule = z.object({
  ruleId: id,
  /** Null for a rule of the platform. */
  clientId: z.nullable(id),
  clientName: z.nullable(z.string()),
  kind: z.enum(GUARD_KINDS),
  countries: z.array(z.string()),
  /** With the plus. */
  prefix: z.string(),
  digits: z.nullable(z.int()),
  codes: z.nullable(z.int()),
  share: z.nullable(z.int()),
  messages: z.nullable(z.int()),
  seconds: z.nullable(z.int()),
  untilTimestamp: z.nullable(timestamp),
  reason: z.string(),
});
export type GuardRule = z.output<typeof guardRule>;

const countries = z
  .array(z.enum(COUNTRY_CODES))
  .check(z.minLength(1), z.maxLength(COUNTRY_CODES.length));
const reason = z._default(z.string().check(z.trim(), z.maxLength(300)), '');
const most = z.int().check(z.minimum(1), z.maximum(10_000_000));
const seconds = z.int().check(z.minimum(60), z.maximum(30 * 86_400));

/** A rule as an administrator sets it: one of an account and kind; of ranges and shares one for each block. */
export const guardRuleInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('COUNTRIES'), countries, reason }),
  z.object({
    kind: z.literal('RANGE'),
    prefix: z.string().check(z.trim(), z.regex(/^\+?[1-9]\d{2,13}$/)),
    reason,
  }),
  z.object({
    kind: z.literal('SHARE'),
    digits: z.union([z.literal(3), z.literal(6), z.literal(8)]),
    codes: z.int().check(z.minimum(0), z.maximum(1_000_000)),
    share: z.int().check(z.minimum(1), z.maximum(100)),
    reason,
  }),
  z.object({ kind: z.literal('NUMBER'), messages: most, seconds, reason }),
  z.object({ kind: z.literal('NEW_ACCOUNT'), messages: most, seconds, reason }),
]);
export type GuardRuleInput = z.output<typeof guardRuleInput>;

const ownRule = z.extend(guardRule, {
  /** False where a rule of the account replaces it, or the account is not new, or no longer. */
  isInForce: z.boolean(),
});
export type OwnGuardRule = z.output<typeof ownRule>;

/** The refusals of a rule for an account. */
const guardRefusal = z.object({
  clientId: id,
  clientName: z.string(),
  ruleId: id,
  kind: z.enum(GUARD_KINDS),
  /** The last day on which the rule refused, UTC. */
  day: z.string(),
  /** In the 90 days that counts are kept. */
  refused: z.int(),
  /** The beginning of the last number that was refused. */
  prefix: z.string(),
  timestamp,
  /** On each of the last days, which the answer lists. */
  byDay: z.array(z.int()),
});
export type GuardRefusal = z.output<typeof guardRefusal>;

export const guard = {
  rules: endpoint({
    method: 'GET',
    path: `${PORTAL}/guard/rules`,
    who: 'self',
    summary: "The rules that protect the account: its own, and the platform's",
    input: z.object({}),
    output: z.object({ rules: z.array(ownRule) }),
  }),
  setCountries: endpoint({
    method: 'PUT',
    path: `${PORTAL}/guard/countries`,
    who: 'self',
    personal: true,
    stepUp: true,
    summary: 'Choose the countries that the account sends to',
    input: z.object({ countries }),
    output: guardRule,
  }),
  allRules: endpoint({
    method: 'GET',
    path: `${PORTAL}/guard/allRules`,
    who: 'platform.read',
    summary: "The platform's rules and those of every account, or of the accounts asked for",
    input: z.object({
      ...page,
      'filter.clientIds': many(id),
      'filter.kinds': many(z.enum(GUARD_KINDS)),
    }),
    output: listOf('rules', guardRule),
  }),
  setRule: endpoint({
    method: 'POST',
    path: `${PORTAL}/guard/rules`,
    who: 'platform.edit',
    summary: 'Set a rule of the platform, or of one account',
    input: z.object({ clientId: z.nullable(id), rule: guardRuleInput }),
    output: guardRule,
  }),
  removeRule: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/guard/rules/:ruleId`,
    who: 'platform.edit',
    summary: 'Remove a rule',
    input: z.object({ ruleId: id }),
    output: done,
  }),
  refusals: endpoint({
    method: 'GET',
    path: `${PORTAL}/guard/refusals`,
    who: 'messaging.read',
    summary: 'What the rules refused, by account and rule, the last to refuse first',
    input: z.object({ ...page, 'filter.clientIds': many(id) }),
    output: z.extend(listOf('refusals', guardRefusal), {
      /** The last 14 days, UTC, today last. */
      days: z.array(z.string()),
    }),
  }),
};
