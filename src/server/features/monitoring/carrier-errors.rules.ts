/** Errors of carriers as operators read them: the most frequent first, each with its share. */
import type { CarrierError } from '../../../contract/api/carrier-errors.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import type { OutcomeRow, UsualDay } from './carrier-errors.store.ts';

const ANSWERS: ReadonlySet<string> = new Set(['ACCEPTED', 'REFUSED', 'TEMPORARY', 'LOST']);
const isSuccess = ({ outcome }: OutcomeRow) => outcome === 'ACCEPTED' || outcome === 'DELIVERED';
const placeOf = ({ cid, network }: OutcomeRow) => `${cid} ${network}`;

const kindOf = ({ cid, network, outcome, carrierStatus, errorCode }: UsualDay | OutcomeRow) =>
  JSON.stringify([cid, network, outcome, carrierStatus, errorCode]);

/** The errors among the counts; each part that was submitted has one answer, so answers are submissions. */
export function errorsOf(rows: readonly OutcomeRow[], usual: readonly UsualDay[]): CarrierError[] {
  const usualDays = new Map(usual.map((each) => [kindOf(each), each.parts]));
  const compared = new Set(usual.map(({ cid }) => cid));
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
        // A code of which the week has nothing is new.
        usualDay: compared.has(row.cid) ? (usualDays.get(kindOf(row)) ?? 0) : null,
        // Receipts may outnumber the submissions of the day: those of yesterday are among them.
        share: parts === undefined ? null : Math.min(1, row.day / parts),
      };
    });
}
