-- People whom a client writes to, their groups, and the files that they come from. A phone is E.164
-- without its plus, as a recipient's destination is, so that the three can be compared.

-- What a name is found by: lower case, accents away. A list reads ranges of stored keys, since under
-- row-level security neither LIKE nor an expression is let near an index.
create function search_key(written text) returns text language sql immutable strict parallel safe as $$
  select lower(translate(written,
    'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñÝýÿ',
    'aaaaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnnyyy') collate "C")
$$;

create table contact (
  id uuid primary key,
  client_id uuid not null references client,
  phone text collate "C" not null check (phone ~ '^[0-9]{6,15}$'),
  first_name text not null default '',
  last_name text not null default '',
  other_names text not null default '',
  email text not null default '',
  attributes jsonb not null default '{}',
  -- What the person agreed to, how and when: {what, how, timestamp}.
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
create index contact_last_name on contact (client_id, last_name_key, id) where last_name_key is not null;
create index contact_other_names on contact (client_id, other_names_key, id) where other_names_key is not null;
create index contact_email on contact (client_id, email_key, id) where email_key is not null;

create table contact_group (
  id uuid primary key,
  client_id uuid not null references client,
  group_name text not null,
  name_key text collate "C" generated always as (search_key(group_name)) stored,
  description text not null default '',
  -- Moved in the statement that moves members, so it is always their number.
  contact_count int not null default 0 check (contact_count >= 0),
  created_at timestamptz not null default now()
);
create unique index contact_group_name on contact_group (client_id, name_key);

create table contact_group_member (
  group_id uuid not null references contact_group,
  contact_id uuid not null references contact,
  client_id uuid not null,
  primary key (group_id, contact_id)
);
create index contact_group_member_contact on contact_group_member (contact_id);

-- A file of contacts, or of numbers that opted out: read once to say what would come of it, and
-- once, when that was agreed to, to do it. `at_row` is the last row done.
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

-- A row that became no contact, with all that stood in it, to be mended.
create table contact_import_refused (
  import_id uuid not null references contact_import on delete cascade,
  row_no int not null,
  client_id uuid not null,
  cells text[] not null,
  reason text not null,
  primary key (import_id, row_no)
);

alter table opt_out add note text not null default '';
create index opt_out_newest on opt_out (client_id, created_at desc, destination desc);
create index blocked_number_newest on blocked_number (created_at desc, destination desc);
-- A phone that asks to be written to again.
grant delete on opt_out to tuma_gateway;

do $$
declare t text;
begin
  foreach t in array array['contact', 'contact_group', 'contact_group_member', 'contact_import', 'contact_import_refused'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy reach on %I to tuma_portal using (
      (select tuma_reach()) = 'all'
      or client_id = (select tuma_client())
      or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)))$p$, t);
    execute format('alter table %I owner to tuma_owner', t);
    execute format('grant select, insert, update, delete on %I to tuma_portal', t);
  end loop;
end $$;
