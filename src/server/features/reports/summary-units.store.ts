// Held and given back units of a delivery summary, which its roll-ups do not keep, from the messages themselves.
import type { Tx } from '../../infra/database/db.ts';
import { idFloor } from '../../infra/ids.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { KEY_SQL, type SentFilter, type SummaryKey } from './source.store.ts';

/** Units of the messages that are stored: all that they cost or may cost, and those still held. */
export type StoredUnits = Partial<SummaryKey> & { stored: number; whole: bigint; held: bigint };

/** As `partUnits` divides a message's units. */
const PART =
  'case when p.part = 1 then m.units - m.units / p.parts * (p.parts - 1) else m.units / p.parts end';

/**
 * Reads some hours by these keys. A part of a message that goes on is held unless a carrier has
 * accepted it; of an ended message, those parts are held that a carrier may still accept.
 */
export async function readStoredUnits(
  tx: Tx,
  scope: Scope,
  clients: readonly string[] | undefined,
  filter: Pick<SentFilter, 'senders' | 'countries' | 'networks'>,
  keys: readonly (keyof SummaryKey)[],
  from: Date,
  to: Date,
): Promise<StoredUnits[]> {
  const where = whereWithin({ ...scope, reach: 'all' }, '');
  where.add('not test and id >= ? and id < ?', idFloor(from.getTime()), idFloor(to.getTime()));
  if (clients) where.add('client_id = any (?)', clients);
  if (filter.senders.length > 0) where.add('sender = any (?)', filter.senders);
  if (filter.countries.length > 0) where.add('country = any (?)', filter.countries);
  if (filter.networks !== null) where.add('network = any (?)', filter.networks);
  const isLive = `m.status < ${MESSAGE_STATUS.DELIVERED}`;
  const shown = keys.map((key) => `${KEY_SQL[key]} as "${key}", `).join('');
  const by = [
    ...keys.map((key) => KEY_SQL[key]),
    ...(keys.includes('client') ? ['t.client_id'] : []),
  ];
  const { rows } = await tx.query<StoredUnits>(
    `with m as materialized (
       select id, client_id, sender, country, network, units, status from message where ${where.sql}),
     accepted as (
       select m.id, sum(${PART}) as units from m join submission p on p.message_id = m.id
       where ${isLive} and not exists (select from message_event e
         where e.message_id = p.message_id and e.detail ->> 'givenUp' = p.part::text)
       group by m.id),
     open as (
       select m.id, sum(${PART}) as units from m join (
         select message_id, part, parts from part_in_flight
         union all select message_id, part, parts from unconfirmed_part where not given_up
       ) p on p.message_id = m.id where not ${isLive} group by m.id),
     t as (
       select $${where.values.length + 1}::timestamptz as hour, m.client_id, m.sender, m.country, m.network, m.units as whole,
         case when ${isLive} then m.units - coalesce(a.units, 0) else coalesce(o.units, 0) end as held
       from m left join accepted a on a.id = m.id left join open o on o.id = m.id)
     select ${shown}count(*)::float8 as stored, sum(t.whole)::bigint as whole, sum(t.held)::bigint as held
     from t ${keys.includes('client') ? 'left join client o on o.id = t.client_id' : ''}
     ${by.length > 0 ? `group by ${by.join(', ')}` : 'having count(*) > 0'}`,
    [...where.values, from],
  );
  return rows;
}
