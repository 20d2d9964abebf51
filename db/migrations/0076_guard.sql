-- Rules against pumping in customers' traffic, as rows: the platform's own, and those of an account.

set local role tuma_owner;

create table guard_rule (
  id uuid primary key,
  client_id uuid references client (id),
  kind text not null check (kind in ('COUNTRIES', 'RANGE', 'SHARE', 'NUMBER', 'NEW_ACCOUNT')),
  countries text[] not null default '{}',
  prefix text collate "C" not null default '',
  digits smallint,
  codes int,
  share smallint check (share between 1 and 100),
  messages int,
  seconds int,
  until timestamptz,
  reason text not null default '',
  created_at timestamptz not null default now()
);
create unique index guard_rule_one on guard_rule (coalesce(client_id, '00000000-0000-0000-0000-000000000000'), kind, prefix, coalesce(digits, 0));
alter table guard_rule enable row level security;
create policy accept on guard_rule to tuma_accept using (true) with check (true);
create policy reach on guard_rule to tuma_portal using (
  client_id is null or (select tuma_reach()) = 'all' or client_id = (select tuma_client())
  or (select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)
) with check (
  (select tuma_reach()) = 'all' or client_id = (select tuma_client())
  or (select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)
);
grant select, insert, update, delete on guard_rule to tuma_portal;
grant select on guard_rule to tuma_accept;
create trigger raise_acceptance_version after insert or update or delete on guard_rule
  for each statement execute function raise_acceptance_version();
comment on table guard_rule is
  'Rules that refuse customers'' messages and codes before they cost anything: of the platform (no client) '
  'or of one account. Written by core/guard.';

create table guard_refusal (
  client_id uuid not null references client (id),
  rule_id uuid not null,
  day date not null,
  kind text not null,
  refused int not null default 0,
  prefix text collate "C" not null,
  notified_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (client_id, rule_id, day)
);
create index guard_refusal_unnotified on guard_refusal (day) where notified_at is null;
create index guard_refusal_day on guard_refusal (day);
alter table guard_refusal enable row level security;
create policy accept on guard_refusal to tuma_accept using (true) with check (true);
create policy reach on guard_refusal to tuma_portal using (
  (select tuma_reach()) = 'all' or client_id = (select tuma_client())
  or (select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)
);
grant select, insert, update, delete on guard_refusal to tuma_portal;
grant select, insert, update on guard_refusal to tuma_accept;
comment on table guard_refusal is
  'How often a rule refused an account on a day, and whether its owner was notified. Written by core/guard.';

grant select, insert, update on rate_limit to tuma_accept;

-- The platform's own, which an administrator edits. A code that nobody enters is what pumping looks like.
insert into guard_rule (id, kind, digits, codes, share, messages, seconds, reason) values
  ('00000000-0000-7000-8000-000000000751', 'SHARE', 3, 1000, 20, null, null, 'INITIAL'),
  ('00000000-0000-7000-8000-000000000752', 'SHARE', 6, 40, 20, null, null, 'INITIAL'),
  ('00000000-0000-7000-8000-000000000753', 'SHARE', 8, 5, 20, null, null, 'INITIAL'),
  ('00000000-0000-7000-8000-000000000754', 'NUMBER', null, null, null, 5, 86400, 'INITIAL'),
  ('00000000-0000-7000-8000-000000000755', 'NEW_ACCOUNT', null, null, null, 2000, 86400, 'INITIAL');

reset role;
