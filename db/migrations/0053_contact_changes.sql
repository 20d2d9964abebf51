-- Another e-mail address or phone number of an account: it counts once its owner has confirmed it, and can be undone.
create table contact_change (
  -- Changes of one account in their order; they are made under its lock.
  number bigint generated always as identity primary key,
  client_id uuid not null references client (id),
  kind text not null check (kind in ('EMAIL', 'PHONE')),
  old_value text,
  new_value text not null,
  -- The account itself, or one above it.
  requested_by uuid not null references client (id),
  status text not null default 'PENDING' check (status in ('PENDING', 'CONFIRMED', 'WITHDRAWN', 'UNDONE')),
  -- Of the link that was mailed to the new address; a number is confirmed by a code.
  confirm_hash bytea unique,
  -- Of the link that was mailed to the old address.
  undo_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  undo_expires_at timestamptz not null,
  -- Its link, or one to an earlier change, was followed: nothing of it can be undone again.
  undone_at timestamptz
);
create unique index contact_change_pending on contact_change (client_id, kind) where status = 'PENDING';
create index contact_change_client on contact_change (client_id, number);
-- The address before a change stays its account's own while the change can be undone.
create index contact_change_held on contact_change (lower(old_value)) where old_value is not null and undone_at is null;

alter table contact_change enable row level security;
create policy reach on contact_change to tuma_portal using ((select tuma_reach()) = 'all' or client_id = (select tuma_client()) or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
alter table contact_change owner to tuma_owner;
grant select, insert, update, delete on contact_change to tuma_portal;

-- The account that invited or created this one, until its owner has got in.
alter table client add column inviter_id uuid;
-- Nobody has shown yet that they read the account's mail: somebody else may have opened it in the address's name.
alter table client add column email_unproved boolean not null default false;

alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check
  check (purpose in ('ACTIVATE', 'SIGN_IN', 'PASSWORD', 'INVITATION', 'STEP_UP', 'PHONE')) not valid;
