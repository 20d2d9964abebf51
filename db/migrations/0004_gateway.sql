-- How messages reach carriers. The rows are what an operator edits; what runs is the newest
-- config_version, a snapshot put into force as one.

create table connector (
  id int generated always as identity primary key,
  cid text not null unique check (cid ~ '^[A-Za-z0-9_-]{3,25}$'),
  kind text not null check (kind in ('SMPP', 'HTTP', 'GENERIC')),
  carrier_account_id int not null,
  settings jsonb not null,
  -- Carriers' passwords, encrypted with the installation's key file.
  secret bytea,
  started boolean not null default true,
  created_at timestamptz not null default now()
);

create table filter (
  id int generated always as identity primary key,
  fid text not null unique check (fid ~ '^[A-Za-z0-9_-]{1,16}$'),
  type text not null,
  parameters jsonb not null default '{}'
);

create table route (
  id int generated always as identity primary key,
  direction text not null check (direction in ('MT', 'MO')),
  "order" int not null check ("order" >= 0),
  type text not null,
  filter_ids int[] not null default '{}',
  connector_ids int[] not null default '{}',
  weights int[],
  enabled boolean not null default true,
  unique (direction, "order")
);

create table config_version (
  version int generated always as identity primary key,
  config jsonb not null,
  actor_id uuid,
  created_at timestamptz not null default now()
);

-- What each link is doing at this moment, written by the gateway once a second.
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
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on connector_state to tuma_gateway;
