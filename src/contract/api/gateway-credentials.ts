// The rights, filters, defaults and quotas of a gateway user.
import * as z from 'zod/mini';
import { ipRange } from './api-keys.ts';

/** Regular expressions of operators: linear time, at most 200 characters, matched from the start. */
export const PATTERN_LENGTH = 200;
export const pattern = z.string().check(z.minLength(1), z.maxLength(PATTERN_LENGTH));
const right = z.boolean();
const perSecond = z.nullable(z.number().check(z.minimum(0), z.maximum(100_000)));

type Fields = Record<string, z.ZodMiniType>;
/** A section of credentials: in full with its defaults, and as a partial change. */
function section<F extends Fields>(fields: F, standards: { [K in keyof F]: z.output<F[K]> }) {
  const whole = z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, type]) => [name, z._default(type, standards[name])]),
    ),
  ) as unknown as z.ZodMiniObject<{ [K in keyof F]: z.ZodMiniDefault<F[K]> }>;
  const some = z.object(
    Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, z.optional(type)])),
  ) as unknown as z.ZodMiniObject<{ [K in keyof F]: z.ZodMiniOptional<F[K]> }>;
  return { whole, some, standards };
}

/** The options that a user may set on a message. */
export const authorizations = section(
  {
    /** Send by HTTP; ask for the balance; ask for a price. */
    http_send: right,
    http_balance: right,
    http_rate: right,
    /** Kept for imports; it has no effect. */
    http_bulk: right,
    /** Send by SMPP. */
    smpps_send: right,
    /** HTTP texts of more than one part. */
    http_long_content: right,
    /** May request receipts, and by which method they are delivered. */
    dlr_level: right,
    http_dlr_method: right,
    /** May set its own sender, priority, validity, binary content and scheduled time. */
    src_addr: right,
    priority: right,
    validity_period: right,
    hex_content: right,
    schedule_delivery_time: right,
  },
  {
    http_send: true,
    http_balance: true,
    http_rate: true,
    http_bulk: false,
    smpps_send: true,
    http_long_content: true,
    dlr_level: true,
    http_dlr_method: true,
    src_addr: true,
    priority: true,
    validity_period: true,
    hex_content: true,
    schedule_delivery_time: true,
  },
);
/** The pattern that each field of a message must match. */
export const valueFilters = section(
  {
    dst_addr: pattern,
    src_addr: pattern,
    priority: pattern,
    validity_period: pattern,
    content: pattern,
  },
  { dst_addr: '.*', src_addr: '.*', priority: '^[0-3]$', validity_period: '^\\d+$', content: '.*' },
);
/** Defaults for fields that a message omits; null: none. */
export const defaultValues = section(
  {
    src_addr: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(20))),
    /** The callback address of HTTP messages without one. */
    dlr_url: z.nullable(
      z
        .string()
        .check(z.trim(), z.maxLength(2000), z.regex(/^https?:\/\/[^\s/?#@]+([/?][^\s]*)?$/i)),
    ),
    /** The handling of messages whose answer was lost: submitted again or not; null: as their connector says. */
    ambiguity: z.nullable(z.enum(['hold', 'send again'])),
  },
  { src_addr: null, dlr_url: null, ambiguity: null },
);
/** Limits; null is none. Money is in the client's wallet, so there is no balance here. */
export const sendingQuotas = section(
  {
    /**
     * Percent of the price charged at acceptance, the rest when the carrier accepts the message;
     * null: all at acceptance.
     */
    early_percent: z.nullable(z.number().check(z.minimum(1), z.maximum(100))),
    /** Message parts that may still be sent. */
    sms_count: z.nullable(z.int().check(z.minimum(0), z.maximum(2_147_483_647))),
    /** Messages a second; 0 is unlimited too. */
    http_throughput: perSecond,
    smpps_throughput: perSecond,
  },
  { early_percent: null, sms_count: null, http_throughput: null, smpps_throughput: null },
);
export const smppsAuthorizations = section(
  {
    /** May bind. */
    bind: right,
    /** Addresses and networks that may bind and call the HTTP port; empty allows all. */
    ip: z.array(ipRange).check(z.maxLength(50)),
  },
  { bind: true, ip: [] },
);
/** Concurrent binds of all three kinds; null is unlimited. */
export const smppsQuotas = section(
  { max_bindings: z.nullable(z.int().check(z.minimum(0), z.maximum(1000))) },
  { max_bindings: null },
);

/** A user's credentials in full, with defaults for omitted keys. */
export const mtMessagingCred = z.object({
  authorization: z._default(authorizations.whole, authorizations.standards),
  valuefilter: z._default(valueFilters.whole, valueFilters.standards),
  defaultvalue: z._default(defaultValues.whole, defaultValues.standards),
  quota: z._default(sendingQuotas.whole, sendingQuotas.standards),
});
export const smppsCred = z.object({
  authorization: z._default(smppsAuthorizations.whole, smppsAuthorizations.standards),
  quota: z._default(smppsQuotas.whole, smppsQuotas.standards),
});
export type MtMessagingCred = z.output<typeof mtMessagingCred>;
export type SmppsCred = z.output<typeof smppsCred>;

/** A partial change of the same keys; omitted keys stay. */
export const changedCreds = {
  mt_messaging_cred: z.optional(
    z.object({
      authorization: z.optional(authorizations.some),
      valuefilter: z.optional(valueFilters.some),
      defaultvalue: z.optional(defaultValues.some),
      quota: z.optional(sendingQuotas.some),
    }),
  ),
  smpps_cred: z.optional(
    z.object({
      authorization: z.optional(smppsAuthorizations.some),
      quota: z.optional(smppsQuotas.some),
    }),
  ),
};
