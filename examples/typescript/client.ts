// Written by `npm run generate -- examples`; do not edit.
// A client of the 4.32.0 API without dependencies: Node 22 or later, Deno, Bun, a browser's worker. It runs as it stands.

export type ErrorCode = 'BAD_INPUT' | 'BAD_PAGE_TOKEN' | 'KEY_UNKNOWN' | 'NOT_ALLOWED' | 'KEY_SCOPE' | 'KEY_ADDRESS' | 'KEY_IS_TEST' | 'NOT_FOUND' | 'IDEMPOTENCY_KEY_REUSED' | 'CONFLICT' | 'CONTACT_EXISTS' | 'TOO_MANY_CONTACTS' | 'GROUP_NAME_TAKEN' | 'NAME_TAKEN' | 'GROUP_EMPTYING' | 'GROUP_IN_IMPORT' | 'TOO_LARGE' | 'UNKNOWN_PLACEHOLDER' | 'NUMBER_REFUSED' | 'NUMBER_BLOCKED' | 'NO_CONSENT' | 'COUNTRY_NOT_ALLOWED' | 'RANGE_BLOCKED' | 'CODES_NOT_ENTERED' | 'NUMBER_LIMIT' | 'NEW_ACCOUNT_LIMIT' | 'OPTED_OUT' | 'SENDER_MISSING' | 'SENDER_NOT_READY' | 'SENDER_NOT_REGISTERED' | 'TEXT_EMPTY' | 'TEXT_TOO_LONG' | 'TIME_OUT_OF_BOUNDS' | 'OUTSIDE_WINDOW' | 'NO_RATE' | 'NO_ROUTE' | 'NO_UNITS' | 'DAILY_LIMIT' | 'UNAPPROVED_LIMIT' | 'TEXT_DECLINED' | 'NO_RECIPIENTS' | 'TOO_MANY_TYPED' | 'NO_SUMMARY' | 'THROUGHPUT' | 'QUEUE_FULL' | 'TOO_MANY_REQUESTS' | 'INTERNAL' | 'UNAVAILABLE' | 'OUTCOME_UNKNOWN';

export type AcceptedMessage = {
  /** The id of the message, a UUID. */
  messageId: string;
  /** Your own reference; it is repeated in answers and webhook events. */
  clientReference: string | null;
  /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
  from: string;
  /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
  to: string;
  /** The number of its parts. */
  segments: number;
  /** The alphabet: GSM7, or UCS2 where a character is outside of it; BINARY is no text. */
  encoding: 'GSM7' | 'UCS2' | 'BINARY';
  /** Units held for it, of all accepted messages together where there are several. */
  units: number;
  /** True if it was sent with a test key: it cost nothing and reached no phone. */
  test: boolean;
  /** True where it is sent only once its text is approved; its units are held meanwhile. */
  waitingForApproval: boolean;
  /** The id of the campaign, a UUID; null for a message outside campaigns. */
  campaignId: string | null;
};

export type RefusedMessage = {
  /** Your own reference; it is repeated in answers and webhook events. */
  clientReference: string | null;
  /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
  to: string;
  /** A code that never changes its meaning, for software. */
  error: string;
  /** The same for a person, in the language of Accept-Language. */
  message: string;
  /** Each field that cannot be used, and why. */
  details?: {
    /** The path of the field: to, or messages[3].to. */
    field: string;
    /** The same for a person, in the language of Accept-Language. */
    message: string;
  }[];
};

export type Message = {
  /** The id of the message, a UUID. */
  messageId: string;
  /** Your own reference; it is repeated in answers and webhook events. */
  clientReference: string | null;
  /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
  from: string;
  /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
  to: string;
  /** The text of the message. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67). */
  text: string;
  /** The alphabet: GSM7, or UCS2 where a character is outside of it; BINARY is no text. */
  encoding: 'GSM7' | 'UCS2' | 'BINARY';
  /** The number of its parts. */
  segments: number;
  /** The price in units. */
  units: number;
  /** The price in units. */
  unitsHeld: number;
  /** The price in units. */
  unitsCharged: number;
  /** The price in units. */
  unitsRefunded: number;
  /** Country of the number, two letters. */
  country: string;
  /** The network that issued the number. */
  network: string;
  /** The current status. */
  status: 'QUEUED' | 'CLAIMED' | 'AMBIGUOUS' | 'SUBMITTED' | 'DELIVERED' | 'UNDELIVERABLE' | 'EXPIRED' | 'REJECTED' | 'FAILED' | 'CANCELLED' | 'UNKNOWN';
  /** The status as the carrier reported it. */
  carrierStatus: string | null;
  /** The carrier's error code. */
  errorCode: string | null;
  /** True if it was sent with a test key: it cost nothing and reached no phone. */
  test: boolean;
  /** The id of the campaign, a UUID; null for a message outside campaigns. */
  campaignId: string | null;
  /** The time of acceptance, in seconds since the epoch. */
  createTimestamp: number;
  /** The time to send at, in seconds since the epoch, at most 30 days ahead. Units are held at once. Default: now. */
  scheduleTimestamp: number | null;
  /** The time at which a carrier accepted it. */
  submitTimestamp: number | null;
  /** The time at which its status became final. */
  doneTimestamp: number | null;
};

export type IncomingMessage = {
  /** The id of the message, a UUID. */
  messageId: string;
  /** The phone, with its country prefix. */
  from: string;
  /** The number or sender ID that it wrote to. */
  to: string;
  /** The text of the message. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67). */
  text: string;
  /** The alphabet: GSM7, or UCS2 where a character is outside of it; BINARY is no text. */
  encoding: 'GSM7' | 'UCS2' | 'BINARY';
  /** The time of arrival, in seconds since the epoch. */
  receiveTimestamp: number;
};

export type Verification = {
  /** The id of the verification, a UUID. */
  verificationId: string;
  /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
  to: string;
  /** PENDING until the right code is entered (VERIFIED), the tries are used (FAILED) or the time is over (EXPIRED). */
  status: 'PENDING' | 'VERIFIED' | 'FAILED' | 'EXPIRED';
  /** A sender ID that is ready for sending. Default: the account's only one, else the platform's. */
  from: string;
  /** The id of the verification, a UUID. */
  messageId: string;
  /** The number of its parts. */
  segments: number;
  /** The price in units. */
  units: number;
  /** How often the code was sent. */
  sendCount: number;
  /** How often a code may still be entered. */
  triesLeft: number;
  /** The time until which the code can be entered. */
  expiresTimestamp: number;
  /** The time until which the code can be entered. */
  resendTimestamp: number;
  /** True if it was sent with a test key: it cost nothing and reached no phone. */
  test: boolean;
};

export type VerificationCheck = {
  /** The id of the verification, a UUID. */
  verificationId: string;
  /** PENDING until the right code is entered (VERIFIED), the tries are used (FAILED) or the time is over (EXPIRED). */
  status: 'PENDING' | 'VERIFIED' | 'FAILED' | 'EXPIRED';
  /** True if this call entered the right code. */
  valid: boolean;
  /** How often a code may still be entered. */
  triesLeft: number;
};

export type Transaction = {
  /** The id of the movement, a UUID. */
  purchaseId: string;
  /** The reference on invoices and statements. */
  ref: string;
  /** The kind of event. */
  type: 'PURCHASE' | 'TRANSFER_IN' | 'TRANSFER_OUT' | 'REFUND' | 'CHARGE' | 'ADJUSTMENT';
  /** Units that moved; negative where they left the wallet. */
  units: number;
  /** An amount of money; null where none was paid. */
  amount: string | null;
  /** The currency of amount, three letters. */
  currency: string | null;
  /** The balance before it. */
  balanceBefore: number | null;
  /** The balance after sending. */
  balanceAfter: number | null;
  /** The state of a purchase's payment. */
  paymentStatus: 'PENDING' | 'COMPLETED' | 'FAILED' | 'CANCELED';
  /** Why a payment failed; null for any other. */
  reason: string | null;
  /** The payment provider's receipt number; null where there is none. */
  receipt: string | null;
  /** The campaign that was charged or refunded; null for any other movement. */
  campaignId: string | null;
  /** A note. */
  note: string | null;
  /** When it happened, seconds since the epoch. */
  createTimestamp: number;
};

export type SenderId = {
  /** Our id of the sender ID, a UUID. */
  senderIdId: string;
  /** The name that a phone shows. */
  senderId: string;
  /** The messages that it may send: transactional or promotional. */
  kind: 'TRANSACTIONAL' | 'PROMOTIONAL' | 'SHORTCODE';
  /** The country that it was requested for, two letters. */
  country: string;
  /** The current status. */
  status: 'PENDING_DOCUMENTS_APPROVAL' | 'DOCUMENTS_APPROVED' | 'WAITING_SETUP' | 'READY_FOR_SENDING' | 'INACTIVE' | 'REJECTED';
  /** When the status last changed, seconds since the epoch. */
  statusTimestamp: number;
  /** Why it was rejected or blocked; null for any other. */
  reason: string | null;
  /** True if it belongs to the platform and everybody may use it. */
  isGeneric: boolean;
  /** The opt-out instruction added to each text; null if there is none. */
  stopClause: string | null;
};

export type Campaign = {
  /** The id of the campaign, a UUID; null for a message outside campaigns. */
  campaignId: string;
  /** The name of the campaign. Default: the beginning of its text. */
  campaignName: string;
  /** The id of the campaign, a UUID; null for a message outside campaigns. */
  clientId: string;
  /** The name of the account. */
  clientName: string;
  /** The sender ID of its messages. */
  senderId: string;
  /** The text of the message. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67). */
  text: string;
  /** The source of its recipients; SOFTWARE: single messages of one text that wait for approval together. */
  source: 'COMPOSE' | 'CONTACTS' | 'FILE' | 'SOFTWARE';
  /** The ways by which the messages came that wait for approval; empty once somebody has decided. */
  sources: {
    /** The source of its recipients; SOFTWARE: single messages of one text that wait for approval together. */
    source: 'REST' | 'SMPP' | 'HTTP';
    /** The number of messages that came this way. */
    messageCount: number;
  }[];
  /** The current status. COMPLETED, DECLINED, CANCELLED and FAILED are final. */
  status: 'PENDING' | 'WAITING_APPROVAL' | 'APPROVED' | 'SCHEDULED' | 'QUEUED' | 'RUNNING' | 'PAUSED' | 'COMPLETED' | 'DECLINED' | 'CANCELLED' | 'FAILED';
  /** The reason for its status. */
  reason: string | null;
  /** The number of its messages. */
  recipientCount: number;
  /** The number of parts of all its messages. */
  segmentCount: number;
  /** Units held at its start. */
  unitsReserved: number;
  /** Units held at its start. */
  unitsHeld: number;
  /** Units held at its start. */
  unitsCharged: number;
  /** Units held at its start. */
  unitsRefunded: number;
  /** Its messages by status. */
  counts: {
    queued: number;
    submitted: number;
    ambiguous: number;
    delivered: number;
    undeliverable: number;
    failed: number;
    rejected: number;
    expired: number;
    unknown: number;
    cancelled: number;
  };
  /** The time to send at, in seconds since the epoch, at most 30 days ahead. Units are held at once. Default: now. */
  scheduleTimestamp: number | null;
  /** The time of acceptance, in seconds since the epoch. */
  createTimestamp: number;
  /** The time at which it started. */
  startTimestamp: number | null;
  /** The time at which it ended. */
  endTimestamp: number | null;
  /** The person who approved it. */
  approvedBy: string | null;
  /** The time zone of the account. */
  timezone: string;
  /** The time since which it has been waiting for approval. */
  waitingSinceTimestamp: number | null;
  /** The reasons why it needs approval. */
  approvalReasons: {
    rule: 'CLIENT' | 'EBU' | 'WORD' | 'LINK' | 'SIZE' | 'PARTS';
    found: string | null;
  }[];
  /** The time at which a paused campaign resumes automatically. */
  resumeTimestamp: number | null;
  /** The campaign that it was copied from. */
  copiedFrom: string | null;
};

export type CampaignSummary = {
  /** The id of the campaign, a UUID; null for a message outside campaigns. */
  campaignId: string;
  /** The numbers in the request. */
  rows: number;
  /** Messages that will be sent. */
  valid: number;
  /** Numbers that are not valid. */
  invalid: number;
  /** Duplicate numbers. */
  duplicate: number;
  /** Numbers that opted out. */
  optedOut: number;
  /** Numbers that are blocked on the platform. */
  blocked: number;
  /** The number of its parts. */
  segments: number;
  /** The segments of the longest message. */
  mostSegments: number;
  /** The price of the campaign in units. */
  units: number;
  /** The price of the campaign in units. */
  balance: number;
  /** The price of the campaign in units. */
  balanceAfter: number;
  /** True if the balance is too low. */
  short: boolean;
  /** The alphabet: GSM7, or UCS2 where a character is outside of it; BINARY is no text. */
  encoding: {
    gsm: number;
    ucs2: number;
  };
  regions: {
    regionName: string;
    /** Country of the number, two letters. */
    country: string;
    /** Messages. */
    messages: number;
    /** The number of its parts. */
    segments: number;
    /** The price of the campaign in units. */
    units: number;
  }[];
  networks: {
    /** The network that issued the number. */
    network: string;
    /** Country of the number, two letters. */
    country: string;
    /** Messages. */
    messages: number;
    /** The number of its parts. */
    segments: number;
    /** The price of the campaign in units. */
    units: number;
  }[];
  lookalikes: {
    replaced: boolean;
    /** Messages. */
    messages: number;
    segmentsSaved: number;
    /** The price of the campaign in units. */
    unitsSaved: number;
  };
  reasons: {
    /** The reason for its status. */
    reason: string;
    count: number;
  }[];
  /** The sender IDs that stand in for numbers of operators that have not approved the one of the campaign, each with its messages and their price. */
  standIns: {
    /** The sender ID of its messages. */
    senderId: string;
    /** Messages. */
    messages: number;
    /** The price of the campaign in units. */
    units: number;
  }[];
  /** The opt-out instruction added to each text; null if there is none. */
  stopClause: string | null;
  dailyLimit: {
    limit: number;
    used: number;
  } | null;
  /** Another campaign that sent the same text to some of these people within a day; null if there is none. */
  repeats: {
    /** The id of the campaign, a UUID; null for a message outside campaigns. */
    campaignId: string;
    /** The name of the campaign. Default: the beginning of its text. */
    campaignName: string;
    /** Up to 10,000 numbers. Duplicates count once; numbers that opted out are left out. */
    recipients: number;
    /** The time, in seconds since the epoch. */
    timestamp: number;
  } | null;
};

export type Template = {
  /** The id of a template, a UUID. */
  templateId: string;
  /** The name of the template; no two of an account have the same. */
  name: string;
  /** The text, with placeholders between hash marks: Hello #firstName#. */
  text: string;
  /** When it was saved, seconds since the epoch. */
  createTimestamp: number;
  /** When it was saved, seconds since the epoch. */
  updateTimestamp: number;
};

export type Contact = {
  /** The id of the group, a UUID. */
  contactId: string;
  /** The id of the group, a UUID. */
  clientId: string;
  /** A phone number, with its country prefix in answers; one of your own country also as people write it there. */
  phone: string;
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** Other names. */
  otherNames: string;
  /** Email address. */
  email: string;
  /** Further values by name, for placeholders in texts; 50 at most. */
  attributes: unknown;
  /** The recorded consent of the person; null if there is none. */
  consent: {
    /** The messages that the person agreed to. */
    what: string;
    /** The way in which they agreed. */
    how: string;
    /** The time, in seconds since the epoch. */
    timestamp: number | null;
  } | null;
  /** All groups of the contact. */
  groupIds: string[];
  /** Groups. */
  groups: {
    /** The id of the group, a UUID. */
    groupId: string;
    /** The name of the group. */
    groupName: string;
  }[];
  /** The time at which the person opted out; null if they have not. */
  optedOutTimestamp: number | null;
  /** The time of acceptance, in seconds since the epoch. */
  createTimestamp: number;
  /** The time of acceptance, in seconds since the epoch. */
  updateTimestamp: number;
};

export type ContactGroup = {
  /** The id of the group, a UUID. */
  groupId: string;
  /** The name of the group. */
  groupName: string;
  /** A description of the group. */
  description: string;
  /** The number of its contacts. */
  contactCount: number;
  /** The change that is being made to a large group in the background; null if there is none. No contact can be added until it has ended. */
  emptying: 'CLEAR' | 'DELETE' | 'DELETE_CONTACTS' | null;
  /** The time of acceptance, in seconds since the epoch. */
  createTimestamp: number;
};

export type OptOut = {
  /** A phone number, with its country prefix in answers; one of your own country also as people write it there. */
  phone: string;
  /** MO: a message from the phone. LINK: the link in a message. CARRIER: a receipt said so. PORTAL: added by a person. IMPORT: from a file. API: by your software. */
  source: string;
  /** PROMOTIONAL: messages of transactional sender IDs go on. EVERYTHING: they end too. */
  scope: 'PROMOTIONAL' | 'EVERYTHING';
  /** The sender ID whose messages end; empty for all. */
  sender: string;
  /** Your note; for a message from the phone, the number that it wrote to. */
  note: string;
  /** Since when, seconds since the epoch. */
  timestamp: number;
};

export type Consent = {
  /** The id of the record, a UUID. */
  consentId: string;
  /** A phone number, with its country prefix in answers; one of your own country also as people write it there. */
  phone: string;
  /** The purpose that they agreed to. */
  purpose: 'PROMOTIONS' | 'ALERTS' | 'SURVEYS';
  /** The way in which they agreed. */
  source: 'WEBSITE' | 'APP' | 'PAPER' | 'CALL' | 'SMS' | 'IN_PERSON' | 'OTHER';
  /** The words that they read or heard. */
  wording: string;
  /** Where the proof lies: a form, a recording, a line of a log. */
  evidence: string;
  /** When they agreed; now where it is left out. */
  timestamp: number;
  /** When they agreed; now where it is left out. */
  recordTimestamp: number;
  /** When it was withdrawn; null while it is in force. */
  withdrawTimestamp: number | null;
  /** The time at which the number opted out of such messages of every sender, so that none is sent whatever it agreed to; null where it did not. */
  optOutTimestamp: number | null;
  /** The name of the contact with this number; empty without one. */
  contactName: string;
};

export type MessageEvent = {
  /** The id of the message, a UUID. */
  id: string;
  /** The kind of event. */
  type: 'message.submitted' | 'message.delivered' | 'message.failed' | 'message.expired' | 'message.rejected' | 'message.cancelled' | 'message.unknown' | 'mo.received' | 'campaign.approved' | 'campaign.declined';
  /** The time of the event, in seconds since the epoch. */
  createdTimestamp: number;
  /** The content of the event. */
  data: {
    /** The id of the message, a UUID. */
    messageId: string;
    /** Your own reference; it is repeated in answers and webhook events. */
    clientReference: string | null;
    /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
    from: string;
    /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
    to: string;
    /** The current status. */
    status: 'QUEUED' | 'CLAIMED' | 'AMBIGUOUS' | 'SUBMITTED' | 'DELIVERED' | 'UNDELIVERABLE' | 'EXPIRED' | 'REJECTED' | 'FAILED' | 'CANCELLED' | 'UNKNOWN';
    /** True if no further event follows. */
    final: boolean;
    /** The carrier's error code. */
    errorCode: string | null;
    /** The status as the carrier reported it. */
    carrierStatus: string | null;
    /** The number of its parts. */
    segments: number;
    /** True if it was sent with a test key: it cost nothing and reached no phone. */
    test?: true;
    /** The time at which a carrier accepted it. */
    submitTimestamp: number | null;
    /** The time at which its status became final. */
    doneTimestamp: number | null;
  };
};

export type IncomingEvent = {
  /** The id of the message, a UUID. */
  id: string;
  /** The kind of event. */
  type: 'message.submitted' | 'message.delivered' | 'message.failed' | 'message.expired' | 'message.rejected' | 'message.cancelled' | 'message.unknown' | 'mo.received' | 'campaign.approved' | 'campaign.declined';
  /** The time of arrival, in seconds since the epoch. */
  createdTimestamp: number;
  /** The content of the event. */
  data: {
    /** The id of the message, a UUID. */
    messageId: string;
    /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
    from: string;
    /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
    to: string;
    /** The text of the message. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67). */
    text: string;
    /** The time of arrival, in seconds since the epoch. */
    receiveTimestamp: number;
  };
};

export type CampaignEvent = {
  /** The id of the campaign, a UUID; null for a message outside campaigns. */
  id: string;
  /** The kind of event. */
  type: 'message.submitted' | 'message.delivered' | 'message.failed' | 'message.expired' | 'message.rejected' | 'message.cancelled' | 'message.unknown' | 'mo.received' | 'campaign.approved' | 'campaign.declined';
  /** The time of the event, in seconds since the epoch. */
  createdTimestamp: number;
  /** The content of the event. */
  data: {
    /** The id of the campaign, a UUID; null for a message outside campaigns. */
    campaignId: string;
    /** The name of the campaign. Default: the beginning of its text. */
    campaignName: string;
    /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
    from: string;
    /** The number of messages that came this way. */
    messageCount: number;
    /** The reason for its status. */
    reason: string | null;
  };
};

/** The events that are sent to a webhook. */
export type WebhookEvent = MessageEvent | IncomingEvent | CampaignEvent;

export type SendMessagesBody = {
  /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
  from?: string;
  /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
  to?: string;
  /** The text of the message. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67). */
  text?: string;
  /** Your own reference; it is repeated in answers and webhook events. */
  clientReference?: string;
  /** The time to send at, in seconds since the epoch, at most 30 days ahead. Units are held at once. Default: now. */
  scheduleTimestamp?: number;
  /** Seconds after that time within which it may be delivered. Default: 86,400. */
  validitySeconds?: number;
  /** 0 to 3; messages with a higher priority leave your own queue first. */
  priority?: number;
  /** Tags that the operator of the gateway may route by. */
  tags?: string[];
  /** An address of yours that receives the events of this message, signed like webhooks. */
  callbackUrl?: string;
  /** Up to 1,000 messages, in the place of from, to and text; in the answer, one outcome for each, in their order. */
  messages?: {
    /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
    from: string;
    /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
    to: string;
    /** The text of the message. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67). */
    text: string;
    /** Your own reference; it is repeated in answers and webhook events. */
    clientReference?: string;
    /** The time to send at, in seconds since the epoch, at most 30 days ahead. Units are held at once. Default: now. */
    scheduleTimestamp?: number;
    /** Seconds after that time within which it may be delivered. Default: 86,400. */
    validitySeconds?: number;
    /** 0 to 3; messages with a higher priority leave your own queue first. */
    priority?: number;
    /** Tags that the operator of the gateway may route by. */
    tags?: string[];
    /** An address of yours that receives the events of this message, signed like webhooks. */
    callbackUrl?: string;
  }[];
};

export type SendMessagesAnswer = {
  /** The number of accepted messages. */
  acceptedCount: number;
  /** The number of refused messages, which cost nothing. */
  refusedCount: number;
  /** Units held for it, of all accepted messages together where there are several. */
  units: number;
  /** Up to 1,000 messages, in the place of from, to and text; in the answer, one outcome for each, in their order. */
  messages: (AcceptedMessage | RefusedMessage)[];
} | AcceptedMessage;

export type ListMessagesQuery = {
  /** Rows of a page. */
  pageSize?: number;
  /** The nextPageToken of the page before; empty for the first page. */
  pageToken?: string;
  /** Only messages with these references. */
  'filter.clientReferences'?: string[];
  /** Only messages accepted at or after this time, in seconds since the epoch. */
  'filter.startTimestamp'?: number;
  /** Only messages accepted at or before this time. */
  'filter.endTimestamp'?: number;
};

export type ListMessagesAnswer = {
  /** The messages of this page. */
  messages: Message[];
  /** The number of all results, exact to 10,000. */
  collectionCount: number;
  /** True if there are more than collectionCount. */
  collectionCountIsLowerBound?: boolean;
  /** The pageToken of the next page; empty on the last page. */
  nextPageToken: string;
};

export type ListIncomingQuery = {
  /** Rows of a page. */
  pageSize?: number;
  /** The nextPageToken of the page before; empty for the first page. */
  pageToken?: string;
  /** Only messages from these phones. */
  'filter.phones'?: string[];
  /** Only what came in from then on, seconds since the epoch. */
  'filter.startTimestamp'?: number;
  /** Only what came in until then. */
  'filter.endTimestamp'?: number;
};

export type ListIncomingAnswer = {
  /** The messages of this page. */
  incoming: IncomingMessage[];
  /** The number of all results, exact to 10,000. */
  collectionCount: number;
  /** True if there are more than collectionCount. */
  collectionCountIsLowerBound?: boolean;
  /** The pageToken of the next page; empty on the last page. */
  nextPageToken: string;
};

export type StartVerificationBody = {
  /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
  to: string;
  /** A sender ID that is ready for sending. Default: the account's only one, else the platform's. */
  from?: string;
  /** The name that the text says, and by which it chooses among the account's own texts. Default: the name of the account. */
  brand?: string;
  /** The language of the text. Where the account has no text of its own in it, the text is the usual one in this language. */
  language?: 'en' | 'pt' | 'sw' | 'fr';
  /** Digits of the code. */
  length?: number;
  /** Seconds for which the code can be entered. */
  validitySeconds?: number;
  /** How often a code may be entered. */
  tries?: number;
  /** Seconds after which the code may be sent again. */
  resendSeconds?: number;
};

export type CheckVerificationBody = {
  /** The digits that the person entered. */
  code: string;
};

export type GetBalanceAnswer = {
  /** Units that may be spent now, credit included. */
  units: number;
  /** Units that may be spent now, credit included. */
  heldUnits: number;
  /** Units that may be spent now, credit included. */
  creditLimitUnits: number;
};

export type ListTransactionsQuery = {
  /** Rows of a page. */
  pageSize?: number;
  /** The nextPageToken of the page before; empty for the first page. */
  pageToken?: string;
  /** Only movements of these types. */
  'filter.types'?: ('PURCHASE' | 'TRANSFER_IN' | 'TRANSFER_OUT' | 'REFUND' | 'CHARGE' | 'ADJUSTMENT')[];
  /** Only movements from then on, seconds since the epoch. */
  'filter.startTimestamp'?: number;
  /** Only movements until then. */
  'filter.endTimestamp'?: number;
};

export type ListTransactionsAnswer = {
  /** The movements of this page. */
  transactions: Transaction[];
  /** The number of all results, exact to 10,000. */
  collectionCount: number;
  /** True if there are more than collectionCount. */
  collectionCountIsLowerBound?: boolean;
  /** The pageToken of the next page; empty on the last page. */
  nextPageToken: string;
};

export type ListSenderIdsQuery = {
  /** Rows of a page. */
  pageSize?: number;
  /** The nextPageToken of the page before; empty for the first page. */
  pageToken?: string;
  /** Only these statuses. */
  'filter.statuses'?: ('PENDING_DOCUMENTS_APPROVAL' | 'DOCUMENTS_APPROVED' | 'WAITING_SETUP' | 'READY_FOR_SENDING' | 'INACTIVE' | 'REJECTED')[];
  /** true leaves out those of the platform. */
  hideGeneric?: boolean;
};

export type ListSenderIdsAnswer = {
  /** The sender IDs of this page. */
  senderIds: SenderId[];
  /** The number of all results, exact to 10,000. */
  collectionCount: number;
  /** True if there are more than collectionCount. */
  collectionCountIsLowerBound?: boolean;
  /** The pageToken of the next page; empty on the last page. */
  nextPageToken: string;
};

export type ListCampaignsQuery = {
  /** Rows of a page. */
  pageSize?: number;
  /** The nextPageToken of the page before; empty for the first page. */
  pageToken?: string;
  /** Only campaigns in these statuses. */
  'filter.campaignStatuses'?: ('PENDING' | 'WAITING_APPROVAL' | 'APPROVED' | 'SCHEDULED' | 'QUEUED' | 'RUNNING' | 'PAUSED' | 'COMPLETED' | 'DECLINED' | 'CANCELLED' | 'FAILED')[];
  /** Only messages accepted at or after this time, in seconds since the epoch. */
  'filter.startTimestamp'?: number;
  /** Only messages accepted at or before this time. */
  'filter.endTimestamp'?: number;
};

export type ListCampaignsAnswer = {
  /** The campaigns of this page. */
  campaigns: Campaign[];
  /** The number of all results, exact to 10,000. */
  collectionCount: number;
  /** True if there are more than collectionCount. */
  collectionCountIsLowerBound?: boolean;
  /** The pageToken of the next page; empty on the last page. */
  nextPageToken: string;
};

export type CreateCampaignBody = {
  /** The name of the campaign. Default: the beginning of its text. */
  campaignName?: string;
  /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
  from: string;
  /** The text of the message. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67). */
  text?: string;
  /** The id of a template, a UUID. */
  templateId?: string;
  /** Up to 10,000 numbers. Duplicates count once; numbers that opted out are left out. */
  recipients?: (string | {
    /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
    to: string;
    /** Values for the placeholders of the text, by their names. */
    fields: unknown;
  })[];
  /** All groups of the contact. */
  groupIds?: string[];
  /** The time to send at, in seconds since the epoch, at most 30 days ahead. Units are held at once. Default: now. */
  scheduleTimestamp?: number;
};

export type CreateCampaignAnswer = {
  /** The id of the campaign, a UUID; null for a message outside campaigns. */
  campaignId: string;
  /** Messages, exclusions and price. Null while many recipients are being prepared. */
  summary: CampaignSummary | null;
};

export type ListTemplatesQuery = {
  /** Rows of a page. */
  pageSize?: number;
  /** The nextPageToken of the page before; empty for the first page. */
  pageToken?: string;
  /** A part of the name or of the text. */
  'filter.query'?: string;
};

export type ListTemplatesAnswer = {
  /** The templates of this page. */
  messageTemplates: Template[];
  /** The number of all results, exact to 10,000. */
  collectionCount: number;
  /** True if there are more than collectionCount. */
  collectionCountIsLowerBound?: boolean;
  /** The pageToken of the next page; empty on the last page. */
  nextPageToken: string;
};

export type CreateTemplateBody = {
  /** The name of the template; no two of an account have the same. */
  name: string;
  /** The text, with placeholders between hash marks: Hello #firstName#. */
  text: string;
};

export type UpdateTemplateBody = {
  /** The name of the template; no two of an account have the same. */
  name?: string;
  /** The text, with placeholders between hash marks: Hello #firstName#. */
  text?: string;
};

export type DeleteTemplateAnswer = {
  /** Always true. */
  ok: true;
};

export type ListContactsQuery = {
  /** Rows of a page. */
  pageSize?: number;
  /** The nextPageToken of the page before; empty for the first page. */
  pageToken?: string;
  /** Only contacts of these groups. */
  'filter.groupIds'?: string[];
  /** The beginning of a phone number, a name or an email address. */
  'filter.query'?: string;
};

export type ListContactsAnswer = {
  /** The contacts of this page. */
  contacts: Contact[];
  /** The number of all results, exact to 10,000. */
  collectionCount: number;
  /** True if there are more than collectionCount. */
  collectionCountIsLowerBound?: boolean;
  /** The pageToken of the next page; empty on the last page. */
  nextPageToken: string;
};

export type CreateContactBody = {
  /** A phone number, with its country prefix in answers; one of your own country also as people write it there. */
  phone: string;
  /** First name. */
  firstName?: string;
  /** Last name. */
  lastName?: string;
  /** Other names. */
  otherNames?: string;
  /** Email address. */
  email?: '' | string;
  /** Further values by name, for placeholders in texts; 50 at most. */
  attributes?: unknown;
  /** The recorded consent of the person; null if there is none. */
  consent?: {
    /** The messages that the person agreed to. */
    what: string;
    /** The way in which they agreed. */
    how: string;
    /** The time, in seconds since the epoch. */
    timestamp: number | null;
  } | null;
  /** All groups of the contact. */
  groupIds?: string[];
};

export type UpdateContactBody = {
  /** A phone number, with its country prefix in answers; one of your own country also as people write it there. */
  phone?: string;
  /** First name. */
  firstName?: string;
  /** Last name. */
  lastName?: string;
  /** Other names. */
  otherNames?: string;
  /** Email address. */
  email?: '' | string;
  /** Further values by name, for placeholders in texts; 50 at most. */
  attributes?: unknown;
  /** The recorded consent of the person; null if there is none. */
  consent?: {
    /** The messages that the person agreed to. */
    what: string;
    /** The way in which they agreed. */
    how: string;
    /** The time, in seconds since the epoch. */
    timestamp: number | null;
  } | null;
  /** All groups of the contact. */
  groupIds?: string[];
};

export type DeleteContactAnswer = {
  /** True. */
  deleted: true;
};

export type ListContactGroupsQuery = {
  /** Rows of a page. */
  pageSize?: number;
  /** The nextPageToken of the page before; empty for the first page. */
  pageToken?: string;
  /** A part of the name. */
  'filter.query'?: string;
};

export type ListContactGroupsAnswer = {
  /** Groups. */
  groups: ContactGroup[];
  /** The number of all results, exact to 10,000. */
  collectionCount: number;
  /** True if there are more than collectionCount. */
  collectionCountIsLowerBound?: boolean;
  /** The pageToken of the next page; empty on the last page. */
  nextPageToken: string;
};

export type CreateContactGroupBody = {
  /** The name of the group. */
  groupName: string;
  /** A description of the group. */
  description?: string;
};

export type DeleteContactGroupQuery = {
  /** true deletes its contacts too. */
  deleteContacts?: 'true' | 'false';
};

export type DeleteContactGroupAnswer = {
  /** False of a group of more than 5,000: it goes in the background, and is listed until it has gone. */
  deleted: boolean;
};

export type ListOptOutsQuery = {
  /** Rows of a page. */
  pageSize?: number;
  /** The nextPageToken of the page before; empty for the first page. */
  pageToken?: string;
  /** The beginning of a phone number. */
  'filter.query'?: string;
  /** Only those of these sources. */
  'filter.sources'?: ('MO' | 'LINK' | 'CARRIER' | 'PORTAL' | 'IMPORT' | 'API')[];
};

export type ListOptOutsAnswer = {
  /** The opt-outs of this page. */
  optOuts: OptOut[];
  /** The number of all results, exact to 10,000. */
  collectionCount: number;
  /** True if there are more than collectionCount. */
  collectionCountIsLowerBound?: boolean;
  /** The pageToken of the next page; empty on the last page. */
  nextPageToken: string;
};

export type AddOptOutsBody = {
  /** Phone numbers, with their country prefix or as people of your country write them. */
  phones: string[];
  /** Your note; for a message from the phone, the number that it wrote to. */
  note?: string;
  /** PROMOTIONAL: messages of transactional sender IDs go on. EVERYTHING: they end too. */
  scope?: 'PROMOTIONAL' | 'EVERYTHING';
};

export type AddOptOutsAnswer = {
  /** How many were not on the list before. */
  added: number;
};

export type RemoveOptOutsBody = {
  /** Phone numbers, with their country prefix or as people of your country write them. */
  phones: string[];
};

export type RemoveOptOutsAnswer = {
  /** How many were on the list. */
  removed: number;
};

export type ListConsentsQuery = {
  /** Rows of a page. */
  pageSize?: number;
  /** The nextPageToken of the page before; empty for the first page. */
  pageToken?: string;
  /** The beginning of a phone number. */
  'filter.query'?: string;
  /** Only those of these purposes. */
  'filter.purposes'?: ('PROMOTIONS' | 'ALERTS' | 'SURVEYS')[];
};

export type ListConsentsAnswer = {
  /** The consents of this page. */
  consents: Consent[];
  /** The number of all results, exact to 10,000. */
  collectionCount: number;
  /** True if there are more than collectionCount. */
  collectionCountIsLowerBound?: boolean;
  /** The pageToken of the next page; empty on the last page. */
  nextPageToken: string;
};

export type RecordConsentsBody = {
  /** Numbers with their country prefix, or in the national form of the account. */
  phones: string[];
  /** The purpose that they agreed to. */
  purpose: 'PROMOTIONS' | 'ALERTS' | 'SURVEYS';
  /** The way in which they agreed. */
  source: 'WEBSITE' | 'APP' | 'PAPER' | 'CALL' | 'SMS' | 'IN_PERSON' | 'OTHER';
  /** The words that they read or heard. */
  wording: string;
  /** Where the proof lies: a form, a recording, a line of a log. */
  evidence?: string;
  /** When they agreed; now where it is left out. */
  timestamp?: number;
};

export type RecordConsentsAnswer = {
  /** How many numbers. */
  recorded: number;
};

export type WithdrawConsentsBody = {
  /** Numbers with their country prefix, or in the national form of the account. */
  phones: string[];
  /** Of this purpose alone; of all where it is left out. */
  purpose?: 'PROMOTIONS' | 'ALERTS' | 'SURVEYS';
  /** Why or how they withdrew it. */
  note?: string;
};

export type WithdrawConsentsAnswer = {
  /** How many consents were in force. */
  withdrawn: number;
};

/** A call that was refused or failed. `status` 0: nothing was heard of it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'UNREACHABLE' | 'UNKNOWN';
  /** Each field that cannot be used, and why. */
  readonly details: readonly { field: string; message: string }[];
  readonly requestId: string | undefined;

  constructor(status: number, code: ApiError['code'], message: string, details: ApiError['details'] = [], requestId?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

export type ClientOptions = {
  /** Of the portal, such as `https://sms.example.com`. */
  baseUrl: string;
  apiKey: string;
  /** Language of messages for people: `en` or `pt`. */
  language?: string;
  /** How often a call is made at most while nothing is heard of it, or the server says to come back. */
  tries?: number;
};

export type WriteOptions = {
  /** Your own name for what you want done, such as the number of an order: a repeat under it does nothing twice. Without it, one is made for the call and its tries. */
  idempotencyKey?: string;
};

type How = { body?: unknown; query?: object; once?: string };

export class Client {
  readonly #options: Required<ClientOptions>;

  constructor(options: ClientOptions) {
    this.#options = { language: 'en', tries: 4, ...options };
  }

  /** Send messages */
  sendMessages(body: SendMessagesBody, options: WriteOptions = {}): Promise<SendMessagesAnswer> {
    return this.#call('POST', `/v1/messages`, { body, once: options.idempotencyKey ?? crypto.randomUUID() });
  }

  /** List messages */
  listMessages(query: ListMessagesQuery = {}): Promise<ListMessagesAnswer> {
    return this.#call('GET', `/v1/messages`, { query });
  }

  /** Get a message */
  getMessage(messageId: string): Promise<Message> {
    return this.#call('GET', `/v1/messages/${encodeURIComponent(messageId)}`);
  }

  /** Cancel a message */
  cancelMessage(messageId: string): Promise<Message> {
    return this.#call('POST', `/v1/messages/${encodeURIComponent(messageId)}:cancel`);
  }

  /** List incoming messages */
  listIncoming(query: ListIncomingQuery = {}): Promise<ListIncomingAnswer> {
    return this.#call('GET', `/v1/incoming`, { query });
  }

  /** Get an incoming message */
  getIncoming(messageId: string): Promise<IncomingMessage> {
    return this.#call('GET', `/v1/incoming/${encodeURIComponent(messageId)}`);
  }

  /** Send a code */
  startVerification(body: StartVerificationBody, options: WriteOptions = {}): Promise<Verification> {
    return this.#call('POST', `/v1/verifications`, { body, once: options.idempotencyKey ?? crypto.randomUUID() });
  }

  /** Check a code */
  checkVerification(verificationId: string, body: CheckVerificationBody, options: WriteOptions = {}): Promise<VerificationCheck> {
    return this.#call('POST', `/v1/verifications/${encodeURIComponent(verificationId)}:check`, { body, once: options.idempotencyKey ?? crypto.randomUUID() });
  }

  /** Get the balance */
  getBalance(): Promise<GetBalanceAnswer> {
    return this.#call('GET', `/v1/balance`);
  }

  /** Get the statement */
  listTransactions(query: ListTransactionsQuery = {}): Promise<ListTransactionsAnswer> {
    return this.#call('GET', `/v1/statement`, { query });
  }

  /** List sender IDs */
  listSenderIds(query: ListSenderIdsQuery = {}): Promise<ListSenderIdsAnswer> {
    return this.#call('GET', `/v1/senderids`, { query });
  }

  /** List campaigns */
  listCampaigns(query: ListCampaignsQuery = {}): Promise<ListCampaignsAnswer> {
    return this.#call('GET', `/v1/campaigns`, { query });
  }

  /** Prepare a campaign */
  createCampaign(body: CreateCampaignBody, options: WriteOptions = {}): Promise<CreateCampaignAnswer> {
    return this.#call('POST', `/v1/campaigns`, { body, once: options.idempotencyKey ?? crypto.randomUUID() });
  }

  /** Launch a campaign */
  launchCampaign(campaignId: string, options: WriteOptions = {}): Promise<Campaign> {
    return this.#call('POST', `/v1/campaigns/${encodeURIComponent(campaignId)}:launch`, { once: options.idempotencyKey ?? crypto.randomUUID() });
  }

  /** Get a campaign */
  getCampaign(campaignId: string): Promise<Campaign> {
    return this.#call('GET', `/v1/campaigns/${encodeURIComponent(campaignId)}`);
  }

  /** Cancel a campaign */
  cancelCampaign(campaignId: string): Promise<Campaign> {
    return this.#call('POST', `/v1/campaigns/${encodeURIComponent(campaignId)}:cancel`);
  }

  /** List templates */
  listTemplates(query: ListTemplatesQuery = {}): Promise<ListTemplatesAnswer> {
    return this.#call('GET', `/v1/templates`, { query });
  }

  /** Save a template */
  createTemplate(body: CreateTemplateBody, options: WriteOptions = {}): Promise<Template> {
    return this.#call('POST', `/v1/templates`, { body, once: options.idempotencyKey ?? crypto.randomUUID() });
  }

  /** Get a template */
  getTemplate(templateId: string): Promise<Template> {
    return this.#call('GET', `/v1/templates/${encodeURIComponent(templateId)}`);
  }

  /** Change a template */
  updateTemplate(templateId: string, body: UpdateTemplateBody): Promise<Template> {
    return this.#call('PATCH', `/v1/templates/${encodeURIComponent(templateId)}`, { body });
  }

  /** Delete a template */
  deleteTemplate(templateId: string): Promise<DeleteTemplateAnswer> {
    return this.#call('DELETE', `/v1/templates/${encodeURIComponent(templateId)}`);
  }

  /** List contacts */
  listContacts(query: ListContactsQuery = {}): Promise<ListContactsAnswer> {
    return this.#call('GET', `/v1/contacts`, { query });
  }

  /** Add a contact */
  createContact(body: CreateContactBody, options: WriteOptions = {}): Promise<Contact> {
    return this.#call('POST', `/v1/contacts`, { body, once: options.idempotencyKey ?? crypto.randomUUID() });
  }

  /** Get a contact */
  getContact(contactId: string): Promise<Contact> {
    return this.#call('GET', `/v1/contacts/${encodeURIComponent(contactId)}`);
  }

  /** Change a contact */
  updateContact(contactId: string, body: UpdateContactBody): Promise<Contact> {
    return this.#call('PATCH', `/v1/contacts/${encodeURIComponent(contactId)}`, { body });
  }

  /** Delete a contact */
  deleteContact(contactId: string): Promise<DeleteContactAnswer> {
    return this.#call('DELETE', `/v1/contacts/${encodeURIComponent(contactId)}`);
  }

  /** List groups */
  listContactGroups(query: ListContactGroupsQuery = {}): Promise<ListContactGroupsAnswer> {
    return this.#call('GET', `/v1/contactgroups`, { query });
  }

  /** Create a group */
  createContactGroup(body: CreateContactGroupBody, options: WriteOptions = {}): Promise<ContactGroup> {
    return this.#call('POST', `/v1/contactgroups`, { body, once: options.idempotencyKey ?? crypto.randomUUID() });
  }

  /** Delete a group */
  deleteContactGroup(groupId: string, query: DeleteContactGroupQuery = {}): Promise<DeleteContactGroupAnswer> {
    return this.#call('DELETE', `/v1/contactgroups/${encodeURIComponent(groupId)}`, { query });
  }

  /** List opt-outs */
  listOptOuts(query: ListOptOutsQuery = {}): Promise<ListOptOutsAnswer> {
    return this.#call('GET', `/v1/optouts`, { query });
  }

  /** Add opt-outs */
  addOptOuts(body: AddOptOutsBody): Promise<AddOptOutsAnswer> {
    return this.#call('POST', `/v1/optouts`, { body });
  }

  /** Remove opt-outs */
  removeOptOuts(body: RemoveOptOutsBody): Promise<RemoveOptOutsAnswer> {
    return this.#call('POST', `/v1/optouts:remove`, { body });
  }

  /** List consents */
  listConsents(query: ListConsentsQuery = {}): Promise<ListConsentsAnswer> {
    return this.#call('GET', `/v1/consents`, { query });
  }

  /** Record consents */
  recordConsents(body: RecordConsentsBody): Promise<RecordConsentsAnswer> {
    return this.#call('POST', `/v1/consents`, { body });
  }

  /** Withdraw consents */
  withdrawConsents(body: WithdrawConsentsBody): Promise<WithdrawConsentsAnswer> {
    return this.#call('POST', `/v1/consents:withdraw`, { body });
  }

  async #call<Answer>(method: string, path: string, how: How = {}): Promise<Answer> {
    // A write that goes without a key is made once: whether it was done cannot be known.
    const tries = method === 'GET' || how.once !== undefined ? this.#options.tries : 1;
    for (let tried = 1; ; tried++) {
      const response = await this.#fetch(method, path, how);
      if (response?.ok) return (await response.json()) as Answer;
      const comeBack = response === undefined || response.status === 429 || response.status >= 500;
      if (!comeBack || tried >= tries) throw await errorOf(response);
      const asked = Number(response?.headers.get('retry-after') ?? 0);
      // Twice as long each time, with some chance in it, so that what failed together does not come back together.
      const seconds = Math.max(asked, 0.25 * 2 ** tried * (0.5 + Math.random()));
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }

  #fetch(method: string, path: string, { body, query = {}, once }: How): Promise<Response | undefined> {
    const { baseUrl, apiKey, language } = this.#options;
    const address = new URL(path, baseUrl);
    for (const [name, value] of Object.entries(query)) for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) address.searchParams.append(name, String(each));
    const headers = new Headers({ 'authorization': `Bearer ${apiKey}`, 'accept-language': language });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (once !== undefined) headers.set('idempotency-key', once);
    return fetch(address, { method, headers, body: body === undefined ? null : JSON.stringify(body) }).catch(() => undefined);
  }
}

async function errorOf(response: Response | undefined): Promise<ApiError> {
  if (response === undefined) return new ApiError(0, 'UNREACHABLE', 'The server could not be reached.');
  const body = (await response.json().catch(() => ({}))) as { error?: ErrorCode; message?: string; details?: ApiError['details']; requestId?: string };
  return new ApiError(response.status, body.error ?? 'UNKNOWN', body.message ?? `HTTP ${response.status}`, body.details, body.requestId);
}

/**
 * Whether a delivery is genuine and not old: give its `Tuma-Signature` header and its body exactly as it came, before it is
 * read as JSON.
 * @param secret of the webhook, `whsec_...`
 */
export async function isGenuine(secret: string, signature: string, body: string, oldestSeconds = 300): Promise<boolean> {
  const parts = signature.split(',').map((part) => part.split('='));
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) <= oldestSeconds)) return false;
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', text.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  // The comparison takes the same time however much of it is right.
  const checks = parts.filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? ''))
    .map(([, value]) => crypto.subtle.verify('HMAC', key, Uint8Array.from(value!.match(/../g)!, (octet) => Number.parseInt(octet, 16)), text.encode(`${seconds}.${body}`)));
  return (await Promise.all(checks)).includes(true);
}
