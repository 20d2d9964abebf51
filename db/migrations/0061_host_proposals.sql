-- A host carries a brand once its domain was proved by a DNS record, or an administrator released it. `brand_host` keeps the
-- hosts in force alone, so that whatever chooses by host needs to know nothing of proposals. Hosts from before count as released.
alter table brand_host
  add column token text,
  add column checked_at timestamptz,
  add column proof_missing_since timestamptz;
comment on column brand_host.token is 'The value of the DNS record by which the host was proved; null where an administrator released it.';
create index brand_host_proof on brand_host (checked_at) where token is not null;

-- Several may propose one host; the one that proves it gets it.
create table host_proposal (
  host text not null,
  client_id uuid not null references brand (client_id),
  token text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check_at timestamptz,
  checked_at timestamptz,
  check_result text check (check_result in ('NOT_FOUND', 'OTHER_VALUE', 'NO_ANSWER', 'TAKEN')),
  refused_at timestamptz,
  reason text,
  primary key (host, client_id)
);
create index host_proposal_client on host_proposal (client_id);
create index host_proposal_check on host_proposal (check_at) where check_at is not null;
alter table host_proposal enable row level security;
create policy reach on host_proposal to tuma_portal using (
  (select tuma_reach()) = 'all' or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client))
);
alter table host_proposal owner to tuma_owner;
grant delete, insert, select, update on host_proposal to tuma_portal;
