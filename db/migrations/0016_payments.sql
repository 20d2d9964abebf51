-- Money that comes in, prices over time, and what the wallet tells people.

-- A price holds from its time on, until the next one of the same client and region.
alter table rate add column valid_from timestamptz not null default now();
alter table rate drop constraint rate_client_id_region_name_key;
alter table rate add constraint rate_client_id_region_name_valid_from_key unique (client_id, region_name, valid_from);

-- The entries that a person's list of transactions shows: those of `available` accounts.
alter table ledger_entry add column listed boolean not null default false;
alter table ledger_entry disable trigger ledger_entry_append_only;
update ledger_entry set listed = true where account_id in (select id from ledger_account where kind = 'available');
alter table ledger_entry enable trigger ledger_entry_append_only;
create unique index ledger_entry_listed on ledger_entry (seq) where listed;
create index ledger_transfer_purchase on ledger_transfer (purchase_id) where purchase_id is not null;

-- One attempt to be paid over a provider. `number` makes the reference that the payer sees.
create table payment (
  id uuid primary key,
  number bigint generated always as identity unique,
  client_id uuid not null references client,
  purpose text not null check (purpose in ('UNITS', 'SENDER_FEE')),
  sender_id uuid references sender,
  -- Whose stock the units come from; null where the platform sells.
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
  -- In the address that the provider calls back: only it and we know it.
  secret text not null,
  merchant_id text,
  checkout_id text,
  receipt text,
  -- How often the provider was asked what became of it, and when next.
  query_count int not null default 0,
  next_query_at timestamptz,
  -- Its place among the client's transactions while it has no entry: after the newest there was.
  after_seq bigint not null,
  created_by uuid,
  impersonator_id uuid,
  created_at timestamptz not null default now(),
  pushed_at timestamptz,
  ended_at timestamptz,
  check ((purpose = 'SENDER_FEE') = (sender_id is not null))
);
create index payment_client on payment (client_id, id);
create index payment_open on payment (client_id, after_seq) where status <> 'COMPLETED';
create index payment_due on payment (next_query_at) where next_query_at is not null;
create index payment_new on payment (created_at) where step = 'NEW' and status = 'PENDING';
create unique index payment_receipt on payment (provider, receipt) where receipt is not null;
create unique index payment_checkout on payment (provider, checkout_id) where checkout_id is not null;
-- One under way for a fee; an earlier one that failed may still turn out to be paid.
create unique index payment_sender on payment (sender_id) where status = 'PENDING' and sender_id is not null;
create index payment_sender_all on payment (sender_id) where sender_id is not null;

-- All that was asked of a provider and heard from it, as it was; without a payment, an orphan.
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

-- What the wallet has told a client of, and when it wants to be reminded.
create table balance_alert (
  client_id uuid primary key references client,
  -- Set while the balance is under the client's level and it was told so.
  low_at timestamptz,
  remind_every text check (remind_every in ('WEEK', 'MONTH')),
  remind_units bigint,
  reminded_on date
);
create index balance_alert_reminders on balance_alert (reminded_on) where remind_every is not null;
create index client_low_level on client (id) where low_units_notify_level > 0;

-- What each proof of the ledger found.
create table ledger_proof (
  created_at timestamptz primary key default clock_timestamp(),
  ok boolean not null,
  result jsonb not null
);

do $$
declare t text;
begin
  foreach t in array array['payment', 'balance_alert'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy reach on %I to tuma_portal using (
      (select tuma_reach()) = 'all'
      or client_id = (select tuma_client())
      or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)))$p$, t);
  end loop;
  -- Of the provider's words and the proofs only those read who see everything.
  foreach t in array array['payment_event', 'ledger_proof'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy reach on %I to tuma_portal using ((select tuma_reach()) = 'all')$p$, t);
  end loop;
  foreach t in array array['payment', 'payment_event', 'balance_alert', 'ledger_proof'] loop
    execute format('alter table %I owner to tuma_owner', t);
    execute format('grant select, insert, update, delete on %I to tuma_portal', t);
  end loop;
end $$;
revoke update, delete on ledger_proof from tuma_portal;
revoke delete on payment from tuma_portal;
grant usage on all sequences in schema public to tuma_portal, tuma_gateway;

-- START on a shared number lifts what STOP there set, whoever it was for.
create index opt_out_by_phone on opt_out (destination) where source = 'MO';
