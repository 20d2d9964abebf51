-- Changes of balances and credit limits that wait for a second administrator: docs/adr/0052. A row with the status DIRECT was
-- below the amount and done at once; such rows are added up over 24 hours.
create table second_approval (
  id uuid primary key,
  kind text not null check (kind in ('ADJUSTMENT', 'CREDIT_LIMIT', 'AMOUNT')),
  -- Whose wallet; null for the amount itself.
  client_id uuid references client,
  author_id uuid not null references client,
  -- How much is moved, or by how much a limit is raised, in ten-thousandths.
  units bigint not null,
  input jsonb not null,
  status text not null check (status in ('DIRECT', 'PENDING', 'APPROVED', 'REFUSED', 'CANCELLED', 'EXPIRED')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_by uuid references client,
  decided_at timestamptz,
  reason text
);
create index second_approval_pending on second_approval (expires_at) where status = 'PENDING';
create index second_approval_direct on second_approval (created_at) where status = 'DIRECT';
create index second_approval_decided on second_approval (id) where status not in ('DIRECT', 'PENDING');
alter table second_approval enable row level security;
create policy reach on second_approval to tuma_portal using ((select tuma_reach()) = 'all');
alter table second_approval owner to tuma_owner;
grant select, insert, update, delete on second_approval to tuma_portal;

-- The worker logs in by itself; tables follow by grant_worker(), functions do not.
grant execute on function seal_audit(int) to tuma_worker;
