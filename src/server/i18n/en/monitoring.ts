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
      subject: '{brand}, resolved: {title}',
      paragraphs: ['Resolved: {title}.', 'It started at {since}. System health:', '>{link}'],
      sms: '{brand}, resolved: {title}',
    },
    TEST: {
      subject: 'Test mail from {brand}',
      paragraphs: ['This mail shows that {brand} can send mail.'],
      sms: 'This message shows that {brand} can send.',
    },
  },
  noneStarted: 'No {subject} process has started',
  ofNetwork: 'for {network}',
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
        'It accepted {taken} message parts{ofNetwork} within an hour and sent {receipts} receipts. Ask the carrier; messages stay "submitted" until then.',
    },
    REFUSALS_HIGH: {
      title: 'Connector {subject} refuses too many messages',
      advice:
        'Its carrier refused {refused} of {answers} message parts within 20 minutes, most with {code}. The errors on the status page lead to the messages. Ask the carrier, or move the traffic to another connector.',
    },
    THROTTLED: {
      title: 'The carrier of connector {subject} throttles',
      advice:
        'It asked to slow down for {throttled} of {answers} message parts within two minutes. They are submitted again later. Lower submit_throughput of the connector, ask the carrier for a higher rate, or share the traffic with another connector.',
    },
    DELIVERY_LOW: {
      title: 'Connector {subject} delivers less than usual',
      advice:
        'Of {receipts} recent message parts for {network}, {delivered}% were delivered in time; {usual}% is usual. Incidents on the status page say what was moved to other connectors, and the errors why. Ask the carrier.',
    },
    RECEIPTS_UNMATCHED: {
      title: 'The ids of {unmatched} receipts of connector {subject} match no message',
      advice:
        'Check dlr_msgid, "IDs in receipts", in its settings and reload: the receipts are matched again by themselves. Unmatched receipts lists them with the ids as the carrier wrote them.',
    },
    OUTBOX_STUCK: {
      title: 'Outgoing {subject} has been due for {minutes} minutes',
      advice: '{waiting} are waiting. Check the worker and its log.',
    },
    PAYMENTS_SILENT: {
      title: 'A payment has been unconfirmed for {minutes} minutes',
      advice:
        '{payments} payments are waiting. Check whether the provider can reach the callback address and whether it answers queries.',
    },
    LEDGER_UNBALANCED: {
      title: 'The ledger does not balance',
      advice:
        'Run "npm run ledger:check" to see what was found, and change nothing until you know the cause.',
    },
    AUDIT_BROKEN: {
      title: 'The audit log was changed outside the product',
      advice:
        'Run "npm run audit:check" to see which entry no longer fits, keep a copy of the database, and find out who had access to it.',
    },
    DISK_LOW: {
      title: 'Only {percent} of the disk is free',
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
