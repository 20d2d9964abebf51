/** Errors of carriers as operators read them: the most frequent first, each with its share. */
import type { CarrierError } from '../../../contract/api/carrier-errors.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import type { OutcomeRow } from './carrier-errors.store.ts';

const ANSWERS: ReadonlySet<string> = new Set(['ACCEPTED', 'REFUSED', 'TEMPORARY', 'LOST']);
const isSuccess = ({ outcome }: OutcomeRow) => outcome === 'ACCEPTED' || outcome === 'DELIVERED';
const placeOf = ({ cid, network }: OutcomeRow) => `${cid} ${network}`;

/** The errors among the counts; each part that was submitted has one answer, so answers are submissions. */
export function errorsOf(rows: readonly OutcomeRow[]): CarrierError[] {
  const submitted = new Map<string, number>();
  for (const row of rows)
    if (ANSWERS.has(row.outcome))
      submitted.set(placeOf(row), (submitted.get(placeOf(row)) ?? 0) + row.day);
  return rows
    .filter((row) => !isSuccess(row))
    .toSorted(
      (a, b) =>
        b.hour - a.hour ||
        b.day - a.day ||
        a.cid.localeCompare(b.cid) ||
        a.errorCode.localeCompare(b.errorCode),
    )
    .map((row) => {
      const parts = submitted.get(placeOf(row));
      const { network = '', country = '' } = NETWORKS.get(row.network) ?? {};
      return {
        cid: row.cid,
        kind: row.kind,
        network,
        country,
        outcome: row.outcome as CarrierError['outcome'],
        carrierStatus: row.carrierStatus,
        errorCode: row.errorCode,
        hour: row.hour,
        day: row.day,
        // Receipts may outnumber the submissions of the day: those of yesterday are among them.
        share: parts === undefined ? null : Math.min(1, row.day / parts),
      };
    });
}
