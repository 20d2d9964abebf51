-- What was backed up, and what a restore holds back until somebody says that it may go on.

create table backup_run (
  id uuid primary key,
  started_by text not null check (started_by in ('SCHEDULE', 'COMMAND')),
  -- Null: to standard output.
  file text,
  started_at timestamptz not null default now(),
  -- Null: under way, or its process was killed.
  ended_at timestamptz,
  bytes bigint,
  rows bigint,
  encrypted boolean not null,
  -- Whether it was restored into an empty database and compared; null: that was not asked for, or not come to.
  verified boolean,
  -- Why there is no back-up, or why it is not to be trusted.
  error text
);
create index backup_run_started on backup_run (started_at desc);
alter table backup_run owner to tuma_owner;
grant select, insert, update, delete on backup_run to tuma_portal;

create table restoration (
  id uuid primary key,
  file text not null,
  -- The moment that the data is of: what happened later is not in it.
  backup_at timestamptz not null,
  restored_at timestamptz not null default now(),
  -- Null: what was under way at backup_at is held back.
  released_at timestamptz,
  released_by uuid
);
create unique index restoration_open on restoration ((released_at is null)) where released_at is null;
alter table restoration owner to tuma_owner;
grant select, insert, update, delete on restoration to tuma_portal;
grant select on restoration to tuma_gateway, tuma_accept;
