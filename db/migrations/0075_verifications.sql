-- One-time codes for customers' own users. The code itself is in no row: it is derived from the
-- verification's id and the installation's key (docs/adr/0092).

set local role tuma_owner;

create table verification (
  id uuid primary key,
  client_id uuid not null references client (id),
  destination text collate "C" not null,
  country text not null,
  brand text not null,
  language text not null,
  length smallint not null check (length between 4 and 10),
  code_hash bytea not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'VERIFIED', 'FAILED', 'EXPIRED')),
  tries smallint not null default 0,
  most_tries smallint not null,
  sends smallint not null default 0,
  resend_seconds int not null,
  resend_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  message_id uuid,
  sender text,
  segments smallint,
  units bigint,
  test boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index verification_open on verification (client_id, destination, test) where status = 'PENDING';
create index verification_newest on verification (client_id, id);
create index verification_due on verification (expires_at) where status = 'PENDING';
create index verification_known on verification (client_id, destination) where status = 'VERIFIED';
alter table verification enable row level security;
create policy reach on verification to tuma_portal using (
  (select tuma_reach()) = 'all' or client_id = (select tuma_client())
  or (select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)
);
grant select, insert, update, delete on verification to tuma_portal;
comment on table verification is
  'One-time codes that customers'' software had sent to its own users, and whether they were entered; '
  'of a code its keyed hash alone. Written by features/verifications.';

create table verification_text (
  client_id uuid not null references client (id),
  brand text not null default '',
  language text not null,
  text text not null,
  primary key (client_id, brand, language)
);
alter table verification_text enable row level security;
create policy reach on verification_text to tuma_portal using (
  (select tuma_reach()) = 'all' or client_id = (select tuma_client())
  or (select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)
);
grant select, insert, update, delete on verification_text to tuma_portal;
comment on table verification_text is
  'An account''s own texts of its codes, by brand (empty: any) and language. Written by features/verifications.';

create table verification_traffic (
  client_id uuid not null references client (id),
  prefix text collate "C" not null,
  slot timestamptz not null,
  sent int not null default 0,
  entered int not null default 0,
  primary key (client_id, prefix, slot)
);
create index verification_traffic_slot on verification_traffic (slot);
alter table verification_traffic enable row level security;
create policy reach on verification_traffic to tuma_portal using (
  (select tuma_reach()) = 'all' or client_id = (select tuma_client())
  or (select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)
);
grant select, insert, update, delete on verification_traffic to tuma_portal;
comment on table verification_traffic is
  'Codes sent to and entered by each block of numbers of an account, by hour. Written by features/verifications.';

reset role;
