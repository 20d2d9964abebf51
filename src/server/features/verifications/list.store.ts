/** Lists and sums of verifications, for people. */
import type { VerificationStatus } from '../../../contract/api/rest-verifications.ts';
import type { Tx } from '../../infra/database/db.ts';
import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { Where } from '../../infra/database/scoped-query.ts';

export type VerificationFilter = {
  clientIds: readonly string[];
  countries: readonly string[];
  /** Ids of the moments between which they were started. */
  from: string | undefined;
  to: string | undefined;
};

export type ListedRow = {
  id: string;
  clientId: string;
  clientName: string;
  destination: string;
  country: string;
  brand: string;
  status: VerificationStatus;
  sends: number;
  tries: number;
  messageId: string | null;
  test: boolean;
  createdAt: Date;
  endedAt: Date | null;
};

function whereOf(scope: Scope, wanted: VerificationFilter): Where {
  const where = whereWithin(scope, 'v.client_id');
  where.add('v.sends > 0');
  if (wanted.clientIds.length > 0) where.add('v.client_id = any (?::uuid[])', wanted.clientIds);
  if (wanted.countries.length > 0) where.add('v.country = any (?::text[])', wanted.countries);
  if (wanted.from !== undefined) where.add('v.id >= ?', wanted.from);
  if (wanted.to !== undefined) where.add('v.id < ?', wanted.to);
  return where;
}

export async function listVerifications(
  tx: Tx,
  scope: Scope,
  { statuses, ...wanted }: VerificationFilter & { statuses: readonly VerificationStatus[] },
  page: PageRequest,
): Promise<Page<ListedRow>> {
  const where = whereOf(scope, wanted);
  if (statuses.length > 0) where.add('v.status = any (?::text[])', statuses);
  return listPage<ListedRow>(tx, page, {
    counted: 'verification v',
    where,
    order: newestFirst('v.id'),
    read: (rows) =>
      `select v.id, v.client_id as "clientId", c.client_name as "clientName", v.destination, v.country, v.brand, v.status, v.sends, v.tries,
         v.message_id as "messageId", v.test, v.created_at as "createdAt", v.ended_at as "endedAt"
       from verification v join client c on c.id = v.client_id ${rows}`,
  });
}

export type CountryCounts = {
  country: string;
  started: number;
  entered: number;
  failed: number;
  expired: number;
  ended: number;
};

/** Counts by country, the most started first; test keys' are left out. */
export async function sumByCountry(
  tx: Tx,
  scope: Scope,
  wanted: VerificationFilter,
): Promise<CountryCounts[]> {
  const where = whereOf(scope, wanted);
  where.add('not v.test');
  const { rows } = await tx.query<CountryCounts>(
    `select v.country, count(*)::int as started, count(*) filter (where v.status = 'VERIFIED')::int as entered,
       count(*) filter (where v.status = 'FAILED')::int as failed, count(*) filter (where v.status = 'EXPIRED')::int as expired,
       count(*) filter (where v.status <> 'PENDING')::int as ended
     from verification v where ${where.sql} group by v.country order by count(*) desc, v.country`,
    where.values,
  );
  return rows;
}
