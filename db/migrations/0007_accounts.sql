-- How people get in, what they look like to others, and what was done by whom.

-- What opens one thing once: a token in the hand of a person, where a code goes with it also what
-- was sent to their phone or mailbox. `client_id` is null for a name that nobody has: asking for it
-- does the same work and gets the same answer.
create table one_time_token (
  id uuid primary key,
  client_id uuid references client,
  purpose text not null check (purpose in ('ACTIVATE', 'SIGN_IN', 'PASSWORD', 'INVITATION')),
  token_hash bytea not null unique,
  code_hash bytea,
  -- The way that the code really went.
  sent_by text check (sent_by in ('SMS', 'EMAIL')),
  tries int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index one_time_token_client on one_time_token (client_id, purpose) where used_at is null;

-- Tries by key in a window of time, counted here so that all processes count together.
create table rate_limit (
  key text primary key,
  count int not null,
  until timestamptz not null
);
create index rate_limit_until on rate_limit (until);

create table api_key (
  id uuid primary key,
  client_id uuid not null references client,
  name text not null,
  scopes text[] not null check (scopes <@ array['send', 'read', 'contacts']),
  -- Addresses and networks that may use it; none means all.
  ip_list text[] not null default '{}',
  key_hash bytea not null unique,
  -- Its beginning, by which its owner knows it again.
  prefix text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_key_client on api_key (client_id, id);

-- Pictures as we encoded them, small enough for one row.
create table picture (
  id uuid primary key,
  client_id uuid not null references client,
  purpose text not null check (purpose in ('PROFILE', 'LOGO')),
  bytes bytea not null,
  created_at timestamptz not null default now()
);
create index picture_client on picture (client_id);
alter table picture alter bytes set storage external;

-- How a client's part of the tree looks. `client_path` never changes; with it the brand nearest
-- above a client is found without reading the clients between.
create table brand (
  client_id uuid primary key references client,
  client_path text not null,
  brand_name text not null,
  theme_name text not null default 'default',
  logo_picture_id uuid references picture,
  support_email text,
  support_phone text
);
create table brand_host (
  host text primary key,
  client_id uuid not null references brand,
  created_at timestamptz not null default now()
);
create index brand_host_client on brand_host (client_id);

create table audit_entry (
  id uuid primary key,
  -- Null where the platform itself acted.
  actor_id uuid,
  impersonator_id uuid,
  action text not null,
  -- On whose account.
  client_id uuid,
  before jsonb,
  after jsonb,
  address text,
  user_agent text,
  created_at timestamptz not null default now()
);
create index audit_client on audit_entry (client_id, id);
create index audit_actor on audit_entry (actor_id, id);
create trigger audit_append_only before update or delete on audit_entry for each row execute function refuse_change();

do $$
declare t text;
begin
  foreach t in array array['one_time_token', 'api_key', 'picture', 'audit_entry'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy reach on %I to tuma_portal using (
      (select tuma_reach()) = 'all'
      or client_id = (select tuma_client())
      or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)))$p$, t);
  end loop;
  -- A brand and its hosts are public; only whoever reaches its owner may change them.
  foreach t in array array['brand', 'brand_host'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy everyone on %I for select to tuma_portal using (true)', t);
    execute format($p$create policy reach on %I to tuma_portal using (
      (select tuma_reach()) = 'all'
      or client_id = (select tuma_client())
      or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)))$p$, t);
  end loop;
  foreach t in array array['one_time_token', 'rate_limit', 'api_key', 'picture', 'brand', 'brand_host', 'audit_entry'] loop
    execute format('alter table %I owner to tuma_owner', t);
    execute format('grant select, insert, update, delete on %I to tuma_portal', t);
  end loop;
end $$;
revoke update, delete on audit_entry from tuma_portal;
