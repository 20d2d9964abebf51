-- Authenticator apps (RFC 6238). `secret` is in force; `pending_secret` waits for its first code and expires.
-- `last_step` is the newest time step that was used: no code serves twice.
create table totp (
  client_id uuid primary key references client,
  secret bytea,
  enabled_at timestamptz,
  last_step bigint not null default 0,
  last_used_at timestamptz,
  pending_secret bytea,
  pending_until timestamptz
);

-- Passkeys (WebAuthn). `rp_id` is the host that a passkey belongs to; `cloned_at` is set when its counter went backwards.
create table passkey (
  id uuid primary key,
  client_id uuid not null references client,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  rp_id text not null,
  name text not null,
  backed_up boolean not null,
  last_used_at timestamptz,
  cloned_at timestamptz,
  created_at timestamptz not null default now()
);
create index passkey_client on passkey (client_id, id);

-- Challenges that a passkey signs. Each is deleted by its first use; one without a client is for any account.
create table passkey_challenge (
  challenge_hash bytea primary key,
  client_id uuid references client,
  purpose text not null check (purpose in ('REGISTER', 'SIGN_IN', 'STEP_UP')),
  rp_id text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);

create table recovery_code (
  client_id uuid not null references client,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, code_hash)
);

do $$
declare
  named text;
begin
  foreach named in array array['totp', 'passkey', 'passkey_challenge', 'recovery_code'] loop
    execute format('alter table %I enable row level security', named);
    execute format($policy$create policy reach on %I to tuma_portal using (
      (select tuma_reach()) = 'all'
      or client_id = (select tuma_client())
      or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)))$policy$, named);
    execute format('alter table %I owner to tuma_owner', named);
    execute format('grant select, insert, update, delete on %I to tuma_portal', named);
  end loop;
end $$;
