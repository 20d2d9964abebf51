-- An opt-out is one of a sender ID, or of all: the index of the new key, which the next file makes the
-- primary key in an instant. Writers wait while it is built; readers, and so sending, do not.

set local role tuma_owner;

alter table opt_out validate constraint opt_out_scope_check;
create unique index opt_out_key on opt_out (client_id, destination, sender);

-- A number that is erased again keeps each of its opt-outs: those of sender IDs apart, and the wider scope.
create or replace function erase_number(number text, of_client uuid, step text)
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

reset role;
