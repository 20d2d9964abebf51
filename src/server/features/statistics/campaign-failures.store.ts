import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { FAILURES } from '../../../contract/api/statistics.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { FailureRow } from './statistics.store.ts';

const FAILED = FAILURES.map((name) => MESSAGE_STATUS[name]);

/** The most messages of campaigns that are read for their failures. */
export const MOST_SAMPLED = 20_000;

/**
 * Failures of campaigns, which the roll-ups do not know: from their newest messages by the campaigns' index, so that the
 * cost has a bound. `isSample` where there are more.
 */
export async function listCampaignFailures(
  tx: Tx,
  scope: Scope,
  campaignIds: readonly string[],
): Promise<{ rows: FailureRow[]; isSample: boolean }> {
  const where = whereWithin(scope, 'm.client_id');
  const ids = where.value(campaignIds);
  const { rows } = await tx.query<(FailureRow | { status: null }) & { read: number }>(
    `with newest as materialized (
       select m.* from unnest(${ids}::uuid[]) as wanted (id) cross join lateral (
         select status, error_code, carrier_status from message m
         where m.campaign_id = wanted.id and ${where.sql} order by m.campaign_id desc, m.id desc limit ${MOST_SAMPLED + 1}) m
       limit ${MOST_SAMPLED + 1}),
     failures as (
       select status, coalesce(error_code, '') as "errorCode", coalesce(carrier_status, '') as "carrierStatus", count(*)::float8 as messages
       from newest where status = any (${where.value(FAILED)}) group by 1, 2, 3)
     select f.*, counted.read from (select count(*)::int as read from newest) counted left join failures f on true
     order by f.messages desc, 1, 2, 3`,
    where.values,
  );
  return {
    rows: rows.flatMap(({ read: _read, ...row }) => (row.status === null ? [] : [row])),
    isSample: rows[0]!.read > MOST_SAMPLED,
  };
}
