/** The filters of a report as those of the message lists. */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { networkCodes } from '../../../contract/shared/networks.ts';
import type { ReportFilters } from '../../../contract/api/report-columns.ts';
import { readNumber } from '../../core/messages/messages.rules.ts';
import type { SentFilter } from './source.store.ts';

export function toMessageFilter(filters: ReportFilters, country: string): SentFilter {
  const statuses = filters.messageStatuses ?? [];
  // The state of a message that has not ended is in its parts: it is read as queued, and then refined.
  const numbers = [
    ...new Set(
      statuses.map((status) =>
        MESSAGE_STATUS[status] < MESSAGE_STATUS.DELIVERED
          ? MESSAGE_STATUS.QUEUED
          : MESSAGE_STATUS[status],
      ),
    ),
  ];
  return {
    numbers: (filters.destinations ?? []).map((written) => readNumber(written, country)),
    senders: filters.senderIds ?? [],
    campaignIds: filters.campaignIds ?? [],
    statuses: numbers,
    carrierStatuses: filters.carrierStatuses ?? [],
    countries: filters.countries ?? [],
    networks: networkCodes(filters.networks),
  };
}
