-- Browsers that an account was signed in to from, so that failed tries of others cannot keep its owner out.
create table known_device (
  id uuid primary key,
  client_id uuid not null references client,
  -- Of the cookie that the browser holds; one browser may know several accounts.
  token_hash bytea not null,
  used_at timestamptz not null default now(),
  unique (token_hash, client_id)
);
create index known_device_client on known_device (client_id, used_at desc);
alter table known_device owner to tuma_owner;
alter table known_device enable row level security;
create policy reach on known_device to tuma_portal using (
  (select tuma_reach()) = 'all' or client_id = (select tuma_client()));
grant select, insert, update, delete on known_device to tuma_portal;
