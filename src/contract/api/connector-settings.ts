// The settings of connectors: the keys and defaults of an SMPP connector are Jasmin's where those are
// sound; a comment gives the reason for each difference.
import * as z from 'zod/mini';
import { readCustomTlvs } from '../shared/custom-tlvs.ts';

/** A connector's name: permanent, and the same in routes, filters and logs. */
export const cid = z.string().check(z.regex(/^[A-Za-z0-9_-]{3,25}$/));

export const CONNECTOR_KINDS = ['SMPP', 'HTTP', 'GENERIC'] as const;
export type ConnectorKind = (typeof CONNECTOR_KINDS)[number];

export const seconds = (standard: number, least = 0, most = 86_400) =>
  z._default(z.number().check(z.gte(least), z.lte(most)), standard);
const octet = z.int().check(z.gte(0), z.lte(255));
export const yes = z._default(z.boolean(), true);
export const no = z._default(z.boolean(), false);
export const ascii = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(/^[\x20-\x7e]*$/));

/** The password of a bind. */
export const password = ascii(16);
/** The secret of an HTTP or generic connector. */
export const secret = z.string().check(z.maxLength(1000));

/** Types of number, by their names. */
export const TON_NUMBERS = {
  unknown: 0,
  international: 1,
  national: 2,
  'network specific': 3,
  subscriber: 4,
  alphanumeric: 5,
  abbreviated: 6,
} as const;
/** Numbering plans, by their names. */
export const NPI_NUMBERS = {
  unknown: 0,
  ISDN: 1,
  data: 3,
  telex: 4,
  'land mobile': 6,
  national: 8,
  private: 9,
  ERMES: 10,
  internet: 14,
  WAP: 18,
} as const;
const ton = z.union(
  Object.values(TON_NUMBERS).map((number) => z.literal(number)) as [
    z.ZodMiniLiteral<number>,
    ...z.ZodMiniLiteral<number>[],
  ],
);
const npi = z.union(
  Object.values(NPI_NUMBERS).map((number) => z.literal(number)) as [
    z.ZodMiniLiteral<number>,
    ...z.ZodMiniLiteral<number>[],
  ],
);

/** The statuses that a carrier's own status may map to; SUBMITTED for an interim one. */
export const MAPPED_STATUSES = [
  'SUBMITTED',
  'DELIVERED',
  'UNDELIVERABLE',
  'EXPIRED',
  'REJECTED',
  'FAILED',
  'UNKNOWN',
] as const;
export const statusMap = z._default(
  z
    .record(z.string().check(z.minLength(1), z.maxLength(64)), z.enum(MAPPED_STATUSES))
    .check(z.refine((map) => Object.keys(map).length <= 200)),
  {},
);

/**
 * The answer that a message is submitted again after, the wait before it, and how often at most.
 * Afterwards it goes over the next connector of its route, or ends as refused.
 */
export type RetryRule = { status: string; seconds: number; times: number; next?: boolean };

const STATUS = /^(ESME_[A-Z0-9_]{3,20}|0x[0-9A-Fa-f]{1,8})$/;

/** A status as answers name it: a number without a name has eight digits. */
const statusOf = (written: string) =>
  written.startsWith('0x') ? `0x${written.slice(2).padStart(8, '0').toUpperCase()}` : written;

/** Reads `final_codes`. @returns undefined where a code cannot be read, or stands twice */
export function readFinalCodes(text: string): string[] | undefined {
  if (text === 'none') return [];
  const codes = text.split(';').map((code) => code.trim());
  if (!codes.every((code) => STATUS.test(code))) return undefined;
  const read = codes.map(statusOf);
  return new Set(read).size === read.length ? read : undefined;
}

/** Reads `retry_rules`. @returns undefined where a rule cannot be read, or a status stands twice */
export function readRetryRules(text: string): RetryRule[] | undefined {
  if (text === 'none') return [];
  const rules = text.split(';').map((rule) => {
    const [, status = '', seconds, times, last] =
      /^\s*(ESME_[A-Z0-9_]{3,20}|0x[0-9A-Fa-f]{1,8})\s*,\s*(\d{1,5})\s*,\s*(\d{1,4})\s*(?:,\s*(next|final)\s*)?$/.exec(
        rule,
      ) ?? [];
    return {
      status: statusOf(status),
      seconds: Number(seconds),
      times: Number(times),
      next: last === 'next',
    };
  });
  const isReadable = rules.every(
    ({ status, seconds, times }) =>
      status !== '' && seconds >= 1 && seconds <= 86_400 && times >= 1 && times <= 1000,
  );
  return isReadable && new Set(rules.map(({ status }) => status)).size === rules.length
    ? rules
    : undefined;
}

/** An SMPP connector's settings. Times in seconds. */
export const smppSettings = z.object({
  host: z._default(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(253), z.regex(/^[A-Za-z0-9._:-]+$/)),
    '127.0.0.1',
  ),
  port: z._default(z.int().check(z.gte(1), z.lte(65_535)), 2775),
  ssl: no,
  /** Verifies the carrier's certificate. */
  ssl_verify: yes,
  username: z._default(ascii(15), 'smppclient'),
  systype: z._default(ascii(12), ''),
  bind: z._default(z.enum(['transceiver', 'transmitter', 'receiver']), 'transceiver'),
  bind_to: seconds(30, 1),
  elink_interval: seconds(30),
  trx_to: seconds(300),
  res_to: seconds(120, 1),
  pdu_red_to: seconds(10),
  /** Reconnects after a lost connection. The wait starts at a fraction of a second and doubles up to the delay. */
  con_loss_retry: yes,
  con_loss_delay: seconds(10, 0.1),
  /** The same after a failed connection or a refused bind. */
  con_fail_retry: yes,
  con_fail_delay: seconds(10, 0.1),
  bind_ton: z._default(ton, 0),
  bind_npi: z._default(npi, 0),
  addr_range: z._default(ascii(40), ''),
  /** The sender of messages that have none. */
  src_addr: z._default(ascii(20), ''),
  /**
   * If unset, derived from the kind of sender, since no single type is right for names, short codes
   * and numbers.
   */
  src_ton: z.optional(ton),
  src_npi: z.optional(npi),
  dst_ton: z._default(ton, 1),
  dst_npi: z._default(npi, 1),
  proto_id: z.optional(octet),
  /** For messages without a priority of their own. */
  priority: z._default(z.int().check(z.gte(0), z.lte(3)), 0),
  /** The validity passed to the carrier, in minutes; unset: the message's own. */
  validity: z.optional(z.int().check(z.gte(1), z.lte(10_080))),
  ripf: z._default(z.union([z.literal(0), z.literal(1)]), 0),
  def_msg_id: z._default(octet, 0),
  service_type: z._default(ascii(5), ''),
  /**
   * Encoding of texts in the standard alphabet: 0 is GSM 03.38, 1 ASCII, 3 Latin-1; the others send GSM
   * octets with that number.
   */
  coding: z._default(
    z.union(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14].map((number) => z.literal(number)) as [
        z.ZodMiniLiteral<number>,
        ...z.ZodMiniLiteral<number>[],
      ],
    ),
    0,
  ),
  /** PDUs a second; 0: no limit. */
  submit_throughput: z._default(z.number().check(z.gte(0), z.lte(100_000)), 0),
  /** PDUs in flight at most. */
  window: z._default(z.int().check(z.gte(1), z.lte(1000)), 10),
  /** Wait before a retry after the carrier's queue was full. */
  requeue_delay: seconds(120),
  /**
   * The carrier's answers after which a message is submitted again instead of being rejected:
   * `status,seconds,times`, separated by semicolons; `none` for no such answer. The status is a name
   * of SMPP 3.4 (5.1.3) or a number in hex. A fourth value `next` leads on to the next connector of the
   * route after the last time; `final`, as without one, ends the message.
   */
  retry_rules: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(2000),
      z.refine((text) => readRetryRules(text) !== undefined),
    ),
    'ESME_RSYSERR,30,10;ESME_RX_T_APPN,30,10',
  ),
  /**
   * The carrier's answers that operators know to be final, separated by semicolons; `none` for none.
   * They are not asked about again. Every answer without a retry rule rejects its message.
   */
  final_codes: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(2000),
      z.refine((text) => readFinalCodes(text) !== undefined),
    ),
    'none',
  ),
  /** The time allowed for a receipt, if longer than the message's validity. */
  dlr_expiry: seconds(86_400, 1, 604_800),
  /**
   * How receipts write ids: 0 as in responses, 1 responses in hex and receipts in decimal, 2 the reverse.
   * Case and leading zeros never matter.
   */
  dlr_msgid: z._default(z.union([z.literal(0), z.literal(1), z.literal(2)]), 0),
  custom_tlvs: z._default(
    z.string().check(
      z.maxLength(2000),
      z.refine((text) => readCustomTlvs(text) !== undefined),
    ),
    'none',
  ),
  /** Hides the texts of the latest PDUs on screen. */
  logprivacy: no,
  /** The method by which long texts are split. */
  concatenation: z._default(z.enum(['udh8', 'udh16', 'sar', 'payload']), 'udh8'),
  /**
   * hold: messages whose answer was lost are never submitted again, whatever their class. send again:
   * they are, as possible duplicates, but for long ones. A gateway user's own setting goes before.
   */
  ambiguity: z._default(z.enum(['by class', 'hold', 'send again']), 'by class'),
  /** The time after which a message whose answer was lost is given up, whatever its validity. */
  hold_time: seconds(1800, 60, 604_800),
  status_map: statusMap,
  /** Cost of a segment in the platform's currency; least-cost routes compare it. */
  cost: z._default(z.number().check(z.gte(0), z.lte(1_000_000)), 0),
});
export type SmppSettings = z.output<typeof smppSettings>;
