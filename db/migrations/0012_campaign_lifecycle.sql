-- What a campaign meets between its making and its end: who approves it and why it needed that, the hours in which it may
-- be sent, what was forecast, and how it went minute by minute and network by network.

alter table campaign
  -- Who was behind `created_by`, where somebody acted for the client: they may not approve it either.
  add column impersonator_id uuid,
  add column waiting_since timestamptz,
  -- Why somebody must approve it: [{"rule": "WORD", "found": "casino"}], for whoever decides.
  add column approval_reasons jsonb not null default '[]',
  -- Of one that was paused until a known moment: it goes on then by itself.
  add column resume_at timestamptz,
  -- A draft made from another campaign, of all its recipients or of those with these outcomes.
  add column copied_from uuid references campaign,
  add column copied_outcomes text[],
  -- What was expected when it was sent, kept beside what happened.
  add column forecast jsonb;
create index campaign_waiting on campaign (waiting_since, id) where status = 'WAITING_APPROVAL';
create index campaign_resume on campaign (resume_at) where status = 'PAUSED' and resume_at is not null;
create index campaign_approved on campaign (id) where status = 'APPROVED';

-- The decisions in a campaign's life and whose they were; null where the platform decided.
create table campaign_event (
  id uuid primary key,
  campaign_id uuid not null references campaign,
  client_id uuid not null references client,
  kind text not null check (kind in ('SENT', 'APPROVED', 'DECLINED', 'PAUSED', 'RESUMED', 'RESCHEDULED', 'CANCELLED', 'FAILED')),
  reason text,
  actor_id uuid,
  -- As it was then: whoever reads this need not reach the actor's account.
  actor_name text,
  impersonator_id uuid,
  occurred_at timestamptz not null default now()
);
create index campaign_event_campaign on campaign_event (campaign_id, id);

-- When a change was counted, so that what is folded late is still told of the minute in which it was.
alter table campaign_delta add column created_at timestamptz not null default now();

create table campaign_minute (
  campaign_id uuid not null,
  minute timestamptz not null,
  client_id uuid not null,
  submitted int not null default 0,
  delivered int not null default 0,
  failed int not null default 0,
  primary key (campaign_id, minute)
);

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

-- The best that a connector did lately, in messages a second: what a forecast reckons with.
create table connector_rate (
  connector_id int primary key,
  per_second real not null,
  updated_at timestamptz not null default now()
);

-- When a kind of sender ID may be used towards a country. Minutes from midnight in the zone; days as ISO counts them, 1 is
-- Monday. Vendors' summaries of rules, not statutes: each says where it was read and when.
create table sending_window (
  country text not null check (country ~ '^[A-Z]{2}$'),
  kind text not null check (kind in ('TRANSACTIONAL', 'PROMOTIONAL', 'SHORTCODE')),
  opens smallint not null check (opens >= 0),
  closes smallint not null check (closes > opens and closes <= 1440),
  days smallint[] not null check (cardinality(days) between 1 and 7 and days <@ '{1,2,3,4,5,6,7}'),
  timezone text not null,
  source text not null,
  checked_on date not null,
  primary key (country, kind)
);
insert into sending_window (country, kind, opens, closes, days, timezone, source, checked_on) values
  ('KE', 'PROMOTIONAL', 480, 1080, '{1,2,3,4,5,6,7}', 'Africa/Nairobi', 'Safaricom bulk SMS rules, as told by support.uwaziimobile.com (promotional-messages); the draft of the Communications Authority says 07:00 to 19:00', '2026-11-21'),
  ('TZ', 'PROMOTIONAL', 480, 1200, '{1,2,3,4,5,6,7}', 'Africa/Dar_es_Salaam', 'Advisory, twilio.com/en/guidelines/tz/sms; help.clicksend.com says 09:00 to 21:00 on business days', '2026-11-21'),
  ('UG', 'PROMOTIONAL', 480, 1200, '{1,2,3,4,5,6,7}', 'Africa/Kampala', 'wesendall.com, with fines; help.clicksend.com advises none from 21:00 to 07:00', '2026-11-21'),
  ('MZ', 'PROMOTIONAL', 480, 1200, '{1,2,3,4,5,6,7}', 'Africa/Maputo', 'Advisory, suresms.com and sent.dm', '2026-11-21');

do $$
declare t text;
begin
  foreach t in array array['campaign_event', 'campaign_minute', 'campaign_network'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy reach on %I to tuma_portal using (
      (select tuma_reach()) = 'all'
      or client_id = (select tuma_client())
      or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)))$p$, t);
  end loop;
  foreach t in array array['campaign_event', 'campaign_minute', 'campaign_network', 'connector_rate', 'sending_window'] loop
    execute format('alter table %I owner to tuma_owner', t);
    execute format('grant select, insert, update, delete on %I to tuma_portal', t);
  end loop;
end $$;
revoke update, delete on campaign_event from tuma_portal;
