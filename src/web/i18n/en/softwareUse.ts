export const softwareUse = {
  softwareUse: {
    title: 'Software traffic',
    purpose:
      "What customers' software sent with each API key and gateway user in the last 24 hours, and why messages and calls were refused.",
    credential: 'Key or system ID',
    client: 'Client',
    source: 'Interface',
    sources: { REST: 'REST API', SMPP: 'SMPP', HTTP: 'HTTP dialects' },
    lastCall: 'Last call',
    perMinute: 'Calls a minute',
    accepted: 'Accepted',
    refused: 'Refused',
    day: 'Last 24 hours',
    acceptedOf: '{{value}} accepted',
    refusedOf: '{{value}} refused',
    perMinuteOf_one: '{{value}} call a minute',
    perMinuteOf_other: '{{value}} calls a minute',
    none: 'No calls yet',
    empty: 'No software has called yet',
    emptyText: "A row appears within seconds of a key's or gateway user's first call.",
  },
} as const;
