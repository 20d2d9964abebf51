-- Who may use the gateway's own doors, and where messages from phones go.

create table gateway_group (
  gid text primary key check (gid ~ '^[A-Za-z0-9_-]{1,16}$'),
  enabled boolean not null default true,
  created_at timestamptz not null default now()
);

-- Users are in force at once, unlike filters and routes: whoever is shut out must not wait for a reload.
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
create policy reach on gateway_user to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
create policy gateway on gateway_user for select to tuma_gateway using (true);

-- Where messages from phones go: HTTP connectors, SMPP users, inboxes, keywords, webhooks.
alter table route add column targets jsonb not null default '[]', add column updated_at timestamptz not null default now();
alter table filter add column created_at timestamptz not null default now(), add column updated_at timestamptz not null default now();

-- Which route a message from a phone took, in which configuration, and what was read of it beside its own columns.
alter table incoming_message add column route_id int, add column config_version int, add column facts jsonb;

grant select, insert, update, delete on gateway_group, gateway_user to tuma_portal;
grant select on gateway_group, gateway_user to tuma_gateway;
grant usage on all sequences in schema public to tuma_portal, tuma_gateway;
alter table gateway_group owner to tuma_owner;
alter table gateway_user owner to tuma_owner;
