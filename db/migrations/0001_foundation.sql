-- Roles, the scope of a transaction, and the tables that belong to the installation as a whole.

-- Each process logs in as roles of its own (docs/adr/0048-database-logins.md). The owner holds the
-- tables; the portal serves people behind row-level security; the worker may do what the portal
-- may, and a few things that people never do directly; the gateway talks to carriers and never
-- reaches a wallet; the acceptor takes messages from customers' software: it may hold units and
-- queue messages, and nothing else. A superuser bypasses row-level security, so nothing runs as one.
do $$
declare
  name text;
begin
  foreach name in array
    array['tuma_owner', 'tuma_portal', 'tuma_worker', 'tuma_gateway', 'tuma_accept']
  loop
    if to_regrole(name) is null then execute format('create role %I nologin', name); end if;
    execute format('grant %I to %I', name, current_user);
  end loop;
  execute format('grant all on database %I to tuma_owner', current_database());
end $$;
grant all on schema public to tuma_owner;
grant usage on schema public to tuma_portal, tuma_worker, tuma_gateway, tuma_accept;
grant select on migration to tuma_portal;

-- Gives the worker what the portal has. `migrate.ts` calls it after the last migration, so that a
-- new table cannot forget the worker. It belongs to the user who migrates.
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

set local role tuma_owner;

-- Keys that no login may read: `scope_key` signs scopes, `login_key` yields the logins'
-- passwords. Written here and by infra/database/logins.ts.
create table database_secret (
  one boolean primary key default true check (one),
  scope_key bytea not null,
  login_key bytea not null
);
insert into database_secret (scope_key, login_key)
select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- The transaction's scope, `reach:client:path`, empty where none is set. A scope without this
-- installation's signature is an error and not merely empty, so that a fault in the signing does
-- not pass for missing rows. Unsigned scopes are those of users who may take the roles, and could
-- bypass every policy: the start and the commands.
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

-- The reach is own, tree, ebu or all: docs/adr/0003-three-roles-and-row-level-security.md.
create function tuma_reach() returns text language sql stable parallel safe as
  $$ select split_part(tuma_scope(), ':', 1) $$;

create function tuma_client() returns uuid language sql stable parallel safe as
  $$ select nullif(split_part(tuma_scope(), ':', 2), '')::uuid $$;

create function tuma_path() returns text language sql stable parallel safe as
  $$ select split_part(tuma_scope(), ':', 3) $$;

revoke execute on function tuma_scope() from public;
grant execute on function tuma_scope() to tuma_portal, tuma_worker;

-- Rows of an append-only table stay as they were written.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The key that a name is found by: lower case, without accents. A list reads ranges of stored
-- keys, since under row-level security neither LIKE nor an expression uses an index.
create function search_key(written text) returns text language sql immutable strict parallel safe as $$
  select lower(translate(written,
    'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñÝýÿ',
    'aaaaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnnyyy') collate "C")
$$;

-- 'Branch 2' before 'Branch 10': each number of a search key is padded with zeros. ICU's own
-- order may change with its version under the indexes that hold it.
create function natural_key(key text) returns text language sql immutable strict parallel safe as
  $$ select case when key ~ '[0-9]' then regexp_replace(regexp_replace(key, '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12,})', '\1', 'g') else key end $$;

-- Values of the platform, one row a key. Written by core/installation.
create table setting (
  key text primary key,
  value jsonb not null
);
grant select, insert, update, delete on setting to tuma_portal;
grant select on setting to tuma_gateway, tuma_accept;

-- A number that rises in the transaction of each change of prices, senders or sending hours: an
-- acceptor that caches them compares it. Written by the triggers below alone.
create table acceptance_version (
  one boolean primary key default true check (one),
  version bigint not null default 1
);
insert into acceptance_version default values;
grant select on acceptance_version to tuma_portal, tuma_gateway, tuma_accept;

create function raise_acceptance_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update acceptance_version set version = version + 1;
  return null;
end $$;

reset role;
