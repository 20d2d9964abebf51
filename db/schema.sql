-- Written by `npm run generate -- schema` from db/migrations: read it, never edit it.

create function grant_worker()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

create function tuma_scope()
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
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
end $function$;
alter function tuma_scope() owner to tuma_owner;

create function tuma_reach()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select split_part(tuma_scope(), ':', 1) $function$;
alter function tuma_reach() owner to tuma_owner;

create function tuma_client()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(split_part(tuma_scope(), ':', 2), '')::uuid $function$;
alter function tuma_client() owner to tuma_owner;

create function tuma_path()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select split_part(tuma_scope(), ':', 3) $function$;
alter function tuma_path() owner to tuma_owner;

create function refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;
alter function refuse_change() owner to tuma_owner;

create function search_key(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(translate(written,
    'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñÝýÿ',
    'aaaaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnnyyy') collate "C")
$function$;
alter function search_key(text) owner to tuma_owner;

create function natural_key(key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select case when key ~ '[0-9]' then regexp_replace(regexp_replace(key, '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12,})', '\1', 'g') else key end $function$;
alter function natural_key(text) owner to tuma_owner;

create function raise_acceptance_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  update acceptance_version set version = version + 1;
  return null;
end $function$;
alter function raise_acceptance_version() owner to tuma_owner;

create function audit_time(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $function$;
alter function audit_time(timestamp with time zone) owner to tuma_owner;

create function audit_facts(entry audit_entry)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select jsonb_build_array(entry.id, audit_time(entry.created_at), entry.action, entry.actor_id, entry.impersonator_id, entry.client_id)::text $function$;
alter function audit_facts(audit_entry) owner to tuma_owner;

create function audit_personal(entry audit_entry)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select jsonb_build_array(entry.before, entry.after, entry.address, entry.user_agent)::text $function$;
alter function audit_personal(audit_entry) owner to tuma_owner;

create function queue_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into audit_unsealed (entry_id, redaction) values (new.id, tg_op = 'UPDATE');
  -- The digest of what was erased must not be tried out against guesses.
  if tg_op = 'UPDATE' then update audit_seal set salt = null where entry_id = new.id and salt is not null; end if;
  return null;
end $function$;
alter function queue_audit_entry() owner to tuma_owner;

create function refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and current_user = 'tuma_owner' and audit_facts(new) = audit_facts(old) then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;
alter function refuse_audit_change() owner to tuma_owner;

create function refuse_seal_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and current_user = 'tuma_owner' and new.salt is null
    and (new.seq, new.entry_id, new.redaction, new.sealed_at, new.personal_digest, new.hash) = (old.seq, old.entry_id, old.redaction, old.sealed_at, old.personal_digest, old.hash) then return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;
alter function refuse_seal_change() owner to tuma_owner;

create function seal_audit(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
alter function seal_audit(integer) owner to tuma_owner;

create function sender_skeleton(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select replace(replace(translate(lower(name), '013524l78 -_.&', 'oieszaitb'), 'rn', 'm'), 'vv', 'w') $function$;
alter function sender_skeleton(text) owner to tuma_owner;

create function is_booked(of_transfer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$ select exists (select from ledger_entry where transfer_id = of_transfer) $function$;
alter function is_booked(uuid) owner to tuma_owner;

create function uuid_v7_floor(at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$function$;
alter function uuid_v7_floor(timestamp with time zone) owner to tuma_owner;

create function ensure_partitions()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare d date; bounds text;
begin
  for d in select generate_series(current_date - 2, current_date + 7, interval '1 day')::date loop
    bounds := format('(%L) to (%L)', uuid_v7_floor(d::timestamp at time zone 'UTC'), uuid_v7_floor((d + 1)::timestamp at time zone 'UTC'));
    perform make_partition('message', d, bounds, 45);
    perform make_partition('submission', d, bounds, 100);
    perform make_partition('receipt', d, format('(%L) to (%L)', d, d + 1), 80);
  end loop;
end $function$;
alter function ensure_partitions() owner to tuma_owner;

create function number_hash(number text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT SECURITY DEFINER
 SET search_path TO 'public'
AS $function$ select '~' || left(translate(encode(sha256(key || sha256(key || convert_to(number, 'UTF8'))), 'base64'), '+/', '-_'), 24) from erasure_key $function$;
alter function number_hash(text) owner to tuma_owner;

create function number_in_flight(number text, of_client uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select ((select count(*) from message where destination = number and status = 0 and (of_client is null or client_id = of_client))
    + (select count(*) from campaign c where status in ('PENDING', 'WAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'QUEUED', 'RUNNING', 'PAUSED') and (of_client is null or client_id = of_client)
        and (exists (select from recipient r where r.campaign_id = c.id and r.destination = number and r.skipped is null)
          or exists (select from campaign_audience a, unnest(a.recipients) written where a.campaign_id = c.id and regexp_replace(written, '\D', '', 'g') like '%' || right(number, 9)))))::int
  where tuma_reach() = 'all' or of_client = tuma_client()
$function$;
alter function number_in_flight(text,uuid) owner to tuma_owner;

create function erase_number(number text, of_client uuid, step text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  veil text := number_hash(number);
  -- As people write it at home: the last nine digits, whatever stands before them.
  home text := '%' || right(number, 9);
  -- The number itself, and not the same digits within a longer one.
  whole text := '(?<![0-9])' || number || '(?![0-9])';
  done int := 0;
  more int;
  place record;
begin
  if number !~ '^[0-9]{8,15}$' then raise exception 'not a number' using errcode = 'invalid_parameter_value'; end if;
  if step = 'lists' then
    insert into erased_number values (veil) on conflict do nothing;
    -- An opt-out stays in force.
    update opt_out h set scope = 'EVERYTHING' from opt_out o
      where o.destination = number and o.scope = 'EVERYTHING' and (of_client is null or o.client_id = of_client)
        and h.client_id = o.client_id and h.sender = o.sender and h.destination = veil;
    delete from opt_out o where destination = number and (of_client is null or client_id = of_client)
      and exists (select from opt_out h where h.client_id = o.client_id and h.sender = o.sender and h.destination = veil);
    update opt_out set destination = veil, note = '' where destination = number and (of_client is null or client_id = of_client);
    get diagnostics done = row_count;
    if of_client is null then
      delete from blocked_number where destination = number and exists (select from blocked_number h where h.destination = veil);
      update blocked_number set destination = veil where destination = number;
      delete from incoming_part where source = number;
    end if;
    return done;
  elsif step = 'contacts' then
    update contact_group g set contact_count = contact_count - 1 from contact_group_member m join contact c on c.id = m.contact_id where g.id = m.group_id and c.phone = number and (of_client is null or c.client_id = of_client);
    delete from contact_group_member m using contact c where c.id = m.contact_id and c.phone = number and (of_client is null or c.client_id = of_client);
    delete from contact where phone = number and (of_client is null or client_id = of_client);
    get diagnostics done = row_count;
    delete from contact_import_refused where (of_client is null or client_id = of_client) and exists (select from unnest(cells) cell where regexp_replace(cell, '\D', '', 'g') like home);
    return done;
  elsif step = 'messages' then
    update message set destination = veil, text = case when text is not null then '' end, payload = null, client_reference = null, callback = null, facts = facts - 'tlvs'
      where destination = number and status > 0 and (of_client is null or client_id = of_client);
    get diagnostics done = row_count;
    update submission s set destination = veil from message m where m.destination = veil and s.message_id = m.id and s.client_id = m.client_id and (of_client is null or m.client_id = of_client);
    update unconfirmed_part s set destination = veil from message m where m.destination = veil and s.message_id = m.id and s.client_id = m.client_id and (of_client is null or m.client_id = of_client);
    update receipt r set destination = veil, body = null from message m where m.destination = veil and r.message_id = m.id and (of_client is null or m.client_id = of_client) and (r.destination <> veil or r.body is not null);
    if of_client is null then update receipt set destination = veil, body = null where not matched and destination like home; end if;
    return done;
  elsif step = 'campaigns' then
    update recipient set destination = veil, fields = null where destination = number and campaign_id in (select id from campaign where of_client is null or client_id = of_client);
    get diagnostics done = row_count;
    update recipient_refused set value = veil where (of_client is null or client_id = of_client) and regexp_replace(value, '\D', '', 'g') like home;
    update campaign_audience set recipients = array(select case when regexp_replace(written, '\D', '', 'g') like home then veil else written end from unnest(recipients) written)
      where (of_client is null or client_id = of_client) and exists (select from unnest(recipients) written where regexp_replace(written, '\D', '', 'g') like home);
    return done;
  elsif step = 'incoming' then
    update incoming_message set source = veil, text = '', facts = null where source = number and (of_client is null or client_id = of_client);
    get diagnostics done = row_count;
    return done;
  elsif step = 'files' then
    -- Files are not taken apart: those that may name it go whole, and are made or uploaded again where they are wanted.
    update upload u set expires_at = now() where (of_client is null or client_id = of_client) and expires_at > now()
      and exists (select from file_part p where p.file_id = u.id and (position(convert_to(right(number, 9), 'UTF8') in p.bytes) > 0 or substr(p.bytes, 1, 2) = 'PK'::bytea));
    get diagnostics done = row_count;
    update report set expires_at = now() where (of_client is null or client_id = of_client) and status = 'READY_FOR_DOWNLOAD' and kind in ('SENT_MESSAGES', 'INCOMING_MESSAGES', 'CAMPAIGN_MESSAGES');
    get diagnostics more = row_count;
    return done + more;
  elsif step = 'rest' then
    -- Wherever else it is written, in this release and in later ones: every column of text and JSON of every table but those of
    -- accounts and money, which the law keeps, what operators and clients wrote for everybody (routes, templates, texts of
    -- campaigns), and those above, which would be read whole for nothing.
    for place in
      select c.relname as of, a.attname as name, t.typname as type,
        exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'client_id' and not k.attisdropped) as owned
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and t.typname in ('text', 'jsonb', '_text')
        and c.relname not in ('message', 'receipt', 'submission', 'unconfirmed_part', 'recipient', 'incoming_message', 'client', 'session', 'payment', 'payment_event', 'invoice', 'ledger_transfer', 'erased_number', 'migration',
          'filter', 'route', 'connector', 'config_version', 'gateway_group', 'gateway_user', 'message_template', 'setting')
        and not (c.relname = 'campaign' and a.attname in ('text', 'campaign_name'))
    loop
      continue when of_client is not null and not place.owned;
      execute format('update %1$I set %2$I = regexp_replace(%2$I::text, $1, $2, ''g'')::%3$s where %2$I::text like $3 and %2$I::text ~ $1', place.of, place.name, case place.type when '_text' then 'text[]' else place.type end)
        || case when of_client is not null then ' and client_id = $4' else '' end
        using whole, veil, '%' || number || '%', of_client;
      get diagnostics more = row_count;
      done := done + more;
    end loop;
    return done;
  end if;
  raise exception 'no such step' using errcode = 'invalid_parameter_value';
end $function$;
alter function erase_number(text,uuid,text) owner to tuma_owner;

create function make_partition(of_table text, d date, bounds text, fill integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare name text := of_table || '_' || to_char(d, 'YYYYMMDD');
begin
  if to_regclass(name) is null then
    execute format('create table %I partition of %I for values from %s with (fillfactor = %s)', name, of_table, bounds, fill);
  end if;
end $function$;
alter function make_partition(text,date,text,integer) owner to tuma_owner;

create function forget_recipient_fields()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.recipient_fields := null;
  return new;
end $function$;
alter function forget_recipient_fields() owner to tuma_owner;

create function adopt_gateway_password(holder integer, hash text, entry uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  adopted record;
begin
  update gateway_user set password_hash = hash where id = holder and password_hash is null
    returning uid, client_id into adopted;
  if not found then return false; end if;
  insert into audit_entry (id, action, client_id, after)
    values (entry, 'GATEWAY_PASSWORD_ADOPTED', adopted.client_id, json_build_object('uid', adopted.uid));
  return true;
end $function$;
alter function adopt_gateway_password(integer,text,uuid) owner to tuma_owner;

create function lock_gathering(clients uuid[], fingerprints text[])
 RETURNS TABLE(id uuid, client_id uuid, fingerprint text, sender text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select c.id, c.client_id, c.fingerprint, c.sender from campaign c
  where c.client_id = any (clients) and c.fingerprint = any (fingerprints) and c.status = 'WAITING_APPROVAL'
  order by c.id for key share of c
$function$;
alter function lock_gathering(uuid[],text[]) owner to tuma_owner;

create function open_gathering(id uuid, client uuid, name text, sender uuid, sender_name text, text text, country text, fingerprint text, reasons jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  insert into campaign (id, client_id, campaign_name, sender_id, sender, text, source, country, status, prepared_at, waiting_since, approval_reasons, fingerprint)
  values ($1, $2, $3, $4, $5, $6, 'SOFTWARE', $7, 'WAITING_APPROVAL', now(), now(), $9, $8)
$function$;
alter function open_gathering(uuid,uuid,text,uuid,text,text,text,text,jsonb) owner to tuma_owner;

create function approval_rule_of(of_client uuid)
 RETURNS TABLE(rule text, above uuid, numbers integer, numbers_above integer, allowance_of uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with recursive line as (
    select parent_id, access_level, requires_campaign_approval or access_level = 'EBU_CLIENT' as needs, unapproved_numbers as most, id, 0 as steps
      from client where id = of_client
    union all
    select p.parent_id, p.access_level, p.requires_campaign_approval or p.access_level = 'EBU_CLIENT', p.unapproved_numbers, p.id, steps + 1
      from line join client p on p.id = line.parent_id where p.parent_id is not null),
  nearest as (
    select (select id from line where steps > 0 and needs order by steps limit 1) as above,
      (select id from line where needs order by steps desc limit 1) as topmost,
      (select most from line where steps > 0 and most is not null order by steps limit 1) as numbers_above)
  select case when access_level = 'EBU_CLIENT' then 'EBU' when needs or above is not null then 'CLIENT' end,
    above, coalesce(most, numbers_above), numbers_above, coalesce(topmost, id)
  from line, nearest where steps = 0
$function$;
alter function approval_rule_of(uuid) owner to tuma_owner;

create function count_gathering(allowances uuid[])
 RETURNS TABLE(allowance_of uuid, waiting integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select a.id, (select count(*)::int from campaign c join client k on k.id = c.client_id
    where c.source = 'SOFTWARE' and c.status = 'WAITING_APPROVAL' and (k.id = a.id or (a.shared and starts_with(k.path, a.path))))
  from (select id, path, parent_id is not null and (select rule from approval_rule_of(client.id)) is not null as shared
        from client where id = any (allowances)) a
$function$;
alter function count_gathering(uuid[]) owner to tuma_owner;

-- Numbers of requests in Beem's dialect. Written by gateway/customers/http-dialects.
create sequence beem_request start 10000001;
alter sequence beem_request owner to tuma_owner;
grant usage on sequence beem_request to tuma_accept;

-- Keys that no login may read: `scope_key` signs scopes, `login_key` yields the logins' passwords.
-- Written by the migrations and by infra/database/logins.ts.
create table database_secret (
  one boolean default true not null,
  scope_key bytea not null,
  login_key bytea not null,
  PRIMARY KEY (one),
  constraint database_secret_one_check CHECK (one)
);
alter table database_secret owner to tuma_owner;

-- Values of the platform, one row a key. Written by core/installation.
create table setting (
  key text not null,
  value jsonb not null,
  PRIMARY KEY (key)
);
CREATE TRIGGER raise_acceptance_version AFTER INSERT OR UPDATE ON public.setting FOR EACH ROW WHEN ((new.key = ANY (ARRAY['contentRules'::text, 'approvalLimits'::text]))) EXECUTE FUNCTION raise_acceptance_version();
CREATE TRIGGER raise_acceptance_version_consent AFTER INSERT OR UPDATE ON public.setting FOR EACH ROW WHEN ((new.key = 'consentDemanded'::text)) EXECUTE FUNCTION raise_acceptance_version();
alter table setting owner to tuma_owner;
grant delete, insert, select, update on setting to tuma_portal;
grant select on setting to tuma_gateway;
grant select on setting to tuma_accept;

-- A number that rises in the transaction of each change of prices, senders or sending hours: an
-- acceptor that caches them compares it. Written by triggers alone.
create table acceptance_version (
  one boolean default true not null,
  version bigint default 1 not null,
  PRIMARY KEY (one),
  constraint acceptance_version_one_check CHECK (one)
);
alter table acceptance_version owner to tuma_owner;
grant select on acceptance_version to tuma_portal;
grant select on acceptance_version to tuma_gateway;
grant select on acceptance_version to tuma_accept;

-- Accounts, in a tree: `path` holds the numbers of the clients above, so that a subtree is one
-- range of an index. Written by features/clients.
create table client (
  id uuid not null,
  parent_id uuid,
  number integer generated always as identity,
  path text collate "C" not null,
  client_name text not null,
  account_type text not null,
  first_name text,
  last_name text,
  other_names text,
  company_name text,
  email text,
  phone text,
  country text not null,
  website text,
  timezone text default 'Africa/Nairobi'::text not null,
  language text default 'en'::text not null,
  access_level text not null,
  client_status text not null,
  low_units_notify_level bigint default 0 not null,
  email_alerts text[] default '{}'::text[] not null,
  sms_alerts text[] default '{}'::text[] not null,
  use_2fa boolean default false not null,
  otp_channel text default 'EMAIL'::text not null,
  profile_picture_id uuid,
  requires_campaign_approval boolean default false not null,
  daily_limit_messages integer,
  password_hash text,
  password_expires_at timestamp with time zone,
  status_before_block text,
  created_at timestamp with time zone default now() not null,
  replace_lookalikes boolean default false not null,
  inviter_id uuid,
  email_unproved boolean default false not null,
  unapproved_numbers integer,
  demands_consent boolean,
  PRIMARY KEY (id),
  UNIQUE (number),
  UNIQUE (path),
  FOREIGN KEY (parent_id) REFERENCES client(id),
  constraint client_access_level_check CHECK ((access_level = ANY (ARRAY['ADMINISTRATOR'::text, 'RESELLER'::text, 'CLIENT'::text, 'COMPANY'::text, 'EBU_CLIENT'::text, 'EBU_APPROVER'::text, 'IT_SUPPORT'::text, 'BD_CLIENT'::text]))),
  constraint client_account_type_check CHECK ((account_type = ANY (ARRAY['INDIVIDUAL'::text, 'COMPANY'::text]))),
  constraint client_client_status_check CHECK ((client_status = ANY (ARRAY['INVITED'::text, 'PENDING_ACTIVATION'::text, 'ACTIVE'::text, 'BLOCKED'::text, 'SHOULD_UPDATE_DETAILS'::text, 'SHOULD_RESET_PASSWORD_LEGACY'::text]))),
  constraint client_otp_channel_check CHECK ((otp_channel = ANY (ARRAY['SMS'::text, 'EMAIL'::text]))),
  constraint client_unapproved_numbers_check CHECK (((unapproved_numbers >= 0) AND (unapproved_numbers <= 1000000)))
);
CREATE UNIQUE INDEX client_email ON public.client USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX client_low_level ON public.client USING btree (id) WHERE (low_units_notify_level > 0);
CREATE INDEX client_parent ON public.client USING btree (parent_id);
CREATE UNIQUE INDEX client_phone ON public.client USING btree (phone) WHERE (phone IS NOT NULL);
CREATE TRIGGER raise_acceptance_version AFTER UPDATE OF parent_id, country ON public.client FOR EACH STATEMENT EXECUTE FUNCTION raise_acceptance_version();
CREATE TRIGGER raise_acceptance_version_consent AFTER UPDATE ON public.client FOR EACH ROW WHEN ((old.demands_consent IS DISTINCT FROM new.demands_consent)) EXECUTE FUNCTION raise_acceptance_version();
CREATE TRIGGER raise_acceptance_version_row AFTER UPDATE ON public.client FOR EACH ROW WHEN (((old.client_status IS DISTINCT FROM new.client_status) OR (old.timezone IS DISTINCT FROM new.timezone) OR ((old.daily_limit_messages IS NULL) IS DISTINCT FROM (new.daily_limit_messages IS NULL)) OR (old.access_level IS DISTINCT FROM new.access_level) OR (old.requires_campaign_approval IS DISTINCT FROM new.requires_campaign_approval) OR (old.unapproved_numbers IS DISTINCT FROM new.unapproved_numbers))) EXECUTE FUNCTION raise_acceptance_version();
alter table client enable row level security;
create policy accept on client to tuma_accept using (true) with check (true);
create policy gateway on client for select to tuma_gateway using (true);
create policy reach on client to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = 'tree'::text) AND (path >= ( SELECT tuma_path() AS tuma_path)) AND (path < ( SELECT ("left"(tuma_path(), '-1'::integer) || '/'::text)))) OR ((( SELECT tuma_reach() AS tuma_reach) = 'ebu'::text) AND (access_level = 'EBU_CLIENT'::text))));
alter table client owner to tuma_owner;
grant insert, select, update on client to tuma_portal;
grant select (id, parent_id, number, path, client_name, account_type, first_name, last_name, other_names, company_name, email, phone, country, website, timezone, language, access_level, client_status, low_units_notify_level, email_alerts, sms_alerts, profile_picture_id, requires_campaign_approval, daily_limit_messages, status_before_block, created_at, replace_lookalikes, inviter_id, email_unproved, unapproved_numbers, demands_consent) on client to tuma_gateway;
grant select (id, parent_id, number, path, client_name, account_type, first_name, last_name, other_names, company_name, email, phone, country, website, timezone, language, access_level, client_status, low_units_notify_level, email_alerts, sms_alerts, profile_picture_id, requires_campaign_approval, daily_limit_messages, status_before_block, created_at, replace_lookalikes, inviter_id, email_unproved, unapproved_numbers, demands_consent) on client to tuma_accept;

-- Changes of an e-mail address or phone number: each counts once its owner has confirmed it, and
-- can be undone. Written by features/clients.
create table contact_change (
  number bigint generated always as identity,
  client_id uuid not null,
  kind text not null,
  old_value text,
  new_value text not null,
  requested_by uuid not null,
  status text default 'PENDING'::text not null,
  confirm_hash bytea,
  undo_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  undo_expires_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  PRIMARY KEY (number),
  UNIQUE (confirm_hash),
  UNIQUE (undo_hash),
  FOREIGN KEY (client_id) REFERENCES client(id),
  FOREIGN KEY (requested_by) REFERENCES client(id),
  constraint contact_change_kind_check CHECK ((kind = ANY (ARRAY['EMAIL'::text, 'PHONE'::text]))),
  constraint contact_change_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'CONFIRMED'::text, 'WITHDRAWN'::text, 'UNDONE'::text])))
);
CREATE INDEX contact_change_client ON public.contact_change USING btree (client_id, number);
CREATE INDEX contact_change_held ON public.contact_change USING btree (lower(old_value)) WHERE ((old_value IS NOT NULL) AND (undone_at IS NULL));
CREATE UNIQUE INDEX contact_change_pending ON public.contact_change USING btree (client_id, kind) WHERE (status = 'PENDING'::text);
alter table contact_change enable row level security;
create policy reach on contact_change to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table contact_change owner to tuma_owner;
grant delete, insert, select, update on contact_change to tuma_portal;

-- Pictures as the server encoded them, small enough for one row. Written by core/files.
create table picture (
  id uuid not null,
  client_id uuid not null,
  purpose text not null,
  bytes bytea not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint picture_purpose_check CHECK ((purpose = ANY (ARRAY['PROFILE'::text, 'LOGO'::text, 'LOGO_DARK'::text, 'FAVICON'::text, 'SIGN_IN'::text])))
);
CREATE INDEX picture_client ON public.picture USING btree (client_id);
alter table picture enable row level security;
create policy reach on picture to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table picture owner to tuma_owner;
grant delete, insert, select, update on picture to tuma_portal;

-- How a client's part of the tree looks. `client_path` never changes; with it the nearest brand
-- above a client is found without reading the clients between. Written by core/branding.
create table brand (
  client_id uuid not null,
  client_path text not null,
  brand_name text not null,
  theme_name text default 'default'::text not null,
  logo_picture_id uuid,
  support_email text,
  support_phone text,
  accent_colour text,
  chrome text default 'WHITE'::text not null,
  corners integer default 8 not null,
  pattern text default 'MESSAGES'::text not null,
  logo_dark_picture_id uuid,
  favicon_picture_id uuid,
  sign_in_picture_id uuid,
  PRIMARY KEY (client_id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  FOREIGN KEY (favicon_picture_id) REFERENCES picture(id),
  FOREIGN KEY (logo_dark_picture_id) REFERENCES picture(id),
  FOREIGN KEY (logo_picture_id) REFERENCES picture(id),
  FOREIGN KEY (sign_in_picture_id) REFERENCES picture(id),
  constraint brand_accent_colour_check CHECK ((accent_colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint brand_chrome_check CHECK ((chrome = ANY (ARRAY['WHITE'::text, 'TINTED'::text, 'DARK'::text]))),
  constraint brand_corners_check CHECK ((corners = ANY (ARRAY[4, 8, 12]))),
  constraint brand_pattern_check CHECK ((pattern = ANY (ARRAY['MESSAGES'::text, 'WAVES'::text, 'RINGS'::text, 'DOTS'::text, 'PLAIN'::text])))
);
CREATE TRIGGER raise_acceptance_version AFTER INSERT OR DELETE OR UPDATE ON public.brand FOR EACH STATEMENT EXECUTE FUNCTION raise_acceptance_version();
alter table brand enable row level security;
create policy accept on brand for select to tuma_accept using (true);
create policy everyone on brand for select to tuma_portal using (true);
create policy reach on brand to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table brand owner to tuma_owner;
grant delete, insert, select, update on brand to tuma_portal;
grant select on brand to tuma_accept;

-- Hosts in force, each proved by a DNS record or released by an administrator. Written by
-- core/branding.
create table brand_host (
  host text not null,
  client_id uuid not null,
  created_at timestamp with time zone default now() not null,
  token text,
  checked_at timestamp with time zone,
  proof_missing_since timestamp with time zone,
  PRIMARY KEY (host),
  FOREIGN KEY (client_id) REFERENCES brand(client_id)
);
CREATE INDEX brand_host_client ON public.brand_host USING btree (client_id);
CREATE INDEX brand_host_proof ON public.brand_host USING btree (checked_at) WHERE (token IS NOT NULL);
CREATE TRIGGER raise_acceptance_version AFTER INSERT OR DELETE OR UPDATE ON public.brand_host FOR EACH STATEMENT EXECUTE FUNCTION raise_acceptance_version();
alter table brand_host enable row level security;
create policy accept on brand_host for select to tuma_accept using (true);
create policy everyone on brand_host for select to tuma_portal using (true);
create policy reach on brand_host to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table brand_host owner to tuma_owner;
grant delete, insert, select, update on brand_host to tuma_portal;
grant select on brand_host to tuma_accept;

-- Hosts that were proposed; several clients may propose one, and the first that proves it gets it.
-- Written by core/branding.
create table host_proposal (
  host text not null,
  client_id uuid not null,
  token text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  check_at timestamp with time zone,
  checked_at timestamp with time zone,
  check_result text,
  refused_at timestamp with time zone,
  reason text,
  PRIMARY KEY (host, client_id),
  FOREIGN KEY (client_id) REFERENCES brand(client_id),
  constraint host_proposal_check_result_check CHECK ((check_result = ANY (ARRAY['NOT_FOUND'::text, 'OTHER_VALUE'::text, 'NO_ANSWER'::text, 'TAKEN'::text])))
);
CREATE INDEX host_proposal_check ON public.host_proposal USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX host_proposal_client ON public.host_proposal USING btree (client_id);
alter table host_proposal enable row level security;
create policy reach on host_proposal to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table host_proposal owner to tuma_owner;
grant delete, insert, select, update on host_proposal to tuma_portal;

-- Clients who have hidden the first steps. Which steps are done is read from the facts. Written by
-- features/dashboard.
create table dashboard_choice (
  client_id uuid not null,
  first_steps_hidden boolean not null,
  PRIMARY KEY (client_id),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
alter table dashboard_choice enable row level security;
create policy reach on dashboard_choice to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table dashboard_choice owner to tuma_owner;
grant insert, select, update on dashboard_choice to tuma_portal;

-- Sessions of people, with hashes of their tokens. Written by core/auth.
create table session (
  id uuid not null,
  client_id uuid not null,
  impersonator_id uuid,
  access_hash bytea not null,
  access_expires_at timestamp with time zone not null,
  refresh_hash bytea,
  previous_refresh_hash bytea,
  refreshed_at timestamp with time zone default now() not null,
  refresh_expires_at timestamp with time zone,
  user_agent text,
  address text,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  step_up_expires_at timestamp with time zone,
  family_hash bytea,
  active_at timestamp with time zone default now() not null,
  end_reason text,
  actor_session_id uuid,
  pair_used boolean default true not null,
  PRIMARY KEY (id),
  UNIQUE (access_hash),
  UNIQUE (refresh_hash),
  FOREIGN KEY (actor_session_id) REFERENCES session(id) ON DELETE SET NULL,
  FOREIGN KEY (client_id) REFERENCES client(id),
  FOREIGN KEY (impersonator_id) REFERENCES client(id)
);
CREATE INDEX session_actor ON public.session USING btree (actor_session_id) WHERE (actor_session_id IS NOT NULL);
CREATE INDEX session_client ON public.session USING btree (client_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX session_family ON public.session USING btree (family_hash) WHERE (family_hash IS NOT NULL);
CREATE INDEX session_impersonator ON public.session USING btree (impersonator_id) WHERE ((impersonator_id IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX session_opened ON public.session USING btree (client_id, created_at DESC);
CREATE INDEX session_previous ON public.session USING btree (previous_refresh_hash) WHERE (previous_refresh_hash IS NOT NULL);
alter table session enable row level security;
create policy gateway on session to tuma_gateway using (true) with check (true);
create policy reach on session to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table session owner to tuma_owner;
grant delete, insert, select, update on session to tuma_portal;

-- Links and codes that open one thing once: a token in a person's hand and, where a code goes with
-- it, the code that was sent to their phone or mailbox. `client_id` is null for a name that nobody
-- has: asking for it does the same work and gets the same answer. Written by core/auth.
create table one_time_token (
  id uuid not null,
  client_id uuid,
  purpose text not null,
  token_hash bytea not null,
  code_hash bytea,
  sent_by text,
  tries integer default 0 not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  registration jsonb,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint one_time_token_purpose_check CHECK ((purpose = ANY (ARRAY['ACTIVATE'::text, 'SIGN_IN'::text, 'PASSWORD'::text, 'INVITATION'::text, 'STEP_UP'::text, 'PHONE'::text]))),
  constraint one_time_token_sent_by_check CHECK ((sent_by = ANY (ARRAY['SMS'::text, 'EMAIL'::text])))
);
CREATE INDEX one_time_token_client ON public.one_time_token USING btree (client_id, purpose) WHERE (used_at IS NULL);
alter table one_time_token enable row level security;
create policy reach on one_time_token to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table one_time_token owner to tuma_owner;
grant delete, insert, select, update on one_time_token to tuma_portal;

-- Attempts by key in a window of time, counted here so that all processes count together. Written
-- by core/auth.
create table rate_limit (
  key text not null,
  count integer not null,
  until timestamp with time zone not null,
  PRIMARY KEY (key)
);
CREATE INDEX rate_limit_until ON public.rate_limit USING btree (until);
alter table rate_limit owner to tuma_owner;
grant delete, insert, select, update on rate_limit to tuma_portal;
grant insert, select, update on rate_limit to tuma_gateway;
grant insert, select, update on rate_limit to tuma_accept;

-- How many codes went out by SMS and how many were entered, by the first digits of the number and
-- ten minutes: traffic that is pumped to premium numbers is requested by the thousand and never
-- entered. Written by core/auth.
create table otp_traffic (
  prefix text not null,
  slot timestamp with time zone not null,
  sent integer default 0 not null,
  solved integer default 0 not null,
  PRIMARY KEY (prefix, slot)
);
alter table otp_traffic owner to tuma_owner;
grant delete, insert, select, update on otp_traffic to tuma_portal;

-- Browsers that an account signed in from, so that failed attempts of others cannot lock its owner
-- out. Written by core/auth.
create table known_device (
  id uuid not null,
  client_id uuid not null,
  token_hash bytea not null,
  used_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  UNIQUE (token_hash, client_id),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
CREATE INDEX known_device_client ON public.known_device USING btree (client_id, used_at DESC);
alter table known_device enable row level security;
create policy reach on known_device to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client))));
alter table known_device owner to tuma_owner;
grant delete, insert, select, update on known_device to tuma_portal;

-- Sign-ins to an account, refused ones included, as its owner sees them for 90 days. Written by
-- core/auth.
create table sign_in (
  id uuid not null,
  client_id uuid not null,
  way text not null,
  outcome text not null,
  address text not null,
  user_agent text not null,
  is_new_place boolean not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
CREATE INDEX sign_in_client ON public.sign_in USING btree (client_id, id DESC);
CREATE INDEX sign_in_created ON public.sign_in USING btree (created_at);
alter table sign_in enable row level security;
create policy reach on sign_in to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table sign_in owner to tuma_owner;
grant delete, insert, select on sign_in to tuma_portal;

-- Authenticator apps (RFC 6238). `secret` is in force; `pending_secret` waits for its first code
-- and expires. `last_step` is the newest time step that was used: no code serves twice. Written by
-- core/auth.
create table totp (
  client_id uuid not null,
  secret bytea,
  enabled_at timestamp with time zone,
  last_step bigint default 0 not null,
  last_used_at timestamp with time zone,
  pending_secret bytea,
  pending_until timestamp with time zone,
  PRIMARY KEY (client_id),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
alter table totp enable row level security;
create policy reach on totp to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table totp owner to tuma_owner;
grant delete, insert, select, update on totp to tuma_portal;

-- Passkeys (WebAuthn). `rp_id` is the host that a passkey belongs to; `cloned_at` is set when its
-- counter went backwards. Written by core/auth.
create table passkey (
  id uuid not null,
  client_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  rp_id text not null,
  name text not null,
  backed_up boolean not null,
  last_used_at timestamp with time zone,
  cloned_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  UNIQUE (credential_id),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
CREATE INDEX passkey_client ON public.passkey USING btree (client_id, id);
alter table passkey enable row level security;
create policy reach on passkey to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table passkey owner to tuma_owner;
grant delete, insert, select, update on passkey to tuma_portal;

-- Challenges that a passkey signs. Each is deleted by its first use; one without a client is for
-- any account. Written by core/auth.
create table passkey_challenge (
  challenge_hash bytea not null,
  client_id uuid,
  purpose text not null,
  rp_id text not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (challenge_hash),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['REGISTER'::text, 'SIGN_IN'::text, 'STEP_UP'::text])))
);
CREATE INDEX passkey_challenge_expires ON public.passkey_challenge USING btree (expires_at);
alter table passkey_challenge enable row level security;
create policy reach on passkey_challenge to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table passkey_challenge owner to tuma_owner;
grant delete, insert, select, update on passkey_challenge to tuma_portal;

-- Hashes of the codes that let an owner in who has lost every other factor. Written by core/auth.
create table recovery_code (
  client_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (client_id, code_hash),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
alter table recovery_code enable row level security;
create policy reach on recovery_code to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table recovery_code owner to tuma_owner;
grant delete, insert, select, update on recovery_code to tuma_portal;

-- Keys of customers' software. Written by features/api-keys.
create table api_key (
  id uuid not null,
  client_id uuid not null,
  name text not null,
  scopes text[] not null,
  ip_list text[] default '{}'::text[] not null,
  key_hash bytea not null,
  prefix text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  test boolean default false not null,
  PRIMARY KEY (id),
  UNIQUE (key_hash),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint api_key_scopes_check CHECK ((scopes <@ ARRAY['send'::text, 'read'::text, 'contacts'::text]))
);
CREATE INDEX api_key_client ON public.api_key USING btree (client_id, id);
alter table api_key enable row level security;
create policy accept on api_key to tuma_accept using (true) with check (true);
create policy reach on api_key to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table api_key owner to tuma_owner;
grant delete, insert, select, update on api_key to tuma_portal;
grant select, update (last_used_at) on api_key to tuma_accept;

-- The audit log: who did what for whom, before and after. Append-only; an erasure alone may clear
-- the personal fields. Written by core/audit.
create table audit_entry (
  id uuid not null,
  actor_id uuid,
  impersonator_id uuid,
  action text not null,
  client_id uuid,
  before jsonb,
  after jsonb,
  address text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id)
);
CREATE INDEX audit_actor ON public.audit_entry USING btree (actor_id, id);
CREATE INDEX audit_client ON public.audit_entry USING btree (client_id, id);
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_queue AFTER INSERT OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION queue_audit_entry();
alter table audit_entry enable row level security;
create policy reach on audit_entry to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table audit_entry owner to tuma_owner;
grant insert, select on audit_entry to tuma_portal;

-- The hash chain. A link of an entry holds the digest of its personal fields, a link of a redaction
-- that of what remained after an erasure. The salt goes with the fields, so that a digest reveals
-- nothing of what was erased. Written by `seal_audit`.
create table audit_seal (
  seq bigint not null,
  entry_id uuid not null,
  redaction boolean not null,
  sealed_at timestamp with time zone not null,
  salt bytea,
  personal_digest bytea not null,
  hash bytea not null,
  PRIMARY KEY (seq)
);
CREATE UNIQUE INDEX audit_seal_entry ON public.audit_seal USING btree (entry_id) WHERE (NOT redaction);
CREATE INDEX audit_seal_redaction ON public.audit_seal USING btree (entry_id) WHERE redaction;
CREATE TRIGGER audit_seal_append_only BEFORE DELETE OR UPDATE ON public.audit_seal FOR EACH ROW EXECUTE FUNCTION refuse_seal_change();
alter table audit_seal enable row level security;
create policy reach on audit_seal to tuma_portal using ((( SELECT tuma_reach() AS tuma_reach) = 'all'::text));
alter table audit_seal owner to tuma_owner;
grant select on audit_seal to tuma_portal;

-- Committed entries and redactions that are not in the chain yet: written in the transaction of the
-- entry itself, so that none is missed, and without a lock that transactions would wait for.
-- Written by a trigger and by `seal_audit`.
create table audit_unsealed (
  id bigint generated always as identity,
  entry_id uuid not null,
  redaction boolean not null,
  PRIMARY KEY (id)
);
CREATE INDEX audit_unsealed_entry ON public.audit_unsealed USING btree (entry_id);
alter table audit_unsealed enable row level security;
create policy reach on audit_unsealed to tuma_portal using ((( SELECT tuma_reach() AS tuma_reach) = 'all'::text));
alter table audit_unsealed owner to tuma_owner;
grant select on audit_unsealed to tuma_portal;

-- The last verification of the whole chain; its head is the anchor of the next one. Written by
-- core/audit.
create table audit_check (
  one boolean default true not null,
  checked_at timestamp with time zone default now() not null,
  ok boolean not null,
  seq bigint not null,
  hash bytea not null,
  result jsonb not null,
  PRIMARY KEY (one),
  constraint audit_check_one_check CHECK (one)
);
alter table audit_check enable row level security;
create policy reach on audit_check to tuma_portal using ((( SELECT tuma_reach() AS tuma_reach) = 'all'::text));
alter table audit_check owner to tuma_owner;
grant insert, select, update on audit_check to tuma_portal;

-- Changes of balances and credit limits that wait for a second administrator (docs/adr/0052). A row
-- with the status DIRECT was below the amount and done at once; such rows are added up over 24
-- hours. Written by core/second-approval.
create table second_approval (
  id uuid not null,
  kind text not null,
  client_id uuid,
  author_id uuid not null,
  units bigint not null,
  input jsonb not null,
  status text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  PRIMARY KEY (id),
  FOREIGN KEY (author_id) REFERENCES client(id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  FOREIGN KEY (decided_by) REFERENCES client(id),
  constraint second_approval_kind_check CHECK ((kind = ANY (ARRAY['ADJUSTMENT'::text, 'CREDIT_LIMIT'::text, 'AMOUNT'::text]))),
  constraint second_approval_status_check CHECK ((status = ANY (ARRAY['DIRECT'::text, 'PENDING'::text, 'APPROVED'::text, 'REFUSED'::text, 'CANCELLED'::text, 'EXPIRED'::text])))
);
CREATE INDEX second_approval_decided ON public.second_approval USING btree (id) WHERE (status <> ALL (ARRAY['DIRECT'::text, 'PENDING'::text]));
CREATE INDEX second_approval_direct ON public.second_approval USING btree (created_at) WHERE (status = 'DIRECT'::text);
CREATE INDEX second_approval_pending ON public.second_approval USING btree (expires_at) WHERE (status = 'PENDING'::text);
alter table second_approval enable row level security;
create policy reach on second_approval to tuma_portal using ((( SELECT tuma_reach() AS tuma_reach) = 'all'::text));
alter table second_approval owner to tuma_owner;
grant delete, insert, select, update on second_approval to tuma_portal;

-- Sender IDs. One serves its owner, the clients that it was delegated to and, when generic,
-- everyone. Written by features/senders.
create table sender (
  id uuid not null,
  sender text not null,
  client_id uuid not null,
  kind text not null,
  country text not null,
  network text[] default '{}'::text[] not null,
  status text not null,
  payment_status text default 'NOT_REQUIRED'::text not null,
  fee numeric(12,2),
  currency text,
  reason text,
  is_generic boolean default false not null,
  delegated_to uuid[] default '{}'::uuid[] not null,
  created_at timestamp with time zone default now() not null,
  brand_owner text,
  sample text,
  impersonator_id uuid,
  blocked_by_staff boolean default false not null,
  status_at timestamp with time zone default now() not null,
  unregistered smallint[] default '{}'::smallint[] not null,
  stand_in_id uuid,
  name_key text collate "C" generated always as (lower(sender)) stored,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  FOREIGN KEY (stand_in_id) REFERENCES sender(id),
  constraint sender_kind_check CHECK ((kind = ANY (ARRAY['TRANSACTIONAL'::text, 'PROMOTIONAL'::text, 'SHORTCODE'::text]))),
  constraint sender_payment_status_check CHECK ((payment_status = ANY (ARRAY['NOT_REQUIRED'::text, 'UNPAID'::text, 'PAID'::text]))),
  constraint sender_status_check CHECK ((status = ANY (ARRAY['PENDING_DOCUMENTS_APPROVAL'::text, 'DOCUMENTS_APPROVED'::text, 'WAITING_SETUP'::text, 'READY_FOR_SENDING'::text, 'INACTIVE'::text, 'REJECTED'::text])))
);
CREATE INDEX sender_alike ON public.sender USING btree (country, sender_skeleton(sender)) WHERE (status <> 'REJECTED'::text);
CREATE INDEX sender_client ON public.sender USING btree (client_id, id);
CREATE INDEX sender_key ON public.sender USING btree (name_key, id DESC);
CREATE UNIQUE INDEX sender_live ON public.sender USING btree (country, lower(sender)) WHERE (status <> 'REJECTED'::text);
CREATE INDEX sender_name ON public.sender USING btree (lower(sender)) WHERE (status = 'READY_FOR_SENDING'::text);
CREATE INDEX sender_stand_in ON public.sender USING btree (stand_in_id) WHERE (stand_in_id IS NOT NULL);
CREATE INDEX sender_waiting ON public.sender USING btree (status_at, id) WHERE (status = ANY (ARRAY['PENDING_DOCUMENTS_APPROVAL'::text, 'DOCUMENTS_APPROVED'::text, 'WAITING_SETUP'::text]));
CREATE INDEX sender_written_to ON public.sender USING btree (lower(sender)) WHERE ((status = 'READY_FOR_SENDING'::text) AND (NOT is_generic));
CREATE TRIGGER raise_acceptance_version AFTER INSERT OR DELETE OR UPDATE ON public.sender FOR EACH STATEMENT EXECUTE FUNCTION raise_acceptance_version();
alter table sender enable row level security;
create policy accept on sender to tuma_accept using (true) with check (true);
create policy gateway on sender for select to tuma_gateway using (true);
create policy reach on sender to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR is_generic OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR (( SELECT tuma_client() AS tuma_client) = ANY (delegated_to)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table sender owner to tuma_owner;
grant delete, insert, select, update on sender to tuma_portal;
grant select on sender to tuma_gateway;
grant select on sender to tuma_accept;

-- A country's requirements for a kind of sender ID; '*' is any country without a row of its own. An
-- operator edits it. Written by features/senders.
create table sender_rule (
  country text not null,
  kind text not null,
  offered boolean default true not null,
  shortest integer not null,
  longest integer not null,
  spaces boolean not null,
  symbols boolean not null,
  documents text[] not null,
  sample boolean default false not null,
  fee numeric(12,2),
  currency text,
  days_least integer not null,
  days_most integer not null,
  source text not null,
  checked_on date not null,
  PRIMARY KEY (country, kind),
  constraint sender_rule_check CHECK ((longest >= shortest)),
  constraint sender_rule_check1 CHECK ((days_most >= days_least)),
  constraint sender_rule_check2 CHECK (((fee IS NULL) = (currency IS NULL))),
  constraint sender_rule_documents_check CHECK ((documents <@ ARRAY['CERTIFICATE'::text, 'TAX_CERTIFICATE'::text, 'TRADEMARK_CERTIFICATE'::text, 'AUTHORIZATION_LETTER'::text])),
  constraint sender_rule_fee_check CHECK ((fee > (0)::numeric)),
  constraint sender_rule_kind_check CHECK ((kind = ANY (ARRAY['TRANSACTIONAL'::text, 'PROMOTIONAL'::text, 'SHORTCODE'::text])))
);
alter table sender_rule owner to tuma_owner;
grant insert, select, update on sender_rule to tuma_portal;

-- Names that nobody else may look like. A BRAND belongs to its owner, who proves it; a WORD names
-- nobody and is refused. Written by features/senders.
create table protected_name (
  country text not null,
  name text not null,
  kind text not null,
  source text not null,
  PRIMARY KEY (country, name),
  constraint protected_name_kind_check CHECK ((kind = ANY (ARRAY['BRAND'::text, 'WORD'::text])))
);
CREATE UNIQUE INDEX protected_name_alike ON public.protected_name USING btree (country, sender_skeleton(name));
alter table protected_name owner to tuma_owner;
grant delete, insert, select on protected_name to tuma_portal;

-- Documents of a sender ID. The bytes are parts of `file_id`; a rejected document stays, and names
-- its successor. Written by features/senders.
create table sender_document (
  id uuid not null,
  sender_id uuid not null,
  client_id uuid not null,
  kind text not null,
  status text not null,
  reason text,
  file_id uuid not null,
  file_name text not null,
  content_type text not null,
  bytes bigint not null,
  replaced_by uuid,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (file_id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  FOREIGN KEY (replaced_by) REFERENCES sender_document(id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (sender_id) REFERENCES sender(id),
  constraint sender_document_kind_check CHECK ((kind = ANY (ARRAY['CERTIFICATE'::text, 'TAX_CERTIFICATE'::text, 'TRADEMARK_CERTIFICATE'::text, 'AUTHORIZATION_LETTER'::text]))),
  constraint sender_document_status_check CHECK ((status = ANY (ARRAY['PENDING_APPROVAL'::text, 'DOCUMENT_APPROVED'::text, 'DOCUMENT_REJECTED'::text])))
);
CREATE INDEX sender_document_client ON public.sender_document USING btree (client_id, id);
CREATE UNIQUE INDEX sender_document_kind ON public.sender_document USING btree (sender_id, kind) WHERE (replaced_by IS NULL);
CREATE INDEX sender_document_sender ON public.sender_document USING btree (sender_id, id);
alter table sender_document enable row level security;
create policy reach on sender_document to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table sender_document owner to tuma_owner;
grant insert, select, update on sender_document to tuma_portal;

-- Decisions about a sender ID, and who took them. Written by features/senders.
create table sender_event (
  id uuid not null,
  sender_id uuid not null,
  client_id uuid not null,
  kind text not null,
  document_kind text,
  about_id uuid,
  reason text,
  actor_id uuid,
  actor_name text,
  impersonator_id uuid,
  occurred_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  FOREIGN KEY (sender_id) REFERENCES sender(id)
);
CREATE INDEX sender_event_sender ON public.sender_event USING btree (sender_id, id);
alter table sender_event enable row level security;
create policy reach on sender_event to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table sender_event owner to tuma_owner;
grant insert, select on sender_event to tuma_portal;

-- Sending hours of a kind of sender ID towards a country, in minutes from midnight in the zone;
-- days as ISO counts them, 1 is Monday. Vendors' summaries of rules, not statutes: each says where
-- it was read and when. Written by features/platform-settings.
create table sending_window (
  country text not null,
  kind text not null,
  opens smallint not null,
  closes smallint not null,
  days smallint[] not null,
  timezone text not null,
  source text not null,
  checked_on date not null,
  PRIMARY KEY (country, kind),
  constraint sending_window_check CHECK (((closes > opens) AND (closes <= 1440))),
  constraint sending_window_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint sending_window_days_check CHECK ((((cardinality(days) >= 1) AND (cardinality(days) <= 7)) AND (days <@ '{1,2,3,4,5,6,7}'::smallint[]))),
  constraint sending_window_kind_check CHECK ((kind = ANY (ARRAY['TRANSACTIONAL'::text, 'PROMOTIONAL'::text, 'SHORTCODE'::text]))),
  constraint sending_window_opens_check CHECK ((opens >= 0))
);
CREATE TRIGGER raise_acceptance_version AFTER INSERT OR DELETE OR UPDATE ON public.sending_window FOR EACH STATEMENT EXECUTE FUNCTION raise_acceptance_version();
alter table sending_window owner to tuma_owner;
grant delete, insert, select, update on sending_window to tuma_portal;
grant select on sending_window to tuma_accept;

-- Balances of units, in ten-thousandths and always integers, under a row lock. Written by
-- core/ledger.
create table ledger_account (
  id uuid not null,
  client_id uuid not null,
  kind text not null,
  balance bigint default 0 not null,
  floor bigint default 0 not null,
  PRIMARY KEY (id),
  UNIQUE (client_id, kind),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint ledger_account_check CHECK ((balance >= floor)),
  constraint ledger_account_kind_check CHECK ((kind = ANY (ARRAY['available'::text, 'held'::text, 'mint'::text, 'revenue'::text, 'adjust'::text])))
);
alter table ledger_account enable row level security;
create policy accept on ledger_account to tuma_accept using (true) with check (true);
create policy gateway on ledger_account to tuma_gateway using (true) with check (true);
create policy reach on ledger_account to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table ledger_account owner to tuma_owner;
grant insert, select, update on ledger_account to tuma_portal;
grant select, update on ledger_account to tuma_accept;

-- Movements of units, each of two or more entries that sum to zero. Append-only. Written by
-- core/ledger.
create table ledger_transfer (
  id uuid not null,
  kind text not null,
  idem text not null,
  campaign_id uuid,
  purchase_id uuid,
  actor_id uuid,
  impersonator_id uuid,
  note text,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  UNIQUE (idem),
  constraint ledger_transfer_kind_check CHECK ((kind = ANY (ARRAY['PURCHASE'::text, 'TRANSFER'::text, 'CHARGE'::text, 'CAPTURE'::text, 'REFUND'::text, 'ADJUSTMENT'::text])))
);
CREATE INDEX ledger_transfer_campaign ON public.ledger_transfer USING btree (campaign_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX ledger_transfer_given ON public.ledger_transfer USING btree (created_at) WHERE (kind = 'TRANSFER'::text);
CREATE INDEX ledger_transfer_purchase ON public.ledger_transfer USING btree (purchase_id) WHERE (purchase_id IS NOT NULL);
CREATE TRIGGER ledger_transfer_append_only BEFORE DELETE OR UPDATE ON public.ledger_transfer FOR EACH ROW EXECUTE FUNCTION refuse_change();
alter table ledger_transfer enable row level security;
create policy accept on ledger_transfer to tuma_accept using (true) with check (true);
create policy reach on ledger_transfer for select to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (EXISTS ( SELECT FROM ledger_entry WHERE (ledger_entry.transfer_id = ledger_transfer.id))) OR (NOT is_booked(id))));
create policy record on ledger_transfer for insert to tuma_portal with check (true);
alter table ledger_transfer owner to tuma_owner;
grant insert, select on ledger_transfer to tuma_portal;
grant insert, select on ledger_transfer to tuma_accept;

-- The two or more sides of a transfer. `seq` follows the order in which balances changed; ids made
-- by the application do not. Append-only. Written by core/ledger.
create table ledger_entry (
  transfer_id uuid not null,
  account_id uuid not null,
  amount bigint not null,
  balance_after bigint not null,
  seq bigint generated always as identity,
  listed boolean default false not null,
  PRIMARY KEY (transfer_id, account_id),
  FOREIGN KEY (account_id) REFERENCES ledger_account(id),
  FOREIGN KEY (transfer_id) REFERENCES ledger_transfer(id),
  constraint ledger_entry_amount_check CHECK ((amount <> 0))
);
CREATE UNIQUE INDEX ledger_entry_account ON public.ledger_entry USING btree (account_id, seq);
CREATE UNIQUE INDEX ledger_entry_listed ON public.ledger_entry USING btree (seq) WHERE listed;
CREATE TRIGGER ledger_entry_append_only BEFORE DELETE OR UPDATE ON public.ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
alter table ledger_entry enable row level security;
create policy accept on ledger_entry to tuma_accept using (true) with check (true);
create policy reach on ledger_entry to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (account_id IN ( SELECT ledger_account.id FROM ledger_account))));
alter table ledger_entry owner to tuma_owner;
grant insert, select on ledger_entry to tuma_portal;
grant insert, select on ledger_entry to tuma_accept;

-- The outcome of each proof of the ledger. Written by features/wallet.
create table ledger_proof (
  created_at timestamp with time zone default clock_timestamp() not null,
  ok boolean not null,
  result jsonb not null,
  PRIMARY KEY (created_at)
);
alter table ledger_proof enable row level security;
create policy reach on ledger_proof to tuma_portal using ((( SELECT tuma_reach() AS tuma_reach) = 'all'::text));
alter table ledger_proof owner to tuma_owner;
grant insert, select on ledger_proof to tuma_portal;

-- Prices of a message by client and region. Written by core/ledger.
create table rate (
  id uuid not null,
  client_id uuid not null,
  region_name text not null,
  region_filters text[] not null,
  cost_price numeric(12,4) not null,
  currency text not null,
  created_at timestamp with time zone default now() not null,
  valid_from timestamp with time zone default now() not null,
  below_floor boolean default false not null,
  PRIMARY KEY (id),
  UNIQUE (client_id, region_name, valid_from),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint rate_cost_price_check CHECK ((cost_price > (0)::numeric))
);
CREATE TRIGGER raise_acceptance_version AFTER INSERT OR DELETE OR UPDATE ON public.rate FOR EACH STATEMENT EXECUTE FUNCTION raise_acceptance_version();
alter table rate enable row level security;
create policy accept on rate to tuma_accept using (true) with check (true);
create policy gateway on rate to tuma_gateway using (true) with check (true);
create policy reach on rate to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table rate owner to tuma_owner;
grant delete, insert, select, update on rate to tuma_portal;
grant select on rate to tuma_accept;

-- Prices that need attention: RAISED is charged above the price that was set, since the seller pays
-- more; BELOW_SELLER and BELOW_CARRIER cost more than they bring. Read by screens, alerts and
-- figures. Written by features/wallet, in one background process.
create table price_finding (
  client_id uuid not null,
  region_name text not null,
  kind text not null,
  set_price numeric not null,
  against_price numeric not null,
  currency text not null,
  found_at timestamp with time zone default now() not null,
  PRIMARY KEY (client_id, region_name, kind),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint price_finding_kind_check CHECK ((kind = ANY (ARRAY['RAISED'::text, 'BELOW_SELLER'::text, 'BELOW_CARRIER'::text])))
);
alter table price_finding enable row level security;
create policy reach on price_finding to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table price_finding owner to tuma_owner;
grant delete, insert, select, update on price_finding to tuma_portal;

-- Attempts to be paid through a provider. `number` makes the reference that the payer sees. Written
-- by features/wallet.
create table payment (
  id uuid not null,
  number bigint generated always as identity,
  client_id uuid not null,
  purpose text not null,
  sender_id uuid,
  seller_id uuid,
  units bigint default 0 not null,
  cost_price numeric(12,4),
  amount numeric(14,2) not null,
  currency text not null,
  provider text not null,
  phone text not null,
  status text default 'PENDING'::text not null,
  step text default 'NEW'::text not null,
  reason text,
  reserved boolean default false not null,
  secret text default ''::text not null,
  merchant_id text,
  checkout_id text,
  receipt text,
  query_count integer default 0 not null,
  next_query_at timestamp with time zone,
  after_seq bigint not null,
  created_by uuid,
  impersonator_id uuid,
  created_at timestamp with time zone default now() not null,
  pushed_at timestamp with time zone,
  ended_at timestamp with time zone,
  seller_units bigint,
  secret_hash bytea,
  PRIMARY KEY (id),
  UNIQUE (number),
  FOREIGN KEY (client_id) REFERENCES client(id),
  FOREIGN KEY (seller_id) REFERENCES client(id),
  FOREIGN KEY (sender_id) REFERENCES sender(id),
  constraint payment_amount_check CHECK ((amount > (0)::numeric)),
  constraint payment_check CHECK (((purpose = 'SENDER_FEE'::text) = (sender_id IS NOT NULL))),
  constraint payment_check1 CHECK (((seller_id IS NULL) = (seller_units IS NULL))),
  constraint payment_purpose_check CHECK ((purpose = ANY (ARRAY['UNITS'::text, 'SENDER_FEE'::text]))),
  constraint payment_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETED'::text, 'FAILED'::text, 'CANCELED'::text]))),
  constraint payment_step_check CHECK ((step = ANY (ARRAY['NEW'::text, 'ASKING'::text, 'ON_PHONE'::text, 'UNANSWERED'::text, 'CONFIRMING'::text, 'ENDED'::text])))
);
CREATE UNIQUE INDEX payment_checkout ON public.payment USING btree (provider, checkout_id) WHERE (checkout_id IS NOT NULL);
CREATE INDEX payment_client ON public.payment USING btree (client_id, id);
CREATE INDEX payment_completed ON public.payment USING btree (ended_at) WHERE (status = 'COMPLETED'::text);
CREATE INDEX payment_due ON public.payment USING btree (next_query_at) WHERE (next_query_at IS NOT NULL);
CREATE INDEX payment_new ON public.payment USING btree (created_at) WHERE ((step = 'NEW'::text) AND (status = 'PENDING'::text));
CREATE INDEX payment_open ON public.payment USING btree (client_id, after_seq) WHERE (status <> 'COMPLETED'::text);
CREATE UNIQUE INDEX payment_receipt ON public.payment USING btree (provider, receipt) WHERE (receipt IS NOT NULL);
CREATE UNIQUE INDEX payment_sender ON public.payment USING btree (sender_id) WHERE ((status = 'PENDING'::text) AND (sender_id IS NOT NULL));
CREATE INDEX payment_sender_all ON public.payment USING btree (sender_id) WHERE (sender_id IS NOT NULL);
CREATE INDEX payment_sold ON public.payment USING btree (seller_id, ended_at) WHERE ((seller_id IS NOT NULL) AND (status = 'COMPLETED'::text));
alter table payment enable row level security;
create policy reach on payment to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table payment owner to tuma_owner;
grant insert, select, update on payment to tuma_portal;

-- All requests to a provider and all its answers, as they were; without a payment, an orphan.
-- Written by features/wallet.
create table payment_event (
  id bigint generated always as identity,
  payment_id uuid,
  kind text not null,
  address text,
  checkout_id text,
  receipt text,
  amount numeric(14,2),
  phone text,
  facts jsonb default '{}'::jsonb not null,
  occurred_at timestamp with time zone default clock_timestamp() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint payment_event_kind_check CHECK ((kind = ANY (ARRAY['PUSH'::text, 'PUSH_ANSWER'::text, 'CALLBACK'::text, 'MISMATCH'::text, 'ORPHAN'::text, 'ASK'::text, 'CLAIMED'::text, 'CREDITED'::text, 'RELEASED'::text])))
);
CREATE INDEX payment_event_orphan ON public.payment_event USING btree (id) WHERE (kind = 'ORPHAN'::text);
CREATE INDEX payment_event_payment ON public.payment_event USING btree (payment_id, id) WHERE (payment_id IS NOT NULL);
alter table payment_event enable row level security;
create policy reach on payment_event to tuma_portal using ((( SELECT tuma_reach() AS tuma_reach) = 'all'::text));
alter table payment_event owner to tuma_owner;
grant delete, insert, select, update on payment_event to tuma_portal;

-- When a client was last notified that its balance is low, and the reminders that it wants. Written
-- by features/wallet.
create table balance_alert (
  client_id uuid not null,
  low_at timestamp with time zone,
  remind_every text,
  remind_units bigint,
  reminded_on date,
  PRIMARY KEY (client_id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint balance_alert_remind_every_check CHECK ((remind_every = ANY (ARRAY['WEEK'::text, 'MONTH'::text])))
);
CREATE INDEX balance_alert_reminders ON public.balance_alert USING btree (reminded_on) WHERE (remind_every IS NOT NULL);
alter table balance_alert enable row level security;
create policy reach on balance_alert to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table balance_alert owner to tuma_owner;
grant delete, insert, select, update on balance_alert to tuma_portal;

-- A client's details for invoices, as buyer and as seller; null: as the account says, and no tax.
-- Written by features/wallet.
create table invoice_details (
  client_id uuid not null,
  legal_name text,
  address text,
  tax_number text,
  tax_name text,
  tax_percent numeric(5,2),
  PRIMARY KEY (client_id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint invoice_details_check CHECK (((tax_name IS NULL) = (tax_percent IS NULL))),
  constraint invoice_details_tax_percent_check CHECK (((tax_percent > (0)::numeric) AND (tax_percent < (100)::numeric)))
);
alter table invoice_details enable row level security;
create policy reach on invoice_details to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table invoice_details owner to tuma_owner;
grant insert, select, update on invoice_details to tuma_portal;

-- The last number of each seller's series: taken in the transaction that issues, so that none is
-- missing. Written by features/wallet.
create table invoice_series (
  seller_id uuid not null,
  last_number bigint not null,
  PRIMARY KEY (seller_id),
  FOREIGN KEY (seller_id) REFERENCES client(id)
);
alter table invoice_series enable row level security;
create policy reach on invoice_series to tuma_portal using ((( SELECT tuma_reach() AS tuma_reach) = 'all'::text));
alter table invoice_series owner to tuma_owner;
grant insert, select, update on invoice_series to tuma_portal;

-- One invoice for each payment that was received, as things stood then. Append-only. Written by
-- features/wallet.
create table invoice (
  id uuid not null,
  seller_id uuid not null,
  number bigint not null,
  payment_id uuid not null,
  client_id uuid not null,
  issued_at timestamp with time zone default now() not null,
  seller jsonb not null,
  buyer jsonb not null,
  purpose text not null,
  units bigint not null,
  cost_price numeric(12,4),
  net numeric(14,2) not null,
  tax_name text,
  tax_percent numeric(5,2),
  tax numeric(14,2) not null,
  total numeric(14,2) not null,
  currency text not null,
  PRIMARY KEY (id),
  UNIQUE (payment_id),
  UNIQUE (seller_id, number),
  FOREIGN KEY (client_id) REFERENCES client(id),
  FOREIGN KEY (payment_id) REFERENCES payment(id),
  FOREIGN KEY (seller_id) REFERENCES client(id),
  constraint invoice_check CHECK ((total = (net + tax)))
);
CREATE INDEX invoice_client ON public.invoice USING btree (client_id, id);
CREATE TRIGGER invoice_append_only BEFORE DELETE OR UPDATE ON public.invoice FOR EACH ROW EXECUTE FUNCTION refuse_change();
alter table invoice enable row level security;
create policy reach on invoice to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table invoice owner to tuma_owner;
grant insert, select on invoice to tuma_portal;

-- Numbers that want no more messages from a client. Written by core/opt-outs.
create table opt_out (
  client_id uuid not null,
  destination text collate "C" not null,
  source text not null,
  created_at timestamp with time zone default now() not null,
  note text default ''::text not null,
  scope text default 'EVERYTHING'::text not null,
  sender text default ''::text not null,
  PRIMARY KEY (client_id, destination, sender),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint opt_out_scope_check CHECK ((scope = ANY (ARRAY['PROMOTIONAL'::text, 'EVERYTHING'::text])))
);
CREATE INDEX opt_out_by_phone ON public.opt_out USING btree (destination) WHERE (source = 'MO'::text);
CREATE INDEX opt_out_newest ON public.opt_out USING btree (client_id, created_at DESC, destination DESC);
alter table opt_out enable row level security;
create policy accept on opt_out to tuma_accept using (true) with check (true);
create policy gateway on opt_out to tuma_gateway using (true) with check (true);
create policy reach on opt_out to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table opt_out owner to tuma_owner;
grant delete, insert, select, update on opt_out to tuma_portal;
grant delete, insert, select, update on opt_out to tuma_gateway;
grant select on opt_out to tuma_accept;

-- Numbers that nobody on the platform may send to. Written by features/contacts.
create table blocked_number (
  destination text collate "C" not null,
  reason text not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (destination)
);
CREATE INDEX blocked_number_newest ON public.blocked_number USING btree (created_at DESC, destination DESC);
alter table blocked_number owner to tuma_owner;
grant delete, insert, select, update on blocked_number to tuma_portal;
grant select on blocked_number to tuma_accept;

-- People whom a client writes to. Written by features/contacts.
create table contact (
  id uuid not null,
  client_id uuid not null,
  phone text collate "C" not null,
  first_name text default ''::text not null,
  last_name text default ''::text not null,
  other_names text default ''::text not null,
  email text default ''::text not null,
  attributes jsonb default '{}'::jsonb not null,
  consent jsonb,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  name_key text collate "C" generated always as (NULLIF(search_key(TRIM(BOTH FROM ((first_name || ' '::text) || last_name))), ''::text)) stored,
  last_name_key text collate "C" generated always as (NULLIF(search_key(last_name), ''::text)) stored,
  other_names_key text collate "C" generated always as (NULLIF(search_key(other_names), ''::text)) stored,
  email_key text collate "C" generated always as (NULLIF(search_key(email), ''::text)) stored,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint contact_phone_check CHECK ((phone ~ '^[0-9]{6,15}$'::text))
);
CREATE INDEX contact_email ON public.contact USING btree (client_id, email_key, id) WHERE (email_key IS NOT NULL);
CREATE INDEX contact_last_name ON public.contact USING btree (client_id, last_name_key, id) WHERE (last_name_key IS NOT NULL);
CREATE INDEX contact_name ON public.contact USING btree (client_id, name_key, id) WHERE (name_key IS NOT NULL);
CREATE INDEX contact_newest ON public.contact USING btree (client_id, id);
CREATE INDEX contact_other_names ON public.contact USING btree (client_id, other_names_key, id) WHERE (other_names_key IS NOT NULL);
CREATE UNIQUE INDEX contact_phone ON public.contact USING btree (client_id, phone);
alter table contact enable row level security;
create policy reach on contact to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table contact owner to tuma_owner;
grant delete, insert, select, update on contact to tuma_portal;

-- Groups of contacts. Written by features/contacts.
create table contact_group (
  id uuid not null,
  client_id uuid not null,
  group_name text not null,
  name_key text collate "C" generated always as (search_key(group_name)) stored,
  description text default ''::text not null,
  contact_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  emptying text,
  operation_id uuid,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint contact_group_contact_count_check CHECK ((contact_count >= 0)),
  constraint contact_group_emptying_check CHECK ((emptying = ANY (ARRAY['CLEAR'::text, 'DELETE'::text, 'DELETE_CONTACTS'::text])))
);
CREATE UNIQUE INDEX contact_group_name ON public.contact_group USING btree (client_id, name_key);
CREATE INDEX contact_group_order ON public.contact_group USING btree (client_id, natural_key(name_key), id);
alter table contact_group enable row level security;
create policy reach on contact_group to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table contact_group owner to tuma_owner;
grant delete, insert, select, update on contact_group to tuma_portal;

-- Members of a group. Written by features/contacts.
create table contact_group_member (
  group_id uuid not null,
  contact_id uuid not null,
  client_id uuid not null,
  PRIMARY KEY (group_id, contact_id),
  FOREIGN KEY (contact_id) REFERENCES contact(id),
  FOREIGN KEY (group_id) REFERENCES contact_group(id)
);
CREATE INDEX contact_group_member_contact ON public.contact_group_member USING btree (contact_id);
alter table contact_group_member enable row level security;
create policy reach on contact_group_member to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table contact_group_member owner to tuma_owner;
grant delete, insert, select, update on contact_group_member to tuma_portal;

-- Files of contacts, or of numbers that opted out: read once for a preview and, after the approval,
-- once more for the import. `at_row` is the last row done. Written by features/contacts.
create table contact_import (
  id uuid not null,
  client_id uuid not null,
  kind text not null,
  upload_id uuid not null,
  file_name text not null,
  status text not null,
  mapping jsonb not null,
  existing text not null,
  group_ids uuid[] default '{}'::uuid[] not null,
  new_group_name text,
  consent jsonb,
  row_count integer not null,
  expected jsonb,
  counts jsonb,
  at_row integer default 0 not null,
  operation_id uuid,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint contact_import_existing_check CHECK ((existing = ANY (ARRAY['UPDATE'::text, 'KEEP'::text]))),
  constraint contact_import_kind_check CHECK ((kind = ANY (ARRAY['CONTACTS'::text, 'OPT_OUTS'::text]))),
  constraint contact_import_status_check CHECK ((status = ANY (ARRAY['CHECKING'::text, 'READY'::text, 'RUNNING'::text, 'COMPLETED'::text, 'CANCELED'::text, 'FAILED'::text])))
);
CREATE INDEX contact_import_client ON public.contact_import USING btree (client_id, id);
alter table contact_import enable row level security;
create policy reach on contact_import to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table contact_import owner to tuma_owner;
grant delete, insert, select, update on contact_import to tuma_portal;

-- Rows that became no contact, with all their cells, to be corrected. Written by features/contacts.
create table contact_import_refused (
  import_id uuid not null,
  row_no integer not null,
  client_id uuid not null,
  cells text[] not null,
  reason text not null,
  PRIMARY KEY (import_id, row_no),
  FOREIGN KEY (import_id) REFERENCES contact_import(id) ON DELETE CASCADE
);
alter table contact_import_refused enable row level security;
create policy reach on contact_import_refused to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table contact_import_refused owner to tuma_owner;
grant delete, insert, select, update on contact_import_refused to tuma_portal;

-- Texts kept for the next time. Written by features/templates.
create table message_template (
  id uuid not null,
  client_id uuid not null,
  name text not null,
  text text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
CREATE INDEX message_template_client ON public.message_template USING btree (client_id, id);
CREATE UNIQUE INDEX message_template_name ON public.message_template USING btree (client_id, lower(name));
alter table message_template enable row level security;
create policy reach on message_template to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table message_template owner to tuma_owner;
grant delete, insert, select, update on message_template to tuma_portal;

-- Campaigns with their counts. Written by features/campaigns.
create table campaign (
  id uuid not null,
  client_id uuid not null,
  campaign_name text not null,
  sender_id uuid,
  sender text not null,
  text text not null,
  source text not null,
  upload_id uuid,
  columns text[],
  phone_column text,
  class text default 'BULK'::text not null,
  policy character(1) default 'h'::bpchar not null,
  priority smallint default 0 not null,
  country text not null,
  status text not null,
  reason text,
  prepare_row integer default 0 not null,
  summary jsonb,
  prepared_at timestamp with time zone,
  total integer default 0 not null,
  segments integer default 0 not null,
  expand_row integer default 0 not null,
  expanded integer default 0 not null,
  expanded_at timestamp with time zone,
  units_held bigint default 0 not null,
  submitted integer default 0 not null,
  delivered integer default 0 not null,
  undeliverable integer default 0 not null,
  rejected integer default 0 not null,
  expired integer default 0 not null,
  failed integer default 0 not null,
  unknown integer default 0 not null,
  cancelled integer default 0 not null,
  units_captured bigint default 0 not null,
  units_released bigint default 0 not null,
  units_refunded bigint default 0 not null,
  validity_seconds integer default 86400 not null,
  created_by uuid,
  approved_by uuid,
  created_at timestamp with time zone default now() not null,
  scheduled_at timestamp with time zone,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  replace_lookalikes boolean default false not null,
  impersonator_id uuid,
  waiting_since timestamp with time zone,
  approval_reasons jsonb default '[]'::jsonb not null,
  resume_at timestamp with time zone,
  copied_from uuid,
  copied_outcomes text[],
  forecast jsonb,
  approvers_notified_at timestamp with time zone,
  clauses jsonb,
  fingerprint text,
  operator_senders jsonb,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  FOREIGN KEY (copied_from) REFERENCES campaign(id),
  FOREIGN KEY (sender_id) REFERENCES sender(id),
  constraint campaign_check CHECK (((units_captured + units_released) <= units_held)),
  constraint campaign_check1 CHECK ((units_refunded <= units_released)),
  constraint campaign_class_check CHECK ((class = ANY (ARRAY['BULK'::text, 'OTP'::text, 'ALERT'::text]))),
  constraint campaign_policy_check CHECK ((policy = ANY (ARRAY['h'::bpchar, 'r'::bpchar]))),
  constraint campaign_source_check CHECK ((source = ANY (ARRAY['COMPOSE'::text, 'CONTACTS'::text, 'FILE'::text, 'SOFTWARE'::text]))) NOT VALID,
  constraint campaign_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'WAITING_APPROVAL'::text, 'APPROVED'::text, 'SCHEDULED'::text, 'QUEUED'::text, 'RUNNING'::text, 'PAUSED'::text, 'COMPLETED'::text, 'DECLINED'::text, 'CANCELLED'::text, 'FAILED'::text])))
);
CREATE INDEX campaign_approved ON public.campaign USING btree (id) WHERE (status = 'APPROVED'::text);
CREATE INDEX campaign_client ON public.campaign USING btree (client_id, id);
CREATE INDEX campaign_draft ON public.campaign USING btree (id) WHERE (status = 'PENDING'::text);
CREATE INDEX campaign_due ON public.campaign USING btree (scheduled_at) WHERE (status = 'SCHEDULED'::text);
CREATE INDEX campaign_ended ON public.campaign USING btree (ended_at, id) WHERE (ended_at IS NOT NULL);
CREATE INDEX campaign_failed ON public.campaign USING btree (id) WHERE (status = 'FAILED'::text);
CREATE UNIQUE INDEX campaign_gathering ON public.campaign USING btree (client_id, fingerprint, sender) WHERE ((status = 'WAITING_APPROVAL'::text) AND (fingerprint IS NOT NULL));
CREATE INDEX campaign_listed ON public.campaign USING btree (client_id, id) WHERE (reason IS DISTINCT FROM 'REPLACED'::text);
CREATE INDEX campaign_live ON public.campaign USING btree (id) WHERE (status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'PAUSED'::text]));
CREATE INDEX campaign_refund ON public.campaign USING btree (id) WHERE (units_released > units_refunded);
CREATE INDEX campaign_resume ON public.campaign USING btree (resume_at) WHERE ((status = 'PAUSED'::text) AND (resume_at IS NOT NULL));
CREATE INDEX campaign_sender ON public.campaign USING btree (sender, id);
CREATE INDEX campaign_to_deliver ON public.campaign USING btree (client_id, id) WHERE (status = ANY (ARRAY['APPROVED'::text, 'SCHEDULED'::text, 'QUEUED'::text, 'RUNNING'::text, 'PAUSED'::text]));
CREATE INDEX campaign_waiting ON public.campaign USING btree (waiting_since, id) WHERE (status = 'WAITING_APPROVAL'::text);
CREATE INDEX campaign_waiting_software ON public.campaign USING btree (id) WHERE ((source = 'SOFTWARE'::text) AND (status = 'WAITING_APPROVAL'::text));
alter table campaign enable row level security;
create policy accept on campaign to tuma_accept using (true) with check (true);
create policy gateway on campaign to tuma_gateway using (true) with check (true);
create policy reach on campaign to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table campaign owner to tuma_owner;
grant delete, insert, select, update on campaign to tuma_portal;
grant select, update (status) on campaign to tuma_gateway;
grant select on campaign to tuma_accept;

-- The audience of a composed campaign: numbers as they were written, then contacts in the order of
-- their ids. `after_contact` is the last one prepared, set with the rows of its step. Kept as long
-- as the campaign. Written by features/campaigns.
create table campaign_audience (
  campaign_id uuid not null,
  client_id uuid not null,
  recipients text[] not null,
  group_ids uuid[] not null,
  contact_ids uuid[] not null,
  after_contact uuid,
  recipient_fields jsonb,
  PRIMARY KEY (campaign_id),
  FOREIGN KEY (campaign_id) REFERENCES campaign(id),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
CREATE TRIGGER campaign_audience_erased BEFORE UPDATE OF recipients ON public.campaign_audience FOR EACH ROW EXECUTE FUNCTION forget_recipient_fields();
alter table campaign_audience enable row level security;
create policy reach on campaign_audience to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table campaign_audience owner to tuma_owner;
grant delete, insert, select, update on campaign_audience to tuma_portal;

-- Recipients of a campaign, priced: the price that was shown is the price that is charged. Written
-- by features/campaigns.
create table recipient (
  campaign_id uuid not null,
  row_no integer not null,
  client_id uuid not null,
  destination text collate "C" not null,
  fields jsonb,
  segments smallint not null,
  units bigint not null,
  country text not null,
  network smallint default 0 not null,
  skipped text,
  PRIMARY KEY (campaign_id, row_no)
) with (autovacuum_vacuum_insert_scale_factor=0.5);
CREATE UNIQUE INDEX recipient_once ON public.recipient USING btree (campaign_id, destination) WHERE (skipped IS NULL);
alter table recipient enable row level security;
create policy gateway on recipient to tuma_gateway using (true) with check (true);
create policy reach on recipient to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table recipient owner to tuma_owner;
grant delete, insert, select, update on recipient to tuma_portal;

-- Rows of a file that gave no recipient, kept apart for the file of refused rows. Written by
-- features/campaigns.
create table recipient_refused (
  campaign_id uuid not null,
  row_no integer not null,
  client_id uuid not null,
  value text not null,
  reason text not null,
  PRIMARY KEY (campaign_id, row_no)
);
alter table recipient_refused enable row level security;
create policy gateway on recipient_refused to tuma_gateway using (true) with check (true);
create policy reach on recipient_refused to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table recipient_refused owner to tuma_owner;
grant delete, insert, select, update on recipient_refused to tuma_portal;

-- Decisions in a campaign's life and who took them; null where the platform decided. Append-only.
-- Written by features/campaigns.
create table campaign_event (
  id uuid not null,
  campaign_id uuid not null,
  client_id uuid not null,
  kind text not null,
  reason text,
  actor_id uuid,
  actor_name text,
  impersonator_id uuid,
  occurred_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (campaign_id) REFERENCES campaign(id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint campaign_event_kind_check CHECK ((kind = ANY (ARRAY['SENT'::text, 'APPROVED'::text, 'DECLINED'::text, 'PAUSED'::text, 'RESUMED'::text, 'RESCHEDULED'::text, 'CANCELLED'::text, 'FAILED'::text])))
);
CREATE INDEX campaign_event_campaign ON public.campaign_event USING btree (campaign_id, id);
alter table campaign_event enable row level security;
create policy reach on campaign_event to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table campaign_event owner to tuma_owner;
grant insert, select on campaign_event to tuma_portal;

-- Progress of a campaign: steps of five seconds in its first 15 minutes, of a minute after. Written
-- by features/campaigns.
create table campaign_step (
  campaign_id uuid not null,
  starts_at timestamp with time zone not null,
  client_id uuid not null,
  submitted integer default 0 not null,
  delivered integer default 0 not null,
  failed integer default 0 not null,
  PRIMARY KEY (campaign_id, starts_at)
);
alter table campaign_step enable row level security;
create policy reach on campaign_step to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table campaign_step owner to tuma_owner;
grant delete, insert, select, update on campaign_step to tuma_portal;

-- Progress of a campaign by country and network. Written by features/campaigns.
create table campaign_network (
  campaign_id uuid not null,
  country text not null,
  network smallint not null,
  client_id uuid not null,
  messages integer default 0 not null,
  segments integer default 0 not null,
  submitted integer default 0 not null,
  delivered integer default 0 not null,
  undeliverable integer default 0 not null,
  rejected integer default 0 not null,
  expired integer default 0 not null,
  failed integer default 0 not null,
  unknown integer default 0 not null,
  cancelled integer default 0 not null,
  captured bigint default 0 not null,
  PRIMARY KEY (campaign_id, country, network)
);
alter table campaign_network enable row level security;
create policy reach on campaign_network to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table campaign_network owner to tuma_owner;
grant delete, insert, select, update on campaign_network to tuma_portal;

-- The best recent rate of a connector, in messages a second, for forecasts. Written by
-- features/campaigns.
create table connector_rate (
  connector_id integer not null,
  per_second real not null,
  updated_at timestamp with time zone default now() not null,
  PRIMARY KEY (connector_id)
);
alter table connector_rate owner to tuma_owner;
grant delete, insert, select, update on connector_rate to tuma_portal;

-- Messages. Status: 0 QUEUED until the end, 3 SUBMITTED for a test message on its way, 10
-- DELIVERED, 11 UNDELIVERABLE, 12 EXPIRED, 13 REJECTED, 14 FAILED, 15 CANCELLED, 16 UNKNOWN.
-- CLAIMED, AMBIGUOUS and SUBMITTED of a message on its way are read from its parts. Written by
-- core/dispatch.
create table message (
  id uuid not null,
  client_id uuid not null,
  campaign_id uuid,
  destination text collate "C" not null,
  sender text not null,
  text text,
  encoding smallint not null,
  segments smallint not null,
  units bigint not null,
  route_id integer not null,
  config_version integer not null,
  status smallint default 0 not null,
  connector_id integer,
  carrier_ids text[],
  carrier_status text,
  error_code text,
  dup_risk boolean,
  submitted_at timestamp with time zone,
  done_at timestamp with time zone,
  source text default 'PORTAL'::text not null,
  gateway_user_id integer,
  class text default 'BULK'::text not null,
  priority smallint default 0 not null,
  scheduled_at timestamp with time zone,
  expires_at timestamp with time zone,
  country text default ''::text not null,
  network smallint default 0 not null,
  client_reference text,
  callback jsonb,
  payload bytea,
  data_coding smallint,
  esm_class smallint,
  test boolean default false not null,
  facts jsonb,
  PRIMARY KEY (id, client_id),
  constraint message_source_check CHECK ((source = ANY (ARRAY['PORTAL'::text, 'REST'::text, 'SMPP'::text, 'HTTP'::text, 'PLATFORM'::text])))
) partition by range (id);
CREATE INDEX message_campaign ON ONLY public.message USING btree (campaign_id, id);
CREATE INDEX message_client ON ONLY public.message USING btree (client_id, id);
CREATE INDEX message_destination ON ONLY public.message USING btree (destination, id);
CREATE INDEX message_reference ON ONLY public.message USING btree (client_id, client_reference, id) WHERE (client_reference IS NOT NULL);
CREATE INDEX message_test ON ONLY public.message USING btree (client_id, id) WHERE test;
alter table message enable row level security;
create policy accept on message to tuma_accept using (true) with check (true);
create policy gateway on message to tuma_gateway using (true) with check (true);
create policy reach on message to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table message owner to tuma_owner;
grant delete, insert, select, update on message to tuma_portal;
grant insert, select, update on message to tuma_gateway;
grant insert, select on message to tuma_accept;

-- Queued messages of one client, route and priority. Written by core/dispatch.
create table chunk (
  id bigint generated always as identity,
  route_id integer not null,
  priority smallint not null,
  client_id uuid not null,
  campaign_id uuid,
  sender text not null,
  message_ids uuid[] not null,
  size smallint not null,
  pos smallint default 0 not null,
  attempt smallint default 1 not null,
  dup_risk boolean default false not null,
  not_before timestamp with time zone default '-infinity'::timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  stopped boolean default false not null,
  owner integer,
  epoch bigint,
  PRIMARY KEY (id),
  constraint chunk_check CHECK (((pos >= 0) AND (pos <= size)))
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.01);
CREATE INDEX chunk_campaign_order ON public.chunk USING btree (campaign_id, id);
CREATE INDEX chunk_expiry ON public.chunk USING btree (expires_at);
CREATE INDEX chunk_owner ON public.chunk USING btree (owner) WHERE (owner IS NOT NULL);
CREATE INDEX chunk_queue ON public.chunk USING btree (route_id, priority DESC, client_id, id) WHERE ((owner IS NULL) AND (NOT stopped));
CREATE INDEX chunk_single ON public.chunk USING btree (client_id) WHERE (campaign_id IS NULL);
CREATE INDEX chunk_stopped ON public.chunk USING btree (id) WHERE stopped;
alter table chunk enable row level security;
create policy accept on chunk to tuma_accept using (true) with check (true);
create policy gateway on chunk to tuma_gateway using (true) with check (true);
create policy reach on chunk to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table chunk owner to tuma_owner;
grant delete, insert, select, update on chunk to tuma_portal;
grant delete, insert, select, update on chunk to tuma_gateway;
grant insert, select on chunk to tuma_accept;

-- Delivery receipts of carriers, by day. Written by core/dispatch.
create table receipt (
  received_on date default CURRENT_DATE not null,
  carrier_account_id integer not null,
  carrier_id text not null,
  stat smallint not null,
  carrier_status text not null,
  error_code text,
  destination text collate "C" default ''::text not null,
  body text,
  received_at timestamp with time zone default now() not null,
  matched boolean default false not null,
  message_id uuid,
  part smallint,
  connector_id integer,
  given_id text,
  PRIMARY KEY (received_on, carrier_account_id, carrier_id, destination, stat)
) partition by range (received_on);
CREATE INDEX receipt_message ON ONLY public.receipt USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX receipt_unmatched ON ONLY public.receipt USING btree (carrier_account_id, carrier_id) WHERE (NOT matched);
CREATE INDEX receipt_unmatched_time ON ONLY public.receipt USING btree (received_at) WHERE (NOT matched);
alter table receipt enable row level security;
create policy gateway on receipt to tuma_gateway using (true) with check (true);
create policy reach on receipt to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (EXISTS ( SELECT FROM message WHERE (message.id = receipt.message_id)))));
alter table receipt owner to tuma_owner;
grant delete, insert, select, update on receipt to tuma_portal;
grant insert, select, update on receipt to tuma_gateway;

-- The rare steps of a message's life; the ordinary ones are read from message, submission and
-- receipt. CALLBACK has no writer. Written by core/dispatch.
create table message_event (
  id bigint generated always as identity,
  message_id uuid not null,
  client_id uuid not null,
  occurred_at timestamp with time zone default clock_timestamp() not null,
  kind text not null,
  detail jsonb,
  PRIMARY KEY (id),
  constraint message_event_kind_check CHECK ((kind = ANY (ARRAY['REQUEUED'::text, 'AMBIGUOUS'::text, 'RESENT'::text, 'FAILED_OVER'::text, 'CALLBACK'::text])))
);
CREATE INDEX message_event_message ON public.message_event USING btree (message_id, occurred_at);
alter table message_event enable row level security;
create policy gateway on message_event to tuma_gateway using (true) with check (true);
create policy reach on message_event to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table message_event owner to tuma_owner;
grant delete, insert, select, update on message_event to tuma_portal;
grant insert, select, update on message_event to tuma_gateway;

-- Test messages on their way: the outcome of each, and its time. Written by core/dispatch.
create table scripted_message (
  message_id uuid not null,
  client_id uuid not null,
  due_at timestamp with time zone not null,
  submitted boolean default false not null,
  status smallint not null,
  carrier_status text,
  error_code text,
  end_at timestamp with time zone not null,
  PRIMARY KEY (message_id)
);
CREATE INDEX scripted_message_due ON public.scripted_message USING btree (due_at);
alter table scripted_message enable row level security;
create policy accept on scripted_message to tuma_accept using (true) with check (true);
create policy reach on scripted_message to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table scripted_message owner to tuma_owner;
grant delete, insert, select, update on scripted_message to tuma_portal;
grant insert, select on scripted_message to tuma_accept;

-- Changes of counts that are not aggregated yet. Written by core/dispatch.
create table campaign_delta (
  id bigint generated always as identity,
  hour timestamp with time zone not null,
  client_id uuid not null,
  campaign_id uuid,
  sender text not null,
  country text not null,
  network smallint not null,
  messages integer default 0 not null,
  segments integer default 0 not null,
  submitted integer default 0 not null,
  delivered integer default 0 not null,
  undeliverable integer default 0 not null,
  rejected integer default 0 not null,
  expired integer default 0 not null,
  failed integer default 0 not null,
  unknown integer default 0 not null,
  cancelled integer default 0 not null,
  captured bigint default 0 not null,
  released bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  causes jsonb,
  gathered bigint default 0 not null,
  PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.02);
alter table campaign_delta enable row level security;
create policy accept on campaign_delta to tuma_accept using (true) with check (true);
create policy gateway on campaign_delta to tuma_gateway using (true) with check (true);
create policy reach on campaign_delta to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table campaign_delta owner to tuma_owner;
grant delete, insert, select, update on campaign_delta to tuma_portal;
grant insert, select on campaign_delta to tuma_gateway;
grant insert, select on campaign_delta to tuma_accept;

-- Messages from phones. Written by gateway/incoming.
create table incoming_message (
  id uuid not null,
  client_id uuid,
  carrier_account_id integer not null,
  connector_id integer not null,
  source text collate "C" not null,
  destination text collate "C" not null,
  text text not null,
  encoding smallint not null,
  carrier_at text default ''::text not null,
  hash bytea not null,
  created_at timestamp with time zone default now() not null,
  found_by text,
  route_id integer,
  config_version integer,
  facts jsonb,
  PRIMARY KEY (id),
  constraint incoming_message_found_by_check CHECK ((found_by = ANY (ARRAY['NUMBER'::text, 'CONVERSATION'::text, 'DEFAULT'::text])))
);
CREATE INDEX incoming_message_client ON public.incoming_message USING btree (client_id, id);
CREATE INDEX incoming_message_destination ON public.incoming_message USING btree (destination, id);
CREATE INDEX incoming_message_repeat ON public.incoming_message USING btree (carrier_account_id, hash, created_at);
CREATE INDEX incoming_message_source ON public.incoming_message USING btree (source, id);
alter table incoming_message enable row level security;
create policy gateway on incoming_message to tuma_gateway using (true) with check (true);
create policy reach on incoming_message to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table incoming_message owner to tuma_owner;
grant delete, insert, select, update on incoming_message to tuma_portal;
grant insert, select, update on incoming_message to tuma_gateway;

-- Parts of messages from phones. A part stays for a while after its message is whole, so that a
-- repeat of it is recognised. Written by gateway/incoming.
create table incoming_part (
  carrier_account_id integer not null,
  source text not null,
  destination text not null,
  reference integer not null,
  total smallint not null,
  part smallint not null,
  text text not null,
  created_at timestamp with time zone default now() not null,
  hash bytea default '\x'::bytea not null,
  connector_id integer default 0 not null,
  encoding smallint default 0 not null,
  carrier_at text default ''::text not null,
  incoming_message_id uuid,
  octets bytea default '\x'::bytea not null,
  PRIMARY KEY (carrier_account_id, source, destination, reference, total, part)
);
CREATE INDEX incoming_part_created ON public.incoming_part USING btree (created_at);
alter table incoming_part enable row level security;
create policy gateway on incoming_part to tuma_gateway using (true) with check (true);
create policy reach on incoming_part to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (EXISTS ( SELECT FROM incoming_message WHERE (incoming_message.id = incoming_part.incoming_message_id)))));
alter table incoming_part owner to tuma_owner;
grant delete, insert, select, update on incoming_part to tuma_portal;
grant delete, insert, select, update on incoming_part to tuma_gateway;

-- Links to carriers. Written by gateway/console.
create table connector (
  id integer generated always as identity,
  cid text not null,
  kind text not null,
  carrier_account_id integer not null,
  settings jsonb not null,
  secret bytea,
  started boolean default true not null,
  created_at timestamp with time zone default now() not null,
  restarts integer default 0 not null,
  imported boolean default false not null,
  PRIMARY KEY (id),
  UNIQUE (cid),
  constraint connector_cid_check CHECK ((cid ~ '^[A-Za-z0-9_-]{3,25}$'::text)),
  constraint connector_kind_check CHECK ((kind = ANY (ARRAY['SMPP'::text, 'HTTP'::text, 'GENERIC'::text])))
);
alter table connector owner to tuma_owner;
grant delete, insert, select, update on connector to tuma_portal;
grant select on connector to tuma_gateway;

-- Filters of routes. Written by gateway/console.
create table filter (
  id integer generated always as identity,
  fid text not null,
  type text not null,
  parameters jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  UNIQUE (fid),
  constraint filter_fid_check CHECK ((fid ~ '^[A-Za-z0-9_-]{1,16}$'::text))
);
alter table filter owner to tuma_owner;
grant delete, insert, select, update on filter to tuma_portal;
grant select on filter to tuma_gateway;

-- Routes of messages to carriers (MT) and from phones (MO). Written by gateway/console.
create table route (
  id integer generated always as identity,
  direction text not null,
  order integer not null,
  type text not null,
  filter_ids integer[] default '{}'::integer[] not null,
  connector_ids integer[] default '{}'::integer[] not null,
  weights integer[],
  enabled boolean default true not null,
  targets jsonb default '[]'::jsonb not null,
  updated_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  UNIQUE (direction, "order"),
  constraint route_direction_check CHECK ((direction = ANY (ARRAY['MT'::text, 'MO'::text]))),
  constraint route_order_check CHECK (("order" >= 0))
);
alter table route owner to tuma_owner;
grant delete, insert, select, update on route to tuma_portal;
grant select on route to tuma_gateway;

-- Configurations put into force, as snapshots. Written by core/dispatch.
create table config_version (
  version integer generated always as identity,
  config jsonb not null,
  actor_id uuid,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (version)
);
CREATE TRIGGER raise_acceptance_version AFTER INSERT OR DELETE OR UPDATE ON public.config_version FOR EACH STATEMENT EXECUTE FUNCTION raise_acceptance_version();
alter table config_version owner to tuma_owner;
grant delete, insert, select, update on config_version to tuma_portal;
grant select on config_version to tuma_gateway;
grant select on config_version to tuma_accept;

-- The process that holds each connector. `epoch` rises with each holder, so that a late write of an
-- earlier one is refused. Written by core/dispatch.
create table connector_lease (
  connector_id integer not null,
  carrier_account_id integer not null,
  epoch bigint default 0 not null,
  holder text,
  dlr_msgid smallint,
  dlr_msgid_before smallint,
  dlr_msgid_changed_at timestamp with time zone,
  match_place jsonb,
  PRIMARY KEY (connector_id)
);
alter table connector_lease owner to tuma_owner;
grant delete, insert, select, update on connector_lease to tuma_portal;
grant delete, insert, select, update on connector_lease to tuma_gateway;
grant select, update (holder) on connector_lease to tuma_accept;

-- The state of each link, written once a second. Written by gateway/carriers.
create table connector_state (
  connector_id integer not null,
  holder text not null,
  state text not null,
  since timestamp with time zone not null,
  last_error text,
  epoch bigint default 0 not null,
  window_size integer not null,
  in_window integer not null,
  submitted_per_s real not null,
  slowest_tick_ms real not null,
  updated_at timestamp with time zone default now() not null,
  receipts_outstanding integer,
  tries integer default 0 not null,
  PRIMARY KEY (connector_id),
  constraint connector_state_state_check CHECK ((state = ANY (ARRAY['CLOSED'::text, 'CONNECTING'::text, 'BINDING'::text, 'BOUND'::text, 'UNBINDING'::text])))
);
alter table connector_state owner to tuma_owner;
grant delete, insert, select, update on connector_state to tuma_portal;
grant delete, insert, select, update on connector_state to tuma_gateway;

-- One minute of a connector, added to by the gateway while it lasts and kept for two days. Written
-- by gateway/carriers.
create table connector_minute (
  connector_id integer not null,
  minute timestamp with time zone not null,
  submitted integer default 0 not null,
  accepted integer default 0 not null,
  refused integer default 0 not null,
  throttled integer default 0 not null,
  lost integer default 0 not null,
  receipts integer default 0 not null,
  received integer default 0 not null,
  window_in_use integer default 0 not null,
  queue_length integer default 0 not null,
  drops integer default 0 not null,
  PRIMARY KEY (connector_id, minute)
);
CREATE INDEX connector_minute_minute ON public.connector_minute USING btree (minute);
alter table connector_minute owner to tuma_owner;
grant delete, insert, select, update on connector_minute to tuma_portal;
grant delete, insert, select, update on connector_minute to tuma_gateway;

-- The last PDUs of a connector: written only while somebody looks, and deleted a minute after.
-- Written by gateway/carriers.
create table connector_trace (
  connector_id integer not null,
  watched_until timestamp with time zone not null,
  pdus jsonb default '[]'::jsonb not null,
  PRIMARY KEY (connector_id)
);
alter table connector_trace owner to tuma_owner;
grant delete, insert, select, update on connector_trace to tuma_portal;
grant delete, insert, select, update on connector_trace to tuma_gateway;

-- Groups of the gateway's users. Written by core/gateway-users.
create table gateway_group (
  gid text not null,
  enabled boolean default true not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (gid),
  constraint gateway_group_gid_check CHECK ((gid ~ '^[A-Za-z0-9_-]{1,16}$'::text))
);
CREATE TRIGGER raise_acceptance_version AFTER INSERT OR DELETE OR UPDATE ON public.gateway_group FOR EACH STATEMENT EXECUTE FUNCTION raise_acceptance_version();
alter table gateway_group owner to tuma_owner;
grant delete, insert, select, update on gateway_group to tuma_portal;
grant select on gateway_group to tuma_gateway;
grant select on gateway_group to tuma_accept;

-- Users of the gateway's own servers. They are in force at once, unlike filters and routes: a user
-- who is shut out must not wait for a reload. Written by core/gateway-users.
create table gateway_user (
  id integer generated always as identity,
  uid text not null,
  gid text not null,
  client_id uuid not null,
  username text not null,
  password_hash text,
  enabled boolean default true not null,
  blocked boolean default false not null,
  mt_messaging_cred jsonb not null,
  smpps_cred jsonb not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  UNIQUE (uid),
  UNIQUE (username),
  FOREIGN KEY (client_id) REFERENCES client(id),
  FOREIGN KEY (gid) REFERENCES gateway_group(gid),
  constraint gateway_user_uid_check CHECK ((uid ~ '^[A-Za-z0-9_-]{1,16}$'::text)),
  constraint gateway_user_username_check CHECK ((username ~ '^[A-Za-z0-9_-]{1,15}$'::text))
);
CREATE INDEX gateway_user_client ON public.gateway_user USING btree (client_id, id);
CREATE INDEX gateway_user_group ON public.gateway_user USING btree (gid);
CREATE TRIGGER raise_acceptance_version AFTER INSERT OR DELETE ON public.gateway_user FOR EACH STATEMENT EXECUTE FUNCTION raise_acceptance_version();
CREATE TRIGGER raise_acceptance_version_row AFTER UPDATE ON public.gateway_user FOR EACH ROW WHEN ((((((((old.uid IS DISTINCT FROM new.uid) OR (old.gid IS DISTINCT FROM new.gid)) OR (old.client_id IS DISTINCT FROM new.client_id)) OR (old.enabled IS DISTINCT FROM new.enabled)) OR (old.blocked IS DISTINCT FROM new.blocked)) OR ((old.mt_messaging_cred #- '{quota,sms_count}'::text[]) IS DISTINCT FROM (new.mt_messaging_cred #- '{quota,sms_count}'::text[]))) OR (((old.mt_messaging_cred #>> '{quota,sms_count}'::text[]) IS NULL) IS DISTINCT FROM ((new.mt_messaging_cred #>> '{quota,sms_count}'::text[]) IS NULL)))) EXECUTE FUNCTION raise_acceptance_version();
alter table gateway_user enable row level security;
create policy accept on gateway_user to tuma_accept using (true) with check (true);
create policy gateway on gateway_user for select to tuma_gateway using (true);
create policy reach on gateway_user to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table gateway_user owner to tuma_owner;
grant delete, insert, select, update on gateway_user to tuma_portal;
grant select on gateway_user to tuma_gateway;
grant select, update (mt_messaging_cred) on gateway_user to tuma_accept;

-- Binds to the SMPP server, while they last: the process confirms them every few seconds, so that
-- binds are counted over all processes, and a process that dies leaves none behind for long.
-- Written by gateway/customers.
create table smpp_bind (
  id uuid not null,
  holder text not null,
  client_id uuid not null,
  gateway_user_id integer not null,
  kind text not null,
  address text not null,
  tls boolean not null,
  since timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  submitted bigint default 0 not null,
  refused bigint default 0 not null,
  delivered bigint default 0 not null,
  in_window integer default 0 not null,
  unbind_requested_at timestamp with time zone,
  PRIMARY KEY (id),
  constraint smpp_bind_kind_check CHECK ((kind = ANY (ARRAY['TRANSMITTER'::text, 'RECEIVER'::text, 'TRANSCEIVER'::text])))
);
CREATE INDEX smpp_bind_user ON public.smpp_bind USING btree (gateway_user_id);
alter table smpp_bind enable row level security;
create policy gateway on smpp_bind to tuma_gateway using (true) with check (true);
create policy reach on smpp_bind to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table smpp_bind owner to tuma_owner;
grant delete, insert, select, update on smpp_bind to tuma_portal;
grant delete, insert, select, update on smpp_bind to tuma_gateway;

-- How many messages a user may submit at this moment, counted for all processes together. Unlogged:
-- it is worth a second, and after a failover every user begins with a full allowance. Written by
-- core/accept.
create table throughput (
  who text not null,
  per_second double precision not null,
  wanted integer not null,
  granted integer not null,
  available double precision not null,
  updated_at timestamp with time zone not null,
  PRIMARY KEY (who)
) with (fillfactor=50);
alter table throughput enable row level security;
create policy accept on throughput to tuma_accept using (true) with check (true);
alter table throughput owner to tuma_owner;
grant insert, select, update on throughput to tuma_accept;

-- Background tasks. A task never runs twice at once. Written by core/background.
create table task (
  id uuid not null,
  client_id uuid not null,
  kind text not null,
  description text not null,
  status text default 'PENDING'::text not null,
  progress real default 0 not null,
  input jsonb not null,
  result jsonb,
  error text,
  stop_requested boolean default false not null,
  attempts integer default 0 not null,
  not_before timestamp with time zone default now() not null,
  holder text,
  lease_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint task_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETED'::text, 'CANCELED'::text, 'FAILED'::text])))
);
CREATE INDEX task_busy ON public.task USING btree (client_id) WHERE ((status = 'PENDING'::text) AND (lease_until IS NOT NULL));
CREATE INDEX task_client ON public.task USING btree (client_id, id);
CREATE INDEX task_pending ON public.task USING btree (not_before) WHERE (status = 'PENDING'::text);
alter table task enable row level security;
create policy gateway on task to tuma_gateway using (true) with check (true);
create policy reach on task to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table task owner to tuma_owner;
grant delete, insert, select, update on task to tuma_portal;

-- Requests that may be repeated, with their answers. Written by infra/http.
create table idempotency_key (
  client_id uuid not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (client_id, key)
);
CREATE INDEX idempotency_key_created ON public.idempotency_key USING btree (created_at);
alter table idempotency_key enable row level security;
create policy accept on idempotency_key to tuma_accept using (true) with check (true);
create policy gateway on idempotency_key to tuma_gateway using (true) with check (true);
create policy reach on idempotency_key to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table idempotency_key owner to tuma_owner;
grant delete, insert, select, update on idempotency_key to tuma_portal;
grant delete, insert, select, update on idempotency_key to tuma_accept;

-- Deliveries to other systems: mail, HTTP connectors, SMPP users, receipts by URL, webhook events.
-- Written by core/background.
create table outbox (
  id bigint generated always as identity,
  client_id uuid,
  kind text not null,
  target text not null,
  payload jsonb not null,
  attempts integer default 0 not null,
  not_before timestamp with time zone default now() not null,
  done_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone default now() not null,
  thread uuid,
  PRIMARY KEY (id),
  constraint outbox_kind_check CHECK ((kind = ANY (ARRAY['WEBHOOK'::text, 'HTTP_CONNECTOR'::text, 'SMPP_USER'::text, 'MAIL'::text, 'RECEIPT_URL'::text, 'OPT_OUT_ANSWER'::text])))
);
CREATE INDEX outbox_done ON public.outbox USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX outbox_due ON public.outbox USING btree (kind, not_before, id) WHERE ((done_at IS NULL) AND (kind <> 'SMPP_USER'::text));
CREATE INDEX outbox_thread ON public.outbox USING btree (thread, id) WHERE ((done_at IS NULL) AND (thread IS NOT NULL));
CREATE INDEX outbox_unfetched ON public.outbox USING btree (created_at) WHERE ((done_at IS NULL) AND (kind = 'SMPP_USER'::text) AND (jsonb_array_length((payload -> 'next'::text)) > 0));
CREATE INDEX outbox_user ON public.outbox USING btree (target, not_before, id) WHERE ((done_at IS NULL) AND (kind = 'SMPP_USER'::text));
CREATE INDEX outbox_webhook ON public.outbox USING btree (id) WHERE ((done_at IS NULL) AND (kind = 'WEBHOOK'::text));
alter table outbox enable row level security;
create policy gateway on outbox to tuma_gateway using (true) with check (true);
create policy reach on outbox to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table outbox owner to tuma_owner;
grant delete, insert, select, update on outbox to tuma_portal;
grant delete, insert, select, update on outbox to tuma_gateway;

-- Customers' endpoints for events. Written by features/webhooks.
create table webhook (
  id uuid not null,
  client_id uuid not null,
  url text,
  description text default ''::text not null,
  events text[] not null,
  enabled boolean default true not null,
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamp with time zone,
  failing_since timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
CREATE UNIQUE INDEX webhook_callbacks ON public.webhook USING btree (client_id) WHERE (url IS NULL);
CREATE INDEX webhook_client ON public.webhook USING btree (client_id, id);
alter table webhook enable row level security;
create policy gateway on webhook for select to tuma_gateway using (true);
create policy reach on webhook to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table webhook owner to tuma_owner;
grant delete, insert, select, update on webhook to tuma_portal;
grant select on webhook to tuma_gateway;

-- The log and the queue of deliveries, one event to one endpoint each. `thread` orders the events
-- of one message. Written by features/webhooks.
create table webhook_delivery (
  id bigint generated always as identity,
  webhook_id uuid not null,
  client_id uuid not null,
  url text not null,
  host text collate "C" not null,
  event_id uuid not null,
  event text not null,
  thread uuid,
  body text not null,
  status text default 'PENDING'::text not null,
  attempts smallint default 0 not null,
  tries jsonb default '[]'::jsonb not null,
  next_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  replays smallint default 0 not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  request text,
  answer text,
  PRIMARY KEY (id),
  UNIQUE (webhook_id, event_id),
  constraint webhook_delivery_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text])))
) with (autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX webhook_delivery_client ON public.webhook_delivery USING btree (client_id, id);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (host, webhook_id, next_at, id) WHERE (status = 'PENDING'::text);
CREATE INDEX webhook_delivery_ended ON public.webhook_delivery USING btree (status, ended_at) WHERE (status <> 'PENDING'::text);
CREATE INDEX webhook_delivery_expiry ON public.webhook_delivery USING btree (expires_at) WHERE (status = 'PENDING'::text);
CREATE INDEX webhook_delivery_failed ON public.webhook_delivery USING btree (webhook_id, id) WHERE (status = 'FAILED'::text);
CREATE INDEX webhook_delivery_message ON public.webhook_delivery USING btree (thread) WHERE (thread IS NOT NULL);
CREATE INDEX webhook_delivery_open ON public.webhook_delivery USING btree (client_id, id) WHERE (status <> 'DELIVERED'::text);
CREATE INDEX webhook_delivery_thread ON public.webhook_delivery USING btree (webhook_id, thread, id) WHERE ((status = 'PENDING'::text) AND (thread IS NOT NULL));
CREATE INDEX webhook_delivery_webhook ON public.webhook_delivery USING btree (webhook_id, id);
alter table webhook_delivery enable row level security;
create policy reach on webhook_delivery to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table webhook_delivery owner to tuma_owner;
grant delete, insert, select, update on webhook_delivery to tuma_portal;

-- Hosts that fail: paused until `probe_at` when `opened_at` is set, then tried with one delivery.
-- Written by features/webhooks.
create table webhook_host (
  host text collate "C" not null,
  failures integer not null,
  opened_at timestamp with time zone,
  probe_at timestamp with time zone,
  probes smallint default 0 not null,
  last_error text not null,
  PRIMARY KEY (host)
);
alter table webhook_host owner to tuma_owner;
grant delete, insert, select, update on webhook_host to tuma_portal;

-- Files that people uploaded. Written by core/uploads.
create table upload (
  id uuid not null,
  client_id uuid not null,
  purpose text not null,
  file_name text not null,
  bytes bigint default 0 not null,
  whole boolean default false not null,
  info jsonb,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
CREATE INDEX upload_client ON public.upload USING btree (client_id, id);
CREATE INDEX upload_expiry ON public.upload USING btree (expires_at);
alter table upload enable row level security;
create policy gateway on upload to tuma_gateway using (true) with check (true);
create policy reach on upload to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table upload owner to tuma_owner;
grant delete, insert, select, update on upload to tuma_portal;

-- Reports that are made again and again. Written by features/reports.
create table report_schedule (
  id uuid not null,
  client_id uuid not null,
  name text not null,
  kind text not null,
  format text not null,
  filters jsonb not null,
  columns text[] not null,
  language text not null,
  timezone text not null,
  every text not null,
  hour smallint not null,
  attach boolean not null,
  paused boolean default false not null,
  next_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint report_schedule_every_check CHECK ((every = ANY (ARRAY['DAY'::text, 'WEEK'::text, 'MONTH'::text]))),
  constraint report_schedule_format_check CHECK ((format = ANY (ARRAY['CSV'::text, 'XLSX'::text]))),
  constraint report_schedule_hour_check CHECK (((hour >= 0) AND (hour <= 23)))
);
CREATE INDEX report_schedule_client ON public.report_schedule USING btree (client_id, id);
CREATE INDEX report_schedule_due ON public.report_schedule USING btree (next_at) WHERE (NOT paused);
alter table report_schedule enable row level security;
create policy reach on report_schedule to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table report_schedule owner to tuma_owner;
grant delete, insert, select, update on report_schedule to tuma_portal;

-- Download reports: the request, its progress and the file. Written by features/reports.
create table report (
  id uuid not null,
  client_id uuid not null,
  name text not null,
  kind text not null,
  format text not null,
  filters jsonb not null,
  columns text[] not null,
  language text not null,
  timezone text not null,
  reach text not null,
  status text default 'PENDING'::text not null,
  error text,
  operation_id uuid,
  checkpoint jsonb,
  rows bigint default 0 not null,
  bytes bigint default 0 not null,
  schedule_id uuid,
  due_at timestamp with time zone,
  impersonator_id uuid,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  expires_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (schedule_id, due_at),
  FOREIGN KEY (client_id) REFERENCES client(id),
  FOREIGN KEY (schedule_id) REFERENCES report_schedule(id) ON DELETE SET NULL,
  constraint report_format_check CHECK ((format = ANY (ARRAY['CSV'::text, 'XLSX'::text]))),
  constraint report_kind_check CHECK ((kind = ANY (ARRAY['SENT_MESSAGES'::text, 'INCOMING_MESSAGES'::text, 'CAMPAIGN_MESSAGES'::text, 'DELIVERY_SUMMARY'::text, 'TRANSACTIONS'::text]))),
  constraint report_reach_check CHECK ((reach = ANY (ARRAY['own'::text, 'tree'::text, 'ebu'::text, 'all'::text]))),
  constraint report_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'READY_FOR_DOWNLOAD'::text, 'FAILED'::text])))
);
CREATE INDEX report_client ON public.report USING btree (client_id, id);
CREATE INDEX report_expiry ON public.report USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX report_open ON public.report USING btree (client_id) WHERE (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text]));
alter table report enable row level security;
create policy reach on report to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table report owner to tuma_owner;
grant delete, insert, select, update on report to tuma_portal;

-- Bytes of uploads, reports and documents, in parts. Written by core/uploads.
create table file_part (
  file_id uuid not null,
  part integer not null,
  bytes bytea not null,
  PRIMARY KEY (file_id, part)
);
alter table file_part enable row level security;
create policy reach on file_part to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (EXISTS ( SELECT FROM upload WHERE (upload.id = file_part.file_id))) OR (EXISTS ( SELECT FROM sender_document WHERE (sender_document.file_id = file_part.file_id))) OR (EXISTS ( SELECT FROM report WHERE (report.id = file_part.file_id)))));
alter table file_part owner to tuma_owner;
grant delete, insert, select, update on file_part to tuma_portal;

-- Counts by client, hour, sender, country and network. Written by core/dispatch.
create table rollup_hour (
  hour timestamp with time zone not null,
  client_id uuid not null,
  sender text not null,
  country text not null,
  network smallint not null,
  messages bigint default 0 not null,
  segments bigint default 0 not null,
  units bigint default 0 not null,
  submitted bigint default 0 not null,
  delivered bigint default 0 not null,
  undeliverable bigint default 0 not null,
  rejected bigint default 0 not null,
  expired bigint default 0 not null,
  failed bigint default 0 not null,
  unknown bigint default 0 not null,
  cancelled bigint default 0 not null,
  PRIMARY KEY (client_id, hour, sender, country, network)
);
CREATE INDEX rollup_hour_cancelled ON public.rollup_hour USING btree (client_id, hour) WHERE (cancelled > 0);
CREATE INDEX rollup_hour_expired ON public.rollup_hour USING btree (client_id, hour) WHERE (expired > 0);
CREATE INDEX rollup_hour_failed ON public.rollup_hour USING btree (client_id, hour) WHERE (failed > 0);
CREATE INDEX rollup_hour_hour ON public.rollup_hour USING btree (hour);
CREATE INDEX rollup_hour_live ON public.rollup_hour USING btree (client_id, hour) WHERE (messages > ((((((delivered + undeliverable) + expired) + rejected) + failed) + cancelled) + unknown));
CREATE INDEX rollup_hour_rejected ON public.rollup_hour USING btree (client_id, hour) WHERE (rejected > 0);
CREATE INDEX rollup_hour_sender ON public.rollup_hour USING btree (sender, hour);
CREATE INDEX rollup_hour_undeliverable ON public.rollup_hour USING btree (client_id, hour) WHERE (undeliverable > 0);
CREATE INDEX rollup_hour_unknown ON public.rollup_hour USING btree (client_id, hour) WHERE (unknown > 0);
alter table rollup_hour enable row level security;
create policy accept on rollup_hour to tuma_accept using (true) with check (true);
create policy gateway on rollup_hour to tuma_gateway using (true) with check (true);
create policy reach on rollup_hour to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table rollup_hour owner to tuma_owner;
grant delete, insert, select, update on rollup_hour to tuma_portal;
grant select on rollup_hour to tuma_accept;

-- Subjects of running totals. OWN: messages of the client itself; OWN_FINE: by sender, country and
-- network; OWN_SLOT: by hour of the UTC week, 0 is Monday 00. BELOW and its like: messages of all
-- clients below it; the zero id stands for everyone. Dimensions that a kind does not tell apart are
-- empty or 0. Written by core/dispatch.
create table rollup_key (
  id bigint generated always as identity,
  client_id uuid not null,
  kind text not null,
  sender text not null,
  country text not null,
  network smallint not null,
  slot smallint not null,
  PRIMARY KEY (id),
  UNIQUE (client_id, kind, sender, country, network, slot),
  constraint rollup_key_kind_check CHECK ((kind = ANY (ARRAY['OWN'::text, 'OWN_FINE'::text, 'OWN_SLOT'::text, 'BELOW'::text, 'BELOW_NETWORK'::text, 'BELOW_SLOT'::text])))
);
alter table rollup_key enable row level security;
create policy reach on rollup_key to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table rollup_key owner to tuma_owner;
grant delete, insert, select, update on rollup_key to tuma_portal;

-- Running totals at the end of each UTC day on which a key's messages were made: the difference of
-- two rows is what happened between two days. Written by core/dispatch.
create table rollup_day (
  key_id bigint not null,
  day date not null,
  client_id uuid not null,
  messages bigint not null,
  segments bigint not null,
  units bigint not null,
  submitted bigint not null,
  delivered bigint not null,
  undeliverable bigint not null,
  rejected bigint not null,
  expired bigint not null,
  failed bigint not null,
  unknown bigint not null,
  cancelled bigint not null,
  PRIMARY KEY (key_id, day)
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
alter table rollup_day enable row level security;
create policy reach on rollup_day to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table rollup_day owner to tuma_owner;
grant delete, insert, select, update on rollup_day to tuma_portal;

-- Subjects of running totals of failures; empty is none. Written by core/dispatch.
create table failure_key (
  id bigint generated always as identity,
  client_id uuid not null,
  kind text not null,
  sender text not null,
  country text not null,
  network smallint not null,
  status smallint not null,
  error_code text not null,
  carrier_status text not null,
  PRIMARY KEY (id),
  UNIQUE (client_id, kind, sender, country, network, status, error_code, carrier_status),
  constraint failure_key_kind_check CHECK ((kind = ANY (ARRAY['OWN'::text, 'BELOW'::text])))
);
alter table failure_key enable row level security;
create policy reach on failure_key to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table failure_key owner to tuma_owner;
grant delete, insert, select, update on failure_key to tuma_portal;

-- Running totals of failures at the end of each UTC day. Written by core/dispatch.
create table failure_day (
  key_id bigint not null,
  day date not null,
  client_id uuid not null,
  messages bigint not null,
  PRIMARY KEY (key_id, day)
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
alter table failure_day enable row level security;
create policy reach on failure_day to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table failure_day owner to tuma_owner;
grant delete, insert, select, update on failure_day to tuma_portal;

-- Backups that were made. Written by ops/backup.
create table backup_run (
  id uuid not null,
  started_by text not null,
  file text,
  started_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  bytes bigint,
  rows bigint,
  encrypted boolean not null,
  verified boolean,
  error text,
  PRIMARY KEY (id),
  constraint backup_run_started_by_check CHECK ((started_by = ANY (ARRAY['SCHEDULE'::text, 'COMMAND'::text])))
);
CREATE INDEX backup_run_started ON public.backup_run USING btree (started_at DESC);
alter table backup_run owner to tuma_owner;
grant delete, insert, select, update on backup_run to tuma_portal;

-- Restores, and what each holds back until an administrator releases it. Written by
-- core/quarantine.
create table restoration (
  id uuid not null,
  file text not null,
  backup_at timestamp with time zone not null,
  restored_at timestamp with time zone default now() not null,
  released_at timestamp with time zone,
  released_by uuid,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX restoration_open ON public.restoration USING btree (((released_at IS NULL))) WHERE (released_at IS NULL);
alter table restoration owner to tuma_owner;
grant delete, insert, select, update on restoration to tuma_portal;
grant select on restoration to tuma_gateway;
grant select on restoration to tuma_accept;

-- Processes that live: each writes its row every few seconds, and deletes it when it is stopped in
-- good order. Written by core/monitoring.
create table heartbeat (
  process text not null,
  holder text not null,
  host text not null,
  version text not null,
  started_at timestamp with time zone not null,
  updated_at timestamp with time zone default now() not null,
  metrics text default ''::text not null,
  keys text[],
  PRIMARY KEY (process, holder)
);
alter table heartbeat owner to tuma_owner;
grant delete, insert, select, update on heartbeat to tuma_portal;
grant delete, insert, select, update on heartbeat to tuma_gateway;

-- Figures of the installation, one row a minute, for the charts of a week. Written by
-- features/monitoring.
create table gauge_minute (
  minute timestamp with time zone not null,
  queued integer not null,
  oldest_queued_s real not null,
  in_flight integer not null,
  ambiguous integer not null,
  outbox integer not null,
  outbox_oldest_s real not null,
  unmatched integer not null,
  tasks integer not null,
  payments integer not null,
  submitted integer not null,
  receipts integer not null,
  database_bytes bigint not null,
  disk_free bigint,
  disk_total bigint,
  PRIMARY KEY (minute)
);
alter table gauge_minute owner to tuma_owner;
grant delete, insert, select, update on gauge_minute to tuma_portal;

-- Conditions that need attention. Written by features/monitoring.
create table alert (
  id uuid not null,
  kind text not null,
  subject text default ''::text not null,
  status text default 'OPEN'::text not null,
  facts jsonb default '{}'::jsonb not null,
  raised_at timestamp with time zone default now() not null,
  reminded_at timestamp with time zone default now() not null,
  resolved_at timestamp with time zone,
  found_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  constraint alert_check CHECK (((status = 'RESOLVED'::text) = (resolved_at IS NOT NULL))),
  constraint alert_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'RESOLVED'::text])))
);
CREATE INDEX alert_newest ON public.alert USING btree (raised_at DESC, id DESC);
CREATE UNIQUE INDEX alert_open ON public.alert USING btree (kind, subject) WHERE (status = 'OPEN'::text);
alter table alert owner to tuma_owner;
grant delete, insert, select, update on alert to tuma_portal;

-- Notifications of alerts. They are not in the outbox, since a stuck outbox is itself an alert.
-- Written by features/monitoring.
create table alert_notice (
  id bigint generated always as identity,
  alert_id uuid not null,
  occasion text not null,
  channel text not null,
  target text not null,
  attempts integer default 0 not null,
  not_before timestamp with time zone default now() not null,
  done_at timestamp with time zone,
  last_error text,
  PRIMARY KEY (id),
  FOREIGN KEY (alert_id) REFERENCES alert(id) ON DELETE CASCADE,
  constraint alert_notice_channel_check CHECK ((channel = ANY (ARRAY['MAIL'::text, 'WEBHOOK'::text]))),
  constraint alert_notice_occasion_check CHECK ((occasion = ANY (ARRAY['RAISED'::text, 'REMINDED'::text, 'RESOLVED'::text])))
);
CREATE INDEX alert_notice_alert ON public.alert_notice USING btree (alert_id);
CREATE INDEX alert_notice_due ON public.alert_notice USING btree (not_before) WHERE (done_at IS NULL);
alter table alert_notice owner to tuma_owner;
grant delete, insert, select, update on alert_notice to tuma_portal;

-- The key of the hashes that replace erased numbers. Read by `number_hash` alone. Written by the
-- migrations.
create table erasure_key (
  one boolean default true not null,
  key bytea not null,
  PRIMARY KEY (one),
  constraint erasure_key_one_check CHECK (one)
);
alter table erasure_key owner to tuma_owner;

-- Hashes of the numbers that were erased, so that nothing is hashed where none ever was. Written by
-- `erase_number` (docs/adr/0033).
create table erased_number (
  hash text not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (hash)
);
alter table erased_number owner to tuma_owner;
grant select on erased_number to tuma_portal;
grant select on erased_number to tuma_gateway;
grant select on erased_number to tuma_accept;

-- One claim of a link, written before the socket: any of its parts may be on the wire while its bit
-- of `open` is set. An entry is a part: a long message stands once for each of its PDUs, and `part`
-- and `parts` count them; both are null where every message has one. `resend` has a bit for each
-- part that goes again if its answer is lost. The last answer deletes the row. Written by
-- core/dispatch.
create table submission_batch (
  id uuid not null,
  connector_id integer not null,
  carrier_account_id integer not null,
  epoch bigint not null,
  route_id integer not null,
  priority smallint not null,
  attempt smallint not null,
  dup_risk boolean not null,
  client_id uuid not null,
  campaign_id uuid,
  sender text not null,
  message_ids uuid[] not null,
  part smallint[],
  parts smallint[],
  open bit varying not null,
  resend bit varying not null,
  expires_at timestamp with time zone not null,
  claimed_at timestamp with time zone default now() not null,
  PRIMARY KEY (id)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.01);
alter table submission_batch enable row level security;
create policy accept on submission_batch to tuma_accept using (true) with check (true);
create policy gateway on submission_batch to tuma_gateway using (true) with check (true);
create policy reach on submission_batch to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table submission_batch owner to tuma_owner;
grant delete, insert, select, update on submission_batch to tuma_portal;
grant delete, insert, select, update on submission_batch to tuma_gateway;
grant insert on submission_batch to tuma_accept;

-- A part that a carrier accepted, under the id that it gave. Written once; its end is in its
-- message, and its partition goes with the message's. Written by core/dispatch.
create table submission (
  message_id uuid not null,
  client_id uuid not null,
  part smallint not null,
  parts smallint not null,
  connector_id integer not null,
  carrier_account_id integer not null,
  carrier_id text collate "C" not null,
  destination text collate "C" not null,
  dup_risk boolean not null,
  submitted_at timestamp with time zone default now() not null,
  PRIMARY KEY (message_id, part)
) partition by range (message_id);
CREATE INDEX submission_carrier ON ONLY public.submission USING btree (carrier_account_id, carrier_id);
alter table submission enable row level security;
create policy gateway on submission to tuma_gateway using (true) with check (true);
create policy reach on submission to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table submission owner to tuma_owner;
grant delete, insert, select, update on submission to tuma_portal;
grant delete, insert, select, update on submission to tuma_gateway;

-- A part that was submitted, or may have been, and whose answer was lost. `given_up` once its hold
-- is over: kept a week more, so that a late receipt finds it by its phone. Written by
-- core/dispatch.
create table unconfirmed_part (
  message_id uuid not null,
  part smallint not null,
  parts smallint not null,
  batch_id uuid not null,
  connector_id integer not null,
  carrier_account_id integer not null,
  client_id uuid not null,
  campaign_id uuid,
  sender text not null,
  destination text collate "C" not null,
  country text not null,
  network smallint not null,
  units bigint not null,
  dup_risk boolean not null,
  submitted_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  given_up boolean default false not null,
  reason text,
  PRIMARY KEY (message_id, part)
);
CREATE INDEX unconfirmed_part_campaign ON public.unconfirmed_part USING btree (campaign_id) WHERE (NOT given_up);
CREATE INDEX unconfirmed_part_destination ON public.unconfirmed_part USING btree (carrier_account_id, destination);
CREATE INDEX unconfirmed_part_expiry ON public.unconfirmed_part USING btree (expires_at);
CREATE INDEX unconfirmed_part_held ON public.unconfirmed_part USING btree (message_id) WHERE (NOT given_up);
alter table unconfirmed_part enable row level security;
create policy gateway on unconfirmed_part to tuma_gateway using (true) with check (true);
create policy reach on unconfirmed_part to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table unconfirmed_part owner to tuma_owner;
grant delete, insert, select, update on unconfirmed_part to tuma_portal;
grant delete, insert, select, update on unconfirmed_part to tuma_gateway;

-- When the receipts of accepted messages are given up, many messages a row; the row goes when it
-- was looked at. Written by core/dispatch.
create table receipt_wait (
  id bigint generated always as identity,
  due_at timestamp with time zone not null,
  message_ids uuid[] not null,
  PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX receipt_wait_due ON public.receipt_wait USING btree (due_at);
alter table receipt_wait owner to tuma_owner;
grant delete, insert, select, update on receipt_wait to tuma_portal;
grant delete, insert, select, update on receipt_wait to tuma_gateway;

-- Accepted parts whose receipt is outstanding, by connector. Written by core/dispatch.
create table connector_outstanding (
  connector_id integer not null,
  parts bigint default 0 not null,
  PRIMARY KEY (connector_id)
) with (fillfactor=20, autovacuum_vacuum_scale_factor=0.01);
alter table connector_outstanding owner to tuma_owner;
grant delete, insert, select, update on connector_outstanding to tuma_portal;
grant delete, insert, select, update on connector_outstanding to tuma_gateway;

-- Messages of whose new status their sender's server is being notified, in the order of the
-- changes, by the process that committed them. It deletes the row when the calls have ended, and
-- puts those that failed into the outbox in the same transaction. An old row belongs to a process
-- that is gone: the worker puts it into the outbox. Written by core/dispatch.
create table notification_batch (
  id bigint generated by default as identity,
  owner uuid not null,
  message_ids uuid[] not null,
  statuses smallint[] not null,
  at timestamp with time zone default now() not null,
  PRIMARY KEY (id)
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.01);
alter table notification_batch enable row level security;
create policy gateway on notification_batch to tuma_gateway using (true) with check (true);
create policy reach on notification_batch to tuma_portal using ((( SELECT tuma_reach() AS tuma_reach) = 'all'::text));
alter table notification_batch owner to tuma_owner;
grant delete, insert, select, update on notification_batch to tuma_portal;
grant delete, insert, select, update on notification_batch to tuma_gateway;

-- The last bind of each gateway user that was refused, for its owner to see. Written by
-- gateway/customers.
create table bind_refusal (
  gateway_user_id integer not null,
  client_id uuid not null,
  reason text not null,
  address text not null,
  occurred_at timestamp with time zone default now() not null,
  PRIMARY KEY (gateway_user_id),
  FOREIGN KEY (gateway_user_id) REFERENCES gateway_user(id) ON DELETE CASCADE,
  constraint bind_refusal_reason_check CHECK ((reason = ANY (ARRAY['WRONG_PASSWORD'::text, 'NOT_USABLE'::text, 'ADDRESS'::text, 'NO_BIND'::text, 'TOO_MANY_BINDS'::text])))
);
alter table bind_refusal enable row level security;
create policy gateway on bind_refusal to tuma_gateway using (true) with check (true);
create policy reach on bind_refusal to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table bind_refusal owner to tuma_owner;
grant delete, insert, select, update on bind_refusal to tuma_portal;
grant delete, insert, select, update on bind_refusal to tuma_gateway;

-- The newest message of a conversation when an account last opened it. Written by
-- features/messages.
create table incoming_read (
  message_id uuid not null,
  client_id uuid not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (message_id, client_id),
  FOREIGN KEY (message_id) REFERENCES incoming_message(id) ON DELETE CASCADE
);
alter table incoming_read enable row level security;
create policy reach on incoming_read to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table incoming_read owner to tuma_owner;
grant delete, insert, select, update on incoming_read to tuma_portal;

-- Operators who took a problem of the status page on, with a note. One ends when its cause ends.
-- Written by features/monitoring.
create table acknowledgement (
  id uuid not null,
  kind text not null,
  subject text default ''::text not null,
  operator_id uuid not null,
  note text not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (operator_id) REFERENCES client(id)
);
CREATE UNIQUE INDEX acknowledgement_open ON public.acknowledgement USING btree (kind, subject) WHERE (ended_at IS NULL);
CREATE INDEX acknowledgement_subject ON public.acknowledgement USING btree (kind, subject, created_at);
alter table acknowledgement owner to tuma_owner;
grant delete, insert, select, update on acknowledgement to tuma_portal;

-- Parts by what their carrier answered (ACCEPTED, REFUSED, TEMPORARY, LOST) or its receipt reported
-- (the others), in periods of ten minutes, after three days of a day. hour is that in which their
-- messages were made, so that their lists are found. For DELIVERED seconds is the upper bound of
-- the time between submission and receipt. Written by core/dispatch.
create table connector_outcome (
  connector_id integer not null,
  period timestamp with time zone not null,
  hour timestamp with time zone not null,
  route_id integer not null,
  network smallint not null,
  outcome text not null,
  carrier_status text default ''::text not null,
  error_code text default ''::text not null,
  seconds integer default 0 not null,
  parts bigint not null,
  PRIMARY KEY (connector_id, period, hour, route_id, network, outcome, carrier_status, error_code, seconds),
  constraint connector_outcome_outcome_check CHECK ((outcome = ANY (ARRAY['ACCEPTED'::text, 'REFUSED'::text, 'TEMPORARY'::text, 'LOST'::text, 'DELIVERED'::text, 'UNDELIVERABLE'::text, 'EXPIRED'::text, 'REJECTED'::text, 'FAILED'::text, 'UNKNOWN'::text])))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX connector_outcome_code ON public.connector_outcome USING btree (error_code) WHERE (error_code <> ''::text);
CREATE INDEX connector_outcome_period ON public.connector_outcome USING btree (period);
CREATE INDEX connector_outcome_route ON public.connector_outcome USING btree (route_id);
alter table connector_outcome owner to tuma_owner;
grant delete, insert, select, update on connector_outcome to tuma_portal;
grant delete, insert, select, update on connector_outcome to tuma_gateway;

-- Final receipts of each whole hour by connector, route and network: how many, how many of them
-- delivered, and the median time between submission and delivery. Kept for two weeks, as the usual
-- figures with which an hour is compared. Written by core/dispatch.
create table delivery_hour (
  connector_id integer not null,
  route_id integer not null,
  network smallint not null,
  hour timestamp with time zone not null,
  receipts bigint not null,
  delivered bigint not null,
  median_seconds real,
  PRIMARY KEY (connector_id, route_id, network, hour)
);
CREATE INDEX delivery_hour_hour ON public.delivery_hour USING btree (hour);
alter table delivery_hour owner to tuma_owner;
grant delete, insert, select, update on delivery_hour to tuma_portal;

-- Parts by the ten seconds of their submission: answers (ACCEPTED, REFUSED, THROTTLED) and receipts
-- (DELIVERED, ENDED for the other final ones). For DELIVERED seconds is the upper bound of the time
-- between submission and receipt. Kept for two hours, then summed into connector_hour. Written by
-- core/dispatch.
create table connector_slot (
  connector_id integer not null,
  route_id integer not null,
  network smallint not null,
  slot timestamp with time zone not null,
  outcome text not null,
  seconds integer default 0 not null,
  parts bigint not null,
  PRIMARY KEY (connector_id, route_id, network, slot, outcome, seconds),
  constraint connector_slot_outcome_check CHECK ((outcome = ANY (ARRAY['ACCEPTED'::text, 'REFUSED'::text, 'THROTTLED'::text, 'DELIVERED'::text, 'ENDED'::text])))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX connector_slot_slot ON public.connector_slot USING btree (slot);
alter table connector_slot owner to tuma_owner;
grant delete, insert, select, update on connector_slot to tuma_portal;
grant delete, insert, select, update on connector_slot to tuma_gateway;

-- connector_slot by the hours of the last two weeks: the history that says what is normal for a
-- connector and network. Written by core/dispatch.
create table connector_hour (
  connector_id integer not null,
  route_id integer not null,
  network smallint not null,
  hour timestamp with time zone not null,
  outcome text not null,
  seconds integer not null,
  parts bigint not null,
  PRIMARY KEY (connector_id, route_id, network, hour, outcome, seconds)
) with (fillfactor=70);
CREATE INDEX connector_hour_hour ON public.connector_hour USING btree (hour);
alter table connector_hour owner to tuma_owner;
grant delete, insert, select, update on connector_hour to tuma_portal;

-- The normal range of each connector, route and network: within due_seconds usual of its parts are
-- delivered, and low in a bad hour. Computed every hour from connector_hour. Written by
-- core/healing.
create table healing_range (
  connector_id integer not null,
  route_id integer not null,
  network smallint not null,
  due_seconds integer not null,
  usual real not null,
  low real not null,
  usual_seconds real,
  hours integer not null,
  PRIMARY KEY (connector_id, route_id, network)
);
alter table healing_range owner to tuma_owner;
grant delete, insert, select, update on healing_range to tuma_portal;

-- How far routes may heal. Route 0 and connector 0 stand for all; a row of a route and connector
-- goes before one of a route, that before one of a connector. least_percent of a connector's
-- messages stay with it as probes; at most most_percent of a route's messages to a network are
-- moved. Written by core/healing.
create table healing_limit (
  route_id integer not null,
  connector_id integer not null,
  mode text not null,
  least_percent smallint not null,
  most_percent smallint not null,
  updated_at timestamp with time zone default now() not null,
  PRIMARY KEY (route_id, connector_id),
  constraint healing_limit_least_percent_check CHECK (((least_percent >= 1) AND (least_percent <= 50))),
  constraint healing_limit_mode_check CHECK ((mode = ANY (ARRAY['OFF'::text, 'WATCH'::text, 'MOVE'::text]))),
  constraint healing_limit_most_percent_check CHECK (((most_percent >= 1) AND (most_percent <= 100)))
);
alter table healing_limit owner to tuma_owner;
grant delete, insert, select, update on healing_limit to tuma_portal;

-- Connectors that left their normal range for a network of a route. keep is the share of the
-- connector's messages that stay with it; gateways read it. hold_seconds is how long it stays
-- before probes may move it back. operator_id acknowledged it. Written by core/healing.
create table healing_incident (
  id uuid not null,
  connector_id integer not null,
  route_id integer not null,
  network smallint not null,
  status text not null,
  keep real not null,
  hold_seconds integer not null,
  is_kept boolean default false not null,
  shifts smallint default 0 not null,
  figures jsonb not null,
  began_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  quiet_until timestamp with time zone,
  operator_id uuid,
  acknowledged_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (operator_id) REFERENCES client(id),
  constraint healing_incident_keep_check CHECK (((keep >= (0)::double precision) AND (keep <= (1)::double precision))),
  constraint healing_incident_status_check CHECK ((status = ANY (ARRAY['NOTICED'::text, 'RELIEVED'::text, 'RETURNING'::text, 'ENDED'::text])))
);
CREATE INDEX healing_incident_began ON public.healing_incident USING btree (began_at, id);
CREATE UNIQUE INDEX healing_incident_open ON public.healing_incident USING btree (connector_id, route_id, network) WHERE (ended_at IS NULL);
alter table healing_incident owner to tuma_owner;
grant delete, insert, select, update on healing_incident to tuma_portal;
grant select on healing_incident to tuma_gateway;

-- What was decided in each incident, when, by whom (null for the product) and by which figures.
-- Written by core/healing.
create table healing_step (
  id bigint generated always as identity,
  incident_id uuid not null,
  kind text not null,
  reason text not null,
  keep real not null,
  figures jsonb,
  operator_id uuid,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (incident_id) REFERENCES healing_incident(id) ON DELETE CASCADE,
  FOREIGN KEY (operator_id) REFERENCES client(id),
  constraint healing_step_kind_check CHECK ((kind = ANY (ARRAY['NOTICED'::text, 'RELIEVED'::text, 'RETURNING'::text, 'ENDED'::text, 'KEPT'::text, 'LET_GO'::text, 'ACKNOWLEDGED'::text])))
);
CREATE INDEX healing_step_incident ON public.healing_step USING btree (incident_id, id);
alter table healing_step owner to tuma_owner;
grant delete, insert, select, update on healing_step to tuma_portal;

-- How receivers opt out of promotional messages, by country and network code (0: its other
-- operators). Written by features/platform-settings.
create table stop_clause (
  country text not null,
  network smallint default 0 not null,
  kind text not null,
  text text not null,
  source text not null,
  checked_on date not null,
  PRIMARY KEY (country, network),
  constraint stop_clause_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint stop_clause_kind_check CHECK ((kind = ANY (ARRAY['USSD'::text, 'KEYWORD'::text, 'LINK'::text]))),
  constraint stop_clause_network_check CHECK ((network >= 0)),
  constraint stop_clause_text_check CHECK (((length(text) >= 1) AND (length(text) <= 60)))
);
CREATE TRIGGER raise_acceptance_version AFTER INSERT OR DELETE OR UPDATE ON public.stop_clause FOR EACH STATEMENT EXECUTE FUNCTION raise_acceptance_version();
alter table stop_clause owner to tuma_owner;
grant delete, insert, select, update on stop_clause to tuma_portal;
grant select on stop_clause to tuma_accept;

-- Short addresses by which receivers of promotional messages opt out, until they expire. Written by
-- core/opt-outs.
create table stop_link (
  token text collate "C" not null,
  client_id uuid not null,
  sender text not null,
  destination text collate "C" not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (token)
);
CREATE INDEX stop_link_expiry ON public.stop_link USING btree (expires_at);
CREATE INDEX stop_link_number ON public.stop_link USING btree (destination);
alter table stop_link enable row level security;
create policy accept on stop_link to tuma_accept using (true) with check (true);
create policy reach on stop_link to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table stop_link owner to tuma_owner;
grant delete, insert, select, update on stop_link to tuma_portal;
grant insert, select on stop_link to tuma_accept;

-- Words and codes by which carriers say that a person opted out, in lower case. Written by
-- features/platform-settings.
create table opt_out_code (
  code text not null,
  applies text not null,
  source text not null,
  checked_on date not null,
  PRIMARY KEY (code),
  constraint opt_out_code_applies_check CHECK ((applies = ANY (ARRAY['SENDER'::text, 'ALL'::text]))),
  constraint opt_out_code_code_check CHECK ((code = lower(code)))
);
alter table opt_out_code owner to tuma_owner;
grant delete, insert, select, update on opt_out_code to tuma_portal;
grant select on opt_out_code to tuma_gateway;

-- Words with which phones opt out or in, by country and language. Written by
-- features/platform-settings.
create table opt_out_keyword (
  word text not null,
  country text default ''::text not null,
  language text not null,
  asks text not null,
  PRIMARY KEY (word, country),
  constraint opt_out_keyword_asks_check CHECK ((asks = ANY (ARRAY['STOP'::text, 'STOP_EVERYTHING'::text, 'START'::text]))),
  constraint opt_out_keyword_country_check CHECK ((country ~ '^([A-Z]{2})?$'::text)),
  constraint opt_out_keyword_word_check CHECK ((word = upper(word)))
);
alter table opt_out_keyword owner to tuma_owner;
grant delete, insert, select, update on opt_out_keyword to tuma_portal;
grant select on opt_out_keyword to tuma_gateway;

-- Messages of the last day that went out without approval, though their client or text needs one:
-- they count against the limit after which the rest wait in a campaign. Written by core/accept.
create table unapproved_message (
  message_id uuid not null,
  client_id uuid not null,
  fingerprint text not null,
  destination text collate "C" not null,
  sends_at timestamp with time zone not null,
  PRIMARY KEY (message_id)
);
CREATE INDEX unapproved_message_day ON public.unapproved_message USING btree (client_id, sends_at);
CREATE INDEX unapproved_message_old ON public.unapproved_message USING btree (sends_at);
CREATE INDEX unapproved_message_text ON public.unapproved_message USING btree (client_id, fingerprint);
alter table unapproved_message enable row level security;
create policy accept on unapproved_message to tuma_accept using (true) with check (true);
create policy reach on unapproved_message to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table unapproved_message owner to tuma_owner;
grant delete, insert, select, update on unapproved_message to tuma_portal;
grant insert, select on unapproved_message to tuma_accept;

-- Texts on which an approver decided, with placeholders where they have any: software sends
-- approved ones without waiting, and declined ones are refused. Written by features/campaigns.
create table text_decision (
  id uuid not null,
  client_id uuid not null,
  campaign_id uuid not null,
  sender text not null,
  text text not null,
  fingerprint text not null,
  is_approved boolean not null,
  decided_by uuid not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
CREATE INDEX text_decision_client ON public.text_decision USING btree (client_id, fingerprint);
CREATE TRIGGER raise_acceptance_version AFTER INSERT OR DELETE OR UPDATE ON public.text_decision FOR EACH STATEMENT EXECUTE FUNCTION raise_acceptance_version();
alter table text_decision enable row level security;
create policy accept on text_decision to tuma_accept using (true) with check (true);
create policy reach on text_decision to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table text_decision owner to tuma_owner;
grant delete, insert, select, update on text_decision to tuma_portal;
grant select on text_decision to tuma_accept;

-- Consents of people to messages of a client: by which way, to which wording and when, and when
-- withdrawn. Never deleted but with the number. Written by core/consents.
create table consent (
  id uuid not null,
  client_id uuid not null,
  destination text collate "C" not null,
  purpose text not null,
  source text not null,
  wording text not null,
  evidence text default ''::text not null,
  given_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  created_by uuid,
  withdrawn_at timestamp with time zone,
  withdrawal_note text default ''::text not null,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint consent_purpose_check CHECK ((purpose = ANY (ARRAY['PROMOTIONS'::text, 'ALERTS'::text, 'SURVEYS'::text])))
);
CREATE INDEX consent_list ON public.consent USING btree (client_id, id);
CREATE INDEX consent_number ON public.consent USING btree (client_id, destination, purpose);
alter table consent enable row level security;
create policy accept on consent to tuma_accept using (true) with check (true);
create policy gateway on consent for select to tuma_gateway using (true);
create policy reach on consent to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table consent owner to tuma_owner;
grant delete, insert, select, update on consent to tuma_portal;
grant select on consent to tuma_gateway;
grant select on consent to tuma_accept;

-- One-time codes that customers' software had sent to its own users, and whether they were entered;
-- of a code its keyed hash alone. Written by features/verifications.
create table verification (
  id uuid not null,
  client_id uuid not null,
  destination text collate "C" not null,
  country text not null,
  brand text not null,
  language text not null,
  length smallint not null,
  code_hash bytea not null,
  status text default 'PENDING'::text not null,
  tries smallint default 0 not null,
  most_tries smallint not null,
  sends smallint default 0 not null,
  resend_seconds integer not null,
  resend_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  message_id uuid,
  sender text,
  segments smallint,
  units bigint,
  test boolean default false not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint verification_length_check CHECK (((length >= 4) AND (length <= 10))),
  constraint verification_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'VERIFIED'::text, 'FAILED'::text, 'EXPIRED'::text])))
);
CREATE INDEX verification_due ON public.verification USING btree (expires_at) WHERE (status = 'PENDING'::text);
CREATE INDEX verification_known ON public.verification USING btree (client_id, destination) WHERE (status = 'VERIFIED'::text);
CREATE INDEX verification_newest ON public.verification USING btree (client_id, id);
CREATE UNIQUE INDEX verification_open ON public.verification USING btree (client_id, destination, test) WHERE (status = 'PENDING'::text);
alter table verification enable row level security;
create policy reach on verification to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table verification owner to tuma_owner;
grant delete, insert, select, update on verification to tuma_portal;

-- An account's own texts of its codes, by brand (empty: any) and language. Written by
-- features/verifications.
create table verification_text (
  client_id uuid not null,
  brand text default ''::text not null,
  language text not null,
  text text not null,
  PRIMARY KEY (client_id, brand, language),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
alter table verification_text enable row level security;
create policy reach on verification_text to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table verification_text owner to tuma_owner;
grant delete, insert, select, update on verification_text to tuma_portal;

-- Codes sent to and entered by each block of numbers of an account, by hour. Written by
-- features/verifications.
create table verification_traffic (
  client_id uuid not null,
  prefix text collate "C" not null,
  slot timestamp with time zone not null,
  sent integer default 0 not null,
  entered integer default 0 not null,
  PRIMARY KEY (client_id, prefix, slot),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
CREATE INDEX verification_traffic_slot ON public.verification_traffic USING btree (slot);
alter table verification_traffic enable row level security;
create policy reach on verification_traffic to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table verification_traffic owner to tuma_owner;
grant delete, insert, select, update on verification_traffic to tuma_portal;

-- Rules that refuse customers' messages and codes before they cost anything: of the platform (no
-- client) or of one account. Written by core/guard.
create table guard_rule (
  id uuid not null,
  client_id uuid,
  kind text not null,
  countries text[] default '{}'::text[] not null,
  prefix text collate "C" default ''::text not null,
  digits smallint,
  codes integer,
  share smallint,
  messages integer,
  seconds integer,
  until timestamp with time zone,
  reason text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint guard_rule_kind_check CHECK ((kind = ANY (ARRAY['COUNTRIES'::text, 'RANGE'::text, 'SHARE'::text, 'NUMBER'::text, 'NEW_ACCOUNT'::text]))),
  constraint guard_rule_share_check CHECK (((share >= 1) AND (share <= 100)))
);
CREATE UNIQUE INDEX guard_rule_one ON public.guard_rule USING btree (COALESCE(client_id, '00000000-0000-0000-0000-000000000000'::uuid), kind, prefix, COALESCE((digits)::integer, 0));
CREATE TRIGGER raise_acceptance_version AFTER INSERT OR DELETE OR UPDATE ON public.guard_rule FOR EACH STATEMENT EXECUTE FUNCTION raise_acceptance_version();
alter table guard_rule enable row level security;
create policy accept on guard_rule to tuma_accept using (true) with check (true);
create policy reach on guard_rule to tuma_portal using (((client_id IS NULL) OR (( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client))))) with check (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table guard_rule owner to tuma_owner;
grant delete, insert, select, update on guard_rule to tuma_portal;
grant select on guard_rule to tuma_accept;

-- How often a rule refused an account on a day, and whether its owner was notified. Written by
-- core/guard.
create table guard_refusal (
  client_id uuid not null,
  rule_id uuid not null,
  day date not null,
  kind text not null,
  refused integer default 0 not null,
  prefix text collate "C" not null,
  notified_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  PRIMARY KEY (client_id, rule_id, day),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
CREATE INDEX guard_refusal_day ON public.guard_refusal USING btree (day);
CREATE INDEX guard_refusal_unnotified ON public.guard_refusal USING btree (day) WHERE (notified_at IS NULL);
alter table guard_refusal enable row level security;
create policy accept on guard_refusal to tuma_accept using (true) with check (true);
create policy reach on guard_refusal to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table guard_refusal owner to tuma_owner;
grant delete, insert, select, update on guard_refusal to tuma_portal;
grant insert, select, update on guard_refusal to tuma_accept;

-- Dumps of playSMS: read once for a plan and its preview, and after the approval imported step by
-- step. `at_step` is the last step done. Written by features/playsms.
create table playsms_import (
  id uuid not null,
  client_id uuid not null,
  upload_id uuid not null,
  step_count integer not null,
  file_name text not null,
  status text not null,
  preview jsonb not null,
  counts jsonb,
  at_step integer default 0 not null,
  operation_id uuid,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint playsms_import_status_check CHECK ((status = ANY (ARRAY['READY'::text, 'RUNNING'::text, 'COMPLETED'::text, 'CANCELED'::text, 'FAILED'::text])))
);
CREATE INDEX playsms_import_client ON public.playsms_import USING btree (client_id, id);
CREATE INDEX playsms_import_created ON public.playsms_import USING btree (created_at);
alter table playsms_import enable row level security;
create policy reach on playsms_import to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client))));
alter table playsms_import owner to tuma_owner;
grant delete, insert, select, update on playsms_import to tuma_portal;

-- What an operator decided about a sender ID. An operator without a row accepts it. Written by
-- features/senders.
create table sender_registration (
  sender_id uuid not null,
  client_id uuid not null,
  network smallint not null,
  status text not null,
  submitted_on date,
  decided_on date,
  reference text default ''::text not null,
  note text default ''::text not null,
  recorded_by uuid,
  recorded_at timestamp with time zone default now() not null,
  reminded_at timestamp with time zone,
  PRIMARY KEY (sender_id, network),
  FOREIGN KEY (client_id) REFERENCES client(id),
  FOREIGN KEY (sender_id) REFERENCES sender(id),
  constraint sender_registration_check CHECK (((status <> 'PENDING'::text) OR (submitted_on IS NOT NULL))),
  constraint sender_registration_check1 CHECK (((status = ANY (ARRAY['APPROVED'::text, 'REFUSED'::text])) = (decided_on IS NOT NULL))),
  constraint sender_registration_network_check CHECK ((network > 0)),
  constraint sender_registration_status_check CHECK ((status = ANY (ARRAY['NOT_SUBMITTED'::text, 'PENDING'::text, 'APPROVED'::text, 'REFUSED'::text])))
);
CREATE INDEX sender_registration_pending ON public.sender_registration USING btree (submitted_on) WHERE (status = 'PENDING'::text);
CREATE INDEX sender_registration_status ON public.sender_registration USING btree (status, network);
alter table sender_registration enable row level security;
create policy reach on sender_registration to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table sender_registration owner to tuma_owner;
grant delete, insert, select, update on sender_registration to tuma_portal;

-- Texts that confirm an opt-out or its end to a phone, by country ('' is every country), language
-- of its word and request. Written by features/platform-settings.
create table opt_out_answer (
  country text default ''::text not null,
  language text not null,
  asks text not null,
  text text not null,
  PRIMARY KEY (country, language, asks),
  constraint opt_out_answer_asks_check CHECK ((asks = ANY (ARRAY['STOP'::text, 'STOP_EVERYTHING'::text, 'START'::text]))),
  constraint opt_out_answer_country_check CHECK ((country ~ '^([A-Z]{2})?$'::text)),
  constraint opt_out_answer_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint opt_out_answer_text_check CHECK (((length(text) >= 1) AND (length(text) <= 300)))
);
alter table opt_out_answer owner to tuma_owner;
grant delete, insert, select, update on opt_out_answer to tuma_portal;
grant select on opt_out_answer to tuma_gateway;

-- Accounts that chose whether phones get an answer to words that opt out or in. Written by
-- core/opt-outs.
create table opt_out_choice (
  client_id uuid not null,
  is_answered boolean not null,
  PRIMARY KEY (client_id),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
alter table opt_out_choice enable row level security;
create policy gateway on opt_out_choice to tuma_gateway using (true) with check (true);
create policy reach on opt_out_choice to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table opt_out_choice owner to tuma_owner;
grant delete, insert, select, update on opt_out_choice to tuma_portal;
grant select on opt_out_choice to tuma_gateway;

-- The last call of each credential of customers' software by each way in, and its calls in this
-- minute and the one before. Written by core/software-use.
create table software_use (
  id bigint generated always as identity,
  client_id uuid not null,
  api_key_id uuid,
  gateway_user_id integer,
  source text not null,
  last_call_at timestamp with time zone not null,
  minute timestamp with time zone not null,
  calls integer not null,
  calls_before integer default 0 not null,
  PRIMARY KEY (id),
  UNIQUE NULLS NOT DISTINCT (api_key_id, gateway_user_id, source),
  FOREIGN KEY (api_key_id) REFERENCES api_key(id) ON DELETE CASCADE,
  FOREIGN KEY (gateway_user_id) REFERENCES gateway_user(id) ON DELETE CASCADE,
  constraint software_use_check CHECK ((num_nonnulls(api_key_id, gateway_user_id) = 1)),
  constraint software_use_source_check CHECK ((source = ANY (ARRAY['REST'::text, 'SMPP'::text, 'HTTP'::text])))
);
CREATE INDEX software_use_last_call ON public.software_use USING btree (last_call_at, id);
CREATE INDEX software_use_user ON public.software_use USING btree (gateway_user_id);
alter table software_use enable row level security;
create policy gateway on software_use to tuma_gateway using (true) with check (true);
create policy reach on software_use to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table software_use owner to tuma_owner;
grant delete, insert, select, update on software_use to tuma_portal;
grant delete, insert, select, update on software_use to tuma_gateway;

-- Messages of a credential by hour: accepted, or refused by code, with the calls that were refused
-- as a whole. Written by core/software-use.
create table software_hour (
  use_id bigint not null,
  hour timestamp with time zone not null,
  outcome text not null,
  count bigint not null,
  PRIMARY KEY (use_id, hour, outcome),
  FOREIGN KEY (use_id) REFERENCES software_use(id) ON DELETE CASCADE
);
CREATE INDEX software_hour_hour ON public.software_hour USING btree (hour);
alter table software_hour enable row level security;
create policy gateway on software_hour to tuma_gateway using (true) with check (true);
create policy reach on software_hour to tuma_portal using ((use_id IN ( SELECT software_use.id FROM software_use)));
alter table software_hour owner to tuma_owner;
grant delete, insert, select, update on software_hour to tuma_portal;
grant delete, insert, select, update on software_hour to tuma_gateway;

-- Texts of an account that confirm an opt-out or its end to a phone, in place of the platform's, by
-- language of its word and request. Written by core/opt-outs.
create table opt_out_own_answer (
  client_id uuid not null,
  language text not null,
  asks text not null,
  text text not null,
  PRIMARY KEY (client_id, language, asks),
  FOREIGN KEY (client_id) REFERENCES client(id),
  constraint opt_out_own_answer_asks_check CHECK ((asks = ANY (ARRAY['STOP'::text, 'STOP_EVERYTHING'::text, 'START'::text]))),
  constraint opt_out_own_answer_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint opt_out_own_answer_text_check CHECK (((length(text) >= 1) AND (length(text) <= 300)))
);
alter table opt_out_own_answer enable row level security;
create policy gateway on opt_out_own_answer to tuma_gateway using (true) with check (true);
create policy reach on opt_out_own_answer to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table opt_out_own_answer owner to tuma_owner;
grant delete, insert, select, update on opt_out_own_answer to tuma_portal;
grant select on opt_out_own_answer to tuma_gateway;

-- Opt-outs that their person or the account took back, with when they began and ended. Never
-- deleted but with the number. Written by core/opt-outs.
create table ended_opt_out (
  id uuid default gen_random_uuid() not null,
  client_id uuid not null,
  destination text collate "C" not null,
  source text not null,
  note text not null,
  scope text not null,
  sender text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (client_id) REFERENCES client(id)
);
CREATE INDEX ended_opt_out_number ON public.ended_opt_out USING btree (client_id, destination);
alter table ended_opt_out enable row level security;
create policy gateway on ended_opt_out to tuma_gateway using (true) with check (true);
create policy reach on ended_opt_out to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table ended_opt_out owner to tuma_owner;
grant delete, insert, select, update on ended_opt_out to tuma_portal;
grant insert on ended_opt_out to tuma_gateway;

-- Parts that customers cut and scheduled, until a day after their time: they are judged together
-- with parts that come then. `joined` names the message that a phone makes of them. Written by
-- core/accept.
create table scheduled_part (
  message_id uuid not null,
  client_id uuid not null,
  joined text not null,
  sends_at timestamp with time zone not null,
  PRIMARY KEY (message_id)
);
CREATE INDEX scheduled_part_joined ON public.scheduled_part USING btree (client_id, joined);
CREATE INDEX scheduled_part_old ON public.scheduled_part USING btree (sends_at);
alter table scheduled_part enable row level security;
create policy accept on scheduled_part to tuma_accept using (true) with check (true);
create policy reach on scheduled_part to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table scheduled_part owner to tuma_owner;
grant delete, insert, select, update on scheduled_part to tuma_portal;
grant insert, select on scheduled_part to tuma_accept;

-- Sums of the entries of `available` by the quarter of an hour in which their transfers began, of
-- each client and, under the id of zeros, of all. `charged` and `returned` are those of messages
-- alone. `last_seq` is the last of these entries. Written by core/ledger.
create table ledger_sum (
  client_id uuid not null,
  starts_at timestamp with time zone not null,
  units_in bigint not null,
  units_out bigint not null,
  charged bigint not null,
  returned bigint not null,
  last_seq bigint not null,
  last_balance bigint not null,
  PRIMARY KEY (client_id, starts_at)
);
alter table ledger_sum enable row level security;
create policy reach on ledger_sum to tuma_portal using (((( SELECT tuma_reach() AS tuma_reach) = 'all'::text) OR (client_id = ( SELECT tuma_client() AS tuma_client)) OR ((( SELECT tuma_reach() AS tuma_reach) = ANY (ARRAY['tree'::text, 'ebu'::text])) AND (client_id IN ( SELECT client.id FROM client)))));
alter table ledger_sum owner to tuma_owner;
grant insert, select, update on ledger_sum to tuma_portal;

-- One row: entries up to `place` are in `ledger_sum`, and those up to `target` come next, once
-- every transaction before `target_xid` has ended, which may still write such entries. Written by
-- core/ledger.
create table ledger_summed (
  one boolean default true not null,
  place bigint not null,
  target bigint not null,
  target_xid xid8 not null,
  PRIMARY KEY (one),
  constraint ledger_summed_one_check CHECK (one)
);
alter table ledger_summed enable row level security;
create policy reach on ledger_summed to tuma_portal using (true);
alter table ledger_summed owner to tuma_owner;
grant select, update on ledger_summed to tuma_portal;

create view part_in_flight with (security_invoker=true) as
 SELECT e.message_id,
    COALESCE(b.part[e.place], (1)::smallint) AS part,
    COALESCE(b.parts[e.place], (1)::smallint) AS parts,
    (get_bit((b.resend)::"bit", ((e.place)::integer - 1)) = 1) AS resend,
    b.id AS batch_id,
    b.connector_id,
    b.carrier_account_id,
    b.epoch,
    b.route_id,
    b.priority,
    b.attempt,
    b.dup_risk,
    b.client_id,
    b.campaign_id,
    b.sender,
    b.expires_at,
    b.claimed_at
   FROM (submission_batch b
     CROSS JOIN LATERAL unnest(b.message_ids) WITH ORDINALITY e(message_id, place))
  WHERE (get_bit((b.open)::"bit", ((e.place)::integer - 1)) = 1);
alter view part_in_flight owner to tuma_owner;
grant select on part_in_flight to tuma_portal;
grant select on part_in_flight to tuma_gateway;

create view live_part with (security_invoker=true) as
 SELECT part_in_flight.message_id,
    part_in_flight.part,
    part_in_flight.parts,
    0 AS state,
    part_in_flight.connector_id,
    (NULL::text COLLATE "C") AS carrier_id,
    part_in_flight.dup_risk,
    part_in_flight.claimed_at AS at,
    part_in_flight.client_id,
    part_in_flight.campaign_id
   FROM part_in_flight
UNION ALL
 SELECT s.message_id,
    s.part,
    s.parts,
        CASE m.status
            WHEN 12 THEN 3
            ELSE 1
        END AS state,
    s.connector_id,
    s.carrier_id,
    s.dup_risk,
    s.submitted_at AS at,
    s.client_id,
    m.campaign_id
   FROM (submission s
     JOIN message m ON ((m.id = s.message_id)))
  WHERE (((m.status = ANY (ARRAY[0, 3])) AND ((s.parts = 1) OR (m.carrier_ids[s.part] IS NULL))) OR ((m.status = 12) AND (m.error_code = 'NO_RECEIPT'::text)))
UNION ALL
 SELECT unconfirmed_part.message_id,
    unconfirmed_part.part,
    unconfirmed_part.parts,
        CASE
            WHEN unconfirmed_part.given_up THEN 3
            ELSE 2
        END AS state,
    unconfirmed_part.connector_id,
    NULL::text AS carrier_id,
    unconfirmed_part.dup_risk,
    unconfirmed_part.submitted_at AS at,
    unconfirmed_part.client_id,
    unconfirmed_part.campaign_id
   FROM unconfirmed_part;
alter view live_part owner to tuma_owner;
grant select on live_part to tuma_portal;
grant select on live_part to tuma_gateway;
