-- Roll-ups that cost the same whatever time they are asked for, and why messages failed.

-- What a delta's messages ended of, other than delivered and cancelled: [status, error, carrier's word, messages] each.
alter table campaign_delta add column causes jsonb;

-- What a running total is of. OWN: what a client sent itself; OWN_FINE: by sender, country and network; OWN_SLOT: by hour of the
-- UTC week, 0 is Monday 00. BELOW and its like: what all clients below it sent; below nobody (the zero id) stands everyone.
-- What a kind does not tell apart is empty or 0.
create table rollup_key (
  id bigint generated always as identity primary key,
  client_id uuid not null,
  kind text not null check (kind in ('OWN', 'OWN_FINE', 'OWN_SLOT', 'BELOW', 'BELOW_NETWORK', 'BELOW_SLOT')),
  sender text not null,
  country text not null,
  network smallint not null,
  slot smallint not null,
  unique (client_id, kind, sender, country, network, slot)
);

-- Running totals at the end of each UTC day on which a key's messages were made: what happened between two days is the
-- difference of two rows.
create table rollup_day (
  key_id bigint not null,
  day date not null,
  client_id uuid not null,
  messages bigint not null,
  segments bigint not null,
  units bigint not null,
  submitted bigint not null,
  delivered bigint not null,
  undeliverable bigint not null,
  rejected bigint not null,
  expired bigint not null,
  failed bigint not null,
  unknown bigint not null,
  cancelled bigint not null,
  primary key (key_id, day)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

-- The same for what messages ended of; empty is none.
create table failure_key (
  id bigint generated always as identity primary key,
  client_id uuid not null,
  kind text not null check (kind in ('OWN', 'BELOW')),
  sender text not null,
  country text not null,
  network smallint not null,
  status smallint not null,
  error_code text not null,
  carrier_status text not null,
  unique (client_id, kind, sender, country, network, status, error_code, carrier_status)
);
create table failure_day (
  key_id bigint not null,
  day date not null,
  client_id uuid not null,
  messages bigint not null,
  primary key (key_id, day)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

do $$
declare t text;
begin
  foreach t in array array['rollup_key', 'rollup_day', 'failure_key', 'failure_day'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy reach on %I to tuma_portal using (
      (select tuma_reach()) = 'all'
      or client_id = (select tuma_client())
      or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)))$p$, t);
    execute format('grant select, insert, update, delete on %I to tuma_portal', t);
    execute format('alter table %I owner to tuma_owner', t);
  end loop;
end $$;

-- ---- what was counted before ----

create temporary table above on commit drop as
  with recursive up as (
    select id as client_id, parent_id as above from client where parent_id is not null
    union all
    select up.client_id, c.parent_id from up join client c on c.id = up.above where c.parent_id is not null)
  select * from up union all select id, '00000000-0000-0000-0000-000000000000' from client;

create temporary table counted on commit drop as
  with hours as (
    select *, (hour at time zone 'UTC')::date as day,
      ((extract(isodow from hour at time zone 'UTC') - 1) * 24 + extract(hour from hour at time zone 'UTC'))::smallint as slot from rollup_hour),
  keyed as (
    select client_id as of, 'OWN' as kind, '' as key_sender, '' as key_country, 0::smallint as key_network, 0::smallint as key_slot, hours.* from hours
    union all select client_id, 'OWN_FINE', sender, country, network, 0::smallint, hours.* from hours
    union all select client_id, 'OWN_SLOT', '', '', 0::smallint, slot, hours.* from hours
    union all select above, 'BELOW', '', '', 0::smallint, 0::smallint, hours.* from hours join above using (client_id)
    union all select above, 'BELOW_NETWORK', '', country, network, 0::smallint, hours.* from hours join above using (client_id)
    union all select above, 'BELOW_SLOT', '', '', 0::smallint, slot, hours.* from hours join above using (client_id))
  select of as client_id, kind, key_sender as sender, key_country as country, key_network as network, key_slot as slot, day,
    sum(messages) as messages, sum(segments) as segments, sum(units) as units, sum(submitted) as submitted, sum(delivered) as delivered, sum(undeliverable) as undeliverable,
    sum(rejected) as rejected, sum(expired) as expired, sum(failed) as failed, sum(unknown) as unknown, sum(cancelled) as cancelled
  from keyed group by 1, 2, 3, 4, 5, 6, 7;

insert into rollup_key (client_id, kind, sender, country, network, slot) select distinct client_id, kind, sender, country, network, slot from counted;
insert into rollup_day (key_id, day, client_id, messages, segments, units, submitted, delivered, undeliverable, rejected, expired, failed, unknown, cancelled)
  select k.id, c.day, c.client_id, sum(messages) over w, sum(segments) over w, sum(units) over w, sum(submitted) over w, sum(delivered) over w, sum(undeliverable) over w,
    sum(rejected) over w, sum(expired) over w, sum(failed) over w, sum(unknown) over w, sum(cancelled) over w
  from counted c join rollup_key k using (client_id, kind, sender, country, network, slot) window w as (partition by k.id order by c.day);

-- Of messages that are still kept. An id begins with its time, in milliseconds.
create temporary table caused on commit drop as
  with ended as (
    select client_id, sender, country, network, status, coalesce(left(regexp_replace(error_code, '[0-9]{6,}', '…', 'g'), 60), '') as error_code,
      coalesce(left(regexp_replace(carrier_status, '[0-9]{6,}', '…', 'g'), 60), '') as carrier_status,
      (to_timestamp((('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint) / 1000.0) at time zone 'UTC')::date as day, count(*) as messages
    from message where status in (11, 12, 13, 14, 16) and not test group by 1, 2, 3, 4, 5, 6, 7, 8),
  keyed as (
    select client_id, 'OWN' as kind, sender, country, network, status, error_code, carrier_status, day, messages from ended
    union all select above, 'BELOW', '', country, network, status, error_code, carrier_status, day, messages from ended join above using (client_id))
  select client_id, kind, sender, country, network, status, error_code, carrier_status, day, sum(messages) as messages from keyed group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

insert into failure_key (client_id, kind, sender, country, network, status, error_code, carrier_status)
  select distinct client_id, kind, sender, country, network, status, error_code, carrier_status from caused;
insert into failure_day (key_id, day, client_id, messages)
  select k.id, c.day, c.client_id, sum(messages) over (partition by k.id order by c.day)
  from caused c join failure_key k using (client_id, kind, sender, country, network, status, error_code, carrier_status);
