-- Work in the background, files, and what must happen once.

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
  -- Who works on it, until when it may be silent: a task never runs twice at once.
  holder text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create index task_client on task (client_id, id);
create index task_pending on task (not_before) where status = 'PENDING';

create table upload (
  id uuid primary key,
  client_id uuid not null references client,
  purpose text not null,
  file_name text not null,
  bytes bigint not null default 0,
  -- Set when the last part is in: what broke off on the way is no upload.
  whole boolean not null default false,
  info jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index upload_client on upload (client_id, id);
create index upload_expiry on upload (expires_at);

create table file_part (
  file_id uuid not null,
  part int not null,
  bytes bytea not null,
  primary key (file_id, part)
);
alter table file_part alter bytes set storage external;

create table idempotency_key (
  client_id uuid not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (client_id, key)
);

create table outbox (
  id bigint generated always as identity primary key,
  client_id uuid,
  kind text not null check (kind in ('WEBHOOK', 'HTTP_CONNECTOR', 'SMPP_USER', 'MAIL')),
  target text not null,
  payload jsonb not null,
  attempts int not null default 0,
  not_before timestamptz not null default now(),
  done_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);
create index outbox_due on outbox (not_before) where done_at is null;
