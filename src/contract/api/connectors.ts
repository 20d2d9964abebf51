import * as z from 'zod/mini';
import { done, endpoint, id, listOf, many, numeric, page, PORTAL, timestamp } from '../endpoint.ts';

// Connectors, by the words of those who run gateways: the keys and defaults of an SMPP connector are Jasmin's, where they
// are sound. What differs from them says why. Every edit is a draft until the gateway is reloaded; start and stop work at once.

/** A connector's name: for good, and the same in routes, filters and logs. */
export const cid = z.string().check(z.regex(/^[A-Za-z0-9_-]{3,25}$/));

export const CONNECTOR_KINDS = ['SMPP', 'HTTP', 'GENERIC'] as const;
export type ConnectorKind = (typeof CONNECTOR_KINDS)[number];

const seconds = (standard: number, least = 0, most = 86_400) =>
  z._default(z.number().check(z.gte(least), z.lte(most)), standard);
const octet = z.int().check(z.gte(0), z.lte(255));
const yes = z._default(z.boolean(), true);
const no = z._default(z.boolean(), false);
const ascii = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[\x20-\x7e]*$/));

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

/** What a carrier's word for a message's fate comes to; SUBMITTED for one that is not its last. */
export const MAPPED_STATUSES = [
  'SUBMITTED',
  'DELIVERED',
  'UNDELIVERABLE',
  'EXPIRED',
  'REJECTED',
  'FAILED',
  'UNKNOWN',
] as const;
const statusMap = z._default(
  z
    .record(z.string().check(z.minLength(1), z.maxLength(64)), z.enum(MAPPED_STATUSES))
    .check(z.refine((map) => Object.keys(map).length <= 200)),
  {},
);

const CUSTOM_TLV =
  /^(0x[0-9a-fA-F]{1,4}|\d{1,5}),(Int1|Int2|Int4|Int8|OctetString|COctetString),(-|\d{1,4})(?:,(required|optional)(?:,([\x20-\x7e]+))?)?$/;
/** What the gateway sets itself: the parts of a long text, and a text outside the message. */
const TAKEN_TAGS = [0x020c, 0x020e, 0x020f, 0x0424];

/**
 * Reads parameters of a carrier's own, such as the ids of a registered sender and template: `tag,type,longest,required|optional,value`,
 * with semicolons between, or `none`. Every PDU carries those that have a value: a whole number for Int types, text for the
 * others, or octets as 0x and hex for an OctetString. `longest` counts the octets on the wire, the closing NUL of a COctetString included.
 * @returns each with its octets, undefined for one without a value; undefined for all where the text is wrong
 */
export function readCustomTlvs(
  text: string,
): { tag: number; octets: Uint8Array | undefined }[] | undefined {
  if (text === 'none') return [];
  const read = text.split(';').map((each) => {
    const [, tagText = '', type = '', longest = '', need, value] = CUSTOM_TLV.exec(each) ?? [];
    const tag = Number(tagText);
    if (type === '' || tag > 0xffff || TAKEN_TAGS.includes(tag)) return undefined;
    if (value === undefined) return need === 'required' ? undefined : { tag, octets: undefined };
    const octets = octetsOf(type, value);
    return octets && (longest === '-' || octets.length <= Number(longest))
      ? { tag, octets }
      : undefined;
  });
  const found = read.filter((each) => each !== undefined);
  return found.length === read.length && new Set(found.map(({ tag }) => tag)).size === found.length
    ? found
    : undefined;
}

function octetsOf(type: string, value: string): Uint8Array | undefined {
  if (type === 'COctetString') return new TextEncoder().encode(`${value}\0`);
  const hex = type === 'OctetString' ? /^0x((?:[0-9a-fA-F]{2})+)$/.exec(value)?.[1] : undefined;
  if (hex !== undefined)
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  if (type === 'OctetString') return new TextEncoder().encode(value);
  const size = Number(type.slice(3));
  if (!/^(\d{1,20}|0x[0-9a-fA-F]{1,16})$/.test(value) || BigInt(value) >> BigInt(8 * size) !== 0n)
    return undefined;
  return Uint8Array.from({ length: size }, (_, at) =>
    Number((BigInt(value) >> BigInt(8 * (size - 1 - at))) & 0xffn),
  );
}

/** An SMPP connector's settings. Times in seconds. */
export const smppSettings = z.object({
  host: z._default(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(253), z.regex(/^[A-Za-z0-9._:-]+$/)),
    '127.0.0.1',
  ),
  port: z._default(z.int().check(z.gte(1), z.lte(65_535)), 2775),
  ssl: no,
  /** Whether the carrier's certificate is checked. */
  ssl_verify: yes,
  username: z._default(ascii(15), 'smppclient'),
  systype: z._default(ascii(12), ''),
  bind: z._default(z.enum(['transceiver', 'transmitter', 'receiver']), 'transceiver'),
  bind_to: seconds(30, 1),
  elink_interval: seconds(30),
  trx_to: seconds(300),
  res_to: seconds(120, 1),
  pdu_red_to: seconds(10),
  /** Whether a lost connection is opened again, and the longest wait between two attempts: the first waits a fraction of a second, each further one twice as long. */
  con_loss_retry: yes,
  con_loss_delay: seconds(10, 0.1),
  /** The same where it could not be opened or the bind was refused. */
  con_fail_retry: yes,
  con_fail_delay: seconds(10, 0.1),
  bind_ton: z._default(ton, 0),
  bind_npi: z._default(npi, 0),
  addr_range: z._default(ascii(40), ''),
  /** The sender of messages that have none. */
  src_addr: z._default(ascii(20), ''),
  /** Unset: by the kind of sender, since one type cannot be right for names, short codes and numbers alike. */
  src_ton: z.optional(ton),
  src_npi: z.optional(npi),
  dst_ton: z._default(ton, 1),
  dst_npi: z._default(npi, 1),
  proto_id: z.optional(octet),
  /** Of messages that have none of their own. */
  priority: z._default(z.int().check(z.gte(0), z.lte(3)), 0),
  /** Minutes that the carrier may try at most; unset: as long as the message lives. */
  validity: z.optional(z.int().check(z.gte(1), z.lte(10_080))),
  ripf: z._default(z.union([z.literal(0), z.literal(1)]), 0),
  def_msg_id: z._default(octet, 0),
  service_type: z._default(ascii(5), ''),
  /** How texts in the standard alphabet go: 0 as GSM 03.38, 1 as ASCII, 3 as Latin-1, the others as GSM octets under that number. */
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
  /** PDUs unanswered at a time. */
  window: z._default(z.int().check(z.gte(1), z.lte(1000)), 10),
  /** How long a message waits that the carrier's full queue refused. */
  requeue_delay: seconds(120),
  /** How long a receipt is waited for, if that is longer than the message lives. */
  dlr_expiry: seconds(86_400, 1, 604_800),
  /** How receipts write the ids of responses: 0 the same, 1 responses in hex and receipts in decimal, 2 the other way. Case and zeros before never matter. */
  dlr_msgid: z._default(z.union([z.literal(0), z.literal(1), z.literal(2)]), 0),
  custom_tlvs: z._default(
    z.string().check(
      z.maxLength(2000),
      z.refine((text) => readCustomTlvs(text) !== undefined),
    ),
    'none',
  ),
  /** Whether the texts of the last PDUs are hidden from everybody. */
  logprivacy: no,
  /** How long texts are cut. */
  concatenation: z._default(z.enum(['udh8', 'udh16', 'sar', 'payload']), 'udh8'),
  /** hold: messages whose answer was lost are never sent again, whatever their class. */
  ambiguity: z._default(z.enum(['by class', 'hold']), 'by class'),
  status_map: statusMap,
  /** What a segment costs, in the platform's own currency: least-cost routes compare it. */
  cost: z._default(z.number().check(z.gte(0), z.lte(1_000_000)), 0),
});
export type SmppSettings = z.output<typeof smppSettings>;

const url = z
  .string()
  .check(z.trim(), z.maxLength(2000), z.regex(/^https?:\/\/[^\s/?#@]+([/?][^\s]*)?$/i));
const header = z.string().check(z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/));

/** An HTTP connector's settings: where messages from phones are handed to. */
export const httpSettings = z.object({
  url,
  method: z._default(z.enum(['GET', 'POST']), 'GET'),
  /** ack: the answer is "ACK/Jasmin"; any: every 2xx will do. */
  expect: z._default(z.enum(['ack', 'any']), 'ack'),
  timeout: seconds(30, 1, 120),
  /** The first wait; each further one is twice as long, up to an hour. */
  retry_delay: seconds(30, 1, 3600),
  /** More than Jasmin's three: a customer's server may be away for a night. */
  max_retries: z._default(z.int().check(z.gte(0), z.lte(100)), 24),
  /** Whether an address of a private network may be called. */
  allow_private: no,
});
export type HttpSettings = z.output<typeof httpSettings>;

const pointer = z.string().check(z.maxLength(200), z.regex(/^(\/.*)?$/));
const words = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(50));

/**
 * A generic connector's settings: messages through a provider's HTTP API. In `url`, `headers` and `body`,
 * `{{name}}` stands for what is known of the message: destination, destinations (a batch's, with commas between), sender, text, messageId,
 * encoding (GSM7 or UCS2), coding (0 or 8), kannelCoding (0 or 2), hexText (its octets), username, secret, callbackUrl; `{{#messages}}...{{/messages}}`
 * repeats, with commas between, for each of a batch.
 */
export const genericSettings = z.object({
  url,
  method: z._default(z.enum(['GET', 'POST', 'PUT']), 'POST'),
  headers: z._default(z.record(header, z.string().check(z.maxLength(1000))), {}),
  content_type: z._default(z.enum(['form', 'json', 'text']), 'json'),
  body: z._default(
    z.string().check(z.maxLength(10_000)),
    '{"to":"{{destination}}","from":"{{sender}}","text":"{{text}}","reference":"{{messageId}}"}',
  ),
  auth: z._default(z.enum(['none', 'basic', 'bearer', 'api key', 'oauth']), 'none'),
  /** Of basic authentication, the client id of OAuth, and for the template. */
  username: z._default(z.string().check(z.maxLength(200)), ''),
  auth_header: z._default(header, 'apiKey'),
  token_url: z.optional(url),
  token_scope: z._default(z.string().check(z.maxLength(500)), ''),
  /** HTTP statuses of an answer that took the message, such as 200-299 or 200,202. */
  success_status: z._default(
    z.string().check(z.regex(/^[1-5]\d\d(-[1-5]\d\d)?(,[1-5]\d\d(-[1-5]\d\d)?)*$/)),
    '200-299',
  ),
  /** Where the results of a batch stand in the answer, one for each message; empty: the answer is the result. */
  results: z._default(pointer, ''),
  /** Where a result names its number; empty: results come in the order of the messages. */
  result_number: z._default(pointer, ''),
  /** Where a result says how it went, and what it says of a message that was taken; empty: the HTTP status decides. */
  success_pointer: z._default(pointer, ''),
  success_values: z._default(words, []),
  /** What it says of one that was not taken and may be sent again later. */
  retry_values: z._default(words, []),
  /** A condition over `status`, `body` and `result` instead. */
  success_expression: z._default(z.string().check(z.maxLength(500)), ''),
  /** HTTP statuses of an answer that certainly took nothing and may be asked again. */
  retry_status: z._default(
    z.string().check(z.regex(/^([1-5]\d\d(-[1-5]\d\d)?(,[1-5]\d\d(-[1-5]\d\d)?)*)?$/)),
    '429,503',
  ),
  /** Where a result has the provider's id; with `id_pattern` its first group in the answer's text. Both empty: the message's own id. */
  id_pointer: z._default(pointer, ''),
  id_pattern: z._default(z.string().check(z.maxLength(200)), ''),
  /** Where a result says why it was refused. */
  error_pointer: z._default(pointer, ''),
  /** Messages of one request; more than one where sender and text are the same, or the body repeats `{{#messages}}`. */
  batch_size: z._default(z.int().check(z.gte(1), z.lte(100)), 1),
  submit_throughput: z._default(z.number().check(z.gte(0), z.lte(100_000)), 0),
  /** Messages asked for and unanswered at a time. */
  window: z._default(z.int().check(z.gte(1), z.lte(1000)), 10),
  timeout: seconds(30, 1, 120),
  /** Whether numbers are written with a plus: +254712345678. */
  plus: no,
  src_addr: z._default(ascii(20), ''),
  requeue_delay: seconds(5),
  dlr_expiry: seconds(86_400, 1, 604_800),
  /** Whether the provider calls back with receipts; without, an accepted message stays SUBMITTED until its receipt time has passed. */
  callbacks: yes,
  /** Where a callback carries what: a name of its query or form, or a pointer into its JSON. */
  callback_id: z._default(z.string().check(z.maxLength(200)), 'id'),
  callback_status: z._default(z.string().check(z.maxLength(200)), 'status'),
  callback_number: z._default(z.string().check(z.maxLength(200)), ''),
  callback_error: z._default(z.string().check(z.maxLength(200)), ''),
  /** A header that carries the secret instead of the address. */
  callback_header: z._default(z.union([z.literal(''), header]), ''),
  /** What a callback is answered with. */
  callback_answer: z._default(z.string().check(z.maxLength(100)), 'OK'),
  /** The address of this gateway's HTTP port as the provider sees it, such as https://sms.example.com:1401; for {{callbackUrl}}. */
  callback_base: z._default(z.union([z.literal(''), url]), ''),
  /** What {{callbackUrl}} ends in after its question mark. */
  callback_query: z._default(z.string().check(z.maxLength(500)), ''),
  ambiguity: z._default(z.enum(['by class', 'hold']), 'by class'),
  status_map: statusMap,
  cost: z._default(z.number().check(z.gte(0), z.lte(1_000_000)), 0),
  allow_private: no,
  logprivacy: no,
});
export type GenericSettings = z.output<typeof genericSettings>;

// ---- how a form draws itself ----

export type FieldDescription = {
  name: string;
  /** Fields that most need come first, unfolded. */
  section:
    | 'basic'
    | 'connection'
    | 'addresses'
    | 'speed'
    | 'messages'
    | 'receipts'
    | 'authentication'
    | 'answer'
    | 'callbacks';
  advanced: boolean;
  type:
    | 'text'
    | 'long text'
    | 'number'
    | 'whole number'
    | 'yes or no'
    | 'choice'
    | 'secret'
    | 'words'
    | 'status map'
    | 'headers';
  unit?: 'seconds' | 'minutes' | 'messages a second' | 'messages' | 'octets';
  minimum?: number;
  maximum?: number;
  longest?: number;
  choices?: readonly (string | number)[];
  required?: true;
  /** Changing it closes the link and opens it again at the next reload; the others take effect without. */
  reconnects?: true;
};

type Extra = Omit<FieldDescription, 'name' | 'section' | 'type' | 'advanced'>;
const field = (
  section: FieldDescription['section'],
  name: string,
  type: FieldDescription['type'],
  more: Extra & { basic?: true } = {},
): FieldDescription => {
  const { basic, ...rest } = more;
  return { name, section, type, advanced: !basic, ...rest };
};
const basic = true;
const reconnects = true;
const tons = Object.values(TON_NUMBERS);
const npis = Object.values(NPI_NUMBERS);

export const SMPP_FIELDS: readonly FieldDescription[] = [
  field('basic', 'host', 'text', { basic, longest: 253, reconnects }),
  field('basic', 'port', 'whole number', { basic, minimum: 1, maximum: 65_535, reconnects }),
  field('basic', 'username', 'text', { basic, longest: 15, reconnects }),
  field('basic', 'password', 'secret', { basic, longest: 16, reconnects }),
  field('basic', 'bind', 'choice', {
    basic,
    choices: ['transceiver', 'transmitter', 'receiver'],
    reconnects,
  }),
  field('basic', 'ssl', 'yes or no', { basic, reconnects }),
  field('basic', 'window', 'whole number', { basic, unit: 'messages', minimum: 1, maximum: 1000 }),
  field('basic', 'submit_throughput', 'number', {
    basic,
    unit: 'messages a second',
    minimum: 0,
    maximum: 100_000,
  }),
  field('basic', 'cost', 'number', { basic, minimum: 0, maximum: 1_000_000 }),
  field('connection', 'ssl_verify', 'yes or no', { reconnects }),
  field('connection', 'systype', 'text', { longest: 12, reconnects }),
  field('connection', 'bind_ton', 'choice', { choices: tons, reconnects }),
  field('connection', 'bind_npi', 'choice', { choices: npis, reconnects }),
  field('connection', 'addr_range', 'text', { longest: 40, reconnects }),
  field('connection', 'bind_to', 'number', {
    unit: 'seconds',
    minimum: 1,
    maximum: 86_400,
    reconnects,
  }),
  field('connection', 'elink_interval', 'number', {
    unit: 'seconds',
    minimum: 0,
    maximum: 86_400,
    reconnects,
  }),
  field('connection', 'trx_to', 'number', {
    unit: 'seconds',
    minimum: 0,
    maximum: 86_400,
    reconnects,
  }),
  field('connection', 'res_to', 'number', {
    unit: 'seconds',
    minimum: 1,
    maximum: 86_400,
    reconnects,
  }),
  field('connection', 'pdu_red_to', 'number', {
    unit: 'seconds',
    minimum: 0,
    maximum: 86_400,
    reconnects,
  }),
  field('connection', 'con_loss_retry', 'yes or no'),
  field('connection', 'con_loss_delay', 'number', {
    unit: 'seconds',
    minimum: 0.1,
    maximum: 86_400,
  }),
  field('connection', 'con_fail_retry', 'yes or no'),
  field('connection', 'con_fail_delay', 'number', {
    unit: 'seconds',
    minimum: 0.1,
    maximum: 86_400,
  }),
  field('addresses', 'src_addr', 'text', { longest: 20 }),
  field('addresses', 'src_ton', 'choice', { choices: tons }),
  field('addresses', 'src_npi', 'choice', { choices: npis }),
  field('addresses', 'dst_ton', 'choice', { choices: tons }),
  field('addresses', 'dst_npi', 'choice', { choices: npis }),
  field('messages', 'concatenation', 'choice', { choices: ['udh8', 'udh16', 'sar', 'payload'] }),
  field('messages', 'coding', 'choice', { choices: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14] }),
  field('messages', 'priority', 'whole number', { minimum: 0, maximum: 3 }),
  field('messages', 'validity', 'whole number', { unit: 'minutes', minimum: 1, maximum: 10_080 }),
  field('messages', 'proto_id', 'whole number', { minimum: 0, maximum: 255 }),
  field('messages', 'ripf', 'choice', { choices: [0, 1] }),
  field('messages', 'def_msg_id', 'whole number', { minimum: 0, maximum: 255 }),
  field('messages', 'service_type', 'text', { longest: 5 }),
  field('messages', 'custom_tlvs', 'text', { longest: 2000 }),
  field('messages', 'requeue_delay', 'number', { unit: 'seconds', minimum: 0, maximum: 86_400 }),
  field('messages', 'ambiguity', 'choice', { choices: ['by class', 'hold'] }),
  field('receipts', 'dlr_msgid', 'choice', { choices: [0, 1, 2] }),
  field('receipts', 'dlr_expiry', 'number', { unit: 'seconds', minimum: 1, maximum: 604_800 }),
  field('receipts', 'status_map', 'status map'),
  field('receipts', 'logprivacy', 'yes or no'),
];

export const HTTP_FIELDS: readonly FieldDescription[] = [
  field('basic', 'url', 'text', { basic, longest: 2000, required: true }),
  field('basic', 'method', 'choice', { basic, choices: ['GET', 'POST'] }),
  field('basic', 'expect', 'choice', { basic, choices: ['ack', 'any'] }),
  field('basic', 'signing_secret', 'secret', { basic, longest: 200 }),
  field('connection', 'timeout', 'number', { unit: 'seconds', minimum: 1, maximum: 120 }),
  field('connection', 'retry_delay', 'number', { unit: 'seconds', minimum: 1, maximum: 3600 }),
  field('connection', 'max_retries', 'whole number', { minimum: 0, maximum: 100 }),
  field('connection', 'allow_private', 'yes or no'),
];

export const GENERIC_FIELDS: readonly FieldDescription[] = [
  field('basic', 'url', 'text', { basic, longest: 2000, required: true }),
  field('basic', 'method', 'choice', { basic, choices: ['GET', 'POST', 'PUT'] }),
  field('basic', 'content_type', 'choice', { basic, choices: ['form', 'json', 'text'] }),
  field('basic', 'body', 'long text', { basic, longest: 10_000 }),
  field('basic', 'username', 'text', { basic, longest: 200 }),
  field('basic', 'secret', 'secret', { basic, longest: 1000 }),
  field('basic', 'submit_throughput', 'number', {
    basic,
    unit: 'messages a second',
    minimum: 0,
    maximum: 100_000,
  }),
  field('basic', 'cost', 'number', { basic, minimum: 0, maximum: 1_000_000 }),
  field('authentication', 'auth', 'choice', {
    choices: ['none', 'basic', 'bearer', 'api key', 'oauth'],
  }),
  field('authentication', 'auth_header', 'text', { longest: 64 }),
  field('authentication', 'token_url', 'text', { longest: 2000 }),
  field('authentication', 'token_scope', 'text', { longest: 500 }),
  field('connection', 'headers', 'headers'),
  field('connection', 'timeout', 'number', { unit: 'seconds', minimum: 1, maximum: 120 }),
  field('connection', 'allow_private', 'yes or no'),
  field('speed', 'window', 'whole number', { unit: 'messages', minimum: 1, maximum: 1000 }),
  field('speed', 'batch_size', 'whole number', { unit: 'messages', minimum: 1, maximum: 100 }),
  field('answer', 'success_status', 'text'),
  field('answer', 'retry_status', 'text'),
  field('answer', 'results', 'text', { longest: 200 }),
  field('answer', 'result_number', 'text', { longest: 200 }),
  field('answer', 'success_pointer', 'text', { longest: 200 }),
  field('answer', 'success_values', 'words'),
  field('answer', 'retry_values', 'words'),
  field('answer', 'success_expression', 'text', { longest: 500 }),
  field('answer', 'id_pointer', 'text', { longest: 200 }),
  field('answer', 'id_pattern', 'text', { longest: 200 }),
  field('answer', 'error_pointer', 'text', { longest: 200 }),
  field('addresses', 'plus', 'yes or no'),
  field('addresses', 'src_addr', 'text', { longest: 20 }),
  field('messages', 'requeue_delay', 'number', { unit: 'seconds', minimum: 0, maximum: 86_400 }),
  field('messages', 'ambiguity', 'choice', { choices: ['by class', 'hold'] }),
  field('callbacks', 'callbacks', 'yes or no'),
  field('callbacks', 'callback_base', 'text', { longest: 2000 }),
  field('callbacks', 'callback_query', 'text', { longest: 500 }),
  field('callbacks', 'callback_id', 'text', { longest: 200 }),
  field('callbacks', 'callback_status', 'text', { longest: 200 }),
  field('callbacks', 'callback_number', 'text', { longest: 200 }),
  field('callbacks', 'callback_error', 'text', { longest: 200 }),
  field('callbacks', 'callback_header', 'text', { longest: 64 }),
  field('callbacks', 'callback_answer', 'text', { longest: 100 }),
  field('receipts', 'dlr_expiry', 'number', { unit: 'seconds', minimum: 1, maximum: 604_800 }),
  field('receipts', 'status_map', 'status map'),
  field('receipts', 'logprivacy', 'yes or no'),
];

export const CONNECTOR_FIELDS: Readonly<Record<ConnectorKind, readonly FieldDescription[]>> = {
  SMPP: SMPP_FIELDS,
  HTTP: HTTP_FIELDS,
  GENERIC: GENERIC_FIELDS,
};

/** Ready-made settings for providers that speak a known dialect; the account's own go over them. */
export const GENERIC_PRESETS = {
  AFRICAS_TALKING: {
    url: 'https://api.africastalking.com/version1/messaging',
    content_type: 'form',
    auth: 'api key',
    auth_header: 'apiKey',
    headers: { Accept: 'application/json' },
    body: 'username={{username}}&to={{destinations}}&from={{sender}}&message={{text}}',
    plus: true,
    batch_size: 50,
    success_status: '200-201',
    results: '/SMSMessageData/Recipients',
    result_number: '/number',
    success_pointer: '/statusCode',
    success_values: ['100', '101', '102'],
    retry_values: [],
    id_pointer: '/messageId',
    error_pointer: '/status',
    callback_id: 'id',
    callback_status: 'status',
    callback_number: 'phoneNumber',
    callback_error: 'failureReason',
    status_map: {
      Success: 'DELIVERED',
      Sent: 'SUBMITTED',
      Submitted: 'SUBMITTED',
      Buffered: 'SUBMITTED',
      Rejected: 'REJECTED',
      Failed: 'UNDELIVERABLE',
      Expired: 'EXPIRED',
      AbsentSubscriber: 'UNDELIVERABLE',
    },
  },
  SENDSMS: {
    url: 'https://provider.example/api/services/sendsms/',
    content_type: 'json',
    auth: 'none',
    body: '{"apikey":"{{secret}}","partnerID":"{{username}}","shortcode":"{{sender}}","mobile":"{{destination}}","message":"{{text}}","pass_type":"plain"}',
    results: '/responses',
    success_pointer: '/respose-code',
    success_values: ['200'],
    retry_values: [],
    id_pointer: '/messageid',
    error_pointer: '/response-description',
    callback_id: 'messageid',
    callback_status: 'description',
    callback_number: 'mobile',
    status_map: {
      DeliveredToTerminal: 'DELIVERED',
      SentToNetwork: 'SUBMITTED',
      AbsentSubscriber: 'UNDELIVERABLE',
      DeliveryImpossible: 'UNDELIVERABLE',
      'SenderName Blacklisted': 'REJECTED',
      'Invalid Source Address': 'REJECTED',
      Unknown: 'UNKNOWN',
    },
  },
  JASMIN: {
    url: 'http://gateway.example:1401/send',
    content_type: 'form',
    auth: 'none',
    body: 'username={{username}}&password={{secret}}&to={{destination}}&from={{sender}}&coding={{coding}}&hex-content={{hexText}}&dlr=yes&dlr-level=2&dlr-method=POST&dlr-url={{callbackUrl}}',
    success_status: '200',
    id_pattern: 'Success "([^"]+)"',
    retry_status: '429,503',
    callback_id: 'id',
    callback_status: 'message_status',
    callback_error: 'err',
    callback_answer: 'ACK/Jasmin',
    status_map: {
      DELIVRD: 'DELIVERED',
      EXPIRED: 'EXPIRED',
      DELETED: 'UNDELIVERABLE',
      UNDELIV: 'UNDELIVERABLE',
      ACCEPTD: 'SUBMITTED',
      ENROUTE: 'SUBMITTED',
      UNKNOWN: 'UNKNOWN',
      REJECTD: 'REJECTED',
    },
  },
  KANNEL: {
    url: 'http://gateway.example:13013/cgi-bin/sendsms?username={{username}}&password={{secret}}&to={{destination}}&from={{sender}}&charset=UTF-8&coding={{kannelCoding}}&text={{text}}&dlr-mask=31&dlr-url={{callbackUrl}}',
    method: 'GET',
    content_type: 'text',
    body: '',
    auth: 'none',
    success_status: '200-202',
    callback_query: 'id={{messageId}}&status=%d&to=%p',
    callback_id: 'id',
    callback_status: 'status',
    callback_number: 'to',
    status_map: {
      1: 'DELIVERED',
      2: 'UNDELIVERABLE',
      4: 'SUBMITTED',
      8: 'SUBMITTED',
      16: 'REJECTED',
    },
  },
} as const satisfies Record<string, z.input<typeof genericSettings>>;
export type GenericPreset = keyof typeof GENERIC_PRESETS;

// ---- what is shown ----

export const LINK_STATES = ['CLOSED', 'CONNECTING', 'BINDING', 'BOUND', 'UNBINDING'] as const;

/**
 * What a person reads as the state: that of the link, but a connector which no reload has put into force is a DRAFT, one that was stopped
 * and is closed is STOPPED, and one without a link is what is wanted of it.
 */
export const SHOWN_STATES = [
  'DRAFT',
  'BOUND',
  'CONNECTING',
  'BINDING',
  'UNBINDING',
  'CLOSED',
  'STARTED',
  'STOPPED',
] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** What the connector does now. */
const live = {
  /** What an operator wants. */
  wanted: z.enum(['STARTED', 'STOPPED']),
  /** What it does; a generic connector that may send is BOUND, an HTTP connector has none. */
  state: z.nullable(z.enum(LINK_STATES)),
  stateSinceTimestamp: z.nullable(timestamp),
  lastError: z.nullable(z.string()),
  messagesPerSecond: z.number(),
  windowInUse: z.int(),
  window: z.int(),
  /** Messages that wait for a route which this connector serves; above 100,000 a lower bound. */
  queueLength: z.int(),
  /** Accepted by the carrier and without their last receipt; null while that is not counted. */
  receiptsOutstanding: z.nullable(z.int()),
};

const common = {
  connectorId: z.int(),
  cid: z.string(),
  ...live,
  /** Against the configuration that runs: only a reload puts a draft into force. */
  draft: z.enum(['IN_FORCE', 'NEW', 'CHANGED']),
  /** What stops it from being deleted: the routes that lead to it. */
  usedBy: z.array(z.object({ direction: z.enum(['MT', 'MO']), order: z.int(), type: z.string() })),
  createTimestamp: timestamp,
};

export const smppConnector = z.object({ ...common, settings: smppSettings });
export type SmppConnector = z.output<typeof smppConnector>;
export const httpConnector = z.object({ ...common, settings: httpSettings, signed: z.boolean() });
export type HttpConnector = z.output<typeof httpConnector>;
export const genericConnector = z.object({
  ...common,
  settings: genericSettings,
  hasSecret: z.boolean(),
  /** Where the provider is to call back, under the gateway's own HTTP address; the secret in it is for the provider alone. */
  callbackPath: z.string(),
  callbackSecret: z.string(),
});
export type GenericConnector = z.output<typeof genericConnector>;

const password = ascii(16);
const secret = z.string().check(z.maxLength(1000));
const one = z.object({ cid });
const search = {
  ...page,
  'filter.query': z.optional(z.string().check(z.maxLength(25))),
  'filter.states': many(z.enum(SHOWN_STATES)),
};
const at = (path: string) => `${PORTAL}/jasmin/${path}`;

type Inner<T extends z.ZodMiniType> =
  T extends z.ZodMiniDefault<infer Bare extends z.ZodMiniType>
    ? Bare
    : T extends z.ZodMiniOptional<infer Bare extends z.ZodMiniType>
      ? Bare
      : T;
type Change<T extends z.ZodMiniType> = z.ZodMiniOptional<z.ZodMiniNullable<Inner<T>>>;

/** Of a change: only what is given changes, and null brings the default back. */
function changes<S extends Record<string, z.ZodMiniType>>(
  shape: S,
): { [K in keyof S]: Change<S[K]> } {
  const inner = (schema: z.ZodMiniType) =>
    schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniOptional
      ? schema.def.innerType
      : schema;
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      z.optional(z.nullable(inner(schema) as z.ZodMiniType)),
    ]),
  ) as { [K in keyof S]: Change<S[K]> };
}

/** One minute of a connector. */
const minute = z.object({
  timestamp,
  submitted: z.int(),
  accepted: z.int(),
  refused: z.int(),
  throttled: z.int(),
  lost: z.int(),
  receipts: z.int(),
  received: z.int(),
  /** The most at one look. */
  windowInUse: z.int(),
  queueLength: z.int(),
});

export const connectors = {
  listSmpp: endpoint({
    method: 'GET',
    path: at('smpp-connectors'),
    who: 'gateway',
    summary: 'SMPP connectors, newest first',
    input: z.object(search),
    output: listOf('jasminSmppConnectors', smppConnector),
  }),
  getSmpp: endpoint({
    method: 'GET',
    path: at('smpp-connectors/:cid'),
    who: 'gateway',
    summary: 'One SMPP connector',
    input: one,
    output: smppConnector,
  }),
  createSmpp: endpoint({
    method: 'POST',
    path: at('smpp-connectors'),
    who: 'gateway',
    summary: 'Make an SMPP connector, as a draft',
    input: z.object({
      cid,
      password: z._default(password, 'password'),
      started: yes,
      ...smppSettings.shape,
    }),
    output: smppConnector,
  }),
  updateSmpp: endpoint({
    method: 'PATCH',
    path: at('smpp-connectors/:cid'),
    who: 'gateway',
    summary: 'Change an SMPP connector, as a draft',
    input: z.object({ cid, password: z.optional(password), ...changes(smppSettings.shape) }),
    output: smppConnector,
  }),
  removeSmpp: endpoint({
    method: 'DELETE',
    path: at('smpp-connectors/:cid'),
    who: 'gateway',
    summary: 'Delete an SMPP connector that no route uses, as a draft',
    input: one,
    output: done,
  }),

  listHttp: endpoint({
    method: 'GET',
    path: at('http-connectors'),
    who: 'gateway',
    summary: 'HTTP connectors, newest first',
    input: z.object(search),
    output: listOf('httpConnectors', httpConnector),
  }),
  getHttp: endpoint({
    method: 'GET',
    path: at('http-connectors/:cid'),
    who: 'gateway',
    summary: 'One HTTP connector',
    input: one,
    output: httpConnector,
  }),
  createHttp: endpoint({
    method: 'POST',
    path: at('http-connectors'),
    who: 'gateway',
    summary: 'Make an HTTP connector, as a draft',
    input: z.object({
      cid,
      signing_secret: z._default(secret, ''),
      started: yes,
      ...httpSettings.shape,
    }),
    output: httpConnector,
  }),
  updateHttp: endpoint({
    method: 'PATCH',
    path: at('http-connectors/:cid'),
    who: 'gateway',
    summary: 'Change an HTTP connector, as a draft',
    input: z.object({ cid, signing_secret: z.optional(secret), ...changes(httpSettings.shape) }),
    output: httpConnector,
  }),
  removeHttp: endpoint({
    method: 'DELETE',
    path: at('http-connectors/:cid'),
    who: 'gateway',
    summary: 'Delete an HTTP connector that no route uses, as a draft',
    input: one,
    output: done,
  }),

  listGeneric: endpoint({
    method: 'GET',
    path: at('generic-connectors'),
    who: 'gateway',
    summary: 'Generic connectors, newest first',
    input: z.object(search),
    output: listOf('genericConnectors', genericConnector),
  }),
  getGeneric: endpoint({
    method: 'GET',
    path: at('generic-connectors/:cid'),
    who: 'gateway',
    summary: 'One generic connector',
    input: one,
    output: genericConnector,
  }),
  createGeneric: endpoint({
    method: 'POST',
    path: at('generic-connectors'),
    who: 'gateway',
    summary: 'Make a generic connector, as a draft',
    input: z.object({
      cid,
      secret: z._default(secret, ''),
      started: yes,
      ...genericSettings.shape,
    }),
    output: genericConnector,
  }),
  updateGeneric: endpoint({
    method: 'PATCH',
    path: at('generic-connectors/:cid'),
    who: 'gateway',
    summary: 'Change a generic connector, as a draft',
    input: z.object({
      cid,
      secret: z.optional(secret),
      newCallbackSecret: no,
      ...changes(genericSettings.shape),
    }),
    output: genericConnector,
  }),
  removeGeneric: endpoint({
    method: 'DELETE',
    path: at('generic-connectors/:cid'),
    who: 'gateway',
    summary: 'Delete a generic connector that no route uses, as a draft',
    input: one,
    output: done,
  }),

  start: endpoint({
    method: 'POST',
    path: at('connectors/:cid:start'),
    who: 'gateway',
    summary: 'Start a connector, at once',
    input: one,
    output: z.object(live),
  }),
  stop: endpoint({
    method: 'POST',
    path: at('connectors/:cid:stop'),
    who: 'gateway',
    summary: 'Stop a connector, at once: what was handed over is answered, the rest waits',
    input: one,
    output: z.object(live),
  }),
  restart: endpoint({
    method: 'POST',
    path: at('connectors/:cid:restart'),
    who: 'gateway',
    summary: "Close a connector's link and open it again, at once",
    input: one,
    output: z.object(live),
  }),
  live: endpoint({
    method: 'GET',
    path: at('connectors/:cid/live'),
    who: 'gateway',
    summary: 'What a connector does now, and what it did minute by minute',
    input: z.object({
      cid,
      minutes: z._default(z.pipe(numeric, z.int().check(z.gte(1), z.lte(2880))), 60),
    }),
    output: z.object({ ...live, history: z.array(minute) }),
  }),
  pdus: endpoint({
    method: 'GET',
    path: at('connectors/:cid/pdus'),
    who: 'gateway',
    summary: 'The last that went over a connector, newest first; kept only while somebody looks',
    input: one,
    output: z.object({
      /** Whether the gateway was looking already: the first look begins it. */
      watching: z.boolean(),
      pdus: z.array(
        z.object({
          timestamp,
          direction: z.enum(['OUT', 'IN']),
          command: z.string(),
          fields: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
          text: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  testSend: endpoint({
    method: 'POST',
    path: at('connectors/:cid:testSend'),
    who: 'gateway',
    summary:
      'Send a message over one SMPP or generic connector, whatever the routes say; its log tells what became of it',
    input: z.object({
      cid,
      to: z.string().check(z.maxLength(30)),
      sender: z._default(ascii(20), ''),
      text: z.string().check(z.minLength(1), z.maxLength(1000)),
    }),
    output: z.object({ messageId: id }),
  }),
  testPost: endpoint({
    method: 'POST',
    path: at('connectors/:cid:testPost'),
    who: 'gateway',
    summary:
      'Hand a made-up message from a phone to an HTTP connector, once, and say what it answered',
    input: z.object({
      cid,
      from: z._default(z.string().check(z.maxLength(30)), '254700000000'),
      to: z._default(z.string().check(z.maxLength(30)), '22456'),
      text: z._default(z.string().check(z.maxLength(1000)), 'Test'),
    }),
    output: z.object({
      ok: z.boolean(),
      status: z.nullable(z.int()),
      milliseconds: z.int(),
      /** Null where the connector may call private addresses. */ answer: z.nullable(z.string()),
      error: z.nullable(z.string()),
    }),
  }),
};
