-- Sign-ins to an account, refused ones included, as its owner sees them for 90 days.
create table sign_in (
  id uuid primary key,
  client_id uuid not null references client,
  way text not null,
  outcome text not null,
  address text not null,
  user_agent text not null,
  is_new_place boolean not null,
  created_at timestamptz not null default now()
);
create index sign_in_client on sign_in (client_id, id desc);
create index sign_in_created on sign_in (created_at);
alter table sign_in owner to tuma_owner;
alter table sign_in enable row level security;
create policy reach on sign_in to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, delete on sign_in to tuma_portal;
