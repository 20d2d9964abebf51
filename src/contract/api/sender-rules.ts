// The rules of sender names by country, and the protected names.
import * as z from 'zod/mini';
import { DOCUMENT_KINDS, SENDER_KINDS } from '../shared/sender-names.ts';
import { day } from '../shared/day-field.ts';
import { singleLine } from '../shared/fields.ts';

export const senderRule = z.object({
  /** '*' is any country without rules of its own. */
  country: z.string(),
  kind: z.enum(SENDER_KINDS),
  /** True when this kind is available there. */
  offered: z.boolean(),
  shortest: z.int().check(z.minimum(1), z.maximum(15)),
  longest: z.int().check(z.minimum(3), z.maximum(15)),
  spaces: z.boolean(),
  symbols: z.boolean(),
  documents: z.array(z.enum(DOCUMENT_KINDS)).check(z.maxLength(4)),
  /** True when operators ask for a sample text. */
  sample: z.boolean(),
  fee: z.nullable(z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/))),
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))),
  daysLeast: z.int().check(z.minimum(0), z.maximum(200)),
  daysMost: z.int().check(z.minimum(0), z.maximum(200)),
  /** The source of the rule, which only the platform's people read, and the day it was checked. */
  source: z.string(),
  checkedOn: day,
});
export type SenderRule = z.output<typeof senderRule>;

/** The source of a rule that came with the product and that nobody has confirmed. */
export const INITIAL_SOURCE = 'INITIAL';

/** A rule as it is set: with its source. */
export const senderRuleInput = z.extend(senderRule, { source: singleLine(300) });

/**
 * A BRAND belongs to an owner, who proves it by a trademark certificate; a WORD belongs to nobody
 * and is refused.
 */
export const PROTECTED_KINDS = ['BRAND', 'WORD'] as const;
/** A name that no sender ID of a country may look like. */
export const protectedName = z.object({
  /** '*' is every country. */
  country: z.string(),
  name: z.string(),
  kind: z.enum(PROTECTED_KINDS),
  /** The reason for protecting it. */
  reason: z.string(),
});
export type ProtectedName = z.output<typeof protectedName>;

/** The key of a protected name: country and name. Two that look alike in one country are the same. */
export const protectedKey = {
  country: z.string().check(z.regex(/^(\*|[A-Z]{2})$/)),
  name: z
    .string()
    .check(z.trim(), z.maxLength(40), z.regex(/^(?=.*[A-Za-z0-9].*[A-Za-z0-9])[A-Za-z0-9 _.&-]+$/)),
};
export const why = z.string().check(z.trim(), z.minLength(1), z.maxLength(300));
