-- Each process logs in as a role of its own, and the reach of a transaction is signed: docs/adr/0048-database-logins.md.

-- The background worker's role. It may do what the portal may (`grant_worker`), and a few things that people never do directly.
do $$ begin
  if not exists (select from pg_roles where rolname = 'tuma_worker') then create role tuma_worker nologin; end if;
  execute format('grant tuma_worker to %I', current_user);
end $$;
grant usage on schema public to tuma_worker;

-- Keys that no process's login may read. `scope_key` signs scopes; `login_key` yields the logins' passwords (src/server/logins.ts).
create table database_secret (
  one boolean primary key default true check (one),
  scope_key bytea not null,
  login_key bytea not null
);
insert into database_secret (scope_key, login_key)
  select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
alter table database_secret owner to tuma_owner;

-- The transaction's scope, `reach:client:path`, empty where none is set. A scope without this installation's signature is an
-- error and not merely empty, so that a fault in the signing does not pass for missing rows. Unsigned scopes are those of users
-- who may take the roles, and could bypass every policy: the start, commands, and a node of an older release during an update.
create function tuma_scope() returns text language plpgsql stable parallel safe security definer set search_path = pg_catalog as $$
declare
  signed text := current_setting('tuma.scope', true);
begin
  if coalesce(signed, '') = '' then
    if session_user in ('tuma_portal', 'tuma_worker', 'tuma_gateway', 'tuma_accept', 'tuma_owner') then return ''; end if;
    return concat_ws(':', 
      coalesce(current_setting('tuma.reach', true), ''), coalesce(current_setting('tuma.client', true), ''), coalesce(current_setting('tuma.path', true), ''));
  end if;
  if left(signed, 64) is distinct from
    (select encode(sha256(scope_key || sha256(scope_key || convert_to(substr(signed, 66), 'UTF8'))), 'hex') from public.database_secret)
  then
    raise exception 'tuma.scope is not signed by this installation' using errcode = 'insufficient_privilege';
  end if;
  return substr(signed, 66);
end $$;
alter function tuma_scope() owner to tuma_owner;

create or replace function tuma_reach() returns text language sql stable parallel safe as
  $$ select split_part(tuma_scope(), ':', 1) $$;
create or replace function tuma_client() returns uuid language sql stable parallel safe as
  $$ select nullif(split_part(tuma_scope(), ':', 2), '')::uuid $$;
create or replace function tuma_path() returns text language sql stable parallel safe as
  $$ select split_part(tuma_scope(), ':', 3) $$;

-- Customers' data that had no policy of its own: it belongs to whoever owns what it hangs on.
alter table file_part enable row level security;
create policy reach on file_part to tuma_portal using (
  (select tuma_reach()) = 'all'
  or exists (select from upload where upload.id = file_id)
  or exists (select from sender_document where sender_document.file_id = file_part.file_id)
  or exists (select from report where report.id = file_id));

-- Between its insert and its entries, within one transaction, a transfer is seen by the scope that writes it.
create function is_booked(of_transfer uuid) returns boolean language sql stable security definer set search_path = public as
  $$ select exists (select from ledger_entry where transfer_id = of_transfer) $$;
alter function is_booked(uuid) owner to tuma_owner;
alter table ledger_transfer enable row level security;
create policy reach on ledger_transfer for select to tuma_portal using (
  (select tuma_reach()) = 'all' or exists (select from ledger_entry where ledger_entry.transfer_id = ledger_transfer.id) or not is_booked(id));
create policy record on ledger_transfer for insert to tuma_portal with check (true);
create policy accept on ledger_transfer to tuma_accept using (true) with check (true);

alter table receipt enable row level security;
create policy reach on receipt to tuma_portal using (
  (select tuma_reach()) = 'all' or exists (select from message where message.id = message_id));
create policy gateway on receipt to tuma_gateway using (true) with check (true);

alter table incoming_part enable row level security;
create policy reach on incoming_part to tuma_portal using (
  (select tuma_reach()) = 'all' or exists (select from incoming_message where incoming_message.id = incoming_message_id));
create policy gateway on incoming_part to tuma_gateway using (true) with check (true);

-- Only the worker erases; how much of a number is in flight is told within the caller's own reach.
create or replace function number_in_flight(number text, of_client uuid) returns int language sql stable security definer set search_path = public as $$
  select ((select count(*) from message where destination = number and status = 0 and (of_client is null or client_id = of_client))
    + (select count(*) from campaign c where status in ('PENDING', 'WAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'QUEUED', 'RUNNING', 'PAUSED') and (of_client is null or client_id = of_client)
        and (exists (select from recipient r where r.campaign_id = c.id and r.destination = number and r.skipped is null)
          or exists (select from campaign_audience a, unnest(a.recipients) written where a.campaign_id = c.id and regexp_replace(written, '\D', '', 'g') like '%' || right(number, 9)))))::int
  where tuma_reach() = 'all' or of_client = tuma_client()
$$;
revoke execute on function erase_number(text, uuid, text), number_in_flight(text, uuid), number_hash(text), tuma_scope() from public, tuma_portal;
grant execute on function erase_number(text, uuid, text) to tuma_worker;
grant execute on function number_in_flight(text, uuid) to tuma_portal, tuma_worker;
grant execute on function number_hash(text) to tuma_portal, tuma_worker, tuma_gateway, tuma_accept;
grant execute on function tuma_scope() to tuma_portal, tuma_worker;

-- Neither carriers' links nor customers' software has a use for how people sign in.
do $$
declare
  columns text := (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = 'client'::regclass and attnum > 0 and not attisdropped and attname !~ 'password|secret|totp|2fa|otp');
begin
  revoke select on client from tuma_gateway, tuma_accept;
  execute format('grant select (%s) on client to tuma_gateway, tuma_accept', columns);
end $$;

-- Gives the worker what the portal has. `migrate.ts` calls it after the last migration, so that a new table cannot forget the worker.
create function grant_worker() returns void language plpgsql as $$
declare
  statement text;
begin
  for statement in
    select format('grant %s on %s %I to tuma_worker', string_agg(x.privilege_type, ', '), case c.relkind when 'S' then 'sequence' else 'table' end, c.relname)
    from pg_class c, aclexplode(c.relacl) x
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S') and not c.relispartition and x.grantee = 'tuma_portal'::regrole
    group by c.relname, c.relkind
    union all
    select format('grant %s (%s) on table %I to tuma_worker', x.privilege_type, string_agg(quote_ident(a.attname), ', '), c.relname)
    from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) x
    where c.relnamespace = 'public'::regnamespace and not c.relispartition and x.grantee = 'tuma_portal'::regrole
    group by c.relname, x.privilege_type
    union all
    select format('alter policy %I on %I to %s, tuma_worker', p.polname, c.relname, (select string_agg(role::regrole::text, ', ') from unnest(p.polroles) role))
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'public'::regnamespace and 'tuma_portal'::regrole = any (p.polroles) and not 'tuma_worker'::regrole = any (p.polroles)
  loop
    execute statement;
  end loop;
end $$;
