/** Contacts, groups and opt-outs, and the files that belong to them. */
export const contacts = {
  errors: {
    CONTACT_EXISTS:
      'You already have a contact with the number {phone}. Change that one, or use another number.',
    GROUP_EMPTYING:
      'Contacts are being removed from the group “{groupName}” in the background. Wait until that has ended, or stop it under Background Tasks.',
    GROUP_IN_IMPORT:
      'An import is adding contacts to the group “{groupName}”. Wait until it has ended, or stop it.',
    GROUP_NAME_TAKEN: 'You already have a group called {groupName}. Choose another name.',
    TOO_MANY_CONTACTS:
      'An account may have {limit} contacts, and yours has {count}. Delete some that you do not need, or ask the person who runs this portal for more.',
    ONE_CLIENT: 'Choose one client whose contacts to search.',
  },
  fileNames: { contacts: 'Contacts', optOuts: 'Opt-outs', proof: 'Consent' },
  /** The proof of one number for a regulator. */
  proof: {
    title: 'Consent and messages of {phone}',
    of: '{clientName}, {at}. {count} entries, the oldest first.',
    cut: 'Only the first entries are shown.',
    nothing: 'Nothing is kept of this number.',
    what: {
      CONSENT: 'Consent',
      WITHDRAWAL: 'Consent withdrawn',
      STOP: 'Opted out',
      START: 'Opted in again',
      RECEIVED: 'Message from the phone',
      MESSAGE: 'Message to the phone',
    },
    /** Purposes and ways of consents, and sources of opt-outs. */
    codes: {
      PROMOTIONS: 'Promotions',
      ALERTS: 'Alerts',
      SURVEYS: 'Surveys',
      WEBSITE: 'Website',
      APP: 'App',
      PAPER: 'Paper',
      CALL: 'Phone call',
      SMS: 'SMS',
      IN_PERSON: 'In person',
      OTHER: 'Other',
      MO: 'Replied STOP',
      LINK: 'Link in a message',
      CARRIER: 'Stopped at the operator',
      PORTAL: 'Added by hand',
      IMPORT: 'From a file',
      API: 'By software',
    },
    statuses: {
      QUEUED: 'Queued',
      CLAIMED: 'Being sent',
      AMBIGUOUS: 'Unconfirmed',
      SUBMITTED: 'With the carrier',
      DELIVERED: 'Delivered',
      UNDELIVERABLE: 'Undeliverable',
      EXPIRED: 'Expired',
      REJECTED: 'Rejected',
      FAILED: 'Failed',
      CANCELLED: 'Cancelled',
      UNKNOWN: 'Unknown',
    },
    page: 'Page {at} of {of}',
  },
  columns: ['Phone', 'First name', 'Last name', 'Other names', 'Email'],
  groups: 'Groups',
  optedOut: 'Opted out since',
  optOutColumns: ['Phone', 'Source', 'Note', 'Time (UTC)'],
  mapping: {
    NO_PHONE: 'Choose the column that holds the phone numbers.',
    TWICE: 'Another column is this already. Choose something else for one of them.',
    UNKNOWN_COLUMN: 'The file has no column of this name.',
    NO_ATTRIBUTE_NAME: 'Give the attribute a name that begins with a letter.',
    NO_CONSENT_COLUMN:
      'This column says more about a consent. Choose the column that says whether the person agreed, too.',
    TOO_MANY: 'A contact has at most 50 attributes. Leave some columns out.',
  },
  /** The last two columns of a file of refused rows. */
  refusedColumns: { row: 'Row in the file', reason: 'Why it was left out' },
  refused: {
    BAD_EMAIL:
      'Imported without its email address, which is not one. Correct it and import the row again.',
    NOTE_TOO_LONG: 'Imported with the first 300 characters of its note.',
    BAD_CONSENT:
      'Imported without its consent, which is neither yes nor no. Correct it and import the row again.',
    BAD_CONSENT_DATE:
      'Imported without its consent: its date is missing, wrong or in the future. Write it as 2026-11-27 and import the row again.',
    NO_CONSENT_WORDING:
      'Imported without its consent, which has no wording. Add what the person agreed to and import the row again.',
    NAME_TOO_LONG: 'A name has more than 80 characters. Shorten it.',
    ATTRIBUTE_TOO_LONG: 'A value has more than 500 characters. Shorten it.',
  },
} as const;
