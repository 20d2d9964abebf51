/** Alerts to those who run the installation. */
export const monitoring = {
  mail: {
    ALERT_RAISED: {
      subject: '{brand}: {title}',
      paragraphs: ['{title}.', '{advice}', 'Since {since}. System health:', '>{link}'],
      sms: '{brand}: {title}',
    },
    ALERT_REMINDED: {
      subject: '{brand}, still: {title}',
      paragraphs: [
        'Not resolved yet: {title}.',
        '{advice}',
        'Since {since}. System health:',
        '>{link}',
      ],
      sms: '{brand}, still: {title}',
    },
    ALERT_RESOLVED: {
      subject: '{brand}, over: {title}',
      paragraphs: ['Resolved: {title}.', 'It started at {since}. System health:', '>{link}'],
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
        'Its page says why the last attempt failed. Messages that no other route accepts wait in the queue.',
    },
    QUEUE_OLD: {
      title: 'The oldest message has waited {minutes} minutes',
      advice:
        '{queued} messages are waiting. Check whether connectors are bound, and whether more is accepted than their throughput allows.',
    },
    RECEIPTS_MISSING: {
      title: 'Connector {subject} brings too few receipts',
      advice:
        'It accepted {taken} message parts within an hour and sent {receipts} receipts. Ask the carrier; messages stay "submitted" until then.',
    },
    OUTBOX_STUCK: {
      title: 'What should go out as {subject} has been due for {minutes} minutes',
      advice: '{waiting} wait. Look at the worker and at its log.',
    },
    PAYMENTS_SILENT: {
      title: 'A payment has been unconfirmed for {minutes} minutes',
      advice:
        '{payments} payments are waiting. Check whether the provider can reach the callback address and whether it answers queries.',
    },
    LEDGER_UNBALANCED: {
      title: 'The ledger does not balance',
      advice:
        'Run "npm run ledger:check" to see what was found, and change nothing before you know.',
    },
    AUDIT_BROKEN: {
      title: 'The audit log was changed outside the product',
      advice:
        'Run "npm run audit:check" to see which entry no longer fits, keep a copy of the database, and find out who had access to it.',
    },
    DISK_LOW: {
      title: 'Only {percent}% of the disk is free',
      advice:
        'When it is full, nothing is accepted any more. Free some space, keep data for less time, or use a larger disk.',
    },
    BACKUP_OLD: {
      title: 'The last complete backup is {hours} hours old',
      advice: 'Make one by hand and find out why the scheduled one was not made.',
    },
    PROCESS_SILENT: {
      title: 'The process {subject} is silent',
      advice:
        'It has not reported for {seconds} seconds. Check whether it runs and whether it reaches the database.',
    },
    SALE_BELOW_COST: {
      title: 'Messages are sold below cost',
      advice:
        'Prices below cost: {prices}, clients: {clients}, among them {example}. Compare them on the rates screen with the price of the seller and the cost of the connector, then raise the price or change the route. Audit log entries show who set it.',
    },
    TEST: {
      title: 'A test alert',
      advice: 'Someone requested it on the status page. Nothing is wrong.',
    },
  },
} as const;
