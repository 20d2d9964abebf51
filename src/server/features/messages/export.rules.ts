import { CSV_START, csvLine } from '../../../contract/shared/csv.ts';
import { MOST_EXPORTED } from '../../../contract/api/messages.ts';
import type { Incoming, Message } from '../../../contract/api/messages.ts';
import type { Language } from '../../infra/words.ts';

const WORDS = {
  en: {
    sent: [
      'Message id',
      'Created (UTC)',
      'Number',
      'Sender ID',
      'Status',
      'Carrier says',
      'Error',
      'Text',
      'Segments',
      'Units',
      'Country',
      'Network',
      'Campaign',
      'Client',
      'Handed over (UTC)',
      'Final (UTC)',
      "Carrier's id",
    ],
    received: ['Message id', 'Received (UTC)', 'From', 'To', 'Text', 'Client'],
    cut: `This file ends after ${MOST_EXPORTED.toLocaleString('en')} messages. Choose fewer days to get the rest.`,
  },
  pt: {
    sent: [
      'Id da mensagem',
      'Criada (UTC)',
      'Número',
      'Remetente',
      'Estado',
      'Diz o operador',
      'Erro',
      'Texto',
      'Segmentos',
      'Unidades',
      'País',
      'Rede',
      'Campanha',
      'Cliente',
      'Entregue ao operador (UTC)',
      'Final (UTC)',
      'Id do operador',
    ],
    received: ['Id da mensagem', 'Recebida (UTC)', 'De', 'Para', 'Texto', 'Cliente'],
    cut: `Este ficheiro termina ao fim de ${MOST_EXPORTED.toLocaleString('pt-PT')} mensagens. Escolha menos dias para obter as restantes.`,
  },
} as const satisfies Record<Language, object>;

export const sentHeader = (language: Language): string => CSV_START + csvLine(WORDS[language].sent);
export const receivedHeader = (language: Language): string =>
  CSV_START + csvLine(WORDS[language].received);

export function sentLine(message: Message): string {
  return csvLine([
    message.messageId,
    moment(message.createTimestamp),
    message.destination,
    message.senderId,
    message.status,
    message.carrierStatus ?? '',
    message.errorCode ?? '',
    message.text,
    String(message.segments),
    String(message.units),
    message.country,
    message.network,
    message.campaignName ?? '',
    message.clientName,
    moment(message.submitTimestamp),
    moment(message.doneTimestamp),
    message.carrierMessageId ?? '',
  ]);
}

export function receivedLine(message: Incoming): string {
  return csvLine([
    message.messageId,
    moment(message.receiveTimestamp),
    message.source,
    message.senderId,
    message.text,
    message.clientName ?? '',
  ]);
}

function moment(timestamp: number | null): string {
  return timestamp === null
    ? ''
    : new Date(timestamp * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * The lines of an export, slice by slice, each read after the last message of the one before; the newest `most`, and a
 * last line that says so where there are more.
 */
export async function* exportLines<Row extends { messageId: string }>(
  first: Row[],
  next: (after: string) => Promise<Row[]>,
  slice: number,
  lines: (rows: Row[]) => string,
  language: Language,
  most = MOST_EXPORTED,
): AsyncGenerator<string> {
  let written = 0;
  for (let rows = first; rows.length > 0;) {
    yield lines(rows.slice(0, most - written));
    written += rows.length;
    if (rows.length < slice) return;
    rows = await next(rows.at(-1)!.messageId);
    if (written >= most && rows.length > 0) {
      yield csvLine([WORDS[language].cut]);
      return;
    }
  }
}
