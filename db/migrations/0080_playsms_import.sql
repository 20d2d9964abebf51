-- Imports of clients, phone books and templates from a dump of playSMS.

set local role tuma_owner;

create table playsms_import (
  id uuid primary key,
  client_id uuid not null references client (id),
  upload_id uuid not null,
  step_count int not null,
  file_name text not null,
  status text not null check (status in ('READY', 'RUNNING', 'COMPLETED', 'CANCELED', 'FAILED')),
  preview jsonb not null,
  counts jsonb,
  at_step int not null default 0,
  operation_id uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
comment on table playsms_import is
  'Dumps of playSMS: read once for a plan and its preview, and after the approval imported step by step. '
  '`at_step` is the last step done. Written by features/playsms.';
create index playsms_import_client on playsms_import (client_id, id);
create index playsms_import_created on playsms_import (created_at);
alter table playsms_import enable row level security;
create policy reach on playsms_import to tuma_portal using (
  (select tuma_reach()) = 'all' or client_id = (select tuma_client()));
grant select, insert, update, delete on playsms_import to tuma_portal;

reset role;
