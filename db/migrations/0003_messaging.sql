-- What is sent, and what became of it. The hot path is: chunk (a queue of up to 500 message ids
-- with a cursor) -> submission (the intent, written before the socket) -> receipt. See
-- docs/journey.md for who writes which row when.

create table sender (
  id uuid primary key,
  sender text not null,
  client_id uuid not null references client,
  kind text not null check (kind in ('TRANSACTIONAL', 'PROMOTIONAL', 'SHORTCODE')),
  country text not null,
  network text[] not null default '{}',
  status text not null check (status in
    ('PENDING_DOCUMENTS_APPROVAL', 'DOCUMENTS_APPROVED', 'WAITING_SETUP', 'READY_FOR_SENDING', 'INACTIVE', 'REJECTED')),
  payment_status text not null default 'NOT_REQUIRED' check (payment_status in ('NOT_REQUIRED', 'UNPAID', 'PAID')),
  fee numeric(12, 2),
  currency text,
  reason text,
  is_generic boolean not null default false,
  delegated_to uuid[] not null default '{}',
  created_at timestamptz not null default now()
);
create unique index sender_live on sender (country, lower(sender)) where status <> 'REJECTED';
create index sender_client on sender (client_id, id);

create table opt_out (
  client_id uuid not null references client,
  destination text collate "C" not null,
  source text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, destination)
);

-- Numbers that nobody on the platform may send to.
create table blocked_number (
  destination text collate "C" primary key,
  reason text not null,
  created_at timestamptz not null default now()
);

create table campaign (
  id uuid primary key,
  client_id uuid not null references client,
  campaign_name text not null,
  sender_id uuid references sender,
  sender text not null,
  text text not null,
  source text not null check (source in ('COMPOSE', 'CONTACTS', 'FILE')),
  upload_id uuid,
  -- What a file's rows are read by: its columns in order, and which one is the phone.
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
  -- Of the released units, those that the wallet has back: booked when the campaign ends.
  units_refunded bigint not null default 0,
  validity_seconds int not null default 86400,
  created_by uuid,
  approved_by uuid,
  created_at timestamptz not null default now(),
  scheduled_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  check (units_captured + units_released <= units_held),
  check (units_refunded <= units_released)
);
create index campaign_client on campaign (client_id, id);
create index campaign_due on campaign (scheduled_at) where status in ('SCHEDULED');
create index campaign_live on campaign (id) where status in ('QUEUED', 'RUNNING', 'PAUSED');
create index campaign_refund on campaign (id) where units_released > units_refunded;

-- Who a campaign goes to, priced: what the person was shown is what is charged.
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

-- A row of a file that gave no recipient: kept apart, for the file of refused rows.
create table recipient_refused (
  campaign_id uuid not null,
  row_no int not null,
  client_id uuid not null,
  value text not null,
  reason text not null,
  primary key (campaign_id, row_no)
);

-- status: 0 QUEUED, 3 SUBMITTED (final only where no receipt was asked for), 10 DELIVERED,
-- 11 UNDELIVERABLE, 12 EXPIRED, 13 REJECTED, 14 FAILED, 15 CANCELLED, 16 UNKNOWN. CLAIMED (1),
-- SUBMITTED and AMBIGUOUS (2) of a live message are read from submission.
create table message (
  id uuid not null,
  client_id uuid not null,
  campaign_id uuid,
  destination text collate "C" not null,
  sender text not null,
  text text,
  encoding smallint not null,
  segments smallint not null,
  units bigint not null,
  route_id int not null,
  config_version int not null,
  status smallint not null default 0,
  connector_id int,
  carrier_ids text[],
  carrier_status text,
  error_code text,
  dup_risk boolean,
  submitted_at timestamptz,
  done_at timestamptz,
  source text not null default 'PORTAL' check (source in ('PORTAL', 'REST', 'SMPP', 'HTTP', 'PLATFORM')),
  gateway_user_id int,
  class text not null default 'BULK',
  priority smallint not null default 0,
  scheduled_at timestamptz,
  expires_at timestamptz,
  country text not null default '',
  network smallint not null default 0,
  client_reference text,
  callback jsonb,
  payload bytea,
  data_coding smallint,
  esm_class smallint,
  test boolean not null default false,
  facts jsonb,
  primary key (id, client_id)
) partition by range (id);
create index message_client on message (client_id, id);
create index message_campaign on message (campaign_id, id);
create index message_destination on message (destination, id);

create table chunk (
  id bigint generated always as identity primary key,
  route_id int not null,
  priority smallint not null,
  client_id uuid not null,
  campaign_id uuid,
  sender text not null,
  message_ids uuid[] not null,
  size smallint not null,
  pos smallint not null default 0 check (pos between 0 and size),
  attempt smallint not null default 1,
  dup_risk boolean not null default false,
  not_before timestamptz not null default '-infinity',
  expires_at timestamptz not null,
  stopped boolean not null default false,
  owner int,
  epoch bigint
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);
-- Moving the cursor never rewrites the ids.
alter table chunk alter message_ids set storage external;
-- In the order in which a link looks for work: the most urgent first, then one chunk a client.
create index chunk_queue on chunk (route_id, priority desc, client_id, id) where owner is null and not stopped;
create index chunk_owner on chunk (owner) where owner is not null;
create index chunk_stopped on chunk (id) where stopped;
create index chunk_expiry on chunk (expires_at);
create index chunk_campaign on chunk (campaign_id);

create table connector_lease (
  connector_id int primary key,
  carrier_account_id int not null,
  epoch bigint not null default 0,
  holder text
);

-- A part that is, or may be, with a carrier; written before the socket. `parts` is how many PDUs
-- the link cut the message into, which need not be the segments that were priced. `expires_at` is
-- when the sweep looks at the row: the validity and an hour's grace, and once expired seven days.
-- state: 0 in flight, 1 submitted, 2 ambiguous, 3 expired.
create table submission (
  message_id uuid not null,
  part smallint not null,
  parts smallint not null default 1,
  connector_id int not null,
  carrier_account_id int not null,
  epoch bigint not null,
  route_id int not null,
  state smallint not null default 0,
  policy char(1) not null,
  attempt smallint not null,
  dup_risk boolean not null default false,
  priority smallint not null,
  client_id uuid not null,
  campaign_id uuid,
  sender text not null,
  destination text collate "C" not null,
  country text not null,
  network smallint not null,
  units bigint not null,
  carrier_id text,
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (message_id, part)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);
create index submission_carrier on submission (carrier_account_id, carrier_id) where carrier_id is not null;
create index submission_in_flight on submission (connector_id, epoch) where state = 0;
create index submission_ambiguous on submission (carrier_account_id, destination) where state >= 2 and carrier_id is null;
create index submission_expiry on submission (expires_at) where state > 0;
create index submission_client on submission (client_id, message_id);

create table receipt (
  received_on date not null default current_date,
  carrier_account_id int not null,
  carrier_id text not null,
  stat smallint not null,
  carrier_status text not null,
  error_code text,
  destination text collate "C" not null default '',
  body text,
  received_at timestamptz not null default now(),
  matched boolean not null default false,
  message_id uuid,
  part smallint,
  -- Carriers reuse ids, so the phone is part of what makes a receipt the same one again.
  primary key (received_on, carrier_account_id, carrier_id, destination, stat)
) partition by range (received_on);
create index receipt_unmatched on receipt (carrier_account_id, carrier_id) where not matched;
create index receipt_message on receipt (message_id) where message_id is not null;

-- The rare steps of a message's life; the ordinary ones are read from message, submission, receipt.
create table message_event (
  message_id uuid not null,
  client_id uuid not null,
  occurred_at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('REQUEUED', 'AMBIGUOUS', 'RESENT', 'FAILED_OVER', 'CALLBACK')),
  detail jsonb
);
create index message_event_message on message_event (message_id, occurred_at);

create table campaign_delta (
  id bigint generated always as identity primary key,
  hour timestamptz not null,
  client_id uuid not null,
  campaign_id uuid,
  sender text not null,
  country text not null,
  network smallint not null,
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
  released bigint not null default 0
) with (autovacuum_vacuum_scale_factor = 0.02);

create table rollup_hour (
  hour timestamptz not null,
  client_id uuid not null,
  sender text not null,
  country text not null,
  network smallint not null,
  messages bigint not null default 0,
  segments bigint not null default 0,
  units bigint not null default 0,
  submitted bigint not null default 0,
  delivered bigint not null default 0,
  undeliverable bigint not null default 0,
  rejected bigint not null default 0,
  expired bigint not null default 0,
  failed bigint not null default 0,
  unknown bigint not null default 0,
  cancelled bigint not null default 0,
  primary key (client_id, hour, sender, country, network)
);
create index rollup_hour_hour on rollup_hour (hour);

create table incoming_message (
  id uuid primary key,
  client_id uuid,
  carrier_account_id int not null,
  connector_id int not null,
  source text collate "C" not null,
  destination text collate "C" not null,
  text text not null,
  encoding smallint not null,
  carrier_at text not null default '',
  hash bytea not null,
  created_at timestamptz not null default now()
);
create index incoming_message_repeat on incoming_message (carrier_account_id, hash, created_at);
create index incoming_message_client on incoming_message (client_id, id);

create table incoming_part (
  carrier_account_id int not null,
  source text not null,
  destination text not null,
  reference int not null,
  total smallint not null,
  part smallint not null,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (carrier_account_id, source, destination, reference, total, part)
);

-- The day a uuid v7 falls on is its first 48 bits: partitions by id are partitions by day.
create function uuid_v7_floor(at timestamptz) returns uuid language sql immutable strict as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- Makes the daily partitions of message and receipt from two days ago to a week ahead.
create function ensure_partitions() returns void language plpgsql security definer set search_path = public as $$
declare d date; name text;
begin
  for d in select generate_series(current_date - 2, current_date + 7, interval '1 day')::date loop
    name := 'message_' || to_char(d, 'YYYYMMDD');
    if to_regclass(name) is null then
      execute format('create table %I partition of message for values from (%L) to (%L) with (fillfactor = 70)',
        name, uuid_v7_floor(d::timestamp at time zone 'UTC'), uuid_v7_floor((d + 1)::timestamp at time zone 'UTC'));
    end if;
    name := 'receipt_' || to_char(d, 'YYYYMMDD');
    if to_regclass(name) is null then
      execute format('create table %I partition of receipt for values from (%L) to (%L) with (fillfactor = 80)', name, d, d + 1);
    end if;
  end loop;
end $$;
