import type { ErrorCode } from '../errors.ts';

/** Errors of the API for customers' software: HTTP status and advice for each code. */
export const API_ERRORS = {
  BAD_INPUT: {
    status: 400,
    meaning:
      'A field is missing, unknown or cannot be used; `details` names each. Mend it and send again.',
  },
  BAD_PAGE_TOKEN: {
    status: 400,
    meaning: 'The page token is not one of ours, or of another question. Begin at the first page.',
  },
  KEY_UNKNOWN: {
    status: 401,
    meaning: 'The key is missing, misspelt or revoked, or its account may not be used.',
  },
  NOT_ALLOWED: { status: 403, meaning: 'The account may not send.' },
  KEY_SCOPE: {
    status: 403,
    meaning: 'The key lacks the scope for this call. Make one that has it.',
  },
  KEY_ADDRESS: {
    status: 403,
    meaning: 'The key may not be used from your address. Add it to the list of the key.',
  },
  KEY_IS_TEST: {
    status: 403,
    meaning:
      'A test key makes and sends no campaigns, and changes no contacts, opt-outs or templates. Use a live key.',
  },
  NOT_FOUND: { status: 404, meaning: 'Nothing with this id exists in your account.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    meaning: 'This `Idempotency-Key` was used for a different request. Use a new one.',
  },
  CONFLICT: {
    status: 409,
    meaning: 'Its present status does not allow this. Get it to see the status.',
  },
  CONTACT_EXISTS: {
    status: 409,
    meaning: 'The account has a contact with this number. Change that one.',
  },
  TOO_MANY_CONTACTS: {
    status: 422,
    meaning:
      'The account has as many contacts as it may have. The message names both numbers. Delete some.',
  },
  GROUP_NAME_TAKEN: {
    status: 409,
    meaning: 'The account has a group of this name. Choose another.',
  },
  NAME_TAKEN: {
    status: 409,
    meaning: 'The account has a template of this name. Choose another.',
  },
  GROUP_EMPTYING: {
    status: 409,
    meaning:
      'Contacts are being taken out of this group in the background. Try again when `emptying` is null, or the group has gone.',
  },
  GROUP_IN_IMPORT: {
    status: 409,
    meaning: 'An import is bringing contacts into this group. Try again when it has ended.',
  },
  TOO_LARGE: { status: 413, meaning: 'The request is too large. Send fewer messages in one call.' },
  UNKNOWN_PLACEHOLDER: {
    status: 422,
    meaning:
      'The text has a placeholder for which no recipient and no contact has a value. The message names it, and those that there are.',
  },
  NUMBER_REFUSED: {
    status: 422,
    meaning: 'This is no mobile number that messages can go to. Write it with its country prefix.',
  },
  NUMBER_BLOCKED: { status: 422, meaning: 'The number is blocked on this platform.' },
  NO_CONSENT: {
    status: 422,
    meaning:
      'Promotions of this account need a consent on record, and this number has none. Record it with `POST /v1/consents`.',
  },
  COUNTRY_NOT_ALLOWED: {
    status: 422,
    meaning: 'The account does not send to this country. Allow it in the portal under Protection.',
  },
  RANGE_BLOCKED: { status: 422, meaning: 'Numbers that begin like this one are blocked.' },
  CODES_NOT_ENTERED: {
    status: 422,
    meaning:
      'Too few of the codes to numbers like this one were entered within a day, which is how SMS pumping looks. Offer the person another way.',
  },
  NUMBER_LIMIT: {
    status: 429,
    meaning: 'This number was sent too many codes. Wait for the seconds in `Retry-After`.',
  },
  NEW_ACCOUNT_LIMIT: {
    status: 429,
    meaning:
      'A new account may send a limited number of messages. Wait, or ask your account manager.',
  },
  OPTED_OUT: {
    status: 422,
    meaning: 'This number has opted out of your messages. Remove it from your list.',
  },
  SENDER_MISSING: { status: 422, meaning: 'No sender ID was given.' },
  SENDER_NOT_READY: {
    status: 422,
    meaning: 'The sender ID is not yours, or not ready for sending yet.',
  },
  SENDER_NOT_REGISTERED: {
    status: 422,
    meaning:
      "The operator of this number has not approved the sender ID, and none stands in for it. Choose one on the sender ID's page.",
  },
  TEXT_EMPTY: { status: 422, meaning: 'The text is empty.' },
  TEXT_TOO_LONG: { status: 422, meaning: 'The text would be more than 255 parts.' },
  TIME_OUT_OF_BOUNDS: { status: 422, meaning: 'The time is past, or more than 30 days ahead.' },
  OUTSIDE_WINDOW: {
    status: 422,
    meaning:
      'Messages with this sender ID may not be sent there at that hour. The message says when they may.',
  },
  NO_RATE: {
    status: 422,
    meaning: 'There is no price for this country. Contact your account manager.',
  },
  NO_ROUTE: {
    status: 422,
    meaning: 'No carrier accepts messages to this number. Contact your account manager.',
  },
  NO_UNITS: {
    status: 422,
    meaning:
      'The balance does not cover it. Buy units, then send again under the same `Idempotency-Key`.',
  },
  DAILY_LIMIT: {
    status: 422,
    meaning: 'It is more than the account may send today, which ends at midnight UTC.',
  },
  UNAPPROVED_LIMIT: {
    status: 422,
    meaning:
      'The texts of this account need approval, and it has sent as many messages without as it may in 24 hours, together with the accounts that share its limit, or 200 of their texts wait for it. Have the text approved, then send it again.',
  },
  TEXT_DECLINED: {
    status: 422,
    meaning: 'An approver declined this text less than 24 hours ago.',
  },
  NO_RECIPIENTS: { status: 422, meaning: 'None of the numbers can be sent to.' },
  TOO_MANY_TYPED: { status: 422, meaning: 'A campaign takes 10,000 numbers. Make several.' },
  NO_SUMMARY: {
    status: 422,
    meaning: 'The campaign is still being prepared, or nothing of it can be sent.',
  },
  THROUGHPUT: {
    status: 429,
    meaning: 'More messages a second than allowed. Send the rest after `Retry-After`.',
  },
  QUEUE_FULL: {
    status: 429,
    meaning: 'Too many of your messages wait for carriers. Send more when they have gone.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    meaning:
      'More calls a second than allowed. Retry after `Retry-After`, and put more messages into one call.',
  },
  INTERNAL: {
    status: 500,
    meaning:
      'An error on our side. Retry with the same `Idempotency-Key`; if it persists, send us the `requestId`.',
  },
  UNAVAILABLE: {
    status: 503,
    meaning: 'We cannot do this at the moment. Nothing was lost: try again after `Retry-After`.',
  },
  OUTCOME_UNKNOWN: {
    status: 503,
    meaning:
      'The connection to our database broke while this was being stored. Send it again after `Retry-After` with the same `Idempotency-Key`: what was done is not done twice.',
  },
} as const satisfies Partial<Record<ErrorCode, { status: number; meaning: string }>>;
