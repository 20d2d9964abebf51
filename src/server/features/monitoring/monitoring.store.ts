/** Connectors as the Status screen shows them. */
import type { StatusPage } from '../../../contract/api/monitoring.ts';
import type { Tx } from '../../infra/database/db.ts';

export type ConnectorStatus = Omit<StatusPage['connectors'][number], 'level'>;

const MINUTES = 60;

/**
 * Every connector with its link's state and its traffic of the last 60 whole minutes. One for incoming messages
 * has no link: it is called when there is something for it, and its error is that of its oldest
 * message still waiting.
 */
export async function listConnectors(tx: Tx): Promise<ConnectorStatus[]> {
  const { rows } = await tx.query<
    Omit<ConnectorStatus, 'receiptShare'> & { accepted: number; receipts: number }
  >(
    `with force as (
       select (each ->> 'id')::int as id, v.created_at
       from (select config, created_at from config_version order by version desc limit 1) v, jsonb_array_elements(v.config -> 'connectors') each),
     waiting as (select route_id, sum(size - pos)::int as messages from chunk where not stopped group by route_id),
     posts as (
       select target, count(*)::int as waiting, (array_agg(last_error order by id))[1] as "lastError"
       from outbox where done_at is null and kind = 'HTTP_CONNECTOR' group by target)
     select c.cid, c.kind, link.state,
       coalesce(s.submitted_per_s, 0)::float8 as "submittedPerSecond", coalesce(s.in_window, 0) as "inWindow", coalesce(s.window_size, 0) as "windowSize",
       extract(epoch from case
         when link.state in ('STOPPED', 'ON_DEMAND', 'DRAFT') then null
         when s.state = 'BOUND' and link.state <> 'BOUND' then s.updated_at
         else coalesce(s.since, greatest(c.created_at, force.created_at)) end)::float8 as "sinceTimestamp",
       case when c.kind = 'HTTP' then posts."lastError" else s.last_error end as "lastError",
       (coalesce(posts.waiting, 0) + (select coalesce(sum(messages), 0)::int from waiting where route_id = -c.id
         or route_id in (select id from route where direction = 'MT' and c.id = any (connector_ids)))) as "queueLength",
       traffic.accepted, traffic.receipts, traffic.minutes,
       (select coalesce(sum(drops), 0)::int from connector_minute m where m.connector_id = c.id and m.minute > now() - $1 * interval '1 minute') as drops
     from connector c
     left join force on force.id = c.id
     left join connector_state s on s.connector_id = c.id
     left join posts on c.kind = 'HTTP' and posts.target = c.cid
     cross join lateral (select case when force.id is null then 'DRAFT' when not c.started then 'STOPPED' when c.kind = 'HTTP' then 'ON_DEMAND'
       when s.updated_at > now() - interval '10 seconds' then s.state else 'CLOSED' end as state) link
     cross join lateral (
       select coalesce(sum(accepted) filter (where at >= date_trunc('minute', now()) - interval '15 minutes'), 0)::int as accepted,
         coalesce(sum(receipts) filter (where at >= date_trunc('minute', now()) - interval '15 minutes'), 0)::int as receipts,
         array_agg(coalesce(submitted, 0) order by at) as minutes
       from generate_series(date_trunc('minute', now()) - $1 * interval '1 minute', date_trunc('minute', now()) - interval '1 minute', interval '1 minute') at
       left join connector_minute m on m.connector_id = c.id and m.minute = at) traffic
     order by c.cid limit 200`,
    [MINUTES],
  );
  return rows.map(({ accepted, receipts, ...connector }) => ({
    ...connector,
    receiptShare: accepted === 0 ? null : Math.min(1, receipts / accepted),
  }));
}
