-- What whoever runs this sees of it: which processes live, how it stood minute by minute, what was found wrong and whom it was told.

grant select on migration to tuma_portal;

-- A process says every few seconds that it lives, and takes its row away when it is stopped in good order.
create table heartbeat (
  process text not null,
  -- Machine and process number.
  holder text not null,
  host text not null,
  version text not null,
  started_at timestamptz not null,
  updated_at timestamptz not null default now(),
  -- Its own figures, as Prometheus reads them.
  metrics text not null default '',
  primary key (process, holder)
);

-- One row a minute, for the charts of a week.
create table gauge_minute (
  minute timestamptz primary key,
  queued int not null,
  oldest_queued_s real not null,
  in_flight int not null,
  ambiguous int not null,
  outbox int not null,
  outbox_oldest_s real not null,
  unmatched int not null,
  tasks int not null,
  payments int not null,
  submitted int not null,
  receipts int not null,
  database_bytes bigint not null,
  -- Of the machine that the worker runs on; null where it could not be asked.
  disk_free bigint,
  disk_total bigint
);

create table alert (
  id uuid primary key,
  kind text not null,
  -- Which one: a connector, a process; '' where there is only one.
  subject text not null default '',
  status text not null default 'OPEN' check (status in ('OPEN', 'RESOLVED')),
  facts jsonb not null default '{}',
  raised_at timestamptz not null default now(),
  reminded_at timestamptz not null default now(),
  resolved_at timestamptz,
  check ((status = 'RESOLVED') = (resolved_at is not null))
);
create unique index alert_open on alert (kind, subject) where status = 'OPEN';
create index alert_newest on alert (raised_at desc, id desc);

-- To whom an alert is told. Not in the outbox: what is stuck there must be told too.
create table alert_notice (
  id bigint generated always as identity primary key,
  alert_id uuid not null references alert on delete cascade,
  occasion text not null check (occasion in ('RAISED', 'REMINDED', 'RESOLVED')),
  channel text not null check (channel in ('MAIL', 'WEBHOOK')),
  target text not null,
  attempts int not null default 0,
  not_before timestamptz not null default now(),
  done_at timestamptz,
  last_error text
);
create index alert_notice_due on alert_notice (not_before) where done_at is null;
create index alert_notice_alert on alert_notice (alert_id);

do $$
declare t text;
begin
  foreach t in array array['heartbeat', 'gauge_minute', 'alert', 'alert_notice'] loop
    execute format('alter table %I owner to tuma_owner', t);
    execute format('grant select, insert, update, delete on %I to tuma_portal', t);
  end loop;
end $$;
grant select, insert, update, delete on heartbeat to tuma_gateway;
