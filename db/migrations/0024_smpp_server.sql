-- The SMPP server for customers: who is bound, and how a bind's process takes what waits for its user.

-- A bind to our SMPP server, while it lasts: its process says every few seconds that it is still there, so that binds are
-- counted over all processes, and whoever dies leaves none behind for long.
create table smpp_bind (
  id uuid primary key,
  holder text not null,
  client_id uuid not null,
  gateway_user_id int not null,
  kind text not null check (kind in ('TRANSMITTER', 'RECEIVER', 'TRANSCEIVER')),
  address text not null,
  tls boolean not null,
  since timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted bigint not null default 0,
  refused bigint not null default 0,
  delivered bigint not null default 0,
  in_window int not null default 0
);
create index smpp_bind_user on smpp_bind (gateway_user_id);

alter table smpp_bind enable row level security;
create policy gateway on smpp_bind to tuma_gateway using (true) with check (true);
create policy reach on smpp_bind to tuma_portal using (
  (select tuma_reach()) = 'all' or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
alter table smpp_bind owner to tuma_owner;
grant select, insert, update, delete on smpp_bind to tuma_portal, tuma_gateway;

-- What a customer took is forgotten at once.
grant delete on outbox to tuma_gateway;
