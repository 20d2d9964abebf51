-- What goes out without approval is counted for the topmost account that needs it, so that the clients of an
-- account use up one allowance together, however many it has.

set local role tuma_owner;

-- `allowance_of` is the topmost account of its line that needs approval: whoever stands below it may set the rule
-- on as many accounts as it likes. A client that needs none counts what a content rule names for itself.
drop function approval_rule_of(uuid);
create function approval_rule_of(of_client uuid)
 RETURNS TABLE (rule text, above uuid, numbers integer, numbers_above integer, allowance_of uuid)
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
revoke execute on function approval_rule_of(uuid) from public;
grant execute on function approval_rule_of(uuid) to tuma_accept, tuma_portal, tuma_worker;

comment on column unapproved_message.client_id is
  'The account whose allowance the message uses: its client, or the topmost account above it that needs approval.';
update unapproved_message u set client_id = shared.allowance_of
  from (select c.id, r.allowance_of from client c cross join lateral approval_rule_of(c.id) r
        where c.id in (select client_id from unapproved_message)) shared
  where u.client_id = shared.id and u.client_id <> shared.allowance_of;

-- A part that is scheduled for later than a day is found by what its phone joins it with.
create table scheduled_part (
  message_id uuid primary key,
  client_id uuid not null,
  joined text not null,
  sends_at timestamptz not null
);
comment on table scheduled_part is
  'Parts that customers cut and scheduled, until a day after their time: they are judged together with parts that come '
  'then. `joined` names the message that a phone makes of them. Written by core/accept.';
create index scheduled_part_joined on scheduled_part (client_id, joined);
create index scheduled_part_old on scheduled_part (sends_at);
alter table scheduled_part enable row level security;
create policy accept on scheduled_part to tuma_accept using (true) with check (true);
create policy reach on scheduled_part to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on scheduled_part to tuma_portal;
grant select, insert on scheduled_part to tuma_accept;

-- Texts that wait for approval of an account: as one that needs it, of all accounts that share its allowance.
create function count_gathering(allowances uuid[])
 RETURNS TABLE (allowance_of uuid, waiting integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select a.id, (select count(*)::int from campaign c join client k on k.id = c.client_id
    where c.source = 'SOFTWARE' and c.status = 'WAITING_APPROVAL' and (k.id = a.id or (a.shared and starts_with(k.path, a.path))))
  from (select id, path, parent_id is not null and (select rule from approval_rule_of(client.id)) is not null as shared
        from client where id = any (allowances)) a
$function$;
revoke execute on function count_gathering(uuid[]) from public;
grant execute on function count_gathering(uuid[]) to tuma_accept, tuma_portal, tuma_worker;

reset role;
