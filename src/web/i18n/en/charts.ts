export const charts = {
  charts: {
    asTable: 'Show as table',
    asChart: 'Show as chart',
    messages: 'Messages',
    failed: 'These figures could not be loaded',
    stale: 'Figures from {{time}}. Newer ones could not be loaded.',
    more_one: 'and {{value}} more',
    more_other: 'and {{value}} more',
    thousands: '{{value}} k',
    millions: '{{value}} M',
    outcome: {
      delivered: 'Delivered',
      open: 'In progress',
      expired: 'Expired',
      failed: 'Undeliverable or rejected',
      other: 'Cancelled or unknown',
    },
  },
} as const;
