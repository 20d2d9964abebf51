-- Opt-outs that were taken back: a regulator asks for every stop.

set local role tuma_owner;

create table ended_opt_out (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references client (id),
  destination text collate "C" not null,
  source text not null,
  note text not null,
  scope text not null,
  sender text not null,
  began_at timestamptz not null,
  ended_at timestamptz not null default now()
);
comment on table ended_opt_out is
  'Opt-outs that their person or the account took back, with when they began and ended. Never deleted but '
  'with the number. Written by core/opt-outs.';
create index ended_opt_out_number on ended_opt_out (client_id, destination);
alter table ended_opt_out enable row level security;
create policy gateway on ended_opt_out to tuma_gateway using (true) with check (true);
create policy reach on ended_opt_out to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on ended_opt_out to tuma_portal;
grant insert on ended_opt_out to tuma_gateway;

reset role;
