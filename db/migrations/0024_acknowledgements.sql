-- Who works on a problem of the installation, and how often a link was tried since its last bind.

set local role tuma_owner;

create table acknowledgement (
  id uuid primary key,
  kind text not null,
  subject text not null default '',
  operator_id uuid not null references client (id),
  note text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index acknowledgement_open on acknowledgement (kind, subject) where ended_at is null;
create index acknowledgement_subject on acknowledgement (kind, subject, created_at);
comment on table acknowledgement is
  'Operators who took a problem of the status page on, with a note. One ends when its cause ends. '
  'Written by features/monitoring.';
grant select, insert, update, delete on acknowledgement to tuma_portal;

alter table connector_state add column tries int not null default 0;

reset role;
