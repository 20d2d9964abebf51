-- A promotion that returns to the queue is leased by a link: the gateway looks whether its receiver still agrees.

set local role tuma_owner;

create policy gateway on consent for select to tuma_gateway using (true);
grant select on consent to tuma_gateway;

reset role;
