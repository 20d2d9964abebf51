/** Reports to download. */
export const reports = {
  errors: {
    REPORT_NOT_READY: 'This report is not ready yet, or could not be made.',
    REPORT_TOO_LONG:
      'This report would have more than {limit} rows, or be larger than 2 GB. Choose fewer days, or narrow it by a filter.',
    REPORT_STOPPED: 'It was stopped before it was ready.',
    TOO_MANY_REPORTS:
      'You already keep {limit} reports. Delete some that you do not need, and request it again.',
    REPORT_COLUMN: 'A report of this kind has no column "{value}".',
    REPORT_TWICE: 'The column "{value}" is there twice.',
    REPORT_FIGURE: 'Choose at least one figure, such as messages.',
    REPORT_FILTER: 'A report of this kind cannot be narrowed by "{value}".',
    REPORT_CAMPAIGN: 'Choose the campaign whose messages you want.',
    REPORT_RANGE: 'The end must not be before the start.',
    REPORT_DATES:
      'A scheduled report covers the last whole day, week or month, so it takes no dates.',
  },
  mail: {
    REPORT_READY: {
      subject: 'Your report {name} is ready',
      paragraphs: [
        'Your report {name} is ready, with {rows} rows. It can be downloaded for 7 days:',
        '>{link}',
      ],
      sms: 'Your {brand} report {name} is ready: {link}',
    },
  },
} as const;
