-- Sign-in, API keys, the audit log and second approvals.

set local role tuma_owner;

-- Sessions of people, with hashes of their tokens. Written by core/auth.
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
  ended_at timestamptz,
  -- Until then the session may change how its owner signs in; it survives a refresh of the tokens.
  step_up_expires_at timestamptz,
  -- Hash of the part that all refresh tokens of one sign-in share: a token that carries it without
  -- being the newest was replaced, however old it is.
  family_hash bytea,
  -- The last activity that the browser reported.
  active_at timestamptz not null default now(),
  -- The reason where the product ended the session; null where a person did.
  end_reason text,
  -- The session of the account that acts for this one's client. Its end ends this one.
  actor_session_id uuid references session on delete set null
);
create index session_client on session (client_id) where ended_at is null;
create index session_impersonator on session (impersonator_id)
  where impersonator_id is not null and ended_at is null;
create index session_opened on session (client_id, created_at desc);
-- A token that was replaced is recognised.
create index session_previous on session (previous_refresh_hash)
  where previous_refresh_hash is not null;
create unique index session_family on session (family_hash) where family_hash is not null;
create index session_actor on session (actor_session_id) where actor_session_id is not null;
alter table session enable row level security;
create policy gateway on session to tuma_gateway using (true) with check (true);
create policy reach on session to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on session to tuma_portal;

-- Links and codes that open one thing once: a token in a person's hand and, where a code goes
-- with it, the code that was sent to their phone or mailbox. `client_id` is null for a name that
-- nobody has: asking for it does the same work and gets the same answer. Written by core/auth.
create table one_time_token (
  id uuid primary key,
  client_id uuid references client,
  purpose text not null check (purpose in ('ACTIVATE', 'SIGN_IN', 'PASSWORD', 'INVITATION', 'STEP_UP', 'PHONE')),
  token_hash bytea not null unique,
  code_hash bytea,
  -- The channel that the code was sent by.
  sent_by text check (sent_by in ('SMS', 'EMAIL')),
  tries int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  -- Details and password hash of a registration, which count once its own code was entered.
  registration jsonb
);
create index one_time_token_client on one_time_token (client_id, purpose) where used_at is null;
alter table one_time_token enable row level security;
create policy reach on one_time_token to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on one_time_token to tuma_portal;

-- Attempts by key in a window of time, counted here so that all processes count together. Written
-- by core/auth.
create table rate_limit (
  key text primary key,
  count int not null,
  until timestamptz not null
);
create index rate_limit_until on rate_limit (until);
grant select, insert, update, delete on rate_limit to tuma_portal;

-- How many codes went out by SMS and how many were entered, by the first digits of the number and
-- ten minutes: traffic that is pumped to premium numbers is requested by the thousand and never
-- entered. Written by core/auth.
create table otp_traffic (
  prefix text not null,
  slot timestamptz not null,
  sent int not null default 0,
  solved int not null default 0,
  primary key (prefix, slot)
);
grant select, insert, update, delete on otp_traffic to tuma_portal;

-- Browsers that an account signed in from, so that failed attempts of others cannot lock its
-- owner out. Written by core/auth.
create table known_device (
  id uuid primary key,
  client_id uuid not null references client,
  -- Hash of the cookie that the browser holds; one browser may know several accounts.
  token_hash bytea not null,
  used_at timestamptz not null default now(),
  unique (token_hash, client_id)
);
create index known_device_client on known_device (client_id, used_at desc);
alter table known_device enable row level security;
create policy reach on known_device to tuma_portal using (
  (select tuma_reach()) = 'all' or client_id = (select tuma_client()));
grant select, insert, update, delete on known_device to tuma_portal;

-- Sign-ins to an account, refused ones included, as its owner sees them for 90 days. Written by
-- core/auth.
create table sign_in (
  id uuid primary key,
  client_id uuid not null references client,
  way text not null,
  outcome text not null,
  address text not null,
  user_agent text not null,
  is_new_place boolean not null,
  created_at timestamptz not null default now()
);
create index sign_in_client on sign_in (client_id, id desc);
create index sign_in_created on sign_in (created_at);
alter table sign_in enable row level security;
create policy reach on sign_in to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, delete on sign_in to tuma_portal;

-- Authenticator apps (RFC 6238). `secret` is in force; `pending_secret` waits for its first code
-- and expires. `last_step` is the newest time step that was used: no code serves twice. Written
-- by core/auth.
create table totp (
  client_id uuid primary key references client,
  secret bytea,
  enabled_at timestamptz,
  last_step bigint not null default 0,
  last_used_at timestamptz,
  pending_secret bytea,
  pending_until timestamptz
);
alter table totp enable row level security;
create policy reach on totp to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on totp to tuma_portal;

-- Passkeys (WebAuthn). `rp_id` is the host that a passkey belongs to; `cloned_at` is set when its
-- counter went backwards. Written by core/auth.
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
alter table passkey enable row level security;
create policy reach on passkey to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on passkey to tuma_portal;

-- Challenges that a passkey signs. Each is deleted by its first use; one without a client is for
-- any account. Written by core/auth.
create table passkey_challenge (
  challenge_hash bytea primary key,
  client_id uuid references client,
  purpose text not null check (purpose in ('REGISTER', 'SIGN_IN', 'STEP_UP')),
  rp_id text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
alter table passkey_challenge enable row level security;
create policy reach on passkey_challenge to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on passkey_challenge to tuma_portal;

-- Hashes of the codes that let an owner in who has lost every other factor. Written by core/auth.
create table recovery_code (
  client_id uuid not null references client,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, code_hash)
);
alter table recovery_code enable row level security;
create policy reach on recovery_code to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on recovery_code to tuma_portal;

-- Keys of customers' software. Written by features/api-keys.
create table api_key (
  id uuid primary key,
  client_id uuid not null references client,
  name text not null,
  scopes text[] not null check (scopes <@ array['send', 'read', 'contacts']),
  -- Addresses and networks that may use it; none means all.
  ip_list text[] not null default '{}',
  key_hash bytea not null unique,
  -- Its beginning, by which its owner recognises it.
  prefix text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  test boolean not null default false
);
create index api_key_client on api_key (client_id, id);
alter table api_key enable row level security;
create policy accept on api_key to tuma_accept using (true) with check (true);
create policy reach on api_key to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on api_key to tuma_portal;
grant select, update (last_used_at) on api_key to tuma_accept;

-- The texts that the chain over the audit log hashes (docs/adr/0050). Times are in UTC with
-- microseconds.
create function audit_time(moment timestamptz) returns text language sql immutable parallel safe as
  $$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;

-- The audit log: who did what for whom, before and after. Append-only; an erasure alone may clear
-- the personal fields. Written by core/audit.
create table audit_entry (
  id uuid primary key,
  -- Null where the platform itself acted.
  actor_id uuid,
  impersonator_id uuid,
  action text not null,
  -- The account that was acted on.
  client_id uuid,
  before jsonb,
  after jsonb,
  address text,
  user_agent text,
  created_at timestamptz not null default now()
);
create index audit_client on audit_entry (client_id, id);
create index audit_actor on audit_entry (actor_id, id);
alter table audit_entry enable row level security;
create policy reach on audit_entry to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert on audit_entry to tuma_portal;

create function audit_facts(entry audit_entry) returns text language sql stable parallel safe as
  $$ select jsonb_build_array(entry.id, audit_time(entry.created_at), entry.action, entry.actor_id, entry.impersonator_id, entry.client_id)::text $$;

create function audit_personal(entry audit_entry) returns text language sql stable parallel safe as
  $$ select jsonb_build_array(entry.before, entry.after, entry.address, entry.user_agent)::text $$;

-- The hash chain. A link of an entry holds the digest of its personal fields, a link of a
-- redaction that of what remained after an erasure. The salt goes with the fields, so that a
-- digest reveals nothing of what was erased. Written by `seal_audit`.
create table audit_seal (
  seq bigint primary key,
  entry_id uuid not null,
  redaction boolean not null,
  sealed_at timestamptz not null,
  salt bytea,
  personal_digest bytea not null,
  hash bytea not null
);
create unique index audit_seal_entry on audit_seal (entry_id) where not redaction;
create index audit_seal_redaction on audit_seal (entry_id) where redaction;
alter table audit_seal enable row level security;
create policy reach on audit_seal to tuma_portal using ((select tuma_reach()) = 'all');
grant select on audit_seal to tuma_portal;

-- Committed entries and redactions that are not in the chain yet: written in the transaction of
-- the entry itself, so that none is missed, and without a lock that transactions would wait for.
-- Written by a trigger and by `seal_audit`.
create table audit_unsealed (
  id bigint generated always as identity primary key,
  entry_id uuid not null,
  redaction boolean not null
);
create index audit_unsealed_entry on audit_unsealed (entry_id);
alter table audit_unsealed enable row level security;
create policy reach on audit_unsealed to tuma_portal using ((select tuma_reach()) = 'all');
grant select on audit_unsealed to tuma_portal;

-- The last verification of the whole chain; its head is the anchor of the next one. Written by
-- core/audit.
create table audit_check (
  one boolean primary key default true check (one),
  checked_at timestamptz not null default now(),
  ok boolean not null,
  seq bigint not null,
  hash bytea not null,
  result jsonb not null
);
alter table audit_check enable row level security;
create policy reach on audit_check to tuma_portal using ((select tuma_reach()) = 'all');
grant select, insert, update on audit_check to tuma_portal;

create function queue_audit_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_unsealed (entry_id, redaction) values (new.id, tg_op = 'UPDATE');
  -- The digest of what was erased must not be tried out against guesses.
  if tg_op = 'UPDATE' then update audit_seal set salt = null where entry_id = new.id and salt is not null; end if;
  return null;
end $$;

-- An erasure may change the personal fields of an entry, and nothing else of it.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_user = 'tuma_owner' and audit_facts(new) = audit_facts(old) then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create function refuse_seal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_user = 'tuma_owner' and new.salt is null
    and (new.seq, new.entry_id, new.redaction, new.sealed_at, new.personal_digest, new.hash) = (old.seq, old.entry_id, old.redaction, old.sealed_at, old.personal_digest, old.hash) then return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_append_only before delete or update on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_queue after insert or update on audit_entry
  for each row execute function queue_audit_entry();
create trigger audit_seal_append_only before delete or update on audit_seal
  for each row execute function refuse_seal_change();

-- Appends waiting entries to the chain, in the order in which they were queued. One session at a
-- time; the others return at once.
create function seal_audit(most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  number bigint;
  previous bytea;
  digest bytea;
  fresh bytea;
  redacts boolean;
  waiting record;
  done int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('audit chain', 0)) then return 0; end if;
  select seq, hash into number, previous from audit_seal order by seq desc limit 1;
  if number is null then
    number := 0;
    previous := decode(repeat('00', 32), 'hex');
  end if;
  for waiting in
    select q.id, q.redaction, e as entry, (e).id as entry_id from audit_unsealed q join audit_entry e on e.id = q.entry_id order by q.id limit most
  loop
    done := done + 1;
    delete from audit_unsealed where id = waiting.id;
    redacts := exists (select from audit_seal where entry_id = waiting.entry_id and not redaction);
    continue when redacts and not waiting.redaction;
    if redacts then update audit_seal set salt = null where entry_id = waiting.entry_id and salt is not null; end if;
    fresh := decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
    digest := sha256(convert_to(encode(fresh, 'hex') || E'\n' || audit_personal(waiting.entry), 'UTF8'));
    number := number + 1;
    previous := sha256(convert_to(concat_ws(E'\n', encode(previous, 'hex'), number, case when redacts then 'REDACTION' else 'ENTRY' end, audit_time(now()), audit_facts(waiting.entry), encode(digest, 'hex')), 'UTF8'));
    insert into audit_seal (seq, entry_id, redaction, sealed_at, salt, personal_digest, hash) values (number, waiting.entry_id, redacts, now(), fresh, digest, previous);
  end loop;
  return done;
end $$;

revoke execute on function seal_audit(int) from public;
grant execute on function seal_audit(int) to tuma_portal, tuma_worker;

-- Changes of balances and credit limits that wait for a second administrator (docs/adr/0052). A
-- row with the status DIRECT was below the amount and done at once; such rows are added up over
-- 24 hours. Written by core/second-approval.
create table second_approval (
  id uuid primary key,
  kind text not null check (kind in ('ADJUSTMENT', 'CREDIT_LIMIT', 'AMOUNT')),
  -- The owner of the wallet; null for the amount itself.
  client_id uuid references client,
  author_id uuid not null references client,
  -- How much is moved, or by how much a limit is raised, in ten-thousandths.
  units bigint not null,
  input jsonb not null,
  status text not null check (status in ('DIRECT', 'PENDING', 'APPROVED', 'REFUSED', 'CANCELLED', 'EXPIRED')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_by uuid references client,
  decided_at timestamptz,
  reason text
);
create index second_approval_pending on second_approval (expires_at) where status = 'PENDING';
create index second_approval_direct on second_approval (created_at) where status = 'DIRECT';
create index second_approval_decided on second_approval (id)
  where status not in ('DIRECT', 'PENDING');
alter table second_approval enable row level security;
create policy reach on second_approval to tuma_portal using ((select tuma_reach()) = 'all');
grant select, insert, update, delete on second_approval to tuma_portal;

reset role;
