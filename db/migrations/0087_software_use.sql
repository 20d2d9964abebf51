-- Calls and messages of customers' software by credential, and its refusals by code.

set local role tuma_owner;

create table software_use (
  id bigint generated always as identity primary key,
  client_id uuid not null,
  api_key_id uuid references api_key (id) on delete cascade,
  gateway_user_id int references gateway_user (id) on delete cascade,
  source text not null check (source in ('REST', 'SMPP', 'HTTP')),
  last_call_at timestamptz not null,
  minute timestamptz not null,
  calls int not null,
  calls_before int not null default 0,
  check (num_nonnulls(api_key_id, gateway_user_id) = 1),
  unique nulls not distinct (api_key_id, gateway_user_id, source)
);
create index software_use_user on software_use (gateway_user_id);
create index software_use_last_call on software_use (last_call_at, id);
comment on table software_use is
  'The last call of each credential of customers'' software by each way in, and its calls in this minute and the one '
  'before. Written by core/software-use.';
alter table software_use enable row level security;
create policy gateway on software_use to tuma_gateway using (true) with check (true);
create policy reach on software_use to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on software_use to tuma_portal, tuma_gateway;

create table software_hour (
  use_id bigint not null references software_use (id) on delete cascade,
  hour timestamptz not null,
  outcome text not null,
  count bigint not null,
  primary key (use_id, hour, outcome)
);
create index software_hour_hour on software_hour (hour);
comment on table software_hour is
  'Messages of a credential by hour: accepted, or refused by code, with the calls that were refused as a whole. Written by '
  'core/software-use.';
alter table software_hour enable row level security;
create policy gateway on software_hour to tuma_gateway using (true) with check (true);
create policy reach on software_hour to tuma_portal using (use_id in (select id from software_use));
grant select, insert, update, delete on software_hour to tuma_portal, tuma_gateway;

reset role;
