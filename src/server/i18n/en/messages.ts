/** Single messages, and the files of messages. */
export const messages = {
  errors: {
    NUMBER_REFUSED:
      '{number} is not a mobile number that messages can go to ({reason}). Write it with its country prefix, such as +254712345678.',
    NUMBER_BLOCKED: '{number} is blocked on this platform.',
    NUMBER_IN_FLIGHT:
      'This number is in {count} messages or campaigns that have not ended. Let them end, or cancel the campaigns, and ask again.',
    OPTED_OUT: '{number} has asked for no more messages from this account.',
    SENDER_MISSING: 'Say which sender ID the message comes from.',
    SENDER_NOT_READY: 'The sender ID {sender} is not ready for sending.',
    TEXT_EMPTY: 'The message has no text.',
    TEXT_TOO_LONG: 'The message would be {segments} parts; {limit} is the most.',
    TIME_OUT_OF_BOUNDS: '{field} must lie between {least} and {most} seconds from now.',
    NO_ROUTE: 'No route leads to these numbers. Ask whoever runs the gateway.',
    NO_RATE: 'There is no rate for {region}. Ask whoever manages your account.',
    NO_UNITS:
      'Not enough units: this needs {needed} and {available} are available. Buy units, then try again.',
    THROUGHPUT: 'More than {limit} messages a second. Send the rest a second later.',
    QUEUE_FULL: 'This account has {limit} messages waiting already. Send more when they have gone.',
    MESSAGES_ALONE:
      'With messages, nothing else stands beside it: each message has its own fields.',
  },
  fileNames: { sent: 'Sent messages', received: 'Incoming messages' },
  sent: [
    'Message id',
    'Created (UTC)',
    'Number',
    'Sender ID',
    'Status',
    'Carrier says',
    'Error',
    'Text',
    'Segments',
    'Units',
    'Country',
    'Network',
    'Campaign',
    'Client',
    'Handed over (UTC)',
    'Final (UTC)',
    "Carrier's id",
  ],
  received: ['Message id', 'Received (UTC)', 'From', 'To', 'Text', 'Client'],
  cut: 'This file ends after {most} messages. Choose fewer days to get the rest.',
} as const;
