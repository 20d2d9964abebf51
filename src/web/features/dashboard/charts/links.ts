export const EVERY = 60_000;

export const SENT = '/dashboard/campaigns/sent-messages';

export const REPORT = '/dashboard/reports/user-delivery-report';

export type Filter = { 'filter.startTimestamp': number; 'filter.endTimestamp': number };

/** The address of the sent messages with these filters, in the chosen days unless they say others. */
export type LinkTo = (filters: Record<string, string>) => string;
