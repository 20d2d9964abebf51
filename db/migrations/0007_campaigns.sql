-- Campaigns, their recipients and their progress.

set local role tuma_owner;

-- Texts kept for the next time. Written by features/templates.
create table message_template (
  id uuid primary key,
  client_id uuid not null references client,
  name text not null,
  text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index message_template_client on message_template (client_id, id);
create unique index message_template_name on message_template (client_id, lower(name));
alter table message_template enable row level security;
create policy reach on message_template to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on message_template to tuma_portal;

-- Campaigns with their counts. Written by features/campaigns.
create table campaign (
  id uuid primary key,
  client_id uuid not null references client,
  campaign_name text not null,
  sender_id uuid references sender,
  sender text not null,
  text text not null,
  source text not null check (source in ('COMPOSE', 'CONTACTS', 'FILE')),
  upload_id uuid,
  -- The columns of a file in their order, and the one that holds the phone.
  columns text[],
  phone_column text,
  class text not null default 'BULK' check (class in ('BULK', 'OTP', 'ALERT')),
  policy char(1) not null default 'h' check (policy in ('h', 'r')),
  priority smallint not null default 0,
  country text not null,
  status text not null check (status in ('PENDING', 'WAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'QUEUED', 'RUNNING',
    'PAUSED', 'COMPLETED', 'DECLINED', 'CANCELLED', 'FAILED')),
  reason text,
  -- Rows of the file read so far, and what they came to: a restart goes on from here. Preparation
  -- is whole only when `prepared_at` is set; `summary` is then what the person is shown.
  prepare_row int not null default 0,
  summary jsonb,
  prepared_at timestamptz,
  total int not null default 0,
  segments int not null default 0,
  -- The last row made into a message, and how many recipients were come to so far.
  expand_row int not null default 0,
  expanded int not null default 0,
  expanded_at timestamptz,
  units_held bigint not null default 0,
  submitted int not null default 0,
  delivered int not null default 0,
  undeliverable int not null default 0,
  rejected int not null default 0,
  expired int not null default 0,
  failed int not null default 0,
  unknown int not null default 0,
  cancelled int not null default 0,
  units_captured bigint not null default 0,
  units_released bigint not null default 0,
  -- Released units that were booked back to the wallet, when the campaign ended.
  units_refunded bigint not null default 0,
  validity_seconds int not null default 86400,
  created_by uuid,
  approved_by uuid,
  created_at timestamptz not null default now(),
  scheduled_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  replace_lookalikes boolean not null default false,
  -- The person behind `created_by` who acted for the client; that person may not approve it either.
  impersonator_id uuid,
  waiting_since timestamptz,
  -- Why it needs approval, for the approver: [{"rule": "WORD", "found": "casino"}].
  approval_reasons jsonb not null default '[]',
  -- When a campaign that was paused until a known moment resumes by itself.
  resume_at timestamptz,
  -- The campaign that a draft was copied from, and the outcomes that its recipients had there.
  copied_from uuid references campaign,
  copied_outcomes text[],
  -- The forecast at the time of sending, kept beside what happened.
  forecast jsonb,
  check (units_captured + units_released <= units_held),
  check (units_refunded <= units_released)
);
create index campaign_client on campaign (client_id, id);
create index campaign_due on campaign (scheduled_at) where status in ('SCHEDULED');
create index campaign_live on campaign (id) where status in ('QUEUED', 'RUNNING', 'PAUSED');
create index campaign_refund on campaign (id) where units_released > units_refunded;
create index campaign_waiting on campaign (waiting_since, id) where status = 'WAITING_APPROVAL';
create index campaign_resume on campaign (resume_at)
  where status = 'PAUSED' and resume_at is not null;
create index campaign_approved on campaign (id) where status = 'APPROVED';
-- Campaigns with messages still to deliver.
create index campaign_to_deliver on campaign (client_id, id)
  where status in ('APPROVED', 'SCHEDULED', 'QUEUED', 'RUNNING', 'PAUSED');
create index campaign_failed on campaign (id) where status = 'FAILED';
-- Retention removes personal data in the order of the ends.
create index campaign_ended on campaign (ended_at, id) where ended_at is not null;
alter table campaign enable row level security;
create policy accept on campaign to tuma_accept using (true) with check (true);
create policy gateway on campaign to tuma_gateway using (true) with check (true);
create policy reach on campaign to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on campaign to tuma_portal;
grant select, update (status) on campaign to tuma_gateway;
grant select on campaign to tuma_accept;

-- The audience of a composed campaign until its recipients are prepared: numbers as they were
-- written, then contacts in the order of their ids. `after_contact` is the last one prepared, set
-- with the rows of its step. Written by features/campaigns.
create table campaign_audience (
  campaign_id uuid primary key references campaign,
  client_id uuid not null references client,
  recipients text[] not null,
  group_ids uuid[] not null,
  contact_ids uuid[] not null,
  after_contact uuid
);
alter table campaign_audience enable row level security;
create policy reach on campaign_audience to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on campaign_audience to tuma_portal;

-- Recipients of a campaign, priced: the price that was shown is the price that is charged.
-- Written by features/campaigns.
create table recipient (
  campaign_id uuid not null,
  row_no int not null,
  client_id uuid not null,
  destination text collate "C" not null,
  fields jsonb,
  segments smallint not null,
  units bigint not null,
  country text not null,
  network smallint not null default 0,
  skipped text,
  primary key (campaign_id, row_no)
) with (autovacuum_vacuum_insert_scale_factor = 0.5);
create unique index recipient_once on recipient (campaign_id, destination) where skipped is null;
alter table recipient enable row level security;
create policy gateway on recipient to tuma_gateway using (true) with check (true);
create policy reach on recipient to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on recipient to tuma_portal;

-- Rows of a file that gave no recipient, kept apart for the file of refused rows. Written by
-- features/campaigns.
create table recipient_refused (
  campaign_id uuid not null,
  row_no int not null,
  client_id uuid not null,
  value text not null,
  reason text not null,
  primary key (campaign_id, row_no)
);
alter table recipient_refused enable row level security;
create policy gateway on recipient_refused to tuma_gateway using (true) with check (true);
create policy reach on recipient_refused to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on recipient_refused to tuma_portal;

-- Decisions in a campaign's life and who took them; null where the platform decided. Append-only.
-- Written by features/campaigns.
create table campaign_event (
  id uuid primary key,
  campaign_id uuid not null references campaign,
  client_id uuid not null references client,
  kind text not null check (kind in ('SENT', 'APPROVED', 'DECLINED', 'PAUSED', 'RESUMED', 'RESCHEDULED', 'CANCELLED', 'FAILED')),
  reason text,
  actor_id uuid,
  -- The name at that time: the reader need not reach the actor's account.
  actor_name text,
  impersonator_id uuid,
  occurred_at timestamptz not null default now()
);
create index campaign_event_campaign on campaign_event (campaign_id, id);
alter table campaign_event enable row level security;
create policy reach on campaign_event to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert on campaign_event to tuma_portal;

-- Progress of a campaign minute by minute. Written by features/campaigns.
create table campaign_minute (
  campaign_id uuid not null,
  minute timestamptz not null,
  client_id uuid not null,
  submitted int not null default 0,
  delivered int not null default 0,
  failed int not null default 0,
  primary key (campaign_id, minute)
);
alter table campaign_minute enable row level security;
create policy reach on campaign_minute to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on campaign_minute to tuma_portal;

-- Progress of a campaign by country and network. Written by features/campaigns.
create table campaign_network (
  campaign_id uuid not null,
  country text not null,
  network smallint not null,
  client_id uuid not null,
  messages int not null default 0,
  segments int not null default 0,
  submitted int not null default 0,
  delivered int not null default 0,
  undeliverable int not null default 0,
  rejected int not null default 0,
  expired int not null default 0,
  failed int not null default 0,
  unknown int not null default 0,
  cancelled int not null default 0,
  captured bigint not null default 0,
  primary key (campaign_id, country, network)
);
alter table campaign_network enable row level security;
create policy reach on campaign_network to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on campaign_network to tuma_portal;

-- The best recent rate of a connector, in messages a second, for forecasts. Written by
-- features/campaigns.
create table connector_rate (
  connector_id int primary key,
  per_second real not null,
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on connector_rate to tuma_portal;

reset role;
