-- The last bind of each gateway user that was refused, for its owner to see, and the rules'
-- sources that were no regulator's.

set local role tuma_owner;

create table bind_refusal (
  gateway_user_id int primary key references gateway_user (id) on delete cascade,
  client_id uuid not null,
  reason text not null
    check (reason in ('WRONG_PASSWORD', 'NOT_USABLE', 'ADDRESS', 'NO_BIND', 'TOO_MANY_BINDS')),
  address text not null,
  occurred_at timestamptz not null default now()
);
comment on table bind_refusal is
  'The last bind of each gateway user that was refused, for its owner to see. Written by '
  'gateway/customers.';
alter table bind_refusal enable row level security;
create policy gateway on bind_refusal to tuma_gateway using (true) with check (true);
create policy reach on bind_refusal to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on bind_refusal to tuma_portal, tuma_gateway;

-- What came with the product names no authority; an operator's own entries stay.
update sending_window set source = 'INITIAL' where checked_on = '2026-11-21' and source ~ '(uwaziimobile|clicksend|wesendall|suresms)\.com';
update sender_rule set source = 'INITIAL' where checked_on = '2026-11-01' and source ~ '(mteja\.io|uwaziimobile|twilio|clicksend|wesendall|suresms|sent\.dm|the platform''s own)';

reset role;
