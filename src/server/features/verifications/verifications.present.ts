/** Verifications as callers see them. */
import type { Verification } from '../../../contract/api/verifications.ts';
import type { CountryCounts, ListedRow } from './list.store.ts';

export function presentVerification(row: ListedRow): Verification {
  return {
    verificationId: row.id,
    clientId: row.clientId,
    clientName: row.clientName,
    // The hash of a number that was erased is shown as other lists show it.
    phone: `+${row.destination}`,
    country: row.country,
    brand: row.brand,
    status: row.status,
    sendCount: row.sends,
    tries: row.tries,
    messageId: row.messageId,
    test: row.test,
    createTimestamp: row.createdAt.getTime() / 1000,
    endTimestamp: row.endedAt === null ? null : row.endedAt.getTime() / 1000,
  };
}

type Counts = Omit<CountryCounts, 'country'>;

const countsOf = ({ started, entered, failed, expired, ended }: Counts) => ({
  started,
  entered,
  failed,
  expired,
  share: ended === 0 ? null : entered / ended,
});

export function presentSummary(rows: readonly CountryCounts[]) {
  const sum = (of: keyof Counts) => rows.reduce((total, row) => total + row[of], 0);
  return {
    total: countsOf({
      started: sum('started'),
      entered: sum('entered'),
      failed: sum('failed'),
      expired: sum('expired'),
      ended: sum('ended'),
    }),
    countries: rows.map(({ country, ...counts }) => ({ country, ...countsOf(counts) })),
  };
}
