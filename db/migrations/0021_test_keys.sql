-- Keys for trying things out: their messages have scripted outcomes, cost nothing and leave nothing but themselves.

alter table api_key add column test boolean not null default false;
update api_key set test = true where prefix like 'tuma_test_%';

-- Test messages on their way: what becomes of each, and when.
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
create policy reach on scripted_message to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
create policy accept on scripted_message to tuma_accept using (true) with check (true);
alter table scripted_message owner to tuma_owner;
grant select, insert, update, delete on scripted_message to tuma_portal;
grant select, insert on scripted_message to tuma_accept;
