// The settings of HTTP and generic connectors.
import * as z from 'zod/mini';
import { seconds, yes, no, ascii, statusMap } from './connector-settings.ts';

const url = z
  .string()
  .check(z.trim(), z.maxLength(2000), z.regex(/^https?:\/\/[^\s/?#@]+([/?][^\s]*)?$/i));
const header = z.string().check(z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/));

/** An HTTP connector's settings: the address that incoming messages are delivered to. */
export const httpSettings = z.object({
  url,
  method: z._default(z.enum(['GET', 'POST']), 'GET'),
  /** ack: the answer must be "ACK/Jasmin"; any: every 2xx is accepted. */
  expect: z._default(z.enum(['ack', 'any']), 'ack'),
  timeout: seconds(30, 1, 120),
  /** The first wait; each further one is twice as long, up to an hour. */
  retry_delay: seconds(30, 1, 3600),
  /** More than Jasmin's three: a customer's server may be down overnight. */
  max_retries: z._default(z.int().check(z.gte(0), z.lte(100)), 24),
  /** Allows addresses of private networks. */
  allow_private: no,
});
export type HttpSettings = z.output<typeof httpSettings>;

const pointer = z.string().check(z.maxLength(200), z.regex(/^(\/.*)?$/));
const words = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(50));

/**
 * A generic connector's settings: messages through a provider's HTTP API. In `url`, `headers` and
 * `body`, `{{name}}` is replaced by a value of the message: destination, destinations (of a batch,
 * separated by commas), sender, text, messageId, encoding (GSM7 or UCS2), coding (0 or 8),
 * kannelCoding (0 or 2), hexText (its octets), username, secret, callbackUrl.
 * `{{#messages}}...{{/messages}}` repeats, separated by commas, for each message of a batch.
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
  /** User name of basic authentication, client id of OAuth, and for the template. */
  username: z._default(z.string().check(z.maxLength(200)), ''),
  auth_header: z._default(header, 'apiKey'),
  token_url: z.optional(url),
  token_scope: z._default(z.string().check(z.maxLength(500)), ''),
  /** HTTP statuses of an accepted message, such as 200-299 or 200,202. */
  success_status: z._default(
    z.string().check(z.regex(/^[1-5]\d\d(-[1-5]\d\d)?(,[1-5]\d\d(-[1-5]\d\d)?)*$/)),
    '200-299',
  ),
  /**
   * Pointer to the results of a batch in the answer, one for each message; empty: the whole answer
   * is the result.
   */
  results: z._default(pointer, ''),
  /** Pointer to the number in a result; empty: results come in the order of the messages. */
  result_number: z._default(pointer, ''),
  /** Pointer to the status in a result, and its values for an accepted message; empty: the HTTP status decides. */
  success_pointer: z._default(pointer, ''),
  success_values: z._default(words, []),
  /** Status values of a message that was not accepted and may be retried. */
  retry_values: z._default(words, []),
  /** A condition over `status`, `body` and `result` instead. */
  success_expression: z._default(z.string().check(z.maxLength(500)), ''),
  /** HTTP statuses that certainly accepted nothing; the request may be retried. */
  retry_status: z._default(
    z.string().check(z.regex(/^([1-5]\d\d(-[1-5]\d\d)?(,[1-5]\d\d(-[1-5]\d\d)?)*)?$/)),
    '429,503',
  ),
  /** Pointer to the provider's id in a result, or the first group of `id_pattern` in the answer's text. Both empty: the message's own id. */
  id_pointer: z._default(pointer, ''),
  id_pattern: z._default(z.string().check(z.maxLength(200)), ''),
  /** Pointer to the reason of a refusal in a result. */
  error_pointer: z._default(pointer, ''),
  /**
   * Messages of one request; more than one if sender and text are the same, or the body repeats
   * `{{#messages}}`.
   */
  batch_size: z._default(z.int().check(z.gte(1), z.lte(100)), 1),
  submit_throughput: z._default(z.number().check(z.gte(0), z.lte(100_000)), 0),
  /** Requests in flight at most. */
  window: z._default(z.int().check(z.gte(1), z.lte(1000)), 10),
  timeout: seconds(30, 1, 120),
  /** Writes numbers with a plus: +254712345678. */
  plus: no,
  src_addr: z._default(ascii(20), ''),
  requeue_delay: seconds(5),
  dlr_expiry: seconds(86_400, 1, 604_800),
  /** True when the provider sends receipts by callback; otherwise an accepted message stays SUBMITTED until its receipt time has passed. */
  callbacks: yes,
  /** Names of the fields in a callback's query or form, or pointers into its JSON. */
  callback_id: z._default(z.string().check(z.maxLength(200)), 'id'),
  callback_status: z._default(z.string().check(z.maxLength(200)), 'status'),
  callback_number: z._default(z.string().check(z.maxLength(200)), ''),
  callback_error: z._default(z.string().check(z.maxLength(200)), ''),
  /** A header that carries the secret instead of the address. */
  callback_header: z._default(z.union([z.literal(''), header]), ''),
  /** The body of the answer to a callback. */
  callback_answer: z._default(z.string().check(z.maxLength(100)), 'OK'),
  /** The address of this gateway's HTTP port as the provider sees it, such as https://sms.example.com:1401; for {{callbackUrl}}. */
  callback_base: z._default(z.union([z.literal(''), url]), ''),
  /** The query of {{callbackUrl}}. */
  callback_query: z._default(z.string().check(z.maxLength(500)), ''),
  ambiguity: z._default(z.enum(['by class', 'hold', 'send again']), 'by class'),
  /** The time after which a message whose answer was lost is given up, whatever its validity. */
  hold_time: seconds(1800, 60, 604_800),
  status_map: statusMap,
  cost: z._default(z.number().check(z.gte(0), z.lte(1_000_000)), 0),
  allow_private: no,
  logprivacy: no,
});
export type GenericSettings = z.output<typeof genericSettings>;
