-- What is with a carrier, in three tables in place of one: an intent for each claim, a row for each
-- part that a carrier accepted, and the parts whose answer was lost (docs/adr/0057).

set local role tuma_owner;

alter table submission rename to old_submission;
alter index submission_pkey rename to old_submission_pkey;
drop index submission_carrier, submission_in_flight, submission_ambiguous, submission_expiry, submission_client;

-- One claim of a link, written before the socket: any of its parts may be on the wire while its bit
-- of `open` is set. An entry is a part: a long message stands once for each of its PDUs, and `part`
-- and `parts` count them; both are null where every message has one. `resend` has a bit for each
-- part that goes again if its answer is lost. The last answer deletes the row. Written by
-- core/dispatch.
create table submission_batch (
  id uuid primary key,
  connector_id int not null,
  carrier_account_id int not null,
  epoch bigint not null,
  route_id int not null,
  priority smallint not null,
  attempt smallint not null,
  dup_risk boolean not null,
  client_id uuid not null,
  campaign_id uuid,
  sender text not null,
  message_ids uuid[] not null,
  part smallint[],
  parts smallint[],
  open bit varying not null,
  resend bit varying not null,
  -- The validity of its messages.
  expires_at timestamptz not null,
  claimed_at timestamptz not null default now()
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);
alter table submission_batch enable row level security;
create policy gateway on submission_batch to tuma_gateway using (true) with check (true);
create policy reach on submission_batch to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on submission_batch to tuma_portal, tuma_gateway;

-- A part that a carrier accepted, under the id that it gave. Written once; what became of it stands
-- in its message, and its partition goes with the message's. Written by core/dispatch.
create table submission (
  message_id uuid not null,
  client_id uuid not null,
  part smallint not null,
  parts smallint not null,
  connector_id int not null,
  carrier_account_id int not null,
  carrier_id text collate "C" not null,
  destination text collate "C" not null,
  dup_risk boolean not null,
  submitted_at timestamptz not null default now(),
  primary key (message_id, part)
) partition by range (message_id);
create index submission_carrier on submission (carrier_account_id, carrier_id);
alter table submission enable row level security;
create policy gateway on submission to tuma_gateway using (true) with check (true);
create policy reach on submission to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on submission to tuma_portal, tuma_gateway;

-- A part that was submitted, or may have been, and whose answer was lost. `given_up` once its hold is
-- over: kept a week more, so that a late receipt finds it by its phone. Written by core/dispatch.
create table unconfirmed_part (
  message_id uuid not null,
  part smallint not null,
  parts smallint not null,
  batch_id uuid not null,
  connector_id int not null,
  carrier_account_id int not null,
  client_id uuid not null,
  campaign_id uuid,
  sender text not null,
  destination text collate "C" not null,
  country text not null,
  network smallint not null,
  -- This part's share of the message's units, in ten-thousandths.
  units bigint not null,
  dup_risk boolean not null,
  submitted_at timestamptz not null default now(),
  expires_at timestamptz not null,
  given_up boolean not null default false,
  primary key (message_id, part)
);
create index unconfirmed_part_destination on unconfirmed_part (carrier_account_id, destination);
create index unconfirmed_part_expiry on unconfirmed_part (expires_at);
create index unconfirmed_part_campaign on unconfirmed_part (campaign_id) where not given_up;
alter table unconfirmed_part enable row level security;
create policy gateway on unconfirmed_part to tuma_gateway using (true) with check (true);
create policy reach on unconfirmed_part to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on unconfirmed_part to tuma_portal, tuma_gateway;

-- When the receipts of accepted messages are given up, many messages a row; the row goes when it was
-- looked at. Written by core/dispatch.
create table receipt_wait (
  id bigint generated always as identity primary key,
  due_at timestamptz not null,
  message_ids uuid[] not null
) with (autovacuum_vacuum_scale_factor = 0.02);
create index receipt_wait_due on receipt_wait (due_at);
grant select, insert, update, delete on receipt_wait to tuma_portal, tuma_gateway;

-- Accepted parts whose receipt is outstanding, by connector. Written by core/dispatch.
create table connector_outstanding (
  connector_id int primary key,
  parts bigint not null default 0
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0.01);
grant select, insert, update, delete on connector_outstanding to tuma_portal, tuma_gateway;

-- The parts that are in flight, one a row.
create view part_in_flight with (security_invoker = true) as
  select e.message_id, coalesce(b.part[e.place], 1::smallint) as part, coalesce(b.parts[e.place], 1::smallint) as parts,
    get_bit(b.resend, e.place::int - 1) = 1 as resend, b.id as batch_id, b.connector_id, b.carrier_account_id, b.epoch,
    b.route_id, b.priority, b.attempt, b.dup_risk, b.client_id, b.campaign_id, b.sender, b.expires_at, b.claimed_at
  from submission_batch b cross join lateral unnest(b.message_ids) with ordinality as e (message_id, place)
  where get_bit(b.open, e.place::int - 1) = 1;

-- The parts that are, or may be, with a carrier, and those that were given up. State: 0 in flight,
-- 1 submitted, 2 unconfirmed, 3 given up.
create view live_part with (security_invoker = true) as
  select message_id, part, parts, 0 as state, connector_id, null::text collate "C" as carrier_id, dup_risk, claimed_at as at, client_id, campaign_id
    from part_in_flight
  union all
  select s.message_id, s.part, s.parts, case m.status when 12 then 3 else 1 end, s.connector_id, s.carrier_id, s.dup_risk, s.submitted_at, s.client_id, m.campaign_id
    from submission s join message m on m.id = s.message_id
    where m.status in (0, 3) and (s.parts = 1 or m.carrier_ids[s.part] is null) or m.status = 12 and m.error_code = 'NO_RECEIPT'
  union all
  select message_id, part, parts, case when given_up then 3 else 2 end, connector_id, null, dup_risk, submitted_at, client_id, campaign_id
    from unconfirmed_part;
grant select on part_in_flight, live_part to tuma_portal, tuma_worker, tuma_gateway;

-- Makes the partition of a day, unless the table has it.
create function make_partition(of_table text, d date, bounds text, fill int) returns void language plpgsql set search_path = public as $$
declare name text := of_table || '_' || to_char(d, 'YYYYMMDD');
begin
  if to_regclass(name) is null then
    execute format('create table %I partition of %I for values from %s with (fillfactor = %s)', name, of_table, bounds, fill);
  end if;
end $$;
revoke execute on function make_partition(text, date, text, int) from public;

-- Makes the daily partitions from two days ago to a week ahead. The row of a message is written
-- twice, and the second time it has grown: with room for that on its own page no index changes.
create or replace function ensure_partitions() returns void language plpgsql security definer set search_path = public as $$
declare d date; bounds text;
begin
  for d in select generate_series(current_date - 2, current_date + 7, interval '1 day')::date loop
    bounds := format('(%L) to (%L)', uuid_v7_floor(d::timestamp at time zone 'UTC'), uuid_v7_floor((d + 1)::timestamp at time zone 'UTC'));
    perform make_partition('message', d, bounds, 45);
    perform make_partition('submission', d, bounds, 100);
    perform make_partition('receipt', d, format('(%L) to (%L)', d, d + 1), 80);
  end loop;
end $$;

-- A submission needs the day of its message, however long ago that was.
do $$
declare d date;
begin
  for d in select right(c.relname, 8)::date from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'message'::regclass loop
    perform make_partition('submission', d, format('(%L) to (%L)',
      uuid_v7_floor(d::timestamp at time zone 'UTC'), uuid_v7_floor((d + 1)::timestamp at time zone 'UTC')), 100);
  end loop;
end $$;

insert into submission_batch (id, connector_id, carrier_account_id, epoch, route_id, priority, attempt, dup_risk, client_id, campaign_id, sender, message_ids, part, parts, open, resend, expires_at, claimed_at)
  select gen_random_uuid(), connector_id, carrier_account_id, epoch, route_id, priority, attempt, dup_risk, client_id, campaign_id, sender,
    array[message_id], array[part], array[parts], B'1', case when policy = 'r' and parts = 1 then B'1' else B'0' end, expires_at - interval '1 hour', updated_at
  from old_submission where state = 0;
insert into submission (message_id, client_id, part, parts, connector_id, carrier_account_id, carrier_id, destination, dup_risk, submitted_at)
  select message_id, client_id, part, parts, connector_id, carrier_account_id, carrier_id, destination, dup_risk, updated_at
  from old_submission where state in (1, 3) and carrier_id is not null;
insert into receipt_wait (due_at, message_ids)
  select date_trunc('minute', expires_at) + interval '1 minute', array_agg(distinct message_id order by message_id) from old_submission where state = 1 group by 1;
insert into connector_outstanding (connector_id, parts)
  select connector_id, count(*) from old_submission where state = 1 group by 1;
insert into unconfirmed_part (message_id, part, parts, batch_id, connector_id, carrier_account_id, client_id, campaign_id, sender, destination, country, network, units, dup_risk, submitted_at, expires_at, given_up)
  select message_id, part, parts, gen_random_uuid(), connector_id, carrier_account_id, client_id, campaign_id, sender, destination, country, network, units, dup_risk, updated_at, expires_at, state = 3
  from old_submission where state in (2, 3) and carrier_id is null;
drop table old_submission;

-- The removal of a phone number knows the new table.
create or replace function erase_number(number text, of_client uuid, step text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  veil text := number_hash(number);
  -- As people write it at home: the last nine digits, whatever stands before them.
  home text := '%' || right(number, 9);
  -- The number itself, and not the same digits within a longer one.
  whole text := '(?<![0-9])' || number || '(?![0-9])';
  done int := 0;
  more int;
  place record;
begin
  if number !~ '^[0-9]{8,15}$' then raise exception 'not a number' using errcode = 'invalid_parameter_value'; end if;
  if step = 'lists' then
    insert into erased_number values (veil) on conflict do nothing;
    -- An opt-out stays in force.
    delete from opt_out o where destination = number and (of_client is null or client_id = of_client) and exists (select from opt_out h where h.client_id = o.client_id and h.destination = veil);
    update opt_out set destination = veil, note = '' where destination = number and (of_client is null or client_id = of_client);
    get diagnostics done = row_count;
    if of_client is null then
      delete from blocked_number where destination = number and exists (select from blocked_number h where h.destination = veil);
      update blocked_number set destination = veil where destination = number;
      delete from incoming_part where source = number;
    end if;
    return done;
  elsif step = 'contacts' then
    update contact_group g set contact_count = contact_count - 1 from contact_group_member m join contact c on c.id = m.contact_id where g.id = m.group_id and c.phone = number and (of_client is null or c.client_id = of_client);
    delete from contact_group_member m using contact c where c.id = m.contact_id and c.phone = number and (of_client is null or c.client_id = of_client);
    delete from contact where phone = number and (of_client is null or client_id = of_client);
    get diagnostics done = row_count;
    delete from contact_import_refused where (of_client is null or client_id = of_client) and exists (select from unnest(cells) cell where regexp_replace(cell, '\D', '', 'g') like home);
    return done;
  elsif step = 'messages' then
    update message set destination = veil, text = case when text is not null then '' end, payload = null, client_reference = null, callback = null
      where destination = number and status > 0 and (of_client is null or client_id = of_client);
    get diagnostics done = row_count;
    update submission s set destination = veil from message m where m.destination = veil and s.message_id = m.id and s.client_id = m.client_id and (of_client is null or m.client_id = of_client);
    update unconfirmed_part s set destination = veil from message m where m.destination = veil and s.message_id = m.id and s.client_id = m.client_id and (of_client is null or m.client_id = of_client);
    update receipt r set destination = veil, body = null from message m where m.destination = veil and r.message_id = m.id and (of_client is null or m.client_id = of_client) and (r.destination <> veil or r.body is not null);
    if of_client is null then update receipt set destination = veil, body = null where not matched and destination like home; end if;
    return done;
  elsif step = 'campaigns' then
    update recipient set destination = veil, fields = null where destination = number and campaign_id in (select id from campaign where of_client is null or client_id = of_client);
    get diagnostics done = row_count;
    update recipient_refused set value = veil where (of_client is null or client_id = of_client) and regexp_replace(value, '\D', '', 'g') like home;
    update campaign_audience set recipients = array(select case when regexp_replace(written, '\D', '', 'g') like home then veil else written end from unnest(recipients) written)
      where (of_client is null or client_id = of_client) and exists (select from unnest(recipients) written where regexp_replace(written, '\D', '', 'g') like home);
    return done;
  elsif step = 'incoming' then
    update incoming_message set source = veil, text = '', facts = null where source = number and (of_client is null or client_id = of_client);
    get diagnostics done = row_count;
    return done;
  elsif step = 'files' then
    -- Files are not taken apart: those that may name it go whole, and are made or uploaded again where they are wanted.
    update upload u set expires_at = now() where (of_client is null or client_id = of_client) and expires_at > now()
      and exists (select from file_part p where p.file_id = u.id and (position(convert_to(right(number, 9), 'UTF8') in p.bytes) > 0 or substr(p.bytes, 1, 2) = 'PK'::bytea));
    get diagnostics done = row_count;
    update report set expires_at = now() where (of_client is null or client_id = of_client) and status = 'READY_FOR_DOWNLOAD' and kind in ('SENT_MESSAGES', 'INCOMING_MESSAGES', 'CAMPAIGN_MESSAGES');
    get diagnostics more = row_count;
    return done + more;
  elsif step = 'rest' then
    -- Wherever else it is written, in this release and in later ones: every column of text and JSON of every table but those of
    -- accounts and money, which the law keeps, what operators and clients wrote for everybody (routes, templates, texts of
    -- campaigns), and those above, which would be read whole for nothing.
    for place in
      select c.relname as of, a.attname as name, t.typname as type,
        exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'client_id' and not k.attisdropped) as owned
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and t.typname in ('text', 'jsonb', '_text')
        and c.relname not in ('message', 'receipt', 'submission', 'unconfirmed_part', 'recipient', 'incoming_message', 'client', 'session', 'payment', 'payment_event', 'invoice', 'ledger_transfer', 'erased_number', 'migration',
          'filter', 'route', 'connector', 'config_version', 'gateway_group', 'gateway_user', 'message_template', 'setting')
        and not (c.relname = 'campaign' and a.attname in ('text', 'campaign_name'))
    loop
      continue when of_client is not null and not place.owned;
      execute format('update %1$I set %2$I = regexp_replace(%2$I::text, $1, $2, ''g'')::%3$s where %2$I::text like $3 and %2$I::text ~ $1', place.of, place.name, case place.type when '_text' then 'text[]' else place.type end)
        || case when of_client is not null then ' and client_id = $4' else '' end
        using whole, veil, '%' || number || '%', of_client;
      get diagnostics more = row_count;
      done := done + more;
    end loop;
    return done;
  end if;
  raise exception 'no such step' using errcode = 'invalid_parameter_value';
end $function$;

reset role;
