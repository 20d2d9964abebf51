import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

/** A message as its account's own software sees it. */
export type RestRow = {
  id: string;
  clientReference: string | null;
  sender: string;
  destination: string;
  text: string;
  encoding: number;
  segments: number;
  units: bigint;
  country: string;
  network: number;
  status: number;
  carrierStatus: string | null;
  errorCode: string | null;
  test: boolean;
  campaignId: string | null;
  scheduleAt: Date | null;
  submittedAt: Date | null;
  doneAt: Date | null;
};

const COLUMNS = `m.id, m.client_reference as "clientReference", m.sender, m.destination, coalesce(m.text, c.text, '') as text, m.encoding, m.segments, m.units, m.country, m.network, m.status,
  m.carrier_status as "carrierStatus", m.error_code as "errorCode", m.test, m.campaign_id as "campaignId", m.scheduled_at as "scheduleAt", m.submitted_at as "submittedAt", m.done_at as "doneAt"`;

export type RestFilter = {
  test: boolean;
  clientReferences: string[];
  from: string | undefined;
  to: string | undefined;
};

export async function listRestMessages(
  tx: Tx,
  scope: Scope,
  filter: RestFilter,
  page: PageRequest,
): Promise<Page<RestRow>> {
  const where = whereWithin(scope, 'client_id');
  where.add(filter.test ? 'test' : 'not test');
  if (filter.clientReferences.length > 0)
    where.add('client_reference = any (?)', filter.clientReferences);
  if (filter.from !== undefined) where.add('id >= ?', filter.from);
  if (filter.to !== undefined) where.add('id < ?', filter.to);
  return listPage<RestRow>(tx, page, {
    counted: 'message',
    where,
    order: newestFirst(),
    read: (rows) =>
      `select ${COLUMNS} from (select * from message ${rows}) m left join campaign c on c.id = m.campaign_id order by m.id desc`,
  });
}

export async function findRestMessage(
  tx: Tx,
  scope: Scope,
  id: string,
  test: boolean,
): Promise<RestRow | undefined> {
  const where = whereWithin(scope, 'm.client_id');
  where.add('m.id = ?', id);
  where.add('m.test = ?', test);
  const { rows } = await tx.query<RestRow>(
    `select ${COLUMNS} from message m left join campaign c on c.id = m.campaign_id where ${where.sql}`,
    where.values,
  );
  return rows[0];
}
