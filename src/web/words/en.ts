import { first } from './first.ts';

/** Every text of the screens, in English; the other languages answer to its keys. */
export const en = {
  ...first,
  units_one: '{{value}} unit',
  units_other: '{{value}} units',
  segments_one: '{{value}} segment',
  segments_other: '{{value}} segments',
  rows_one: '{{value}} row',
  rows_other: '{{value}} rows',
  shell: {
    version: 'Version {{version}}',
    openMenu: 'Open the menu', closeMenu: 'Close the menu', menu: 'Main menu', sidebar: 'Account and menu', account: 'Notifications and account', accountTasks_one: 'Notifications and account, {{count}} task', accountTasks_other: 'Notifications and account, {{count}} tasks',
    home: 'Home', balance: 'Balance', units_one: 'unit', units_other: 'units', refreshBalance: 'Refresh the balance', notifications: 'Background tasks', noNotifications: 'Nothing has run yet. Long work, such as reading a file of recipients, shows here.',
    allTasks: 'All background tasks', logout: 'Logout', sandbox: 'Sandbox', sandboxText: 'Nothing leaves this machine: a simulated carrier answers, and no money moves.',
    newVersion: 'A new version is ready', newVersionText: 'This page could not be loaded, most likely because the portal was updated. Reload to go on.', reload: 'Reload',
    broken: 'Unexpected Application Error!', brokenText: 'This screen stopped working. Nothing that was saved or sent is lost.',
  },
  idle: {
    title: 'Session Expiring', text_one: 'You will be logged out in {{value}} second due to inactivity.', text_other: 'You will be logged out in {{value}} seconds due to inactivity.', stay: 'Stay Logged In', reason: 'due to inactivity',
  },
  menu: {
    dashboard: 'Dashboard', messaging: 'SMS & Campaigns', sendSms: 'Send SMS', fromFile: 'Send from file', campaigns: 'Campaigns', campaignMessages: 'Campaign Messages', templates: 'SMS Templates', sentMessages: 'Sent Messages', incomingMessages: 'Incoming Messages',
    gateway: 'Jasmin', gatewayGroups: 'Groups', gatewayUsers: 'Users', smppConnectors: 'SMPP Connectors', httpConnectors: 'HTTP Connectors', genericConnectors: 'Generic Connectors', filters: 'Filters', moRoutes: 'MO Routes', mtRoutes: 'MT Routes',
    contacts: 'Contacts & Groups', wallet: 'Purchases', buy: 'Buy', topUp: 'Buy SMS', rates: 'SMS Rates', transactions: 'All Transactions',
    senders: 'Sender IDs', allSenders: 'All Sender IDs', requestSender: 'Request Sender ID', delegateSender: 'Delegate Sender ID',
    clients: 'Clients', allClients: 'All Clients', userTree: 'User Tree', reports: 'Reports', userDelivery: 'User Delivery Report', myDelivery: 'My Delivery Report', downloadReport: 'Download Report',
    settings: 'Settings', tasks: 'Background Tasks', apiDocumentation: 'API Documentation', userManual: 'User Manual',
  },
  later: { title: '{{name}} is not in this version yet', text: 'It comes with a later version. Everything else in the menu works as it says.' },
  status: {
    ACTIVE: 'Active', APPROVED: 'Approved', COMPLETED: 'Completed', PENDING: 'Pending', WAITING_APPROVAL: 'Waiting for approval', SCHEDULED: 'Scheduled', QUEUED: 'Queued',
    RUNNING: 'Running', PAUSED: 'Paused', DECLINED: 'Declined', CANCELLED: 'Cancelled', CANCELED: 'Cancelled', FAILED: 'Failed', BLOCKED: 'Blocked', INACTIVE: 'Inactive',
    INVITED: 'Invited', PENDING_ACTIVATION: 'Waiting for activation', RECEIVED: 'Received', SUCCESS: 'Success', PENDING_APPROVAL: 'Waiting for approval',
    DOCUMENTS_APPROVED: 'Documents approved', DOCUMENT_APPROVED: 'Document approved', DOCUMENT_REJECTED: 'Document rejected', READY_FOR_SENDING: 'Ready for sending',
    READY_FOR_DOWNLOAD: 'Ready to download', REJECTED: 'Rejected', PENDING_DOCUMENTS_APPROVAL: 'Documents in review', WAITING_SETUP: 'Being set up', PROCESSING: 'In progress',
    CLAIMED: 'Being sent', SUBMITTED: 'With the carrier', AMBIGUOUS: 'Unconfirmed', DELIVERED: 'Delivered', UNDELIVERABLE: 'Undeliverable', EXPIRED: 'Expired', UNKNOWN: 'Unknown',
  },
  reason: {
    NO_UNITS: 'There were not enough units when it was due.', TOO_LATE: 'Its time was missed by more than an hour, so it waits for you.', NO_ROUTE: 'No route leads to these numbers.',
    NO_RATE: 'There is no rate for one of the countries.', NO_RECIPIENTS: 'No row of the file gives a number that can be sent to.', NO_RECEIPT: 'The carrier sent no receipt in time.', UNRESOLVED: 'The carrier never confirmed that it took this message; its units were given back.',
    OPTED_OUT: 'This person asked not to receive your messages.', BLOCKED: 'Nobody may send to this number.',
  },
  refused: {
    EMPTY: 'No number', NOT_A_NUMBER: 'Not a number', SCIENTIFIC: 'Rounded by a spreadsheet (2.54712E+11)', TOO_SHORT: 'Too short', TOO_LONG: 'Too long', NOT_MOBILE: 'Not a mobile number',
    UNKNOWN_COUNTRY: 'Unknown country code', INVALID: 'Not a valid number', NO_RATE: 'No rate for the country', EMPTY_TEXT: 'No text', TEXT_TOO_LONG: 'Text too long',
  },
  list: {
    pageSize: 'Rows per page', page: 'Page {{page}}', first: 'First page', updated: 'Updated {{time}}', updating: 'Updating',
    failed: 'This list could not be loaded', failedKept: 'What you see is from {{time}}; the newest could not be loaded: {{message}}', noneMatch: 'Nothing matches these filters', noneMatchText: 'Take a filter away to see more.',
    filters: 'Filters', removeFilter: 'Remove the filter {{name}}', rowMenu: 'Actions for {{name}}', results_one: '{{value}} result', results_other: '{{value}} results',
  },
  time: { now: 'just now', from: 'From', to: 'To', utcDays: 'Days are in UTC, from 00:00 to 23:59.', wrongOrder: 'The first day lies after the last.', custom: 'Other days',
    today: 'Today', yesterday: 'Yesterday', thisWeek: 'This week', lastWeek: 'Last week', thisMonth: 'This month', lastMonth: 'Last month', last7Days: 'Last 7 days', last30Days: 'Last 30 days', seconds: '{{value}} s', minutes: '{{minutes}} min {{seconds}} s', hours: '{{hours}} h {{minutes}} min' },
  home: {
    title: 'Dashboard', hello: 'Good to see you, {{name}}', balance: 'Balance', balanceHelp: 'One unit pays for one segment to your home country.', running: 'In progress', runningNone: 'Nothing is being sent at the moment.',
    latest: 'Latest campaigns', seeAll: 'See all campaigns', first: 'First steps', firstText: 'From a list of numbers to receipts in three steps.',
    step1: 'Have your list ready', step1Text: 'A CSV, TXT or XLSX file with a column of phone numbers. Other columns can be used in the text.', step2: 'Write and check', step2Text: 'You see the first messages exactly as they will go, what is left out and why, and what it costs.',
    step3: 'Send and watch', step3Text: 'Counts move as the carriers answer. Pause or cancel at any moment.', begin: 'Send from a file',
    today: 'Messages today', todayText: 'Since 00:00 UTC', delivered: 'Delivered today', noCampaigns: 'No campaign yet', noCampaignsText: 'Your campaigns and how far they are will show here.',
    low: 'Your balance is low: under {{level}} units.',
  },
  campaigns: {
    title: 'Campaigns', purpose: 'What you have sent, are sending and will send.', new: 'Send from file', name: 'Campaign', status: 'Status', sender: 'Sender ID', progress: 'Progress', recipients: 'Recipients', units: 'Units', created: 'Created', owner: 'Client',
    empty: 'No campaign yet', emptyText: 'Upload a file of numbers, write your text, and see the first messages before anything is sent.', emptyRead: 'Campaigns that you may see will show here.',
    progressText: '{{done}} of {{total}} sent', createdOn: 'Created',
    pause: 'Pause', resume: 'Resume', cancel: 'Cancel campaign', continue: 'Review and send', viewMessages: 'View messages', paused: 'The campaign is paused', resumed: 'The campaign goes on', cancelled: 'Campaign cancelled successfully',
    cancelTitle: 'Cancel this campaign?', cancelText: '{{name}}: what has not been handed to a carrier will not be sent, and its units come back to your balance. What the carriers have already runs its course.', cancelLeft_one: '{{value}} message has not been handed over yet.', cancelLeft_other: '{{value}} messages have not been handed over yet.', cancelDraft: '{{name}} will not be sent. It stays in the list as cancelled.',
    notFound: 'There is no such campaign', notFoundText: 'It may belong to another account, or the address is not complete.',
    facts: 'Facts', text: 'Text', outcome: 'Outcome', schedule: 'Scheduled for', started: 'Started', ended: 'Ended', source: 'Made from', approvedBy: 'Approved by', segments: 'Segments', unitsHeld: 'Units held', unitsCharged: 'Units charged', messages: 'Messages',
    sources: { COMPOSE: 'Typed numbers', CONTACTS: 'Contacts', FILE: 'A file' },
    outcomes: { queued: 'Waiting', submitted: 'With the carrier', ambiguous: 'Unconfirmed', delivered: 'Delivered', undeliverable: 'Undeliverable', failed: 'Failed', rejected: 'Rejected', expired: 'Expired', unknown: 'Unknown', cancelled: 'Cancelled' },
    outcomeTable: 'Messages by outcome', count: 'Messages', share: 'Share', draft: 'Prepared, not sent', draftText: 'Nothing has been sent or charged. Look at the summary, then send it.', waiting: 'Someone who may approve it has to look at it first. Nothing has been sent.',
    pausedText: 'No message is handed over until it is resumed.', back: 'Campaigns',
  },
  fromFile: {
    title: 'Send from file', purpose: 'One text to everyone on a list, with words from its columns.', steps: { recipients: 'Recipients', message: 'Message', review: 'Review and send' }, step: 'Step {{n}} of 3',
    drop: 'Drop a file here', dropOr: 'or', browse: 'Choose a file', dropHelp: 'CSV, TXT or XLSX, up to 1,000,000 rows and 300 MB. The first row may hold the names of the columns.', dropWrong: 'Choose a CSV, TXT or XLSX file. This one is called {{name}}.', dropMany: 'One file at a time, please.', dropEmpty: 'This file is empty.', dropLarge: 'This file has {{size}}; 300 MB is the most.',
    uploading: 'Uploading {{name}}', uploaded: '{{done}} of {{total}}', reading: 'Reading the file', cancelUpload: 'Cancel the upload', uploadFailed: 'The file was not taken', replace: 'Choose another file',
    phoneColumn: 'Which column has the phone numbers?', phoneColumnHelp: 'Numbers may be written in any usual way: 0712 345678, +254 712 345678, 254712345678.', suggested: 'Suggested by what is in it', previewTitle: 'The first rows', previewOf: 'The file has {{rows}} and {{columns}}; the first five of each show here.', columns_one: '{{count}} column', columns_other: '{{count}} columns', toMessage: 'Continue to the message',
    name: 'Campaign name', nameHelp: 'Only you see it, in lists and reports.', sender: 'Sender ID', senderHelp: 'What people see as the sender.', noSender: 'You have no sender ID that is ready for sending. Ask whoever manages your account.', promotional: 'Promotional', transactional: 'Transactional', shortcode: 'Short code', generic: 'Shared', chooseSender: 'Choose a sender ID',
    text: 'Text', insert: 'Insert from your file', insertColumn: 'Insert {{name}}', notUsable: '{{name}} cannot be a placeholder: a name starts with a letter and has letters, digits, spaces or _.', textMissing: 'Write the text.', nameMissing: 'Give the campaign a name.', senderMissing: 'Choose a sender ID.', textLong: 'The text has more than 10,000 characters.', unknownPlaceholder: 'The file has no column "{{name}}". Click a column above to insert it, or take it out.',
    characters_one: '{{value}} character', characters_other: '{{value}} characters', encoding: { GSM7: 'GSM 7-bit', UCS2: 'Unicode (UCS-2)' }, left: '{{value}} left in this segment', counted: 'Counted with the words of row {{row}}; each message is counted by its own words.',
    forced: 'These characters make every message with them Unicode, which holds 70 characters instead of 160:', replaceAll: 'Replace by plain look-alikes', noLookalike: 'no look-alike', leftOutCharacter: 'left out', forcedByFile: 'The file makes the message of row {{row}} Unicode by: {{characters}}', estimate: 'About {{units}} for the whole file at your home rate; the exact price comes with the next step.', stop: 'This sender is promotional: people must be able to opt out, so this is added at the end of every message:', stopCounted: 'It is counted above.',
    when: 'When', now: 'As soon as I send it', later: 'At a time I choose', date: 'Date and time', dateHelp: 'In your time zone, {{zone}}.', datePast: 'Choose a time that is still to come.', dateMissing: 'Choose the date and time.',
    sample: 'As row {{row}} gets it', sampleEmpty: 'Your text shows here as you write.', sampleNext: 'Next row', samplePrevious: 'Previous row',
    prepare: 'Check and price', preparing: 'Preparing your messages', preparingText: 'Numbers are checked, duplicates and people who opted out are left out, and each message is counted and priced. Nothing is sent. You may leave this page and come back.', prepareStop: 'Stop preparing', prepareFailed: 'The file could not be prepared', prepareFailedText: 'Nothing was sent and nothing was charged. Your text is kept: go back, change what is needed, and try again.', prepareCanceled: 'Preparing was stopped', toText: 'Back to the message',
    firstMessages: 'The first messages, exactly as they will go', to: 'To {{destination}}', noSummary: 'The campaign has no summary or is invalid', noPreview: 'Message preview could not be loaded (check the upload file contents)',
    summary: 'What will be sent', willSend: 'Messages to send', rowsInFile: 'Rows in the file', invalid: 'Invalid numbers', duplicate: 'Duplicates', optedOut: 'Opted out', blocked: 'Blocked', downloadRefused: 'Download the rows left out', cost: 'Cost', balanceNow: 'Balance now', balanceAfter: 'Balance after', byRegion: 'By country', region: 'Country', gsmMessages: '{{value}} in GSM 7-bit', ucs2Messages: '{{value}} in Unicode',
    short: 'You are short of {{units}}', shortText: 'This campaign needs {{needed}} and {{available}} are available. Buy units or ask whoever manages your account for a transfer, then come back: the campaign is kept. Or go back and send to fewer people, or with a shorter text.', shortRefresh: 'Check the balance again', nobody: 'There is nobody to send to', nobodyText: 'No row gives a number that can be sent to. See why on this page, or choose another column.',
    send_one: 'Send {{value}} message', send_other: 'Send {{value}} messages', schedule_one: 'Schedule {{value}} message', schedule_other: 'Schedule {{value}} messages', scheduledFor: 'To be sent on {{time}}', confirmTitle_one: 'Send {{value}} message?', confirmTitle_other: 'Send {{value}} messages?', confirmScheduleTitle_one: 'Schedule {{value}} message?', confirmScheduleTitle_other: 'Schedule {{value}} messages?', confirmText: 'From {{sender}}, for {{units}}. {{after}} remain afterwards.',
    sent: 'On its way. You can watch it here.', scheduled: 'Scheduled. It goes at the time you chose.', waitingApproval: 'Handed in. Someone has to approve it before it goes.', already: 'This campaign is {{status}} already', alreadyText: 'It cannot be sent from here again.', open: 'Open the campaign', keepDraft: 'Leave for later', gone: 'This upload is no longer here', goneText: 'Start with a file. Files that are not sent are deleted after 24 hours.',
  },
  messages: {
    title: 'Sent Messages', purpose: 'Every message that went out, newest first.', destination: 'Number', sender: 'Sender ID', text: 'Text', status: 'Status', carrierStatus: 'Carrier says', campaign: 'Campaign', sent: 'Created', segments: 'Segments', units: 'Units', network: 'Network', date: 'Date',
    empty: 'No message yet', emptyText: 'Each message you send shows here within seconds, with what became of it.', destinationHelp: 'As it was sent, with the country code: +254712345678', carrierHelp: 'In the carrier\'s own word, such as DELIVRD', ownCampaign: 'This campaign', single: 'Single message',
    oneTitle: 'Message to {{destination}}', timeline: 'What happened', facts: 'Facts', notFound: 'There is no such message', notFoundText: 'It may belong to another account, or the address is not complete.', encoding: 'Alphabet', connector: 'Connector', carrierId: 'Carrier\'s id', errorCode: 'Error', submitted: 'Handed over', done: 'Final', messageId: 'Message id', back: 'Sent messages', owner: 'Client', dupRisk: 'May have arrived twice: it was sent again after an unconfirmed hand-over.', part: 'Part {{part}}', took: 'after {{time}}',
    kinds: { ACCEPTED: 'Accepted', ROUTED: 'Routed', SUBMITTED: 'Handed to the carrier', RECEIPT: 'Receipt from the carrier', FINAL: 'Final state', REQUEUED: 'Put back in the queue', AMBIGUOUS: 'Hand-over unconfirmed', RESENT: 'Sent again', FAILED_OVER: 'Moved to another route', CALLBACK: 'Told to your software' },
    factNames: { campaign: 'Campaign', route: 'Route', order: 'Order', filters: 'Filters', connector: 'Connector', carrierMessageId: 'Carrier\'s id', carrierStatus: 'Carrier says', status: 'Status', errorCode: 'Error', source: 'Came by', url: 'Address', httpStatus: 'Answer', attempt: 'Attempt', reason: 'Reason' },
    alphabets: { GSM7: 'GSM 7-bit', UCS2: 'Unicode (UCS-2)', BINARY: 'Binary' },
  },
  tasks: {
    kinds: { prepareCampaign: 'Prepare {{name}}', expandCampaign: 'Queue the messages of {{name}}' }, title: 'Background Tasks', purpose: 'Long work that goes on while you do something else.', description: 'Task', status: 'Status', progress: 'Progress', created: 'Started', duration: 'Took', empty: 'Nothing has run yet', emptyText: 'Reading a file of recipients or making a report shows here, with how far it is.', stop: 'Stop', stopTitle: 'Stop this task?', stopText: '{{name}}: what it has not done yet will not be done.', stopped: 'The task is being stopped', openCampaign: 'Open the campaign',
  },
} as const;

/** The same keys with words of another language; Portuguese has a plural of its own for millions (CLDR 'many'), without which they fall back to English. */
export type Translation<W> = { readonly [K in keyof W]: W[K] extends string ? string : Translation<W[K]> } & {
  readonly [K in keyof W as K extends `${infer Base}_other` ? `${Base}_many` : never]: string;
};
export type Partially<W> = { readonly [K in keyof W]?: W[K] extends string ? string : Partially<W[K]> };
export type Words = typeof en;
