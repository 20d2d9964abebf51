-- The hash chain over the audit log: docs/adr/0050.

-- The chain. A link of an entry holds the digest of its personal fields; a link of a redaction holds that of what remained
-- after an erasure. The salt goes with the fields, so that a digest tells nothing of what was erased.
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

-- Entries and redactions that have been committed and are not in the chain yet: written in the transaction of the entry
-- itself, so that none is missed, and without a lock that transactions would wait for.
create table audit_unsealed (
  id bigint generated always as identity primary key,
  entry_id uuid not null,
  redaction boolean not null
);
create index audit_unsealed_entry on audit_unsealed (entry_id);

-- The last verification of the whole chain; its head is the anchor of the next one.
create table audit_check (
  one boolean primary key default true check (one),
  checked_at timestamptz not null default now(),
  ok boolean not null,
  seq bigint not null,
  hash bytea not null,
  result jsonb not null
);

alter table audit_seal owner to tuma_owner;
alter table audit_unsealed owner to tuma_owner;
alter table audit_check owner to tuma_owner;
alter table audit_seal enable row level security;
alter table audit_unsealed enable row level security;
alter table audit_check enable row level security;
create policy reach on audit_seal to tuma_portal using ((select tuma_reach()) = 'all');
create policy reach on audit_unsealed to tuma_portal using ((select tuma_reach()) = 'all');
create policy reach on audit_check to tuma_portal using ((select tuma_reach()) = 'all');
grant select on audit_seal, audit_unsealed to tuma_portal;
grant select, insert, update on audit_check to tuma_portal;

-- The two texts that are hashed. Times are in UTC with microseconds.
create function audit_time(moment timestamptz) returns text language sql immutable parallel safe as
  $$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;
create function audit_facts(entry audit_entry) returns text language sql stable parallel safe as
  $$ select jsonb_build_array(entry.id, audit_time(entry.created_at), entry.action, entry.actor_id, entry.impersonator_id, entry.client_id)::text $$;
create function audit_personal(entry audit_entry) returns text language sql stable parallel safe as
  $$ select jsonb_build_array(entry.before, entry.after, entry.address, entry.user_agent)::text $$;

create function queue_audit_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_unsealed (entry_id, redaction) values (new.id, tg_op = 'UPDATE');
  -- The digest of what was erased must not be tried out against guesses.
  if tg_op = 'UPDATE' then update audit_seal set salt = null where entry_id = new.id and salt is not null; end if;
  return null;
end $$;

-- An erasure may change the personal fields of an entry, and nothing else of it.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
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

-- Appends what waits to the chain, in the order in which it was queued. One session at a time; the others return at once.
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

alter function audit_time(timestamptz) owner to tuma_owner;
alter function audit_facts(audit_entry) owner to tuma_owner;
alter function audit_personal(audit_entry) owner to tuma_owner;
alter function queue_audit_entry() owner to tuma_owner;
alter function refuse_seal_change() owner to tuma_owner;
alter function seal_audit(int) owner to tuma_owner;
revoke execute on function seal_audit(int) from public;
grant execute on function seal_audit(int) to tuma_portal, tuma_worker;

create trigger audit_queue after insert or update on audit_entry for each row execute function queue_audit_entry();
create trigger audit_seal_append_only before delete or update on audit_seal for each row execute function refuse_seal_change();
