-- An account needs approval where it or an account above it needs it, so that nobody gets round it by
-- clients of their own. The version of acceptance rises with each of these columns, for all accounts.

set local role tuma_owner;

-- Why texts of a client need approval (null where they do not), the nearest account above it that needs it,
-- and how many numbers a text may reach without: of the client or the nearest above it that sets it, and of
-- those above alone. Scopes hide the accounts above. The root is left out: its staff need no approval.
create function approval_rule_of(of_client uuid)
 RETURNS TABLE (rule text, above uuid, numbers integer, numbers_above integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with recursive line as (
    select parent_id, access_level, requires_campaign_approval as needs, unapproved_numbers as most, id, 0 as steps
      from client where id = of_client
    union all
    select p.parent_id, p.access_level, p.requires_campaign_approval or p.access_level = 'EBU_CLIENT', p.unapproved_numbers, p.id, steps + 1
      from line join client p on p.id = line.parent_id where p.parent_id is not null),
  nearest as (
    select (select id from line where steps > 0 and needs order by steps limit 1) as above,
      (select most from line where steps > 0 and most is not null order by steps limit 1) as numbers_above)
  select case when access_level = 'EBU_CLIENT' then 'EBU' when needs or above is not null then 'CLIENT' end,
    above, coalesce(most, numbers_above), numbers_above
  from line, nearest where steps = 0
$function$;
revoke execute on function approval_rule_of(uuid) from public;
grant execute on function approval_rule_of(uuid) to tuma_accept, tuma_portal, tuma_worker;

reset role;
