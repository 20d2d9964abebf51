-- Download reports: what was asked for, how far it is, and the file that came of it; and what makes one again and again.

create table report_schedule (
  id uuid primary key,
  client_id uuid not null references client (id),
  name text not null,
  kind text not null,
  format text not null check (format in ('CSV', 'XLSX')),
  filters jsonb not null,
  columns text[] not null,
  -- Whose language the file and the letter are in.
  language text not null,
  timezone text not null,
  every text not null check (every in ('DAY', 'WEEK', 'MONTH')),
  hour smallint not null check (hour between 0 and 23),
  -- A small file goes along with the letter.
  attach boolean not null,
  paused boolean not null default false,
  next_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index report_schedule_client on report_schedule (client_id, id);
create index report_schedule_due on report_schedule (next_at) where not paused;

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
  -- Whose rows it may hold: the reach at the request, which what the client may later only narrows.
  reach text not null check (reach in ('own', 'tree', 'ebu', 'all')),
  status text not null default 'PENDING' check (status in ('PENDING', 'PROCESSING', 'READY_FOR_DOWNLOAD', 'FAILED')),
  error text,
  operation_id uuid,
  -- Where the next slice goes on, and what of the file is not in its parts: one update with each slice's bytes.
  checkpoint jsonb,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  schedule_id uuid references report_schedule (id) on delete set null,
  -- For which time of its schedule it is: each makes one, whoever else saw that it was due.
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

alter table report_schedule enable row level security;
create policy reach on report_schedule to tuma_portal using ((select tuma_reach()) = 'all' or client_id = (select tuma_client()) or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
alter table report_schedule owner to tuma_owner;
grant select, insert, update, delete on report_schedule to tuma_portal;

alter table report enable row level security;
create policy reach on report to tuma_portal using ((select tuma_reach()) = 'all' or client_id = (select tuma_client()) or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
alter table report owner to tuma_owner;
grant select, insert, update, delete on report to tuma_portal;

-- Who is at work on how many, counted at every claim: a client's ended tasks of three months are not looked at for it.
create index task_busy on task (client_id) where status = 'PENDING' and lease_until is not null;
