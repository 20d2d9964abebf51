import { REPORT_WORDS } from '../../../contract/shared/report-labels.ts';

const word = REPORT_WORDS.en;

/** Campaigns, and the files that belong to them. */
export const campaigns = {
  errors: {
    NO_RECIPIENTS: 'Messages cannot be sent to any number in this list.',
    UNKNOWN_PLACEHOLDER:
      'There is no value for the placeholder "{name}", first in row {row}. You can use: {columns}.',
    TOO_MANY_TYPED:
      'You entered {count} numbers; at most {limit} can be typed or pasted for one campaign. Send to more from a file or to a group.',
    TEXT_OR_TEMPLATE: 'Give either a text or a template, not both.',
    OWN_PHONE_MISSING: 'Add your phone number in the settings first: a test message goes there.',
    NOBODY_CHOSEN: 'Choose at least one number, group or contact.',
    FILE_REFUSED: '{reason}',
    UPLOAD_GONE:
      'This upload no longer exists. Files that are not sent are deleted after 24 hours: upload it again.',
    NO_SUMMARY: 'The campaign has no summary or is invalid',
    PREVIEW_FAILED: 'Message preview could not be loaded. Check the contents of the upload file',
    DAILY_LIMIT:
      'This is {wanted} messages, and {left} are left for today: the account may send {limit} a day, and {used} were accepted since midnight UTC. Send to fewer, choose a time after midnight UTC, or ask the person who manages the account for a higher limit.',
    UNAPPROVED_LIMIT:
      'The texts of this account need approval, and this account and those that share its limit have reached it: {limit} messages without approval in 24 hours, or {limit} texts that wait for it. Send the text as a campaign and have it approved, then send it again.',
    TEXT_DECLINED:
      'An approver declined this text less than 24 hours ago. Change it, or ask for the reason.',
    OUTSIDE_WINDOW:
      'This sender ID may not be used for {countries} at that hour. It may be used again from {opens}.',
    FOUR_EYES:
      'Someone else has to decide on this, because you own it, took part in it, or need approval yourself.',
    HELD_BACK:
      'The data was restored from a backup, and this campaign is older: it may have been sent since. It waits until an administrator releases it.',
  },
  /** The time of a campaign without one, in a notice to its approvers. */
  atOnce: 'as soon as it is approved',
  mail: {
    APPROVAL_REQUESTED: {
      subject: '{client} asks for your approval: {name}',
      paragraphs: [
        '{client} submitted the campaign {name} for your approval: {messages} messages for {units} units, to be sent {when}. Nothing is sent until you decide. The text:',
        '{text}',
        'Approve or decline it here:',
        '>{link}',
      ],
      sms: '{brand}: {client} asks you to approve "{excerpt}", {messages} messages, {units} units, {when}. {link}',
    },
    APPROVAL_REMINDED: {
      subject: 'Still waiting for your approval: {name}',
      paragraphs: [
        'The campaign {name} of {client} still waits for your approval: {messages} messages for {units} units, to be sent {when}. Nothing is sent until you decide. The text:',
        '{text}',
        'Approve or decline it here:',
        '>{link}',
      ],
      sms: '{brand}: still waiting for your approval: {client}, "{excerpt}", {messages} messages, {units} units, {when}. {link}',
    },
    CAMPAIGN_APPROVED: {
      subject: 'Your campaign {name} was approved',
      paragraphs: [
        'Your campaign {name} was approved. It is sent at its scheduled time, or now if it has none. Follow it here:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} was approved.',
    },
    CAMPAIGN_DECLINED: {
      subject: 'Your campaign {name} was declined',
      paragraphs: [
        'Your campaign {name} was declined, and nothing of it was sent or charged. The reason given:',
        '{reason}',
        'Copy it, make the changes, and submit it for approval again:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} was declined: {reason}',
    },
    CAMPAIGN_TOO_LATE: {
      subject: 'Your campaign {name} is waiting for you',
      paragraphs: [
        'Your campaign {name} missed its scheduled time, so it was not sent. Send it now, reschedule it or cancel it:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} missed its time and is waiting for you.',
    },
    CAMPAIGN_DAILY_LIMIT: {
      subject: 'Your campaign {name} is waiting for you',
      paragraphs: [
        'Your campaign {name} is more than your account can still send today, so it was not sent. Reschedule it, send it to fewer people, or ask the person who manages your account for a higher daily limit:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} reached the daily limit and is waiting for you.',
    },
    CAMPAIGN_NEEDS_APPROVAL: {
      subject: 'Your campaign {name} needs approval',
      paragraphs: [
        'Your campaign {name} was sent before it needed approval, and needs it now. An approver decides on it; nothing of it was sent or charged yet. It keeps its scheduled time. Follow it here:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} now needs approval, and an approver decides on it.',
    },
    CAMPAIGN_FAILED: {
      subject: 'Your campaign {name} could not be sent',
      paragraphs: [
        'Your campaign {name} could not be started. Nothing of it was sent or charged. See why, and make a copy of it to send again:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} could not be sent.',
    },
  },
  columns: [
    word.messageId,
    word.destination,
    word.text,
    word.status,
    word.carrierStatus,
    word.error,
    word.segments,
    word.units,
    word.country,
    word.network,
    `${word.submitted} (UTC)`,
    `${word.done} (UTC)`,
    word.unitsHeld,
    word.unitsCharged,
    word.unitsRefunded,
  ],
  refused: {
    ROW: 'Row',
    VALUE: 'Value',
    REASON: 'Reason',
    COUNTRY_NOT_ALLOWED:
      'This account does not send to this country. Allow it under Settings, Protection.',
    RANGE_BLOCKED: 'Numbers that begin like this one are blocked.',
    NEW_ACCOUNT_LIMIT: 'This is more than a new account may send for now.',
    NO_CONSENT: 'No consent of this person is on record.',
    SENDER_NOT_REGISTERED: 'The operator of this number has not approved the sender ID.',
    OPTED_OUT: 'This person asked not to receive your messages.',
    BLOCKED: 'Nobody may send to this number.',
    NO_RATE: 'There is no rate for this country.',
    EMPTY_TEXT: 'The message for this row has no text.',
    TEXT_TOO_LONG: 'The message for this row is too long.',
    NO_VALUE: 'The text uses #{name}#, which has no value for this person.',
  },
} as const;
