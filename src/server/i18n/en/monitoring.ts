/** Alerts to those who run the installation. */
export const monitoring = {
  mail: {
    ALERT_RAISED: {
      subject: '{brand}: {title}',
      paragraphs: ['{title}.', '{advice}', 'Since {since}. How everything stands:', '>{link}'],
      sms: '{brand}: {title}',
    },
    ALERT_REMINDED: {
      subject: '{brand}, still: {title}',
      paragraphs: [
        'It is still so: {title}.',
        '{advice}',
        'Since {since}. How everything stands:',
        '>{link}',
      ],
      sms: '{brand}, still: {title}',
    },
    ALERT_RESOLVED: {
      subject: '{brand}, over: {title}',
      paragraphs: [
        'This is over: {title}.',
        'It began at {since}. How everything stands:',
        '>{link}',
      ],
      sms: '{brand}, over: {title}',
    },
    TEST: {
      subject: 'Test mail from {brand}',
      paragraphs: ['This mail shows that {brand} can send mail.'],
      sms: 'This message shows that {brand} can send.',
    },
  },
  noneStarted: 'No {subject} process has started',
  alerts: {
    CONNECTOR_DOWN: {
      title: 'Connector {subject} has not been bound for {minutes} minutes',
      advice:
        'Its page says why the last try failed. Messages that no other route takes wait in the queue.',
    },
    QUEUE_OLD: {
      title: 'The oldest message has waited {minutes} minutes',
      advice:
        '{queued} messages wait. Look whether connectors are bound, and whether what is handed in is more than their throughput carries.',
    },
    RECEIPTS_MISSING: {
      title: 'Connector {subject} brings too few receipts',
      advice:
        'It took {taken} message parts within an hour and brought {receipts} receipts. Ask the carrier; messages stay "submitted" until then.',
    },
    OUTBOX_STUCK: {
      title: 'What should go out as {subject} has been due for {minutes} minutes',
      advice: '{waiting} wait. Look at the worker and at its log.',
    },
    PAYMENTS_SILENT: {
      title: 'A payment has been without word for {minutes} minutes',
      advice:
        '{payments} payments wait. Look whether the provider can reach the call-back address and whether it answers when it is asked.',
    },
    LEDGER_UNBALANCED: {
      title: 'The ledger does not balance',
      advice: 'Run "npm run ledger:check" for what was found, and change nothing before you know.',
    },
    AUDIT_BROKEN: {
      title: 'The audit log was changed outside the product',
      advice:
        'Run "npm run audit:check" to see which entry no longer fits, keep a copy of the database, and find out who had access to it.',
    },
    DISK_LOW: {
      title: 'Only {percent}% of the disk is free',
      advice:
        'When it is full nothing is accepted any more. Make room, shorten what is kept, or give it a larger disk.',
    },
    BACKUP_OLD: {
      title: 'The last whole back-up is {hours} hours old',
      advice: 'Make one by hand and look why the usual one was not made.',
    },
    PROCESS_SILENT: {
      title: 'The process {subject} is silent',
      advice:
        'It has said nothing for {seconds} seconds. Look whether it runs and whether it reaches the database.',
    },
    SALE_BELOW_COST: {
      title: 'Messages are sold below cost',
      advice:
        'Prices below cost: {prices}, clients: {clients}, among them {example}. Compare them on the rates screen with the price of the seller and the cost of the connector, then raise the price or change the route. Audit log entries show who set it.',
    },
    TEST: {
      title: 'A test alert',
      advice: 'Somebody asked for it on the status page. Nothing is wrong.',
    },
  },
} as const;
