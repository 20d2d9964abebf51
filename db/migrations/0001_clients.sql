-- Who is here: the database's roles, the clients' tree, their sessions.

-- Connections take one of these by `-c role=`. The owner migrates; the portal serves people and
-- runs background work behind row-level security; the gateway talks to carriers and never
-- touches a wallet. A superuser would bypass row-level security, so nothing runs as one.
do $$ begin
  if not exists (select from pg_roles where rolname = 'tuma_owner') then create role tuma_owner nologin; end if;
  if not exists (select from pg_roles where rolname = 'tuma_portal') then create role tuma_portal nologin; end if;
  if not exists (select from pg_roles where rolname = 'tuma_gateway') then create role tuma_gateway nologin; end if;
  execute format('grant tuma_owner, tuma_portal, tuma_gateway to %I', current_user);
  execute format('grant all on database %I to tuma_owner', current_database());
end $$;
grant usage on schema public to tuma_portal, tuma_gateway;
grant all on schema public to tuma_owner;

-- Values that belong to this installation as a whole, one row a key.
create table setting (
  key text primary key,
  value jsonb not null
);

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
  -- Set for a password that somebody else chose: it only serves to choose one's own.
  password_expires_at timestamptz,
  status_before_block text,
  created_at timestamptz not null default now()
);
create unique index client_email on client (lower(email)) where email is not null;
create unique index client_phone on client (phone) where phone is not null;
create index client_parent on client (parent_id);

create table session (
  id uuid primary key,
  client_id uuid not null references client,
  impersonator_id uuid references client,
  access_hash bytea not null unique,
  access_expires_at timestamptz not null,
  -- The refresh token in force and the one it replaced: the old one, used again within the
  -- grace time, answers the same successor (two tabs); later it ends the family.
  refresh_hash bytea unique,
  previous_refresh_hash bytea,
  refreshed_at timestamptz not null default now(),
  refresh_expires_at timestamptz,
  user_agent text,
  address text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index session_client on session (client_id) where ended_at is null;
create index session_impersonator on session (impersonator_id) where impersonator_id is not null and ended_at is null;
create index session_opened on session (client_id, created_at desc);
create index session_previous on session (previous_refresh_hash) where previous_refresh_hash is not null;
