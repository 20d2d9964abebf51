import { REPORT_WORDS } from '../../../contract/shared/report-labels.ts';

const word = REPORT_WORDS.pt;

export const statistics = {
  fileName: 'Relatório de entrega',
  columns: {
    client: word.client,
    sender: word.sender,
    country: word.country,
    network: word.network,
    id: 'ID do cliente',
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
      'Em curso',
      word.deliveryRate,
    ],
    all: 'Total',
  },
} as const;
