-- A promotion that returns to the queue, or was scheduled, is leased by a link: the gateway looks whether its receiver
-- agrees. The worker asks for approval of scheduled messages, and opens the campaigns in which they wait.

set local role tuma_owner;

create policy gateway on consent for select to tuma_gateway using (true);
grant select on consent to tuma_gateway;

grant execute on function lock_gathering(uuid[], text[]) to tuma_worker;
grant execute on function open_gathering(uuid, uuid, text, uuid, text, text, text, text, jsonb) to tuma_worker;

reset role;
