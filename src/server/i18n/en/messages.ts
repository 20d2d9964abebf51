import { REPORT_WORDS } from '../../../contract/shared/report-labels.ts';

const word = REPORT_WORDS.en;

/** Single messages, and the files of messages. */
export const messages = {
  errors: {
    NUMBER_REFUSED:
      '{number} is not a mobile number that messages can go to ({reason}). Write it with its country prefix, such as +254712345678.',
    NUMBER_BLOCKED: '{number} is blocked on this platform.',
    COUNTRY_NOT_ALLOWED:
      'This account sends to {countries}, not to {country}. Allow the country under Protection first.',
    RANGE_BLOCKED: 'Numbers that begin with {prefix} are blocked.',
    CODES_NOT_ENTERED:
      'Fewer than {share} % of the codes to numbers that begin with {prefix} were entered in the last 24 hours. No more go there for now.',
    NUMBER_LIMIT: '{number} was sent {limit} codes, which is the most. Try again later.',
    NEW_ACCOUNT_LIMIT:
      'A new account may send {limit} messages in {hours} hours. Send the rest later.',
    NUMBER_IN_FLIGHT:
      'This number is in {count} messages or campaigns that have not ended. Let them end, or cancel the campaigns, and ask again.',
    NO_CONSENT: 'Promotions of this account need a consent on record, and {number} has none.',
    OPTED_OUT: '{number} has asked for no more messages from this account.',
    SENDER_MISSING: 'Give the sender ID that the message comes from.',
    SENDER_NOT_READY: 'The sender ID {sender} is not ready for sending.',
    SENDER_NOT_REGISTERED:
      '{operator} has not approved the sender ID {sender}, and no other one stands in for it there.',
    TEXT_EMPTY: 'The message has no text.',
    TEXT_TOO_LONG: 'The message would be {segments} parts; the maximum is {limit}.',
    TIME_OUT_OF_BOUNDS: '{field} must lie between {least} and {most} seconds from now.',
    NO_ROUTE: 'There is no route to these numbers. Ask the person who runs the gateway.',
    NO_RATE: 'There is no rate for {region}. Ask the person who manages your account.',
    NO_UNITS:
      'Not enough units: this needs {needed} and {available} are available. Buy units, then try again.',
    THROUGHPUT: 'More than {limit} messages a second. Send the rest a second later.',
    QUEUE_FULL:
      'This account already has {limit} messages waiting. Send more when they have been sent.',
    MESSAGES_ALONE: 'Use messages alone: each message has its own fields.',
  },
  fileNames: { sent: 'Sent messages', received: 'Incoming messages' },
  sent: [
    word.messageId,
    `${word.created} (UTC)`,
    word.destination,
    word.sender,
    word.status,
    word.carrierStatus,
    word.error,
    word.text,
    word.segments,
    word.units,
    word.country,
    word.network,
    word.campaign,
    word.client,
    `${word.submitted} (UTC)`,
    `${word.done} (UTC)`,
    word.carrierMessageId,
    word.unitsHeld,
    word.unitsCharged,
    word.unitsRefunded,
  ],
  received: [
    word.messageId,
    `${word.received} (UTC)`,
    word.source,
    word.recipient,
    word.text,
    word.client,
  ],
  cut: 'This file ends after {most} messages. Choose fewer days to get the rest.',
} as const;
