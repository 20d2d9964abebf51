-- Units. Every movement is a transfer of two or more entries that sum to zero; balances stand
-- beside the entries under a row lock. Units are ten-thousandths, always integers.

create table account (
  id uuid primary key,
  client_id uuid not null references client,
  kind text not null check (kind in ('available', 'held', 'mint', 'revenue', 'adjust')),
  balance bigint not null default 0,
  floor bigint not null default 0,
  unique (client_id, kind),
  check (balance >= floor)
);

create table transfer (
  id uuid primary key,
  kind text not null check (kind in ('PURCHASE', 'TRANSFER', 'CHARGE', 'CAPTURE', 'REFUND', 'ADJUSTMENT')),
  idem text not null unique,
  campaign_id uuid,
  purchase_id uuid,
  actor_id uuid,
  impersonator_id uuid,
  note text,
  at timestamptz not null default now()
);
create index transfer_campaign on transfer (campaign_id) where campaign_id is not null;

-- `seq` follows the order in which balances changed; ids made by the application do not.
create table entry (
  transfer_id uuid not null references transfer,
  account_id uuid not null references account,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  seq bigint generated always as identity,
  primary key (transfer_id, account_id)
);
create unique index entry_account on entry (account_id, seq);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger transfer_append_only before update or delete on transfer for each row execute function refuse_change();
create trigger entry_append_only before update or delete on entry for each row execute function refuse_change();

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
