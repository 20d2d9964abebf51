/** The filters of the message lists, from a call's input. */
import type { messages } from '../../../contract/api/messages.ts';
import { networkCodes } from '../../../contract/shared/networks.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { idFloor } from '../../infra/ids.ts';
import type { IncomingFilter } from './incoming.store.ts';
import { idBounds, readNumber } from '../../core/messages/messages.rules.ts';
import type { MessageFilter } from './message-filter.store.ts';

type SentFilter = Parsed<typeof messages.exportSent>;

export function sentFilter(filter: SentFilter, country: string): MessageFilter {
  return {
    numbers: (filter['filter.destinations'] ?? []).map((written) => readNumber(written, country)),
    senders: filter['filter.senderIds'] ?? [],
    campaignIds: filter['filter.campaignIds'] ?? [],
    clientIds: filter['filter.clientIds'] ?? [],
    statuses: filter['filter.messageStatuses'] ?? [],
    carrierStatuses: filter['filter.carrierStatuses'] ?? [],
    countries: filter['filter.countries'] ?? [],
    networks: networkCodes(filter['filter.networks']),
    connectors: filter['filter.connectors'] ?? [],
    routes: filter['filter.routes'] ?? [],
    errorCodes: filter['filter.errorCodes'] ?? [],
    ...idRange(filter),
  };
}

export function receivedFilter(
  filter: Parsed<typeof messages.exportReceived>,
  country: string,
): IncomingFilter {
  return {
    numbers: (filter['filter.destinations'] ?? []).map((written) => readNumber(written, country)),
    destinations: filter['filter.senderIds'] ?? [],
    clientIds: filter['filter.clientIds'] ?? [],
    ...idRange(filter),
  };
}

function idRange(filter: {
  'filter.startTimestamp'?: number | undefined;
  'filter.endTimestamp'?: number | undefined;
}): { from: string | undefined; to: string | undefined } {
  const { from, to } = idBounds(filter['filter.startTimestamp'], filter['filter.endTimestamp']);
  return {
    from: from === undefined ? undefined : idFloor(from),
    to: to === undefined ? undefined : idFloor(to),
  };
}
