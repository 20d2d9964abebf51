-- The tree of clients, how each of them looks, and changes of their contact details.

set local role tuma_owner;

-- Accounts, in a tree: `path` holds the numbers of the clients above, so that a subtree is one
-- range of an index. Written by features/clients.
create table client (
  id uuid primary key,
  parent_id uuid references client,
  -- Numbers, not ids, make the path: short, and a subtree is one range of an index.
  number int generated always as identity unique,
  path text collate "C" not null unique,
  client_name text not null,
  account_type text not null check (account_type in ('INDIVIDUAL', 'COMPANY')),
  first_name text,
  last_name text,
  other_names text,
  company_name text,
  email text,
  phone text,
  country text not null,
  website text,
  timezone text not null default 'Africa/Nairobi',
  language text not null default 'en',
  access_level text not null check (access_level in
    ('ADMINISTRATOR', 'RESELLER', 'CLIENT', 'COMPANY', 'EBU_CLIENT', 'EBU_APPROVER', 'IT_SUPPORT', 'BD_CLIENT')),
  client_status text not null check (client_status in
    ('INVITED', 'PENDING_ACTIVATION', 'ACTIVE', 'BLOCKED', 'SHOULD_UPDATE_DETAILS', 'SHOULD_RESET_PASSWORD_LEGACY')),
  low_units_notify_level bigint not null default 0,
  email_alerts text[] not null default '{}',
  sms_alerts text[] not null default '{}',
  use_2fa boolean not null default false,
  otp_channel text not null default 'EMAIL' check (otp_channel in ('SMS', 'EMAIL')),
  profile_picture_id uuid,
  requires_campaign_approval boolean not null default false,
  daily_limit_messages int,
  password_hash text,
  -- Set for a password that somebody else chose: it only serves to choose a new one.
  password_expires_at timestamptz,
  status_before_block text,
  created_at timestamptz not null default now(),
  -- Special characters that GSM 03.38 lacks are replaced in the next campaign's text.
  replace_lookalikes boolean not null default false,
  -- The account that invited or created this one, until its owner has signed in.
  inviter_id uuid,
  -- True until somebody has shown that they read the account's mail.
  email_unproved boolean not null default false
);
create unique index client_email on client (lower(email)) where email is not null;
create unique index client_phone on client (phone) where phone is not null;
create index client_parent on client (parent_id);
create index client_low_level on client (id) where low_units_notify_level > 0;
create trigger raise_acceptance_version after update of parent_id, country on client
  for each statement execute function raise_acceptance_version();
grant usage on sequence client_number_seq to tuma_portal;
alter table client enable row level security;
create policy accept on client to tuma_accept using (true) with check (true);
create policy gateway on client for select to tuma_gateway using (true);
create policy reach on client to tuma_portal using (
  (select tuma_reach()) = 'all'
  or id = (select tuma_client())
  or ((select tuma_reach()) = 'tree' and path >= (select tuma_path())
    and path < (select left(tuma_path(), -1) || '/'))
  or ((select tuma_reach()) = 'ebu' and access_level = 'EBU_CLIENT'));
grant select, insert, update on client to tuma_portal;
grant select (id, parent_id, number, path, client_name, account_type, first_name, last_name,
  other_names, company_name, email, phone, country, website, timezone, language, access_level,
  client_status, low_units_notify_level, email_alerts, sms_alerts, profile_picture_id,
  requires_campaign_approval, daily_limit_messages, status_before_block, created_at,
  replace_lookalikes, inviter_id, email_unproved) on client to tuma_gateway, tuma_accept;

-- Changes of an e-mail address or phone number: each counts once its owner has confirmed it, and
-- can be undone. Written by features/clients.
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
  -- Hash of the link that was mailed to the new address; a number is confirmed by a code.
  confirm_hash bytea unique,
  -- Hash of the link that was mailed to the old address.
  undo_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  undo_expires_at timestamptz not null,
  -- Its link, or one to an earlier change, was followed: nothing of it can be undone again.
  undone_at timestamptz
);
create unique index contact_change_pending on contact_change (client_id, kind)
  where status = 'PENDING';
create index contact_change_client on contact_change (client_id, number);
-- The old address stays the account's own while the change can be undone.
create index contact_change_held on contact_change (lower(old_value))
  where old_value is not null and undone_at is null;
alter table contact_change enable row level security;
create policy reach on contact_change to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on contact_change to tuma_portal;

-- Pictures as the server encoded them, small enough for one row. Written by core/files.
create table picture (
  id uuid primary key,
  client_id uuid not null references client,
  purpose text not null check (purpose in ('PROFILE', 'LOGO')),
  bytes bytea not null,
  created_at timestamptz not null default now()
);
create index picture_client on picture (client_id);
alter table picture alter bytes set storage external;
alter table picture enable row level security;
create policy reach on picture to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on picture to tuma_portal;

-- How a client's part of the tree looks. `client_path` never changes; with it the nearest brand
-- above a client is found without reading the clients between. Written by core/branding.
create table brand (
  client_id uuid primary key references client,
  client_path text not null,
  brand_name text not null,
  theme_name text not null default 'default',
  logo_picture_id uuid references picture,
  support_email text,
  support_phone text
);
alter table brand enable row level security;
create policy everyone on brand for select to tuma_portal using (true);
create policy reach on brand to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on brand to tuma_portal;

-- Hosts in force, each proved by a DNS record or released by an administrator. Written by
-- core/branding.
create table brand_host (
  host text primary key,
  client_id uuid not null references brand,
  created_at timestamptz not null default now(),
  -- The value of the DNS record that proved the host; null where an administrator released it.
  token text,
  checked_at timestamptz,
  proof_missing_since timestamptz
);
create index brand_host_client on brand_host (client_id);
create index brand_host_proof on brand_host (checked_at) where token is not null;
alter table brand_host enable row level security;
create policy everyone on brand_host for select to tuma_portal using (true);
create policy reach on brand_host to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on brand_host to tuma_portal;

-- Hosts that were proposed; several clients may propose one, and the first that proves it gets
-- it. Written by core/branding.
create table host_proposal (
  host text not null,
  client_id uuid not null references brand (client_id),
  token text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check_at timestamptz,
  checked_at timestamptz,
  check_result text check (check_result in ('NOT_FOUND', 'OTHER_VALUE', 'NO_ANSWER', 'TAKEN')),
  refused_at timestamptz,
  reason text,
  primary key (host, client_id)
);
create index host_proposal_client on host_proposal (client_id);
create index host_proposal_check on host_proposal (check_at) where check_at is not null;
alter table host_proposal enable row level security;
create policy reach on host_proposal to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on host_proposal to tuma_portal;

-- Clients who have hidden the first steps. Which steps are done is read from the facts. Written
-- by features/dashboard.
create table dashboard_choice (
  client_id uuid primary key references client,
  first_steps_hidden boolean not null
);
alter table dashboard_choice enable row level security;
create policy reach on dashboard_choice to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update on dashboard_choice to tuma_portal;

reset role;
