-- Brings the hours of rollup_hour and the messages that failed into the running totals, in one transaction.

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
