/** The lines of CSV files of messages. */
import { CSV_START, csvLine, csvMoment } from '../../../contract/shared/csv.ts';
import { MOST_EXPORTED } from '../../../contract/api/messages.ts';
import type { Incoming, Message } from '../../../contract/api/messages.ts';
import { fill } from '../../i18n/fill.ts';
import type { Language } from '../../i18n/language.ts';
import { formatNumber } from '../../i18n/numbers.ts';
import { texts } from '../../i18n/texts.ts';

export const sentHeader = (language: Language): string =>
  CSV_START + csvLine(texts[language].messages.sent);
export const receivedHeader = (language: Language): string =>
  CSV_START + csvLine(texts[language].messages.received);

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
    String(message.unitsHeld),
    String(message.unitsCharged),
    String(message.unitsRefunded),
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
  return csvMoment(timestamp === null ? null : new Date(timestamp * 1000));
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
      const limit = formatNumber(MOST_EXPORTED, language);
      yield csvLine([fill(texts[language].messages.cut, { most: limit })]);
      return;
    }
  }
}
