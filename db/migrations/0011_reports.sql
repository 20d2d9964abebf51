-- Files, download reports, and the running totals behind statistics.

set local role tuma_owner;

-- Files that people uploaded. Written by core/uploads.
create table upload (
  id uuid primary key,
  client_id uuid not null references client,
  purpose text not null,
  file_name text not null,
  bytes bigint not null default 0,
  -- Set when the last part is in: an upload that broke off is none.
  whole boolean not null default false,
  info jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index upload_client on upload (client_id, id);
create index upload_expiry on upload (expires_at);
alter table upload enable row level security;
create policy gateway on upload to tuma_gateway using (true) with check (true);
create policy reach on upload to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on upload to tuma_portal;

-- Reports that are made again and again. Written by features/reports.
create table report_schedule (
  id uuid primary key,
  client_id uuid not null references client (id),
  name text not null,
  kind text not null,
  format text not null check (format in ('CSV', 'XLSX')),
  filters jsonb not null,
  columns text[] not null,
  -- The language of the file and the mail.
  language text not null,
  timezone text not null,
  every text not null check (every in ('DAY', 'WEEK', 'MONTH')),
  hour smallint not null check (hour between 0 and 23),
  -- A small file is attached to the mail.
  attach boolean not null,
  paused boolean not null default false,
  next_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index report_schedule_client on report_schedule (client_id, id);
create index report_schedule_due on report_schedule (next_at) where not paused;
alter table report_schedule enable row level security;
create policy reach on report_schedule to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on report_schedule to tuma_portal;

-- Download reports: the request, its progress and the file. Written by features/reports.
create table report (
  id uuid primary key,
  client_id uuid not null references client (id),
  name text not null,
  kind text not null check (kind in ('SENT_MESSAGES', 'INCOMING_MESSAGES', 'CAMPAIGN_MESSAGES', 'DELIVERY_SUMMARY', 'TRANSACTIONS')),
  format text not null check (format in ('CSV', 'XLSX')),
  filters jsonb not null,
  columns text[] not null,
  language text not null,
  timezone text not null,
  -- The reach at the request; a later change of the client's role can only narrow it.
  reach text not null check (reach in ('own', 'tree', 'ebu', 'all')),
  status text not null default 'PENDING' check (status in ('PENDING', 'PROCESSING', 'READY_FOR_DOWNLOAD', 'FAILED')),
  error text,
  operation_id uuid,
  -- The position of the next slice, and bytes that are not in a part yet: one update a slice.
  checkpoint jsonb,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  schedule_id uuid references report_schedule (id) on delete set null,
  -- The time of its schedule that it serves: each makes one report.
  due_at timestamptz,
  impersonator_id uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  expires_at timestamptz,
  unique (schedule_id, due_at)
);
create index report_client on report (client_id, id);
create index report_expiry on report (expires_at) where expires_at is not null;
create index report_open on report (client_id) where status in ('PENDING', 'PROCESSING');
alter table report enable row level security;
create policy reach on report to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on report to tuma_portal;

-- Bytes of uploads, reports and documents, in parts. Written by core/uploads.
create table file_part (
  file_id uuid not null,
  part int not null,
  bytes bytea not null,
  primary key (file_id, part)
);
alter table file_part alter bytes set storage external;
alter table file_part enable row level security;
create policy reach on file_part to tuma_portal using (
  (select tuma_reach()) = 'all'
  or exists (select from upload where upload.id = file_id)
  or exists (select from sender_document where sender_document.file_id = file_part.file_id)
  or exists (select from report where report.id = file_id));
grant select, insert, update, delete on file_part to tuma_portal;

-- Counts by client, hour, sender, country and network. Written by core/dispatch.
create table rollup_hour (
  hour timestamptz not null,
  client_id uuid not null,
  sender text not null,
  country text not null,
  network smallint not null,
  messages bigint not null default 0,
  segments bigint not null default 0,
  units bigint not null default 0,
  submitted bigint not null default 0,
  delivered bigint not null default 0,
  undeliverable bigint not null default 0,
  rejected bigint not null default 0,
  expired bigint not null default 0,
  failed bigint not null default 0,
  unknown bigint not null default 0,
  cancelled bigint not null default 0,
  primary key (client_id, hour, sender, country, network)
);
create index rollup_hour_hour on rollup_hour (hour);
-- Hours with messages that have not ended: few, while all hours are many.
create index rollup_hour_live on rollup_hour (client_id, hour)
  where messages > delivered + undeliverable + expired + rejected + failed + cancelled + unknown;
-- Hours in which something failed, so that a search for a rare outcome reads no others.
create index rollup_hour_undeliverable on rollup_hour (client_id, hour) where undeliverable > 0;
create index rollup_hour_expired on rollup_hour (client_id, hour) where expired > 0;
create index rollup_hour_rejected on rollup_hour (client_id, hour) where rejected > 0;
create index rollup_hour_failed on rollup_hour (client_id, hour) where failed > 0;
create index rollup_hour_unknown on rollup_hour (client_id, hour) where unknown > 0;
create index rollup_hour_cancelled on rollup_hour (client_id, hour) where cancelled > 0;
alter table rollup_hour enable row level security;
create policy accept on rollup_hour to tuma_accept using (true) with check (true);
create policy gateway on rollup_hour to tuma_gateway using (true) with check (true);
create policy reach on rollup_hour to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on rollup_hour to tuma_portal;
grant select on rollup_hour to tuma_accept;

-- Subjects of running totals. OWN: messages of the client itself; OWN_FINE: by sender, country
-- and network; OWN_SLOT: by hour of the UTC week, 0 is Monday 00. BELOW and its like: messages of
-- all clients below it; the zero id stands for everyone. Dimensions that a kind does not tell
-- apart are empty or 0. Written by core/dispatch.
create table rollup_key (
  id bigint generated always as identity primary key,
  client_id uuid not null,
  kind text not null check (kind in ('OWN', 'OWN_FINE', 'OWN_SLOT', 'BELOW', 'BELOW_NETWORK', 'BELOW_SLOT')),
  sender text not null,
  country text not null,
  network smallint not null,
  slot smallint not null,
  unique (client_id, kind, sender, country, network, slot)
);
alter table rollup_key enable row level security;
create policy reach on rollup_key to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on rollup_key to tuma_portal;

-- Running totals at the end of each UTC day on which a key's messages were made: the difference
-- of two rows is what happened between two days. Written by core/dispatch.
create table rollup_day (
  key_id bigint not null,
  day date not null,
  client_id uuid not null,
  messages bigint not null,
  segments bigint not null,
  units bigint not null,
  submitted bigint not null,
  delivered bigint not null,
  undeliverable bigint not null,
  rejected bigint not null,
  expired bigint not null,
  failed bigint not null,
  unknown bigint not null,
  cancelled bigint not null,
  primary key (key_id, day)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
alter table rollup_day enable row level security;
create policy reach on rollup_day to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on rollup_day to tuma_portal;

-- Subjects of running totals of failures; empty is none. Written by core/dispatch.
create table failure_key (
  id bigint generated always as identity primary key,
  client_id uuid not null,
  kind text not null check (kind in ('OWN', 'BELOW')),
  sender text not null,
  country text not null,
  network smallint not null,
  status smallint not null,
  error_code text not null,
  carrier_status text not null,
  unique (client_id, kind, sender, country, network, status, error_code, carrier_status)
);
alter table failure_key enable row level security;
create policy reach on failure_key to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on failure_key to tuma_portal;

-- Running totals of failures at the end of each UTC day. Written by core/dispatch.
create table failure_day (
  key_id bigint not null,
  day date not null,
  client_id uuid not null,
  messages bigint not null,
  primary key (key_id, day)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
alter table failure_day enable row level security;
create policy reach on failure_day to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on failure_day to tuma_portal;

reset role;
