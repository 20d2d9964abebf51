-- Registrations of sender IDs with operators, and the sender ID that stands in where one is missing.

set local role tuma_owner;

create table sender_registration (
  sender_id uuid not null references sender (id),
  client_id uuid not null references client (id),
  network smallint not null check (network > 0),
  status text not null check (status in ('NOT_SUBMITTED', 'PENDING', 'APPROVED', 'REFUSED')),
  submitted_on date,
  decided_on date,
  reference text not null default '',
  note text not null default '',
  recorded_by uuid,
  recorded_at timestamptz not null default now(),
  reminded_at timestamptz,
  primary key (sender_id, network),
  check (status <> 'PENDING' or submitted_on is not null),
  check ((status in ('APPROVED', 'REFUSED')) = (decided_on is not null))
);
comment on table sender_registration is
  'What an operator decided about a sender ID. An operator without a row accepts it. '
  'Written by features/senders.';
create index sender_registration_status on sender_registration (status, network);
create index sender_registration_pending on sender_registration (submitted_on) where status = 'PENDING';
alter table sender_registration enable row level security;
create policy reach on sender_registration to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on sender_registration to tuma_portal;

-- Acceptance reads sender IDs alone, so that its statement does not join the registrations.
alter table sender add column unregistered smallint[] not null default '{}';
comment on column sender.unregistered is
  'The networks whose operators have not approved it, from sender_registration.';
alter table sender add column stand_in_id uuid references sender (id);
comment on column sender.stand_in_id is
  'The sender ID that its owner chose for messages to operators that have not approved it.';
create index sender_stand_in on sender (stand_in_id) where stand_in_id is not null;

reset role;
