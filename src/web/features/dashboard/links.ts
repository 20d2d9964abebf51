/** Addresses that the home page leads to, with their filters. */
export const EVERY = 60_000;

export const SENT = '/dashboard/campaigns/sent-messages';

export const REPORT = '/dashboard/reports/user-delivery-report';

/** The days that the home can show. */
export const PRESETS = ['today', 'last7Days', 'last30Days'] as const;
export type Preset = (typeof PRESETS)[number];
export const USUAL: Preset = 'today';

export type Filter = { 'filter.startTimestamp': number; 'filter.endTimestamp': number };

/** The address of the sent messages with these filters, in the days that the home shows. */
export type LinkTo = (filters: Record<string, string>) => string;
