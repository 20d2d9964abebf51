export const standing = {
  standing: {
    title: 'Status', tabList: 'Parts of the status', tabs: { overview: 'Overview', alerts: 'Alert settings', retention: 'Retention' },
    purpose: 'How this installation stands, and what needs somebody.',
    well: 'Nothing is wrong. Looked at {{time}}.', openAlerts: 'What is wrong now', since: 'Since {{time}}',
    figures: { queued: 'Waiting to be sent', oldest: 'Oldest of them', inFlight: 'On the wire', outbox: 'Mails and callbacks', payments: 'Payments without word', database: 'Database', disk: 'Disk free', ledger: 'Ledger', backup: 'Last back-up', version: 'Version' },
    diskOf: '{{free}} of {{total}}', balanced: 'Balanced', unbalanced: 'Not balanced', notProven: 'Not proven yet', noBackup: 'None yet', verified: 'verified', noneWaits: 'None waits',
    charts: {
      title: 'The last hours', span: 'Hours shown', hours_one: '{{count}} hour', hours_other: '{{count}} hours', days: '7 days', empty: 'The first figures come within a minute of the start.', time: 'Time',
      queue: 'Messages waiting', age: 'Age of the oldest, minutes', traffic: 'Message parts', outbox: 'Mails and callbacks waiting', queued: 'Waiting', minutes: 'Minutes', submitted: 'Handed over', receipts: 'Receipts', waiting: 'Waiting',
    },
    processes: 'Processes', process: 'Process', names: { api: 'API', worker: 'Worker', gateway: 'Gateway' }, host: 'Machine', state: 'State', started: 'Started', heard: 'Last heard', version: 'Version',
    connectors: 'Connectors', connector: 'Connector', perSecond: 'Messages/s', window: 'Window', windowText: '{{used}} of {{size}}', noConnectors: 'No connector yet', noConnectorsText: 'Nothing can be sent before one is there.', addConnector: 'Add a connector',
    alerts: 'Alerts', alert: 'Alert', raised: 'Raised', resolved: 'Over', told: 'Told', toldText: '{{told}} told', untoldText: '{{told}} told, {{untold}} not yet', noAlerts: 'None was ever raised.',
    kinds: {
      CONNECTOR_DOWN: 'Connector {{subject}} is not bound', QUEUE_OLD: 'Messages wait too long', RECEIPTS_MISSING: 'Connector {{subject}} brings too few receipts', OUTBOX_STUCK: 'What should go out as {{subject}} is stuck', PAYMENTS_SILENT: 'A payment is without word',
      LEDGER_UNBALANCED: 'The ledger does not balance', DISK_LOW: 'The disk is nearly full', BACKUP_OLD: 'The last back-up is too old', PROCESS_SILENT: 'The process {{subject}} is silent', SALE_BELOW_COST: 'Messages are sold below cost', TEST: 'A test alert',
    },
    advice: {
      CONNECTOR_DOWN: 'Its page says why the last try failed.', QUEUE_OLD: 'See whether connectors are bound, and whether more is handed in than they carry.', RECEIPTS_MISSING: 'Ask the carrier; messages stay with the carrier until then.', OUTBOX_STUCK: 'Look at the worker and its log.',
      PAYMENTS_SILENT: 'See whether the provider answers and can reach the call-back address.', LEDGER_UNBALANCED: 'Run npm run ledger:check, and change nothing before you know.', DISK_LOW: 'Make room, keep less, or give it a larger disk.', BACKUP_OLD: 'Make one by hand, and see why the usual one was not made.',
      PROCESS_SILENT: 'See whether it runs and reaches the database.', SALE_BELOW_COST: 'Compare the price with the seller\'s and with the connector\'s cost, then raise it or change the route.', TEST: 'Nothing is wrong.',
    },
    facts: { minutes: '{{value}} minutes', hours: '{{value}} hours', seconds: '{{value}} seconds', percent: '{{value}}% free', taken: '{{value}} handed over', receipts: '{{value}} receipts', queued: '{{value}} waiting', waiting: '{{value}} waiting', payments: '{{value}} payments', prices: 'prices: {{value}}', clients: 'clients: {{value}}' },
    retention: {
      purpose: 'For how long what people wrote, and to whom, is kept.', title: 'How long things are kept', saved: 'What is older goes within the hour', there: 'What there is', oldest: 'Oldest day of messages', partitions: 'Days of messages, with those to come',
      textDays: 'Texts, days', textDaysHelp: 'What was written in messages, sent and received, and what campaign files said of their people. Afterwards lengths, prices and outcomes stay.',
      messageDays: 'Sent messages, days', messageDaysHelp: 'Messages with their receipts and timelines, and the rows of campaigns. Counts, statistics and the ledger stay for ever.',
      incomingDays: 'Incoming messages, days', incomingDaysHelp: 'Messages from phones.',
      fixed: {
        uploads: 'Uploaded files', uploadsText: '24 hours, or until their campaign or import is done with them', deliveries: 'Webhook deliveries', deliveriesText: '7 days, 30 where they failed', mails: 'Mails and callbacks that went out', mailsText: '7 days, without their contents',
        sessions: 'Sign-ins', sessionsText: 'Until they end, and as long as their list shows them', counts: 'Counts, invoices and the ledger', countsText: 'For ever: they name no phone', audit: 'Audit log', auditText: 'For ever',
      },
      askTitle: 'Keep it shorter?', ask: 'Take it away', askText: 'What is older than the new terms is taken away within the hour, and does not come back.',
    },
    settings: {
      purpose: 'From when on the operators are told, and who they are.', readOnly: 'An administrator changes these.', thresholds: 'When to tell',
      connectorMinutes: 'Connector not bound for, minutes', queueMinutes: 'Oldest message has waited, minutes', receiptsPercent: 'Receipts below, percent of what was handed over', outboxMinutes: 'Mail or callback due for, minutes', paymentMinutes: 'Payment without word for, minutes',
      diskPercent: 'Disk free below, percent', backupHours: 'Last back-up older than, hours', processSeconds: 'Process silent for, seconds', wrong: 'Give a whole number from {{least}} to {{most}}.',
      readers: 'Whom to tell', recipients: 'E-mail addresses', recipientsHelp: 'Separate several by commas. With none, the alert addresses of the administrators are used, else their own.', recipientWrong: '{{value}} is not an e-mail address.',
      webhook: 'Address for software', webhookHelp: 'Gets every alert as signed JSON. Leave it empty where nothing listens.', webhookWrong: 'Give an address that begins with https:// or http://.', save: 'Save changes', saved: 'The alert settings are changed', test: 'Send a test alert', tested_one: 'One address is told', tested_other: '{{count}} addresses are told', testedNobody: 'Nobody would be told: name somebody first.',
    },
  },
  personal: {
    purpose: 'What is kept on one phone number: to give to whoever asks for it, or to take away.', find: 'One phone number', phone: 'Phone number', help: 'Of an administrator over all accounts, else over your own.', look: 'Look',
    contacts: 'Contacts', messages: 'Messages to it', incoming: 'Messages from it', optOuts: 'Opt-outs', campaignRows: 'Rows of campaigns',
    inFlight: 'It is in {{value}} messages or campaigns that have not ended. Let them end, or cancel the campaigns, before it is erased.', export: 'Download everything', erase: 'Erase', erasing: 'It is being erased in the background',
    files: 'Uploaded files and reports that may name it end at once when it is erased. Who wanted no messages goes on getting none.', askTitle: 'Erase what is kept on {{phone}}?', askText: 'Contacts are deleted; in messages and campaigns the number and the texts are taken away, counts and charges stay. This cannot be undone.',
  },
} as const;
