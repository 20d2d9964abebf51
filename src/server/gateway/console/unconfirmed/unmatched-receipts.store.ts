/** Lists the receipts that match no message. */
import type { Tx } from '../../../infra/database/db.ts';
import { listPage } from '../../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import { conditions } from '../../../infra/database/scoped-query.ts';

export type UnmatchedRow = {
  cid: string | null;
  givenId: string;
  carrierId: string;
  carrierAccountId: number;
  destination: string;
  status: number;
  carrierStatus: string;
  errorCode: string | null;
  at: Date;
  /** The same moment to the microsecond, as a page continues after it. */
  moment: string;
};

const KEYS = ['received_at', 'carrier_account_id', 'carrier_id', 'destination', 'stat'];

export function listUnmatched(
  tx: Tx,
  filter: { connectors: readonly string[] },
  page: PageRequest,
): Promise<Page<UnmatchedRow>> {
  const where = conditions();
  where.add('not r.matched');
  if (filter.connectors.length > 0)
    where.add(
      'r.connector_id = any (array(select id from connector where cid = any (?)))',
      filter.connectors,
    );
  return listPage<UnmatchedRow>(tx, page, {
    counted: 'receipt r',
    where,
    order: {
      keys: KEYS.map((key) => `r.${key}`),
      direction: 'desc',
      at: '?::timestamptz, ?::int, ?, ?, ?::smallint',
      valuesOf: (place) => JSON.parse(place) as unknown[],
      placeOf: ({ moment, carrierAccountId, carrierId, destination, status }) =>
        JSON.stringify([moment, carrierAccountId, carrierId, destination, status]),
    },
    read: (around) =>
      `select (select cid from connector k where k.id = r.connector_id) as cid, coalesce(r.given_id, r.carrier_id) as "givenId", r.carrier_id as "carrierId",
         r.carrier_account_id as "carrierAccountId", r.destination, r.stat as status, r.carrier_status as "carrierStatus", r.error_code as "errorCode",
         r.received_at as at, r.received_at::text as moment
       from receipt r ${around}`,
  });
}

/** How many receipts match no message. @param connectorId of one connector; null: of all */
export async function countUnmatched(tx: Tx, connectorId: number | null): Promise<number> {
  const {
    rows: [row],
  } = await tx.query<{ left: number }>(
    `select count(*)::int as "left" from receipt where not matched and ($1::int is null or connector_id = $1)`,
    [connectorId],
  );
  return row!.left;
}
