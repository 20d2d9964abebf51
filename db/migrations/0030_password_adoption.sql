-- A gateway user that was imported without a password takes the first that the former gateway accepts.
-- The gateway's login may set no other password: the function fills an empty one, and records it.

set local role tuma_owner;

create function adopt_gateway_password(holder int, hash text, entry uuid) returns boolean
  language plpgsql security definer set search_path = public as $$
declare
  adopted record;
begin
  update gateway_user set password_hash = hash where id = holder and password_hash is null
    returning uid, client_id into adopted;
  if not found then return false; end if;
  insert into audit_entry (id, action, client_id, after)
    values (entry, 'GATEWAY_PASSWORD_ADOPTED', adopted.client_id, json_build_object('uid', adopted.uid));
  return true;
end $$;
revoke execute on function adopt_gateway_password(int, text, uuid) from public;
grant execute on function adopt_gateway_password(int, text, uuid) to tuma_gateway;

reset role;
