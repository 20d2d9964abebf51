-- Units. Every movement is a transfer of two or more entries that sum to zero; balances stand
-- beside the entries under a row lock. Units are ten-thousandths, always integers.

create table ledger_account (
  id uuid primary key,
  client_id uuid not null references client,
  kind text not null check (kind in ('available', 'held', 'mint', 'revenue', 'adjust')),
  balance bigint not null default 0,
  floor bigint not null default 0,
  unique (client_id, kind),
  check (balance >= floor)
);

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
create index ledger_transfer_campaign on ledger_transfer (campaign_id) where campaign_id is not null;

-- `seq` follows the order in which balances changed; ids made by the application do not.
create table ledger_entry (
  transfer_id uuid not null references ledger_transfer,
  account_id uuid not null references ledger_account,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  seq bigint generated always as identity,
  primary key (transfer_id, account_id)
);
create unique index ledger_entry_account on ledger_entry (account_id, seq);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_transfer_append_only before update or delete on ledger_transfer for each row execute function refuse_change();
create trigger ledger_entry_append_only before update or delete on ledger_entry for each row execute function refuse_change();

create table rate (
  id uuid primary key,
  client_id uuid not null references client,
  region_name text not null,
  region_filters text[] not null,
  cost_price numeric(12, 4) not null check (cost_price > 0),
  currency text not null,
  created_at timestamptz not null default now(),
  unique (client_id, region_name)
);
