/** Lists the messages whose answer was lost, each by the first of its unconfirmed parts. */
import type { LossReason } from '../../../../contract/api/unconfirmed.ts';
import { OPEN_STATUSES } from '../../../core/dispatch/message-status.rules.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { listPage, orderBy } from '../../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { whereWithin } from '../../../infra/database/scoped-query.ts';

export type UnconfirmedFilter = {
  connectors: readonly string[];
  clientIds: readonly string[];
  reasons: readonly LossReason[];
  minutes: number | undefined;
};

export type UnconfirmedRow = {
  messageId: string;
  clientId: string;
  clientName: string;
  campaignName: string | null;
  destination: string;
  sender: string;
  cid: string | null;
  reason: LossReason | null;
  at: Date;
  expiresAt: Date;
  units: bigint;
  dupRisk: boolean;
  isOpen: boolean;
  isValid: boolean;
  held: number;
  parts: number;
};

export function listUnconfirmed(
  tx: Tx,
  scope: Scope,
  filter: UnconfirmedFilter,
  page: PageRequest,
): Promise<Page<UnconfirmedRow>> {
  const where = whereWithin(scope, 'u.client_id');
  where.add(
    'not u.given_up and not exists (select from unconfirmed_part o where o.message_id = u.message_id and not o.given_up and o.part < u.part)',
  );
  if (filter.connectors.length > 0)
    where.add(
      'u.connector_id = any (array(select id from connector where cid = any (?)))',
      filter.connectors,
    );
  if (filter.clientIds.length > 0) where.add('u.client_id = any (?)', filter.clientIds);
  if (filter.reasons.length > 0) where.add('u.reason = any (?)', filter.reasons);
  if (filter.minutes !== undefined)
    where.add(`u.submitted_at <= now() - ? * interval '1 minute'`, filter.minutes);
  return listPage<UnconfirmedRow>(tx, page, {
    counted: 'unconfirmed_part u',
    where,
    order: orderBy('u.message_id', 'asc', ({ messageId }) => messageId),
    read: (around) =>
      `select u.message_id as "messageId", u.client_id as "clientId", o.client_name as "clientName", g.campaign_name as "campaignName", u.destination, u.sender,
         (select cid from connector k where k.id = u.connector_id) as cid, u.reason, u.submitted_at as at, u.expires_at as "expiresAt", h.units, u.dup_risk as "dupRisk",
         m.status in (${OPEN_STATUSES}) as "isOpen", coalesce(m.expires_at > now(), false) as "isValid", h.held, u.parts
       from unconfirmed_part u join message m on m.id = u.message_id and m.client_id = u.client_id join client o on o.id = u.client_id
         left join campaign g on g.id = u.campaign_id
         cross join lateral (select sum(p.units)::bigint as units, count(*)::int as held from unconfirmed_part p where p.message_id = u.message_id and not p.given_up) h
       ${around}`,
  });
}
