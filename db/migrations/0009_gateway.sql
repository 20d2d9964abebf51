-- How messages reach carriers, and how customers reach the gateway. Operators edit the rows; the
-- newest config_version, a snapshot put into force as one, is what runs.

set local role tuma_owner;

-- Links to carriers. Written by gateway/console.
create table connector (
  id int generated always as identity primary key,
  cid text not null unique check (cid ~ '^[A-Za-z0-9_-]{3,25}$'),
  kind text not null check (kind in ('SMPP', 'HTTP', 'GENERIC')),
  carrier_account_id int not null,
  settings jsonb not null,
  -- Carriers' passwords, encrypted with the installation's key file.
  secret bytea,
  started boolean not null default true,
  created_at timestamptz not null default now(),
  -- A change closes the link and opens it again.
  restarts int not null default 0
);
grant select, insert, update, delete on connector to tuma_portal;
grant select on connector to tuma_gateway;

-- Filters of routes. Written by gateway/console.
create table filter (
  id int generated always as identity primary key,
  fid text not null unique check (fid ~ '^[A-Za-z0-9_-]{1,16}$'),
  type text not null,
  parameters jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on filter to tuma_portal;
grant select on filter to tuma_gateway;

-- Routes of messages to carriers (MT) and from phones (MO). Written by gateway/console.
create table route (
  id int generated always as identity primary key,
  direction text not null check (direction in ('MT', 'MO')),
  "order" int not null check ("order" >= 0),
  type text not null,
  filter_ids int[] not null default '{}',
  connector_ids int[] not null default '{}',
  weights int[],
  enabled boolean not null default true,
  -- Targets of messages from phones: HTTP connectors, SMPP users, inboxes, keywords, webhooks.
  targets jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  unique (direction, "order")
);
grant select, insert, update, delete on route to tuma_portal;
grant select on route to tuma_gateway;

-- Configurations put into force, as snapshots. Written by core/dispatch.
create table config_version (
  version int generated always as identity primary key,
  config jsonb not null,
  actor_id uuid,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on config_version to tuma_portal;
grant select on config_version to tuma_gateway, tuma_accept;

-- The process that holds each connector. `epoch` rises with each holder, so that a late write of
-- an earlier one is refused. Written by core/dispatch.
create table connector_lease (
  connector_id int primary key,
  carrier_account_id int not null,
  epoch bigint not null default 0,
  holder text
);
grant select, insert, update, delete on connector_lease to tuma_portal, tuma_gateway;

-- The state of each link, written once a second. Written by gateway/console.
create table connector_state (
  connector_id int primary key,
  holder text not null,
  state text not null check (state in ('CLOSED', 'CONNECTING', 'BINDING', 'BOUND', 'UNBINDING')),
  since timestamptz not null,
  last_error text,
  epoch bigint not null default 0,
  window_size int not null,
  in_window int not null,
  submitted_per_s real not null,
  -- The longest that one turn of the link's loop took since the row before, in milliseconds.
  slowest_tick_ms real not null,
  updated_at timestamptz not null default now(),
  receipts_outstanding int
);
grant select, insert, update, delete on connector_state to tuma_portal, tuma_gateway;

-- One minute of a connector, added to by the gateway while it lasts and kept for two days.
-- Written by gateway/console.
create table connector_minute (
  connector_id int not null,
  minute timestamptz not null,
  submitted int not null default 0,
  accepted int not null default 0,
  refused int not null default 0,
  throttled int not null default 0,
  lost int not null default 0,
  receipts int not null default 0,
  received int not null default 0,
  window_in_use int not null default 0,
  queue_length int not null default 0,
  primary key (connector_id, minute)
);
create index connector_minute_minute on connector_minute (minute);
grant select, insert, update, delete on connector_minute to tuma_portal, tuma_gateway;

-- The last PDUs of a connector: written only while somebody looks, and deleted a minute after.
-- Written by gateway/console.
create table connector_trace (
  connector_id int primary key,
  watched_until timestamptz not null,
  pdus jsonb not null default '[]'
);
grant select, insert, update, delete on connector_trace to tuma_portal, tuma_gateway;

-- Groups of the gateway's users. Written by core/gateway-users.
create table gateway_group (
  gid text primary key check (gid ~ '^[A-Za-z0-9_-]{1,16}$'),
  enabled boolean not null default true,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on gateway_group to tuma_portal;
grant select on gateway_group to tuma_gateway, tuma_accept;

-- Users of the gateway's own servers. They are in force at once, unlike filters and routes: a
-- user who is shut out must not wait for a reload. Written by core/gateway-users.
create table gateway_user (
  id int generated always as identity primary key,
  uid text not null unique check (uid ~ '^[A-Za-z0-9_-]{1,16}$'),
  gid text not null references gateway_group,
  client_id uuid not null references client,
  username text not null unique check (username ~ '^[A-Za-z0-9_-]{1,15}$'),
  password_hash text,
  enabled boolean not null default true,
  -- Disabled because its client was blocked, so that unblocking enables it again.
  blocked boolean not null default false,
  mt_messaging_cred jsonb not null,
  smpps_cred jsonb not null,
  created_at timestamptz not null default now()
);
create index gateway_user_client on gateway_user (client_id, id);
create index gateway_user_group on gateway_user (gid);
alter table gateway_user enable row level security;
create policy accept on gateway_user to tuma_accept using (true) with check (true);
create policy gateway on gateway_user for select to tuma_gateway using (true);
create policy reach on gateway_user to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on gateway_user to tuma_portal;
grant select on gateway_user to tuma_gateway;
grant select, update (mt_messaging_cred) on gateway_user to tuma_accept;

-- Binds to the SMPP server, while they last: the process confirms them every few seconds, so that
-- binds are counted over all processes, and a process that dies leaves none behind for long.
-- Written by gateway/customers.
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
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on smpp_bind to tuma_portal, tuma_gateway;

-- How many messages a user may submit at this moment, counted for all processes together.
-- Unlogged: it is worth a second, and after a failover every user begins with a full allowance.
-- Written by core/accept.
create unlogged table throughput (
  who text primary key,
  per_second double precision not null,
  wanted int not null,
  -- The part of the last request that was granted.
  granted int not null,
  available double precision not null,
  updated_at timestamptz not null
) with (fillfactor = 50);
alter table throughput enable row level security;
create policy accept on throughput to tuma_accept using (true) with check (true);
grant select, insert, update on throughput to tuma_accept;

reset role;
