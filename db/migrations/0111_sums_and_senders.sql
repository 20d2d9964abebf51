-- Sums of the last months, a balance at an earlier moment and the use of a day read every entry of a wallet, or of all.

set local role tuma_owner;

-- A quarter of an hour divides the days and months of every time zone.
create table ledger_sum (
  client_id uuid not null,
  starts_at timestamptz not null,
  units_in bigint not null,
  units_out bigint not null,
  charged bigint not null,
  returned bigint not null,
  last_seq bigint not null,
  last_balance bigint not null,
  primary key (client_id, starts_at)
);
comment on table ledger_sum is
  'Sums of the entries of `available` by the quarter of an hour in which their transfers began, of each client and, '
  'under the id of zeros, of all. `charged` and `returned` are those of messages alone. `last_seq` is the last of '
  'these entries. Written by core/ledger.';
alter table ledger_sum enable row level security;
create policy reach on ledger_sum to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update on ledger_sum to tuma_portal;

create table ledger_summed (
  one boolean primary key default true check (one),
  place bigint not null,
  target bigint not null,
  target_xid xid8 not null
);
comment on table ledger_summed is
  'One row: entries up to `place` are in `ledger_sum`, and those up to `target` come next, once every transaction '
  'before `target_xid` has ended, which may still write such entries. Written by core/ledger.';
alter table ledger_summed enable row level security;
create policy reach on ledger_summed to tuma_portal using (true);
grant select, update on ledger_summed to tuma_portal;
insert into ledger_summed (place, target, target_xid) values (0, 0, '0');

-- Delivered and failed deliveries are kept for different times.
drop index webhook_delivery_ended;
create index webhook_delivery_ended on webhook_delivery (status, ended_at) where status <> 'PENDING';

create index payment_completed on payment (ended_at) where status = 'COMPLETED';

-- Staff look for a sender ID among all clients: one that is seldom used was looked for through the whole log.
create index rollup_hour_sender on rollup_hour (sender, hour);
alter table sender add column name_key text collate "C" generated always as (lower(sender)) stored;
create index sender_key on sender (name_key, id desc);
create index campaign_sender on campaign (sender, id);

-- Messages from phones that no bind fetches are looked for every few seconds, beside all receipts that wait for a bind.
create index outbox_unfetched on outbox (created_at)
  where done_at is null and kind = 'SMPP_USER' and jsonb_array_length(payload -> 'next') > 0;

reset role;
