-- Who has put the first steps out of sight. What is done of them is read from the facts each time.
create table dashboard_choice (
  client_id uuid primary key references client,
  first_steps_hidden boolean not null
);
alter table dashboard_choice enable row level security;
create policy reach on dashboard_choice to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
alter table dashboard_choice owner to tuma_owner;
grant select, insert, update on dashboard_choice to tuma_portal;

-- What failed or stands still is asked for by everyone who looks at the dashboard; of all campaigns it is a few.
create index campaign_failed on campaign (id) where status = 'FAILED';
-- How fast a stock of units is used is also what was sold and given of it. Sending, which is most of the ledger, is in neither.
create index payment_sold on payment (seller_id, ended_at) where seller_id is not null and status = 'COMPLETED';
create index ledger_transfer_given on ledger_transfer (created_at) where kind = 'TRANSFER';
