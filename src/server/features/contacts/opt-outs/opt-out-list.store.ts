import type { OptOutScope } from '../../../../contract/api/opt-outs.ts';
import { listPage } from '../../../infra/database/list-page.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { whereWithin } from '../../../infra/database/scoped-query.ts';

/** `place` is where the next page goes on after it. */
export type OptOutRow = {
  clientId: string;
  destination: string;
  source: string;
  scope: OptOutScope;
  sender: string;
  note: string;
  at: Date;
  contactName: string;
  place: string;
};
export type PhoneRange = { from: string; to: string };

/** Numbers that opted out, newest first. */
export async function listOptOuts(
  tx: Tx,
  scope: Scope,
  wanted: {
    clientIds: string[];
    sources: string[];
    ranges: PhoneRange[];
  },
  page: PageRequest,
): Promise<Page<OptOutRow>> {
  const where = whereWithin(scope, 'o.client_id');
  // A number that was erased is honoured, and shown to nobody.
  where.add(`o.destination < ':'`);
  if (wanted.clientIds.length > 0) where.add('o.client_id = any (?::uuid[])', wanted.clientIds);
  if (wanted.sources.length > 0) where.add('o.source = any (?)', wanted.sources);
  if (wanted.ranges.length > 0)
    where.add(
      `(${wanted.ranges.map(() => 'o.destination >= ? and o.destination < ?').join(' or ')})`,
      ...wanted.ranges.flatMap(({ from, to }) => [from, to]),
    );
  return listPage<OptOutRow>(tx, page, {
    counted: 'opt_out o',
    where,
    order: {
      keys: ['o.created_at', 'o.destination'],
      direction: 'desc',
      at: `to_timestamp(0) + ?::bigint * interval '1 microsecond', ?`,
      valuesOf: (place) => place.split(' '),
      placeOf: (row) => row.place,
    },
    read: (
      rows,
    ) => `select o.client_id as "clientId", o.destination, o.source, o.scope, o.sender, o.note, o.created_at as at, (extract(epoch from o.created_at) * 1000000)::bigint || ' ' || o.destination as place,
       coalesce((select trim(c.first_name || ' ' || c.last_name) from contact c where c.client_id = o.client_id and c.phone = o.destination), '') as "contactName" from opt_out o ${rows}`,
  });
}

/** Which of these numbers are on the client's list. */
export async function listOptedOut(
  tx: Tx,
  clientId: string,
  destinations: string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ destination: string }>(
    `select destination from opt_out where client_id = $1 and destination = any ($2::text[])
     union select destination from unnest($2::text[]) as asked (destination) where exists (select from erased_number) and exists (select from opt_out where client_id = $1 and opt_out.destination = number_hash(asked.destination))`,
    [clientId, destinations],
    'opted-out',
  );
  return rows.map((row) => row.destination);
}
