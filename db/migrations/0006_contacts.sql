-- Contacts, their groups and imports, and the numbers that may not be sent to. A phone is E.164
-- without its plus, as a recipient's destination is, so that the three can be compared.

set local role tuma_owner;

-- Numbers that want no more messages from a client. Written by core/opt-outs.
create table opt_out (
  client_id uuid not null references client,
  destination text collate "C" not null,
  source text not null,
  created_at timestamptz not null default now(),
  note text not null default '',
  primary key (client_id, destination)
);
create index opt_out_newest on opt_out (client_id, created_at desc, destination desc);
-- START on a shared number lifts every opt-out that STOP set there.
create index opt_out_by_phone on opt_out (destination) where source = 'MO';
alter table opt_out enable row level security;
create policy accept on opt_out to tuma_accept using (true) with check (true);
create policy gateway on opt_out to tuma_gateway using (true) with check (true);
create policy reach on opt_out to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on opt_out to tuma_portal, tuma_gateway;
grant select on opt_out to tuma_accept;

-- Numbers that nobody on the platform may send to. Written by features/contacts.
create table blocked_number (
  destination text collate "C" primary key,
  reason text not null,
  created_at timestamptz not null default now()
);
create index blocked_number_newest on blocked_number (created_at desc, destination desc);
grant select, insert, update, delete on blocked_number to tuma_portal;
grant select on blocked_number to tuma_accept;

-- People whom a client writes to. Written by features/contacts.
create table contact (
  id uuid primary key,
  client_id uuid not null references client,
  phone text collate "C" not null check (phone ~ '^[0-9]{6,15}$'),
  first_name text not null default '',
  last_name text not null default '',
  other_names text not null default '',
  email text not null default '',
  attributes jsonb not null default '{}',
  -- The person's consent: {what, how, timestamp}.
  consent jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text collate "C" generated always as (nullif(search_key(trim(first_name || ' ' || last_name)), '')) stored,
  last_name_key text collate "C" generated always as (nullif(search_key(last_name), '')) stored,
  other_names_key text collate "C" generated always as (nullif(search_key(other_names), '')) stored,
  email_key text collate "C" generated always as (nullif(search_key(email), '')) stored
);
create unique index contact_phone on contact (client_id, phone);
create index contact_newest on contact (client_id, id);
create index contact_name on contact (client_id, name_key, id) where name_key is not null;
create index contact_last_name on contact (client_id, last_name_key, id)
  where last_name_key is not null;
create index contact_other_names on contact (client_id, other_names_key, id)
  where other_names_key is not null;
create index contact_email on contact (client_id, email_key, id) where email_key is not null;
alter table contact enable row level security;
create policy reach on contact to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on contact to tuma_portal;

-- Groups of contacts. Written by features/contacts.
create table contact_group (
  id uuid primary key,
  client_id uuid not null references client,
  group_name text not null,
  name_key text collate "C" generated always as (search_key(group_name)) stored,
  description text not null default '',
  -- Moved in the statement that moves members, so it is always their number.
  contact_count int not null default 0 check (contact_count >= 0),
  created_at timestamptz not null default now(),
  -- The background task that empties a large group, and what it does.
  emptying text check (emptying in ('CLEAR', 'DELETE', 'DELETE_CONTACTS')),
  operation_id uuid
);
create unique index contact_group_name on contact_group (client_id, name_key);
-- Groups in the order in which people read their names.
create index contact_group_order on contact_group (client_id, natural_key(name_key), id);
alter table contact_group enable row level security;
create policy reach on contact_group to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on contact_group to tuma_portal;

-- Members of a group. Written by features/contacts.
create table contact_group_member (
  group_id uuid not null references contact_group,
  contact_id uuid not null references contact,
  client_id uuid not null,
  primary key (group_id, contact_id)
);
create index contact_group_member_contact on contact_group_member (contact_id);
alter table contact_group_member enable row level security;
create policy reach on contact_group_member to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on contact_group_member to tuma_portal;

-- Files of contacts, or of numbers that opted out: read once for a preview and, after the
-- approval, once more for the import. `at_row` is the last row done. Written by
-- features/contacts.
create table contact_import (
  id uuid primary key,
  client_id uuid not null references client,
  kind text not null check (kind in ('CONTACTS', 'OPT_OUTS')),
  upload_id uuid not null,
  file_name text not null,
  status text not null check (status in ('CHECKING', 'READY', 'RUNNING', 'COMPLETED', 'CANCELED', 'FAILED')),
  mapping jsonb not null,
  existing text not null check (existing in ('UPDATE', 'KEEP')),
  group_ids uuid[] not null default '{}',
  new_group_name text,
  consent jsonb,
  row_count int not null,
  expected jsonb,
  counts jsonb,
  at_row int not null default 0,
  operation_id uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index contact_import_client on contact_import (client_id, id);
alter table contact_import enable row level security;
create policy reach on contact_import to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on contact_import to tuma_portal;

-- Rows that became no contact, with all their cells, to be corrected. Written by
-- features/contacts.
create table contact_import_refused (
  import_id uuid not null references contact_import on delete cascade,
  row_no int not null,
  client_id uuid not null,
  cells text[] not null,
  reason text not null,
  primary key (import_id, row_no)
);
alter table contact_import_refused enable row level security;
create policy reach on contact_import_refused to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on contact_import_refused to tuma_portal;

reset role;
