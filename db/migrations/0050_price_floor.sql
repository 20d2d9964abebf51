-- A rate that an administrator set below the seller's own price on purpose; every other one is charged at the seller's price at least.
alter table rate add column below_floor boolean not null default false;

-- Prices given by an administrator to clients of the platform were agreed, so they stay as they are. An entry of the audit log
-- has the time of the transaction that set the rate.
update rate r set below_floor = true
from client c, client root, audit_entry a, client actor
where c.id = r.client_id and root.id = c.parent_id and root.parent_id is null
  and a.client_id = r.client_id and a.created_at = r.created_at and a.impersonator_id is null
  and a.action in ('RATE_CHANGED', 'RATES_IMPORTED', 'CLIENT_CREATED', 'CLIENT_INVITED')
  and actor.id = a.actor_id and actor.access_level = 'ADMINISTRATOR' and actor.id <> r.client_id;

-- Prices that need somebody's attention: RAISED is charged above what was set, since the seller pays more; BELOW_SELLER and
-- BELOW_CARRIER cost more than they bring. Written by one background process, read by screens, alerts and figures.
create table price_finding (
  client_id uuid not null references client,
  region_name text not null,
  kind text not null check (kind in ('RAISED', 'BELOW_SELLER', 'BELOW_CARRIER')),
  set_price numeric not null,
  against_price numeric not null,
  currency text not null,
  found_at timestamptz not null default now(),
  primary key (client_id, region_name, kind)
);
alter table price_finding enable row level security;
create policy reach on price_finding to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
alter table price_finding owner to tuma_owner;
grant select, insert, update, delete on price_finding to tuma_portal;
