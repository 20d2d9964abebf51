// The file of a campaign's messages and their outcomes.
import { CSV_START, csvLine, csvMoment } from '../../../../contract/shared/csv.ts';
import { MESSAGE_STATUS, MESSAGE_STATUSES } from '../../../../contract/api/messages.ts';
import type { MessageStatus } from '../../../../contract/api/messages.ts';
import { NETWORKS } from '../../../../contract/shared/networks.ts';
import type { Charge } from '../../../core/messages/charges.store.ts';
import { unitsToNumber } from '../../../../contract/shared/units.ts';
import type { Language } from '../../../i18n/language.ts';
import { texts } from '../../../i18n/texts.ts';
import type { CampaignRow } from '../campaigns.store.ts';
import type { FileRow, UnmadeRow } from './outcomes.store.ts';
import { openWriter } from '../../../core/messages/writing.rules.ts';

const NAMES = new Map<number, MessageStatus>(
  MESSAGE_STATUSES.map((name) => [MESSAGE_STATUS[name], name]),
);
const ENDED: readonly CampaignRow['status'][] = ['CANCELLED', 'DECLINED', 'FAILED'];

/** The file's first line, with the mark by which spreadsheets know UTF-8. */
export function fileHeader(language: Language): string {
  return CSV_START + csvLine(texts[language].campaigns.columns);
}

/**
 * Makes the lines of a campaign's file: of messages, and of recipients that none was made for. Times are UTC.
 * @param shown gives the text as the reader may see it
 */
export function fileLine(
  campaign: Pick<
    CampaignRow,
    'text' | 'replaceLookalikes' | 'clauses' | 'operatorSenders' | 'status' | 'unitsHeld'
  >,
  shown: (text: string) => string,
): { message(row: FileRow, charge: Charge): string; unmade(row: UnmadeRow): string } {
  const write = openWriter(campaign);
  // A text that all messages share is masked once.
  const fixed = shown(campaign.text);
  return {
    message: (row, charge) =>
      csvLine([
        row.id,
        `+${row.destination}`,
        row.text === null ? fixed : shown(row.text),
        statusOf(row),
        row.carrierStatus ?? '',
        row.errorCode ?? '',
        String(row.segments),
        String(unitsToNumber(row.units)),
        row.country,
        NETWORKS.get(row.network)?.network ?? '',
        csvMoment(row.submittedAt),
        csvMoment(row.doneAt),
        String(charge.unitsHeld),
        String(charge.unitsCharged),
        String(charge.unitsRefunded),
      ]),
    unmade: (row) => {
      const isWaiting = row.skipped === null && !ENDED.includes(campaign.status);
      // Before a campaign begins nothing is held for it.
      const units = campaign.unitsHeld === 0n ? '0' : String(unitsToNumber(row.units));
      return csvLine([
        '',
        `+${row.destination}`,
        shown(write(row.fields, row).text),
        row.skipped === 'NO_ROUTE' ? 'FAILED' : isWaiting ? 'QUEUED' : 'CANCELLED',
        '',
        row.skipped ?? '',
        String(row.segments),
        String(unitsToNumber(row.units)),
        row.country,
        NETWORKS.get(row.network)?.network ?? '',
        '',
        '',
        isWaiting ? units : '0',
        '0',
        isWaiting ? '0' : units,
      ]);
    },
  };
}

/** The status of a message: from its own row once it has ended, from its parts until then. */
function statusOf({ status, states }: FileRow): MessageStatus {
  if (status !== MESSAGE_STATUS.QUEUED) return NAMES.get(status) ?? 'UNKNOWN';
  return states.includes(2)
    ? 'AMBIGUOUS'
    : states.includes(0)
      ? 'CLAIMED'
      : states.includes(1)
        ? 'SUBMITTED'
        : 'QUEUED';
}
