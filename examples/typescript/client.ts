// Written by `npm run generate -- examples`; do not edit.
// A client of the 4.32.0 API without dependencies: Node 22 or later, Deno, Bun, a browser's worker. It runs as it stands.

export type ErrorCode = 'BAD_INPUT' | 'BAD_PAGE_TOKEN' | 'KEY_UNKNOWN' | 'NOT_ALLOWED' | 'KEY_SCOPE' | 'KEY_ADDRESS' | 'KEY_IS_TEST' | 'NOT_FOUND' | 'IDEMPOTENCY_KEY_REUSED' | 'CONFLICT' | 'CONTACT_EXISTS' | 'GROUP_NAME_TAKEN' | 'GROUP_EMPTYING' | 'GROUP_IN_IMPORT' | 'TOO_LARGE' | 'NUMBER_REFUSED' | 'NUMBER_BLOCKED' | 'OPTED_OUT' | 'SENDER_MISSING' | 'SENDER_NOT_READY' | 'TEXT_EMPTY' | 'TEXT_TOO_LONG' | 'TIME_OUT_OF_BOUNDS' | 'OUTSIDE_WINDOW' | 'NO_RATE' | 'NO_ROUTE' | 'NO_UNITS' | 'DAILY_LIMIT' | 'NO_RECIPIENTS' | 'TOO_MANY_TYPED' | 'NO_SUMMARY' | 'THROUGHPUT' | 'QUEUE_FULL' | 'TOO_MANY_REQUESTS' | 'INTERNAL' | 'UNAVAILABLE' | 'OUTCOME_UNKNOWN';

export type AcceptedMessage = {
  /** Our name for it, a UUID. */
  messageId: string;
  /** Your own name for it; it comes back with everything that is told of it. */
  clientReference: string | null;
  /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
  from: string;
  /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
  to: string;
  /** Parts that it takes. */
  segments: number;
  /** The alphabet: GSM7, or UCS2 where a character is outside of it; BINARY is no text. */
  encoding: 'GSM7' | 'UCS2' | 'BINARY';
  /** Units held for it, of all accepted messages together where there are several. */
  units: number;
  /** Whether it came from a test key: it cost nothing and reached nobody. */
  test: boolean;
};

export type RefusedMessage = {
  /** Your own name for it; it comes back with everything that is told of it. */
  clientReference: string | null;
  /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
  to: string;
  /** A code that never changes its meaning, for software. */
  error: string;
  /** The same for a person, in the language of Accept-Language. */
  message: string;
  /** Each field that cannot be used, and why. */
  details?: {
    /** Where: to, or messages[3].to. */
    field: string;
    /** The same for a person, in the language of Accept-Language. */
    message: string;
  }[];
};

export type Message = {
  /** Our name for it, a UUID. */
  messageId: string;
  /** Your own name for it; it comes back with everything that is told of it. */
  clientReference: string | null;
  /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
  from: string;
  /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
  to: string;
  /** What it says. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67). */
  text: string;
  /** The alphabet: GSM7, or UCS2 where a character is outside of it; BINARY is no text. */
  encoding: 'GSM7' | 'UCS2' | 'BINARY';
  /** Parts that it takes. */
  segments: number;
  /** What it takes of your balance. */
  units: number;
  /** Country of the number, two letters. */
  country: string;
  /** Network that the number was given out by. */
  network: string;
  /** Where it stands. */
  status: 'QUEUED' | 'CLAIMED' | 'AMBIGUOUS' | 'SUBMITTED' | 'DELIVERED' | 'UNDELIVERABLE' | 'EXPIRED' | 'REJECTED' | 'FAILED' | 'CANCELLED' | 'UNKNOWN';
  /** What the carrier said of it, in its own words. */
  carrierStatus: string | null;
  /** Why it failed, as the carrier says it. */
  errorCode: string | null;
  /** Whether it came from a test key: it cost nothing and reached nobody. */
  test: boolean;
  /** Our name for the campaign, a UUID; null for a message of none. */
  campaignId: string | null;
  /** When it was accepted, seconds since the epoch. */
  createTimestamp: number;
  /** When it is to be sent, seconds since the epoch, at most 30 days ahead. Units are held at once. Without it: now. */
  scheduleTimestamp: number | null;
  /** When a carrier took it. */
  submitTimestamp: number | null;
  /** When its status became final. */
  doneTimestamp: number | null;
};

export type CampaignSummary = {
  /** Our name for the campaign, a UUID; null for a message of none. */
  campaignId: string;
  /** Numbers that you gave. */
  rows: number;
  /** Messages that will be sent. */
  valid: number;
  /** Numbers that cannot be sent to. */
  invalid: number;
  /** Numbers that stood there before. */
  duplicate: number;
  /** Numbers that want no messages from you. */
  optedOut: number;
  /** Numbers that are blocked on the platform. */
  blocked: number;
  /** Parts that it takes. */
  segments: number;
  /** What it comes to. */
  units: number;
  /** What it comes to. */
  balance: number;
  /** What it comes to. */
  balanceAfter: number;
  /** Whether that is not enough. */
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
    /** Parts that it takes. */
    segments: number;
    /** What it comes to. */
    units: number;
  }[];
  networks: {
    /** Network that the number was given out by. */
    network: string;
    /** Country of the number, two letters. */
    country: string;
    /** Messages. */
    messages: number;
    /** Parts that it takes. */
    segments: number;
    /** What it comes to. */
    units: number;
  }[];
  lookalikes: {
    replaced: boolean;
    /** Messages. */
    messages: number;
    segmentsSaved: number;
    /** What it comes to. */
    unitsSaved: number;
  };
  reasons: {
    /** Why it stands where it stands. */
    reason: string;
    count: number;
  }[];
  /** What is added to each text, so that people can say no; null where nothing is. */
  stopClause: string | null;
  dailyLimit: {
    limit: number;
    used: number;
  } | null;
};

export type Campaign = {
  /** Our name for the campaign, a UUID; null for a message of none. */
  campaignId: string;
  /** What you call it. Without it, its beginning. */
  campaignName: string;
  /** Our name for the campaign, a UUID; null for a message of none. */
  clientId: string;
  /** The name of the account. */
  clientName: string;
  /** The sender ID that it goes out under. */
  senderId: string;
  /** What it says. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67). */
  text: string;
  /** Where its recipients came from. */
  source: 'COMPOSE' | 'CONTACTS' | 'FILE';
  /** Where it stands. COMPLETED, DECLINED, CANCELLED and FAILED are its ends. */
  status: 'PENDING' | 'WAITING_APPROVAL' | 'APPROVED' | 'SCHEDULED' | 'QUEUED' | 'RUNNING' | 'PAUSED' | 'COMPLETED' | 'DECLINED' | 'CANCELLED' | 'FAILED';
  /** Why it stands where it stands. */
  reason: string | null;
  /** Messages that it is. */
  recipientCount: number;
  /** Parts of all its messages. */
  segmentCount: number;
  /** Units held for it. */
  unitsReserved: number;
  /** Units held for it. */
  unitsCharged: number;
  /** Its messages by where they stand. */
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
  /** When it is to be sent, seconds since the epoch, at most 30 days ahead. Units are held at once. Without it: now. */
  scheduleTimestamp: number | null;
  /** When it was accepted, seconds since the epoch. */
  createTimestamp: number;
  /** When it began. */
  startTimestamp: number | null;
  /** When it ended. */
  endTimestamp: number | null;
  /** Who approved it. */
  approvedBy: string | null;
  /** The time zone of the account. */
  timezone: string;
  /** Since when somebody should approve it. */
  waitingSinceTimestamp: number | null;
  /** Why somebody must. */
  approvalReasons: {
    rule: 'CLIENT' | 'EBU' | 'WORD' | 'LINK' | 'SIZE';
    found: string | null;
  }[];
  /** When a paused one goes on by itself. */
  resumeTimestamp: number | null;
  /** The campaign that it was made from. */
  copiedFrom: string | null;
};

export type Contact = {
  /** Our name for the group, a UUID. */
  contactId: string;
  /** Our name for the group, a UUID. */
  clientId: string;
  /** A phone number, with its country prefix in answers; one of your own country also as people write it there. */
  phone: string;
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** Other names. */
  otherNames: string;
  /** E-mail address. */
  email: string;
  /** What else you know, by names that a text may use as placeholders; 50 at most. */
  attributes: unknown;
  /** What the person agreed to, how and when; null where nothing was written down. */
  consent: {
    /** What the person agreed to. */
    what: string;
    /** How they said so. */
    how: string;
    /** When, seconds since the epoch. */
    timestamp: number | null;
  } | null;
  /** The groups that it is in, as a whole. */
  groupIds: string[];
  /** Groups. */
  groups: {
    /** Our name for the group, a UUID. */
    groupId: string;
    /** What you call the group. */
    groupName: string;
  }[];
  /** Since when the person wants no messages from you; null where they do. */
  optedOutTimestamp: number | null;
  /** When it was accepted, seconds since the epoch. */
  createTimestamp: number;
  /** When it was accepted, seconds since the epoch. */
  updateTimestamp: number;
};

export type ContactGroup = {
  /** Our name for the group, a UUID. */
  groupId: string;
  /** What you call the group. */
  groupName: string;
  /** What you say of it. */
  description: string;
  /** How many contacts are in it. */
  contactCount: number;
  /** What is being done to a group of many in the background; null where nothing is. Meanwhile nobody can be put into it. */
  emptying: 'CLEAR' | 'DELETE' | 'DELETE_CONTACTS' | null;
  /** When it was accepted, seconds since the epoch. */
  createTimestamp: number;
};

export type MessageEvent = {
  /** Our name for it, a UUID. */
  id: string;
  /** What happened. */
  type: 'message.submitted' | 'message.delivered' | 'message.failed' | 'message.expired' | 'message.rejected' | 'message.cancelled' | 'message.unknown' | 'mo.received';
  /** When, seconds since the epoch. */
  createdTimestamp: number;
  /** The facts. */
  data: {
    /** Our name for it, a UUID. */
    messageId: string;
    /** Your own name for it; it comes back with everything that is told of it. */
    clientReference: string | null;
    /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
    from: string;
    /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
    to: string;
    /** Where it stands. */
    status: 'QUEUED' | 'CLAIMED' | 'AMBIGUOUS' | 'SUBMITTED' | 'DELIVERED' | 'UNDELIVERABLE' | 'EXPIRED' | 'REJECTED' | 'FAILED' | 'CANCELLED' | 'UNKNOWN';
    /** Whether nothing more is expected. */
    final: boolean;
    /** Why it failed, as the carrier says it. */
    errorCode: string | null;
    /** What the carrier said of it, in its own words. */
    carrierStatus: string | null;
    /** Parts that it takes. */
    segments: number;
    /** Whether it came from a test key: it cost nothing and reached nobody. */
    test?: true;
    /** When a carrier took it. */
    submitTimestamp: number | null;
    /** When its status became final. */
    doneTimestamp: number | null;
  };
};

export type IncomingEvent = {
  /** Our name for it, a UUID. */
  id: string;
  /** What happened. */
  type: 'message.submitted' | 'message.delivered' | 'message.failed' | 'message.expired' | 'message.rejected' | 'message.cancelled' | 'message.unknown' | 'mo.received';
  /** When it came in, seconds since the epoch. */
  createdTimestamp: number;
  /** The facts. */
  data: {
    /** Our name for it, a UUID. */
    messageId: string;
    /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
    from: string;
    /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
    to: string;
    /** What it says. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67). */
    text: string;
    /** When it came in, seconds since the epoch. */
    receiveTimestamp: number;
  };
};

/** What is sent to a webhook. */
export type WebhookEvent = MessageEvent | IncomingEvent;

export type SendMessagesBody = {
  /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
  from?: string;
  /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
  to?: string;
  /** What it says. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67). */
  text?: string;
  /** Your own name for it; it comes back with everything that is told of it. */
  clientReference?: string;
  /** When it is to be sent, seconds since the epoch, at most 30 days ahead. Units are held at once. Without it: now. */
  scheduleTimestamp?: number;
  /** How long it may be tried from then on. Without it: 86,400. */
  validitySeconds?: number;
  /** 3 goes before 0 in your own queue. */
  priority?: number;
  /** Words that whoever runs the gateway may route by. */
  tags?: string[];
  /** An address of yours that is told what becomes of this message, signed as webhooks are. */
  callbackUrl?: string;
  /** Up to 1,000 messages, in the place of from, to and text; in the answer, one outcome for each, in their order. */
  messages?: {
    /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
    from: string;
    /** A mobile number with its country prefix, such as +254712345678; one of your own country also as people write it there. */
    to: string;
    /** What it says. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67). */
    text: string;
    /** Your own name for it; it comes back with everything that is told of it. */
    clientReference?: string;
    /** When it is to be sent, seconds since the epoch, at most 30 days ahead. Units are held at once. Without it: now. */
    scheduleTimestamp?: number;
    /** How long it may be tried from then on. Without it: 86,400. */
    validitySeconds?: number;
    /** 3 goes before 0 in your own queue. */
    priority?: number;
    /** Words that whoever runs the gateway may route by. */
    tags?: string[];
    /** An address of yours that is told what becomes of this message, signed as webhooks are. */
    callbackUrl?: string;
  }[];
};

export type SendMessagesAnswer = {
  /** How many were accepted. */
  acceptedCount: number;
  /** How many were refused, and cost nothing. */
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
  /** Only messages of these references of yours. */
  'filter.clientReferences'?: string[];
  /** Only what was accepted from then on, seconds since the epoch. */
  'filter.startTimestamp'?: number;
  /** Only what was accepted until then. */
  'filter.endTimestamp'?: number;
};

export type ListMessagesAnswer = {
  /** The messages of this page. */
  messages: Message[];
  /** How many there are in all, exact to 10,000. */
  collectionCount: number;
  /** Whether there are more than collectionCount. */
  collectionCountIsLowerBound?: boolean;
  /** What to ask for the next page with; empty on the last. */
  nextPageToken: string;
};

export type GetBalanceAnswer = {
  /** What may be spent now, credit included. */
  units: number;
  /** What may be spent now, credit included. */
  heldUnits: number;
  /** What may be spent now, credit included. */
  creditLimitUnits: number;
};

export type CreateCampaignBody = {
  /** What you call it. Without it, its beginning. */
  campaignName?: string;
  /** A sender ID that is ready for sending: your own, one delegated to you, or one of the platform. */
  from: string;
  /** What it says. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67). */
  text: string;
  /** Up to 10,000 numbers. Doubles count once; those that want no messages are left out. */
  recipients: string[];
  /** When it is to be sent, seconds since the epoch, at most 30 days ahead. Units are held at once. Without it: now. */
  scheduleTimestamp?: number;
};

export type CreateCampaignAnswer = {
  /** Our name for the campaign, a UUID; null for a message of none. */
  campaignId: string;
  /** What it comes to. Null while many recipients are being prepared. */
  summary: CampaignSummary | null;
};

export type ListContactsQuery = {
  /** Rows of a page. */
  pageSize?: number;
  /** The nextPageToken of the page before; empty for the first page. */
  pageToken?: string;
  /** Only contacts of these groups. */
  'filter.groupIds'?: string[];
  /** The beginning of a phone number, a name or an e-mail address. */
  'filter.query'?: string;
};

export type ListContactsAnswer = {
  /** The contacts of this page. */
  contacts: Contact[];
  /** How many there are in all, exact to 10,000. */
  collectionCount: number;
  /** Whether there are more than collectionCount. */
  collectionCountIsLowerBound?: boolean;
  /** What to ask for the next page with; empty on the last. */
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
  /** E-mail address. */
  email?: '' | string;
  /** What else you know, by names that a text may use as placeholders; 50 at most. */
  attributes?: unknown;
  /** What the person agreed to, how and when; null where nothing was written down. */
  consent?: {
    /** What the person agreed to. */
    what: string;
    /** How they said so. */
    how: string;
    /** When, seconds since the epoch. */
    timestamp: number | null;
  } | null;
  /** The groups that it is in, as a whole. */
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
  /** E-mail address. */
  email?: '' | string;
  /** What else you know, by names that a text may use as placeholders; 50 at most. */
  attributes?: unknown;
  /** What the person agreed to, how and when; null where nothing was written down. */
  consent?: {
    /** What the person agreed to. */
    what: string;
    /** How they said so. */
    how: string;
    /** When, seconds since the epoch. */
    timestamp: number | null;
  } | null;
  /** The groups that it is in, as a whole. */
  groupIds?: string[];
};

export type DeleteContactAnswer = {
  /** That it has gone. */
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
  /** How many there are in all, exact to 10,000. */
  collectionCount: number;
  /** Whether there are more than collectionCount. */
  collectionCountIsLowerBound?: boolean;
  /** What to ask for the next page with; empty on the last. */
  nextPageToken: string;
};

export type CreateContactGroupBody = {
  /** What you call the group. */
  groupName: string;
  /** What you say of it. */
  description?: string;
};

export type DeleteContactGroupQuery = {
  /** true where its contacts are to go too. */
  deleteContacts?: 'true' | 'false';
};

export type DeleteContactGroupAnswer = {
  /** False of a group of more than 5,000: it goes in the background, and is listed until it has gone. */
  deleted: boolean;
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

  /** Get the balance */
  getBalance(): Promise<GetBalanceAnswer> {
    return this.#call('GET', `/v1/balance`);
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

  /** Make a group */
  createContactGroup(body: CreateContactGroupBody, options: WriteOptions = {}): Promise<ContactGroup> {
    return this.#call('POST', `/v1/contactgroups`, { body, once: options.idempotencyKey ?? crypto.randomUUID() });
  }

  /** Delete a group */
  deleteContactGroup(groupId: string, query: DeleteContactGroupQuery = {}): Promise<DeleteContactGroupAnswer> {
    return this.#call('DELETE', `/v1/contactgroups/${encodeURIComponent(groupId)}`, { query });
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
