import { REPORT_WORDS } from '../../../contract/shared/report-labels.ts';

const word = REPORT_WORDS.en;

/** The delivery report as a file. */
export const statistics = {
  fileName: 'Delivery report',
  columns: {
    client: word.client,
    sender: word.sender,
    country: word.country,
    network: word.network,
    id: 'Client ID',
    rest: [
      word.messages,
      word.segments,
      word.unitsCharged,
      word.handedOver,
      word.delivered,
      word.undeliverable,
      word.rejected,
      word.expired,
      word.failed,
      word.unknown,
      word.cancelled,
      'In progress',
      word.deliveryRate,
    ],
    all: 'All',
  },
} as const;
