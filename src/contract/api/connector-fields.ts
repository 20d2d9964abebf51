// The form of a connector's settings: sections, types and limits of its fields, in order.
import { TON_NUMBERS, NPI_NUMBERS, type ConnectorKind } from './connector-settings.ts';

export type FieldDescription = {
  name: string;
  /** True for common fields, which the form shows first and open. */
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
  /**
   * True if a change reconnects the link at the next reload; other fields apply without
   * reconnecting.
   */
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
  field('messages', 'retry_rules', 'text', { longest: 2000 }),
  field('messages', 'final_codes', 'text', { longest: 2000 }),
  field('messages', 'ambiguity', 'choice', { choices: ['by class', 'hold', 'send again'] }),
  field('messages', 'hold_time', 'number', { unit: 'seconds', minimum: 60, maximum: 604_800 }),
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
  field('messages', 'ambiguity', 'choice', { choices: ['by class', 'hold', 'send again'] }),
  field('messages', 'hold_time', 'number', { unit: 'seconds', minimum: 60, maximum: 604_800 }),
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
