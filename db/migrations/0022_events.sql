-- What is told of messages as they go on, and the customers' endpoints that it is told to.

alter table outbox drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (kind in ('WEBHOOK', 'HTTP_CONNECTOR', 'SMPP_USER', 'MAIL', 'RECEIPT_URL'));
-- What happened to one message goes out in its order: a row is not taken while an earlier one of its thread waits.
alter table outbox add column thread uuid;
drop index outbox_due;
create index outbox_due on outbox (kind, not_before) where done_at is null;
-- Of a user who is not bound there may be millions, and nobody else's wait behind them.
create index outbox_user on outbox (target, not_before) where done_at is null and kind = 'SMPP_USER';
create index outbox_webhook on outbox (id) where done_at is null and kind = 'WEBHOOK';
create index outbox_thread on outbox (thread, id) where done_at is null and thread is not null;
create index outbox_done on outbox (done_at) where done_at is not null;
grant update on outbox to tuma_gateway;

create table webhook (
  id uuid primary key,
  client_id uuid not null references client,
  -- Null: whatever address a message names for itself (callbackUrl).
  url text,
  description text not null default '',
  events text[] not null,
  enabled boolean not null default true,
  secret bytea not null,
  -- After a rotation the one before signs too for a while.
  old_secret bytea,
  old_secret_until timestamptz,
  -- Since when nothing was taken any more.
  failing_since timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_client on webhook (client_id, id);
create unique index webhook_callbacks on webhook (client_id) where url is null;

-- The log and the queue: one event to one endpoint. `thread` orders what is of one message.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id uuid not null,
  client_id uuid not null,
  url text not null,
  -- Scheme, name and port: what fails together.
  host text not null,
  event_id uuid not null,
  event text not null,
  thread uuid,
  body text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  -- Tries since it was made or last replayed, and all of them, the last ones in full.
  attempts smallint not null default 0,
  tries jsonb not null default '[]',
  next_at timestamptz not null default now(),
  expires_at timestamptz not null,
  replays smallint not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (webhook_id, event_id)
) with (autovacuum_vacuum_scale_factor = 0.02);
create index webhook_delivery_due on webhook_delivery (host, webhook_id, next_at) where status = 'PENDING';
create index webhook_delivery_thread on webhook_delivery (webhook_id, thread, id) where status = 'PENDING' and thread is not null;
create index webhook_delivery_expiry on webhook_delivery (expires_at) where status = 'PENDING';
create index webhook_delivery_ended on webhook_delivery (ended_at) where status <> 'PENDING';
create index webhook_delivery_client on webhook_delivery (client_id, id);
create index webhook_delivery_webhook on webhook_delivery (webhook_id, id);
create index webhook_delivery_failed on webhook_delivery (webhook_id, id) where status = 'FAILED';
create index webhook_delivery_message on webhook_delivery (thread) where thread is not null;

-- Hosts that fail: left alone until `probe_at` when `opened_at` is set, then tried with one delivery.
create table webhook_host (
  host text primary key,
  failures int not null,
  opened_at timestamptz,
  probe_at timestamptz,
  probes smallint not null default 0,
  last_error text not null
);

do $$
declare t text;
begin
  foreach t in array array['webhook', 'webhook_delivery'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy reach on %I to tuma_portal using (
      (select tuma_reach()) = 'all'
      or client_id = (select tuma_client())
      or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)))$p$, t);
  end loop;
  foreach t in array array['webhook', 'webhook_delivery', 'webhook_host'] loop
    execute format('alter table %I owner to tuma_owner', t);
    execute format('grant select, insert, update, delete on %I to tuma_portal', t);
  end loop;
end $$;
create policy gateway on webhook for select to tuma_gateway using (true);
grant select on webhook to tuma_gateway;
grant usage on all sequences in schema public to tuma_portal, tuma_gateway;
