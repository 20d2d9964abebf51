-- The pipeline: a chunk (a queue of up to 500 message ids with a cursor) becomes submissions (the
-- intent, written before the socket), which receipts end. See docs/journey.md for who writes
-- which row when.

set local role tuma_owner;

-- Messages. Status: 0 QUEUED, 3 SUBMITTED (final only where no receipt was requested), 10
-- DELIVERED, 11 UNDELIVERABLE, 12 EXPIRED, 13 REJECTED, 14 FAILED, 15 CANCELLED, 16 UNKNOWN.
-- CLAIMED (1), SUBMITTED and AMBIGUOUS (2) of a live message are read from submission. Written by
-- core/dispatch.
create table message (
  id uuid not null,
  client_id uuid not null,
  campaign_id uuid,
  destination text collate "C" not null,
  sender text not null,
  text text,
  encoding smallint not null,
  segments smallint not null,
  units bigint not null,
  route_id int not null,
  config_version int not null,
  status smallint not null default 0,
  connector_id int,
  carrier_ids text[],
  carrier_status text,
  error_code text,
  dup_risk boolean,
  submitted_at timestamptz,
  done_at timestamptz,
  source text not null default 'PORTAL' check (source in ('PORTAL', 'REST', 'SMPP', 'HTTP', 'PLATFORM')),
  gateway_user_id int,
  class text not null default 'BULK',
  priority smallint not null default 0,
  scheduled_at timestamptz,
  expires_at timestamptz,
  country text not null default '',
  network smallint not null default 0,
  client_reference text,
  callback jsonb,
  payload bytea,
  data_coding smallint,
  esm_class smallint,
  test boolean not null default false,
  facts jsonb,
  primary key (id, client_id)
) partition by range (id);
create index message_client on message (client_id, id);
create index message_campaign on message (campaign_id, id);
create index message_destination on message (destination, id);
-- The customer's own reference finds its messages; test messages lie among the others.
create index message_reference on message (client_id, client_reference, id)
  where client_reference is not null;
create index message_test on message (client_id, id) where test;
alter table message enable row level security;
create policy accept on message to tuma_accept using (true) with check (true);
create policy gateway on message to tuma_gateway using (true) with check (true);
create policy reach on message to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on message to tuma_portal;
grant select, insert, update on message to tuma_gateway;
grant select, insert on message to tuma_accept;

-- Queued messages of one client, route and priority. Written by core/dispatch.
create table chunk (
  id bigint generated always as identity primary key,
  route_id int not null,
  priority smallint not null,
  client_id uuid not null,
  campaign_id uuid,
  sender text not null,
  message_ids uuid[] not null,
  size smallint not null,
  pos smallint not null default 0 check (pos between 0 and size),
  attempt smallint not null default 1,
  dup_risk boolean not null default false,
  not_before timestamptz not null default '-infinity',
  expires_at timestamptz not null,
  stopped boolean not null default false,
  owner int,
  epoch bigint
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);
-- In the order in which a link looks for work: the most urgent first, then one chunk a client.
create index chunk_queue on chunk (route_id, priority desc, client_id, id)
  where owner is null and not stopped;
create index chunk_owner on chunk (owner) where owner is not null;
create index chunk_stopped on chunk (id) where stopped;
create index chunk_expiry on chunk (expires_at);
-- The part of a campaign that is still queued, in the order of sending.
create index chunk_campaign_order on chunk (campaign_id, id);
-- The number of a client's single messages in the queue; a cursor that moves touches no index.
create index chunk_single on chunk (client_id) where campaign_id is null;
-- A cursor that moves never rewrites the ids.
alter table chunk alter message_ids set storage external;
alter table chunk enable row level security;
create policy accept on chunk to tuma_accept using (true) with check (true);
create policy gateway on chunk to tuma_gateway using (true) with check (true);
create policy reach on chunk to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on chunk to tuma_portal, tuma_gateway;
grant select, insert on chunk to tuma_accept;

-- Parts that are, or may be, with a carrier; written before the socket. `parts` is how many PDUs
-- the link cut the message into, which need not be the segments that were priced. `expires_at` is
-- when the sweep looks at the row: the validity and an hour's grace, and once expired seven days.
-- State: 0 in flight, 1 submitted, 2 ambiguous, 3 expired. Written by core/dispatch.
create table submission (
  message_id uuid not null,
  part smallint not null,
  parts smallint not null default 1,
  connector_id int not null,
  carrier_account_id int not null,
  epoch bigint not null,
  route_id int not null,
  state smallint not null default 0,
  policy char(1) not null,
  attempt smallint not null,
  dup_risk boolean not null default false,
  priority smallint not null,
  client_id uuid not null,
  campaign_id uuid,
  sender text not null,
  destination text collate "C" not null,
  country text not null,
  network smallint not null,
  units bigint not null,
  carrier_id text,
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (message_id, part)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);
create index submission_carrier on submission (carrier_account_id, carrier_id)
  where carrier_id is not null;
create index submission_in_flight on submission (connector_id, epoch) where state = 0;
create index submission_ambiguous on submission (carrier_account_id, destination)
  where state >= 2 and carrier_id is null;
create index submission_expiry on submission (expires_at) where state > 0;
create index submission_client on submission (client_id, message_id);
alter table submission enable row level security;
create policy gateway on submission to tuma_gateway using (true) with check (true);
create policy reach on submission to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on submission to tuma_portal, tuma_gateway;

-- Delivery receipts of carriers, by day. Written by core/dispatch.
create table receipt (
  received_on date not null default current_date,
  carrier_account_id int not null,
  carrier_id text not null,
  stat smallint not null,
  carrier_status text not null,
  error_code text,
  destination text collate "C" not null default '',
  body text,
  received_at timestamptz not null default now(),
  matched boolean not null default false,
  message_id uuid,
  part smallint,
  -- Carriers reuse ids, so the phone is part of what makes a receipt the same one again.
  primary key (received_on, carrier_account_id, carrier_id, destination, stat)
) partition by range (received_on);
create index receipt_unmatched on receipt (carrier_account_id, carrier_id) where not matched;
create index receipt_message on receipt (message_id) where message_id is not null;
alter table receipt enable row level security;
create policy gateway on receipt to tuma_gateway using (true) with check (true);
create policy reach on receipt to tuma_portal using (
  (select tuma_reach()) = 'all'
  or exists (select from message where message.id = message_id));
grant select, insert, update, delete on receipt to tuma_portal;
grant select, insert, update on receipt to tuma_gateway;

-- The day of a uuid v7 is in its first 48 bits: partitions by id are partitions by day.
create function uuid_v7_floor(at timestamptz) returns uuid language sql immutable strict as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- Makes the daily partitions of message and receipt from two days ago to a week ahead. The row of
-- a message is written twice, and the second time it has grown; with room for that on its own
-- page no index changes (docs/adr/0035).
create function ensure_partitions() returns void language plpgsql security definer set search_path = public as $$
declare d date; name text;
begin
  for d in select generate_series(current_date - 2, current_date + 7, interval '1 day')::date loop
    name := 'message_' || to_char(d, 'YYYYMMDD');
    if to_regclass(name) is null then
      execute format('create table %I partition of message for values from (%L) to (%L) with (fillfactor = 45)',
        name, uuid_v7_floor(d::timestamp at time zone 'UTC'), uuid_v7_floor((d + 1)::timestamp at time zone 'UTC'));
    end if;
    name := 'receipt_' || to_char(d, 'YYYYMMDD');
    if to_regclass(name) is null then
      execute format('create table %I partition of receipt for values from (%L) to (%L) with (fillfactor = 80)', name, d, d + 1);
    end if;
  end loop;
end $$;

grant execute on function ensure_partitions() to tuma_portal, tuma_gateway;
select ensure_partitions();

-- The rare steps of a message's life; the ordinary ones are read from message, submission and
-- receipt. Written by core/dispatch.
create table message_event (
  id bigint generated always as identity primary key,
  message_id uuid not null,
  client_id uuid not null,
  occurred_at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('REQUEUED', 'AMBIGUOUS', 'RESENT', 'FAILED_OVER', 'CALLBACK')),
  detail jsonb
);
create index message_event_message on message_event (message_id, occurred_at);
alter table message_event enable row level security;
create policy gateway on message_event to tuma_gateway using (true) with check (true);
create policy reach on message_event to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on message_event to tuma_portal;
grant select, insert, update on message_event to tuma_gateway;

-- Test messages on their way: the outcome of each, and its time. Written by core/dispatch.
create table scripted_message (
  message_id uuid primary key,
  client_id uuid not null,
  due_at timestamptz not null,
  -- SUBMITTED comes before the end, where the carrier would have taken it.
  submitted boolean not null default false,
  status smallint not null,
  carrier_status text,
  error_code text,
  end_at timestamptz not null
);
create index scripted_message_due on scripted_message (due_at);
alter table scripted_message enable row level security;
create policy accept on scripted_message to tuma_accept using (true) with check (true);
create policy reach on scripted_message to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on scripted_message to tuma_portal;
grant select, insert on scripted_message to tuma_accept;

-- Changes of counts that are not aggregated yet. Written by core/dispatch.
create table campaign_delta (
  id bigint generated always as identity primary key,
  hour timestamptz not null,
  client_id uuid not null,
  campaign_id uuid,
  sender text not null,
  country text not null,
  network smallint not null,
  messages int not null default 0,
  segments int not null default 0,
  submitted int not null default 0,
  delivered int not null default 0,
  undeliverable int not null default 0,
  rejected int not null default 0,
  expired int not null default 0,
  failed int not null default 0,
  unknown int not null default 0,
  cancelled int not null default 0,
  captured bigint not null default 0,
  released bigint not null default 0,
  created_at timestamptz not null default now(),
  -- Why messages failed: [status, error, carrier's text, messages] each.
  causes jsonb
) with (autovacuum_vacuum_scale_factor = 0.02);
alter table campaign_delta enable row level security;
create policy accept on campaign_delta to tuma_accept using (true) with check (true);
create policy gateway on campaign_delta to tuma_gateway using (true) with check (true);
create policy reach on campaign_delta to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on campaign_delta to tuma_portal;
grant select, insert on campaign_delta to tuma_gateway, tuma_accept;

-- Messages from phones. Written by gateway/incoming.
create table incoming_message (
  id uuid primary key,
  client_id uuid,
  carrier_account_id int not null,
  connector_id int not null,
  source text collate "C" not null,
  destination text collate "C" not null,
  text text not null,
  encoding smallint not null,
  carrier_at text not null default '',
  hash bytea not null,
  created_at timestamptz not null default now(),
  -- How its owner was found: by the number that was written to, by the last client that wrote to
  -- the phone, or neither, and then the platform's inbox keeps it.
  found_by text check (found_by in ('NUMBER', 'CONVERSATION', 'DEFAULT')),
  -- The route that it took, the configuration of that moment, and what else the carrier sent.
  route_id int,
  config_version int,
  facts jsonb
);
create index incoming_message_repeat on incoming_message (carrier_account_id, hash, created_at);
create index incoming_message_client on incoming_message (client_id, id);
create index incoming_message_source on incoming_message (source, id);
create index incoming_message_destination on incoming_message (destination, id);
alter table incoming_message enable row level security;
create policy gateway on incoming_message to tuma_gateway using (true) with check (true);
create policy reach on incoming_message to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on incoming_message to tuma_portal;
grant select, insert, update on incoming_message to tuma_gateway;

-- Parts of messages from phones. A part stays for a while after its message is whole, so that a
-- repeat of it is recognised. Written by gateway/incoming.
create table incoming_part (
  carrier_account_id int not null,
  source text not null,
  destination text not null,
  reference int not null,
  total smallint not null,
  part smallint not null,
  text text not null,
  created_at timestamptz not null default now(),
  hash bytea not null default '',
  connector_id int not null default 0,
  encoding smallint not null default 0,
  carrier_at text not null default '',
  incoming_message_id uuid,
  primary key (carrier_account_id, source, destination, reference, total, part)
);
create index incoming_part_created on incoming_part (created_at);
alter table incoming_part enable row level security;
create policy gateway on incoming_part to tuma_gateway using (true) with check (true);
create policy reach on incoming_part to tuma_portal using (
  (select tuma_reach()) = 'all'
  or exists (select from incoming_message where incoming_message.id = incoming_message_id));
grant select, insert, update, delete on incoming_part to tuma_portal, tuma_gateway;

reset role;
