-- Incoming messages that accounts have read, so that an inbox shows what is new.

set local role tuma_owner;

create table incoming_read (
  message_id uuid not null references incoming_message (id) on delete cascade,
  client_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (message_id, client_id)
);
comment on table incoming_read is
  'The newest message of a conversation when an account last opened it. Written by '
  'features/messages.';
alter table incoming_read enable row level security;
create policy reach on incoming_read to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on incoming_read to tuma_portal;

reset role;
