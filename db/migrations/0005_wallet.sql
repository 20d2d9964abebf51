-- Units, prices, payments and invoices.

set local role tuma_owner;

-- Balances of units, in ten-thousandths and always integers, under a row lock. Written by
-- core/ledger.
create table ledger_account (
  id uuid primary key,
  client_id uuid not null references client,
  kind text not null check (kind in ('available', 'held', 'mint', 'revenue', 'adjust')),
  balance bigint not null default 0,
  floor bigint not null default 0,
  unique (client_id, kind),
  check (balance >= floor)
);
alter table ledger_account enable row level security;
create policy accept on ledger_account to tuma_accept using (true) with check (true);
create policy gateway on ledger_account to tuma_gateway using (true) with check (true);
create policy reach on ledger_account to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update on ledger_account to tuma_portal;
grant select, update on ledger_account to tuma_accept;

-- Movements of units, each of two or more entries that sum to zero. Append-only. Written by
-- core/ledger.
create table ledger_transfer (
  id uuid primary key,
  kind text not null check (kind in ('PURCHASE', 'TRANSFER', 'CHARGE', 'CAPTURE', 'REFUND', 'ADJUSTMENT')),
  idem text not null unique,
  campaign_id uuid,
  purchase_id uuid,
  actor_id uuid,
  impersonator_id uuid,
  note text,
  created_at timestamptz not null default now()
);
create index ledger_transfer_campaign on ledger_transfer (campaign_id)
  where campaign_id is not null;
create index ledger_transfer_purchase on ledger_transfer (purchase_id)
  where purchase_id is not null;
create index ledger_transfer_given on ledger_transfer (created_at) where kind = 'TRANSFER';
create trigger ledger_transfer_append_only before update or delete on ledger_transfer
  for each row execute function refuse_change();
alter table ledger_transfer enable row level security;
create policy accept on ledger_transfer to tuma_accept using (true) with check (true);
create policy record on ledger_transfer for insert to tuma_portal with check (true);
grant select, insert on ledger_transfer to tuma_portal, tuma_accept;

-- The two or more sides of a transfer. `seq` follows the order in which balances changed; ids
-- made by the application do not. Append-only. Written by core/ledger.
create table ledger_entry (
  transfer_id uuid not null references ledger_transfer,
  account_id uuid not null references ledger_account,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  seq bigint generated always as identity,
  -- Shown in the client's list of transactions: the entries of `available` accounts.
  listed boolean not null default false,
  primary key (transfer_id, account_id)
);
create unique index ledger_entry_account on ledger_entry (account_id, seq);
create unique index ledger_entry_listed on ledger_entry (seq) where listed;
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
alter table ledger_entry enable row level security;
create policy accept on ledger_entry to tuma_accept using (true) with check (true);
create policy reach on ledger_entry to tuma_portal using (
  (select tuma_reach()) = 'all' or account_id in (select id from ledger_account));
grant select, insert on ledger_entry to tuma_portal, tuma_accept;

-- Between its insert and its entries, within one transaction, a transfer is visible to the scope
-- that writes it.
create function is_booked(of_transfer uuid) returns boolean language sql stable security definer set search_path = public as
  $$ select exists (select from ledger_entry where transfer_id = of_transfer) $$;

create policy reach on ledger_transfer for select to tuma_portal using (
  (select tuma_reach()) = 'all'
  or exists (select from ledger_entry where ledger_entry.transfer_id = ledger_transfer.id)
  or not is_booked(id));

-- The outcome of each proof of the ledger. Written by features/wallet.
create table ledger_proof (
  created_at timestamptz primary key default clock_timestamp(),
  ok boolean not null,
  result jsonb not null
);
alter table ledger_proof enable row level security;
create policy reach on ledger_proof to tuma_portal using ((select tuma_reach()) = 'all');
grant select, insert on ledger_proof to tuma_portal;

-- Prices of a message by client and region. Written by core/ledger.
create table rate (
  id uuid primary key,
  client_id uuid not null references client,
  region_name text not null,
  region_filters text[] not null,
  cost_price numeric(12, 4) not null check (cost_price > 0),
  currency text not null,
  created_at timestamptz not null default now(),
  -- A price holds from this time until the next one of the same client and region.
  valid_from timestamptz not null default now(),
  -- Set below the seller's own price on purpose, by an administrator; every other price is charged
  -- at the seller's price at least.
  below_floor boolean not null default false,
  unique (client_id, region_name, valid_from)
);
create trigger raise_acceptance_version after insert or update or delete on rate
  for each statement execute function raise_acceptance_version();
alter table rate enable row level security;
create policy accept on rate to tuma_accept using (true) with check (true);
create policy gateway on rate to tuma_gateway using (true) with check (true);
create policy reach on rate to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on rate to tuma_portal;
grant select on rate to tuma_accept;

-- Prices that need attention: RAISED is charged above the price that was set, since the seller
-- pays more; BELOW_SELLER and BELOW_CARRIER cost more than they bring. Written by one background
-- process of features/wallet; read by screens, alerts and figures.
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
grant select, insert, update, delete on price_finding to tuma_portal;

-- Attempts to be paid through a provider. `number` makes the reference that the payer sees.
-- Written by features/wallet.
create table payment (
  id uuid primary key,
  number bigint generated always as identity unique,
  client_id uuid not null references client,
  purpose text not null check (purpose in ('UNITS', 'SENDER_FEE')),
  sender_id uuid references sender,
  -- The seller whose stock is sold; null where the platform sells.
  seller_id uuid references client,
  units bigint not null default 0,
  cost_price numeric(12, 4),
  amount numeric(14, 2) not null check (amount > 0),
  currency text not null,
  provider text not null,
  phone text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'COMPLETED', 'FAILED', 'CANCELED')),
  step text not null default 'NEW' check (step in ('NEW', 'ASKING', 'ON_PHONE', 'UNANSWERED', 'CONFIRMING', 'ENDED')),
  reason text,
  -- The seller's units are held for it.
  reserved boolean not null default false,
  -- Empty: the secret of the callback's address is kept as a hash.
  secret text not null default '',
  merchant_id text,
  checkout_id text,
  receipt text,
  -- How often the provider was queried, and when it is queried next.
  query_count int not null default 0,
  next_query_at timestamptz,
  -- Its place among the client's transactions while it has no entry: after the newest there was.
  after_seq bigint not null,
  created_by uuid,
  impersonator_id uuid,
  created_at timestamptz not null default now(),
  pushed_at timestamptz,
  ended_at timestamptz,
  -- The stock is counted in units of the seller's home, the purchase in units of the buyer's.
  seller_units bigint,
  -- Hash of the secret in the callback's address, which the provider alone keeps.
  secret_hash bytea,
  check ((purpose = 'SENDER_FEE') = (sender_id is not null)),
  check ((seller_id is null) = (seller_units is null))
);
create index payment_client on payment (client_id, id);
create index payment_open on payment (client_id, after_seq) where status <> 'COMPLETED';
create index payment_due on payment (next_query_at) where next_query_at is not null;
create index payment_new on payment (created_at) where step = 'NEW' and status = 'PENDING';
create unique index payment_receipt on payment (provider, receipt) where receipt is not null;
create unique index payment_checkout on payment (provider, checkout_id)
  where checkout_id is not null;
-- One pending payment for a fee; an earlier one that failed may still turn out to be paid.
create unique index payment_sender on payment (sender_id)
  where status = 'PENDING' and sender_id is not null;
create index payment_sender_all on payment (sender_id) where sender_id is not null;
-- How fast a seller's stock is used counts what it sold.
create index payment_sold on payment (seller_id, ended_at)
  where seller_id is not null and status = 'COMPLETED';
alter table payment enable row level security;
create policy reach on payment to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update on payment to tuma_portal;

-- All requests to a provider and all its answers, as they were; without a payment, an orphan.
-- Written by features/wallet.
create table payment_event (
  id bigint generated always as identity primary key,
  payment_id uuid references payment,
  kind text not null check (kind in ('PUSH', 'PUSH_ANSWER', 'CALLBACK', 'MISMATCH', 'ORPHAN', 'ASK', 'CLAIMED', 'CREDITED', 'RELEASED')),
  address text,
  checkout_id text,
  receipt text,
  amount numeric(14, 2),
  phone text,
  facts jsonb not null default '{}',
  occurred_at timestamptz not null default clock_timestamp()
);
create index payment_event_payment on payment_event (payment_id, id) where payment_id is not null;
create index payment_event_orphan on payment_event (id) where kind = 'ORPHAN';
alter table payment_event enable row level security;
create policy reach on payment_event to tuma_portal using ((select tuma_reach()) = 'all');
grant select, insert, update, delete on payment_event to tuma_portal;

-- When a client was last told that its balance is low, and the reminders that it wants. Written
-- by features/wallet.
create table balance_alert (
  client_id uuid primary key references client,
  -- Set while the balance is below the client's level, once the client was told.
  low_at timestamptz,
  remind_every text check (remind_every in ('WEEK', 'MONTH')),
  remind_units bigint,
  reminded_on date
);
create index balance_alert_reminders on balance_alert (reminded_on)
  where remind_every is not null;
alter table balance_alert enable row level security;
create policy reach on balance_alert to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on balance_alert to tuma_portal;

-- A client's details for invoices, as buyer and as seller; null: as the account says, and no tax.
-- Written by features/wallet.
create table invoice_details (
  client_id uuid primary key references client,
  legal_name text,
  address text,
  tax_number text,
  tax_name text,
  tax_percent numeric(5, 2) check (tax_percent > 0 and tax_percent < 100),
  check ((tax_name is null) = (tax_percent is null))
);
alter table invoice_details enable row level security;
create policy reach on invoice_details to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update on invoice_details to tuma_portal;

-- The last number of each seller's series: taken in the transaction that issues, so that none is
-- missing. Written by features/wallet.
create table invoice_series (
  seller_id uuid primary key references client,
  last_number bigint not null
);
alter table invoice_series enable row level security;
create policy reach on invoice_series to tuma_portal using ((select tuma_reach()) = 'all');
grant select, insert, update on invoice_series to tuma_portal;

-- One invoice for each payment that was received, as things stood then. Append-only. Written by
-- features/wallet.
create table invoice (
  id uuid primary key,
  seller_id uuid not null references client,
  number bigint not null,
  payment_id uuid not null unique references payment,
  client_id uuid not null references client,
  issued_at timestamptz not null default now(),
  seller jsonb not null,
  buyer jsonb not null,
  purpose text not null,
  units bigint not null,
  cost_price numeric(12, 4),
  net numeric(14, 2) not null,
  tax_name text,
  tax_percent numeric(5, 2),
  tax numeric(14, 2) not null,
  total numeric(14, 2) not null check (total = net + tax),
  currency text not null,
  unique (seller_id, number)
);
create index invoice_client on invoice (client_id, id);
create trigger invoice_append_only before update or delete on invoice
  for each row execute function refuse_change();
alter table invoice enable row level security;
create policy reach on invoice to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert on invoice to tuma_portal;

reset role;
