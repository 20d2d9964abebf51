-- Work in the background, and notifications to customers' software.

set local role tuma_owner;

-- Background tasks. A task never runs twice at once. Written by core/background.
create table task (
  id uuid primary key,
  client_id uuid not null references client,
  kind text not null,
  description text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'COMPLETED', 'CANCELED', 'FAILED')),
  progress real not null default 0,
  input jsonb not null,
  result jsonb,
  error text,
  stop_requested boolean not null default false,
  attempts int not null default 0,
  not_before timestamptz not null default now(),
  -- The process that works on it, and until when it may be silent.
  holder text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create index task_client on task (client_id, id);
create index task_pending on task (not_before) where status = 'PENDING';
-- The number of tasks that run for a client.
create index task_busy on task (client_id) where status = 'PENDING' and lease_until is not null;
alter table task enable row level security;
create policy gateway on task to tuma_gateway using (true) with check (true);
create policy reach on task to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on task to tuma_portal;

-- Requests that may be repeated, with their answers. Written by infra/http.
create table idempotency_key (
  client_id uuid not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (client_id, key)
);
alter table idempotency_key enable row level security;
create policy accept on idempotency_key to tuma_accept using (true) with check (true);
create policy gateway on idempotency_key to tuma_gateway using (true) with check (true);
create policy reach on idempotency_key to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on idempotency_key to tuma_portal, tuma_accept;

-- Deliveries to other systems: mail, HTTP connectors, SMPP users, receipts by URL, webhook
-- events. Written by core/background.
create table outbox (
  id bigint generated always as identity primary key,
  client_id uuid,
  kind text not null check (kind in ('WEBHOOK', 'HTTP_CONNECTOR', 'SMPP_USER', 'MAIL', 'RECEIPT_URL')),
  target text not null,
  payload jsonb not null,
  attempts int not null default 0,
  not_before timestamptz not null default now(),
  done_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  -- Rows of one message go out in their order: none is taken while an earlier one of its thread waits.
  thread uuid
);
create index outbox_webhook on outbox (id) where done_at is null and kind = 'WEBHOOK';
create index outbox_thread on outbox (thread, id) where done_at is null and thread is not null;
create index outbox_done on outbox (done_at) where done_at is not null;
-- In the order of the claim, to the last column: thousands of rows may be due at one moment. The
-- rows of SMPP users have an index of their own, and no other.
create index outbox_due on outbox (kind, not_before, id)
  where done_at is null and kind <> 'SMPP_USER';
create index outbox_user on outbox (target, not_before, id)
  where done_at is null and kind = 'SMPP_USER';
alter table outbox enable row level security;
create policy gateway on outbox to tuma_gateway using (true) with check (true);
create policy reach on outbox to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on outbox to tuma_portal, tuma_gateway;

-- Customers' endpoints for events. Written by features/webhooks.
create table webhook (
  id uuid primary key,
  client_id uuid not null references client,
  -- Null: whatever address a message names for itself (callbackUrl).
  url text,
  description text not null default '',
  events text[] not null,
  enabled boolean not null default true,
  secret bytea not null,
  -- After a rotation the secret before it signs too for a while.
  old_secret bytea,
  old_secret_until timestamptz,
  -- Since when every delivery has failed.
  failing_since timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_client on webhook (client_id, id);
create unique index webhook_callbacks on webhook (client_id) where url is null;
alter table webhook enable row level security;
create policy gateway on webhook for select to tuma_gateway using (true);
create policy reach on webhook to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on webhook to tuma_portal;
grant select on webhook to tuma_gateway;

-- The log and the queue of deliveries, one event to one endpoint each. `thread` orders the events
-- of one message. Written by features/webhooks.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id uuid not null,
  client_id uuid not null,
  url text not null,
  -- Scheme, name and port: what fails together.
  host text collate "C" not null,
  event_id uuid not null,
  event text not null,
  thread uuid,
  body text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  -- Attempts since it was made or last replayed, and all of them, the last ones in full.
  attempts smallint not null default 0,
  tries jsonb not null default '[]',
  next_at timestamptz not null default now(),
  expires_at timestamptz not null,
  replays smallint not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The last attempt: its request and the answer.
  request text,
  answer text,
  unique (webhook_id, event_id)
) with (autovacuum_vacuum_scale_factor = 0.02);
create index webhook_delivery_thread on webhook_delivery (webhook_id, thread, id)
  where status = 'PENDING' and thread is not null;
create index webhook_delivery_expiry on webhook_delivery (expires_at) where status = 'PENDING';
create index webhook_delivery_ended on webhook_delivery (ended_at) where status <> 'PENDING';
create index webhook_delivery_client on webhook_delivery (client_id, id);
create index webhook_delivery_webhook on webhook_delivery (webhook_id, id);
create index webhook_delivery_failed on webhook_delivery (webhook_id, id) where status = 'FAILED';
create index webhook_delivery_message on webhook_delivery (thread) where thread is not null;
create index webhook_delivery_open on webhook_delivery (client_id, id)
  where status <> 'DELIVERED';
create index webhook_delivery_due on webhook_delivery (host, webhook_id, next_at, id)
  where status = 'PENDING';
alter table webhook_delivery enable row level security;
create policy reach on webhook_delivery to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on webhook_delivery to tuma_portal;

-- Hosts that fail: paused until `probe_at` when `opened_at` is set, then tried with one delivery.
-- Written by features/webhooks.
create table webhook_host (
  host text collate "C" primary key,
  failures int not null,
  opened_at timestamptz,
  probe_at timestamptz,
  probes smallint not null default 0,
  last_error text not null
);
grant select, insert, update, delete on webhook_host to tuma_portal;

reset role;
