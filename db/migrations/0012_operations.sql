-- Running the installation: backups, health, alerts, and the erasure of numbers.

set local role tuma_owner;

-- Backups that were made. Written by ops/backup.
create table backup_run (
  id uuid primary key,
  started_by text not null check (started_by in ('SCHEDULE', 'COMMAND')),
  -- Null: to standard output.
  file text,
  started_at timestamptz not null default now(),
  -- Null: running, or its process was killed.
  ended_at timestamptz,
  bytes bigint,
  rows bigint,
  encrypted boolean not null,
  -- True once it was restored into an empty database and compared; null where it was not tried.
  verified boolean,
  -- Why there is no backup, or why it cannot be trusted.
  error text
);
create index backup_run_started on backup_run (started_at desc);
grant select, insert, update, delete on backup_run to tuma_portal;

-- Restores, and what each holds back until an administrator releases it. Written by
-- core/quarantine.
create table restoration (
  id uuid primary key,
  file text not null,
  -- The moment of the data: later changes are not in it.
  backup_at timestamptz not null,
  restored_at timestamptz not null default now(),
  -- Null: work that was running at backup_at is held back.
  released_at timestamptz,
  released_by uuid
);
create unique index restoration_open on restoration ((released_at is null))
  where released_at is null;
grant select, insert, update, delete on restoration to tuma_portal;
grant select on restoration to tuma_gateway, tuma_accept;

-- Processes that live: each writes its row every few seconds, and deletes it when it is stopped
-- in good order. Written by core/monitoring.
create table heartbeat (
  process text not null,
  -- Machine and process number.
  holder text not null,
  host text not null,
  version text not null,
  started_at timestamptz not null,
  updated_at timestamptz not null default now(),
  -- Its own figures, as Prometheus reads them.
  metrics text not null default '',
  -- Fingerprints of the secret keys that the process holds, its writing key first.
  keys text[],
  primary key (process, holder)
);
grant select, insert, update, delete on heartbeat to tuma_portal, tuma_gateway;

-- Figures of the installation, one row a minute, for the charts of a week. Written by
-- features/monitoring.
create table gauge_minute (
  minute timestamptz primary key,
  queued int not null,
  oldest_queued_s real not null,
  in_flight int not null,
  ambiguous int not null,
  outbox int not null,
  outbox_oldest_s real not null,
  unmatched int not null,
  tasks int not null,
  payments int not null,
  submitted int not null,
  receipts int not null,
  database_bytes bigint not null,
  -- The disk of the worker's machine; null where it could not be read.
  disk_free bigint,
  disk_total bigint
);
grant select, insert, update, delete on gauge_minute to tuma_portal;

-- Conditions that need attention. Written by features/monitoring.
create table alert (
  id uuid primary key,
  kind text not null,
  -- The connector or process; '' where there is only one.
  subject text not null default '',
  status text not null default 'OPEN' check (status in ('OPEN', 'RESOLVED')),
  facts jsonb not null default '{}',
  raised_at timestamptz not null default now(),
  reminded_at timestamptz not null default now(),
  resolved_at timestamptz,
  -- When the condition was last met; the alert is resolved some minutes after that.
  found_at timestamptz not null default now(),
  check ((status = 'RESOLVED') = (resolved_at is not null))
);
create unique index alert_open on alert (kind, subject) where status = 'OPEN';
create index alert_newest on alert (raised_at desc, id desc);
grant select, insert, update, delete on alert to tuma_portal;

-- Notifications of alerts. They are not in the outbox, since a stuck outbox is itself an alert.
-- Written by features/monitoring.
create table alert_notice (
  id bigint generated always as identity primary key,
  alert_id uuid not null references alert on delete cascade,
  occasion text not null check (occasion in ('RAISED', 'REMINDED', 'RESOLVED')),
  channel text not null check (channel in ('MAIL', 'WEBHOOK')),
  target text not null,
  attempts int not null default 0,
  not_before timestamptz not null default now(),
  done_at timestamptz,
  last_error text
);
create index alert_notice_due on alert_notice (not_before) where done_at is null;
create index alert_notice_alert on alert_notice (alert_id);
grant select, insert, update, delete on alert_notice to tuma_portal;

-- The key of the hashes that replace erased numbers. Read by `number_hash` alone.
create table erasure_key (
  one boolean primary key default true check (one),
  key bytea not null
);
insert into erasure_key (key)
select sha256(convert_to(
  gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));

-- Hashes of the numbers that were erased, so that nothing is hashed where none ever was. Written
-- by `erase_number` (docs/adr/0033).
create table erased_number (
  hash text primary key,
  created_at timestamptz not null default now()
);
grant select on erased_number to tuma_portal, tuma_gateway, tuma_accept;

-- The hash that replaces a number: the same for the same number.
create function number_hash(number text) returns text language sql stable strict security definer set search_path = public parallel safe as
  $$ select '~' || left(translate(encode(sha256(key || sha256(key || convert_to(number, 'UTF8'))), 'base64'), '+/', '-_'), 24) from erasure_key $$;

-- How much of a number is under way within the reach of the caller: messages and campaigns that
-- have not ended. `of_client` null: those of everybody.
create function number_in_flight(number text, of_client uuid) returns int language sql stable security definer set search_path = public as $$
  select ((select count(*) from message where destination = number and status = 0 and (of_client is null or client_id = of_client))
    + (select count(*) from campaign c where status in ('PENDING', 'WAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'QUEUED', 'RUNNING', 'PAUSED') and (of_client is null or client_id = of_client)
        and (exists (select from recipient r where r.campaign_id = c.id and r.destination = number and r.skipped is null)
          or exists (select from campaign_audience a, unnest(a.recipients) written where a.campaign_id = c.id and regexp_replace(written, '\D', '', 'g') like '%' || right(number, 9)))))::int
  where tuma_reach() = 'all' or of_client = tuma_client()
$$;

-- Removes a number from one kind of place, of one client or (null) of everybody. Each step can be
-- repeated. Names that operators chose, and the same digits within a longer number, stay.
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
    delete from opt_out o where destination = number and (of_client is null or client_id = of_client) and exists (select from opt_out h where h.client_id = o.client_id and h.destination = veil);
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
    update message set destination = veil, text = case when text is not null then '' end, payload = null, client_reference = null, callback = null
      where destination = number and status > 0 and (of_client is null or client_id = of_client);
    get diagnostics done = row_count;
    update submission s set destination = veil from message m where m.destination = veil and s.message_id = m.id and s.client_id = m.client_id and (of_client is null or m.client_id = of_client);
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
        and c.relname not in ('message', 'receipt', 'submission', 'recipient', 'incoming_message', 'client', 'session', 'payment', 'payment_event', 'invoice', 'ledger_transfer', 'erased_number', 'migration',
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

revoke execute on function erase_number(text, uuid, text), number_in_flight(text, uuid),
  number_hash(text) from public;
grant execute on function erase_number(text, uuid, text) to tuma_worker;
grant execute on function number_in_flight(text, uuid) to tuma_portal, tuma_worker;
grant execute on function number_hash(text) to tuma_portal, tuma_worker, tuma_gateway, tuma_accept;

reset role;
