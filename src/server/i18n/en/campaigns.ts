/** Campaigns, and the files that belong to them. */
export const campaigns = {
  errors: {
    NO_RECIPIENTS: 'Messages cannot be sent to any number in this list.',
    UNKNOWN_PLACEHOLDER:
      'Nothing is known for the placeholder "{name}", first in row {row}. What can be used here: {columns}.',
    TOO_MANY_TYPED:
      'These are {count} numbers; at most {limit} can be typed or pasted for one campaign. Send more of them from a file or to a group.',
    TEXT_OR_TEMPLATE: 'Give either a text or a template, one of the two.',
    NOBODY_CHOSEN: 'Choose at least one number, group or contact.',
    FILE_REFUSED: '{reason}',
    UPLOAD_GONE:
      'This upload is no longer here. Files that are not sent are deleted after 24 hours: upload it again.',
    NO_SUMMARY: 'The campaign has no summary or is invalid',
    PREVIEW_FAILED: 'Message preview could not be loaded. Check the contents of the upload file',
    DAILY_LIMIT:
      'This would be {wanted} messages, and {left} are left of today: the account may send {limit} a day, and {used} were taken since midnight UTC. Send to fewer, choose a time after midnight UTC, or ask the person who manages the account for a higher limit.',
    OUTSIDE_WINDOW:
      'With this sender ID nothing may be sent to {countries} at that hour. It may be sent again from {opens}.',
    FOUR_EYES: 'Someone else has to decide on this, because you own it or took part in it.',
    HELD_BACK:
      'The data was restored from a backup, and this campaign is older: it may have been sent since. It waits until an administrator has looked at it.',
  },
  mail: {
    CAMPAIGN_APPROVED: {
      subject: 'Your campaign {name} was approved',
      paragraphs: [
        'Your campaign {name} was approved. It is sent at its time, or now where it has none. See how it goes:',
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
      subject: 'Your campaign {name} waits for you',
      paragraphs: [
        'The time of your campaign {name} was missed, so it was not sent. Decide whether it goes now, at another time, or not at all:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} missed its time and waits for you.',
    },
    CAMPAIGN_DAILY_LIMIT: {
      subject: 'Your campaign {name} waits for you',
      paragraphs: [
        'Your campaign {name} is larger than what your account may still send today, so it was not sent. Give it another day, send it to fewer people, or ask the person who manages your account for a higher daily limit:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} met the daily limit and waits for you.',
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
    'Message ID',
    'Phone',
    'Text',
    'Status',
    'Carrier status',
    'Error',
    'Segments',
    'Units',
    'Country',
    'Network',
    'Submitted',
    'Ended',
  ],
  refused: {
    ROW: 'Row',
    VALUE: 'Value',
    REASON: 'Reason',
    OPTED_OUT: 'This person asked not to receive your messages.',
    BLOCKED: 'Nobody may send to this number.',
    NO_RATE: 'There is no rate for this country.',
    EMPTY_TEXT: 'The message for this row has no text.',
    TEXT_TOO_LONG: 'The message for this row is too long.',
    NO_VALUE: 'The text uses #{name}#, which has no value for this person.',
  },
} as const;
