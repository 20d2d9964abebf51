-- Sender IDs from the request to the first message.

set local role tuma_owner;

-- The part of a name that people cannot tell from another: without separators, and with signs
-- that look alike made one.
create function sender_skeleton(name text) returns text language sql immutable strict parallel safe as
  $$ select replace(replace(translate(lower(name), '013524l78 -_.&', 'oieszaitb'), 'rn', 'm'), 'vv', 'w') $$;

-- Sender IDs. One serves its owner, the clients that it was delegated to and, when generic,
-- everyone. Written by features/senders.
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
  created_at timestamptz not null default now(),
  -- The owner of the name, where it is not the applicant.
  brand_owner text,
  -- A sample text, where the country's operators ask for one.
  sample text,
  impersonator_id uuid,
  -- Blocked by the platform's staff, who alone may release it.
  blocked_by_staff boolean not null default false,
  status_at timestamptz not null default now()
);
-- A name belongs to one client in each country.
create unique index sender_live on sender (country, lower(sender)) where status <> 'REJECTED';
create index sender_client on sender (client_id, id);
-- The owner of the number that a phone wrote to.
create index sender_written_to on sender (lower(sender))
  where status = 'READY_FOR_SENDING' and not is_generic;
create index sender_name on sender (lower(sender)) where status = 'READY_FOR_SENDING';
create index sender_waiting on sender (status_at, id)
  where status in ('PENDING_DOCUMENTS_APPROVAL', 'DOCUMENTS_APPROVED', 'WAITING_SETUP');
create index sender_alike on sender (country, sender_skeleton(sender)) where status <> 'REJECTED';
create trigger raise_acceptance_version after insert or update or delete on sender
  for each statement execute function raise_acceptance_version();
alter table sender enable row level security;
create policy accept on sender to tuma_accept using (true) with check (true);
create policy gateway on sender for select to tuma_gateway using (true);
create policy reach on sender to tuma_portal using (
  (select tuma_reach()) = 'all'
  or is_generic
  or client_id = (select tuma_client())
  or (select tuma_client()) = any (delegated_to)
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on sender to tuma_portal;
grant select on sender to tuma_gateway, tuma_accept;

-- A country's requirements for a kind of sender ID; '*' is any country without a row of its own.
-- An operator edits it. Written by features/senders.
create table sender_rule (
  country text not null,
  kind text not null check (kind in ('TRANSACTIONAL', 'PROMOTIONAL', 'SHORTCODE')),
  offered boolean not null default true,
  shortest int not null,
  longest int not null check (longest >= shortest),
  spaces boolean not null,
  symbols boolean not null,
  documents text[] not null check (documents <@ array['CERTIFICATE', 'TAX_CERTIFICATE', 'TRADEMARK_CERTIFICATE', 'AUTHORIZATION_LETTER']),
  sample boolean not null default false,
  fee numeric(12,2) check (fee > 0),
  currency text,
  days_least int not null,
  days_most int not null check (days_most >= days_least),
  source text not null,
  checked_on date not null,
  primary key (country, kind),
  check ((fee is null) = (currency is null))
);
insert into sender_rule (country, kind, shortest, longest, spaces, symbols, documents, sample, days_least, days_most, source, checked_on) values
  ('KE', 'TRANSACTIONAL', 3, 11, false, false, '{CERTIFICATE,TAX_CERTIFICATE}', false, 2, 14, 'mteja.io, smsleopard.com, mobi4tech.com; support.uwaziimobile.com', '2026-11-01'),
  ('KE', 'PROMOTIONAL', 3, 11, false, false, '{CERTIFICATE,TAX_CERTIFICATE}', false, 2, 14, 'support.uwaziimobile.com/promotional-messages; mteja.io', '2026-11-01'),
  ('KE', 'SHORTCODE', 3, 15, false, false, '{CERTIFICATE,TAX_CERTIFICATE}', false, 2, 14, 'mteja.io; telerivet.com/blog', '2026-11-01'),
  ('TZ', 'TRANSACTIONAL', 3, 11, false, false, '{CERTIFICATE,TAX_CERTIFICATE}', true, 15, 50, 'twilio.com/en/guidelines/tz/sms; help.clicksend.com (3 to 10 weeks)', '2026-11-01'),
  ('TZ', 'PROMOTIONAL', 3, 11, false, false, '{CERTIFICATE,TAX_CERTIFICATE}', true, 15, 50, 'twilio.com/en/guidelines/tz/sms; help.clicksend.com (3 to 10 weeks)', '2026-11-01'),
  ('TZ', 'SHORTCODE', 3, 15, false, false, '{CERTIFICATE,TAX_CERTIFICATE}', true, 15, 50, 'twilio.com/en/guidelines/tz/sms (3 to 10 weeks)', '2026-11-01'),
  ('UG', 'TRANSACTIONAL', 3, 11, false, false, '{CERTIFICATE,TAX_CERTIFICATE}', false, 2, 14, 'wesendall.com; help.clicksend.com', '2026-11-01'),
  ('UG', 'PROMOTIONAL', 3, 11, false, false, '{CERTIFICATE,TAX_CERTIFICATE}', true, 2, 14, 'wesendall.com; help.clicksend.com', '2026-11-01'),
  ('UG', 'SHORTCODE', 3, 15, false, false, '{CERTIFICATE,TAX_CERTIFICATE}', false, 2, 14, 'wesendall.com (MTN takes no numeric senders)', '2026-11-01'),
  ('MZ', 'TRANSACTIONAL', 3, 11, true, false, '{CERTIFICATE,TAX_CERTIFICATE}', false, 2, 14, 'suresms.com; sent.dm', '2026-11-01'),
  ('MZ', 'PROMOTIONAL', 3, 11, true, false, '{CERTIFICATE,TAX_CERTIFICATE}', true, 2, 14, 'suresms.com; sent.dm', '2026-11-01'),
  ('MZ', 'SHORTCODE', 3, 15, false, false, '{CERTIFICATE,TAX_CERTIFICATE}', false, 2, 14, 'sent.dm', '2026-11-01'),
  ('*', 'TRANSACTIONAL', 3, 11, true, true, '{CERTIFICATE}', false, 2, 14, 'the platform''s own', '2026-11-01'),
  ('*', 'PROMOTIONAL', 3, 11, true, true, '{CERTIFICATE}', true, 2, 14, 'the platform''s own', '2026-11-01'),
  ('*', 'SHORTCODE', 3, 15, false, false, '{CERTIFICATE}', false, 2, 14, 'the platform''s own', '2026-11-01');
update sender_rule set offered = false where country = 'UG' and kind = 'SHORTCODE';
grant select, insert, update on sender_rule to tuma_portal;

-- Names that nobody else may look like. A BRAND belongs to its owner, who proves it; a WORD names
-- nobody and is refused. Written by features/senders.
create table protected_name (
  country text not null,
  name text not null,
  kind text not null check (kind in ('BRAND', 'WORD')),
  source text not null,
  primary key (country, name)
);
-- Names that look alike protect the same.
create unique index protected_name_alike on protected_name (country, sender_skeleton(name));
insert into protected_name (country, name, kind, source)
select country, unnest(names), kind, source from (values
  ('KE', '{SAFARICOM,MPESA,FULIZA,AIRTEL,TELKOM,EQUITY,KCB,COOPBANK,NCBA,ABSA,STANBIC,FAMILYBANK,KRA,ECITIZEN,HELB,NSSF,NHIF,SHA,KPLC,IEBC,HUDUMA}'::text[], 'BRAND', 'operators, banks and public bodies of the country'),
  ('TZ', '{VODACOM,MPESA,TIGO,TIGOPESA,AIRTEL,HALOTEL,TTCL,CRDB,NMB,NBC,TRA,TCRA,NIDA,TANESCO,LUKU}'::text[], 'BRAND', 'operators, banks and public bodies of the country'),
  ('UG', '{MTN,MOMO,AIRTEL,STANBIC,CENTENARY,DFCU,URA,NSSF,UCC,NIRA,UMEME}'::text[], 'BRAND', 'operators, banks and public bodies of the country'),
  ('MZ', '{VODACOM,MPESA,TMCEL,MKESH,MOVITEL,EMOLA,BCI,BIM,MILLENNIUM,STANDARDBANK,INCM,INSS,EDM}'::text[], 'BRAND', 'operators, banks and public bodies of the country'),
  ('*', '{WHATSAPP,FACEBOOK,GOOGLE,APPLE,PAYPAL,VISA,MASTERCARD,AMAZON,MICROSOFT,NETFLIX,TELEGRAM,UNICEF,WORLDBANK}'::text[], 'BRAND', 'known over the whole world'),
  ('*', '{INFO,SMS,NOTICE,ALERT,VERIFY,TEST,OTP,BANK,POLICE,GOVERNMENT,SECURITY,PROMO}'::text[], 'WORD', 'suresms.com, sent.dm (Mozambique: no INFO, SMS, NOTICE); wesendall.com (no generic names)')
) as given (country, names, kind, source);
grant select, insert, delete on protected_name to tuma_portal;

-- Documents of a sender ID. The bytes are parts of `file_id`; a rejected document stays, and
-- names its successor. Written by features/senders.
create table sender_document (
  id uuid primary key,
  sender_id uuid not null references sender,
  client_id uuid not null references client,
  kind text not null check (kind in ('CERTIFICATE', 'TAX_CERTIFICATE', 'TRADEMARK_CERTIFICATE', 'AUTHORIZATION_LETTER')),
  status text not null check (status in ('PENDING_APPROVAL', 'DOCUMENT_APPROVED', 'DOCUMENT_REJECTED')),
  reason text,
  file_id uuid not null unique,
  file_name text not null,
  content_type text not null,
  bytes bigint not null,
  replaced_by uuid references sender_document deferrable initially deferred,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create index sender_document_sender on sender_document (sender_id, id);
create index sender_document_client on sender_document (client_id, id);
-- One document of each kind in force.
create unique index sender_document_kind on sender_document (sender_id, kind)
  where replaced_by is null;
alter table sender_document enable row level security;
create policy reach on sender_document to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update on sender_document to tuma_portal;

-- Decisions about a sender ID, and who took them. Written by features/senders.
create table sender_event (
  id uuid primary key,
  sender_id uuid not null references sender,
  client_id uuid not null references client,
  kind text not null,
  document_kind text,
  -- The client that it was delegated to or withdrawn from.
  about_id uuid,
  reason text,
  actor_id uuid,
  actor_name text,
  impersonator_id uuid,
  occurred_at timestamptz not null default now()
);
create index sender_event_sender on sender_event (sender_id, id);
alter table sender_event enable row level security;
create policy reach on sender_event to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert on sender_event to tuma_portal;

-- Sending hours of a kind of sender ID towards a country, in minutes from midnight in the zone;
-- days as ISO counts them, 1 is Monday. Vendors' summaries of rules, not statutes: each says
-- where it was read and when. Written by features/platform-settings.
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
create trigger raise_acceptance_version after insert or update or delete on sending_window
  for each statement execute function raise_acceptance_version();
insert into sending_window (country, kind, opens, closes, days, timezone, source, checked_on) values
  ('KE', 'PROMOTIONAL', 480, 1080, '{1,2,3,4,5,6,7}', 'Africa/Nairobi', 'Safaricom bulk SMS rules, as told by support.uwaziimobile.com (promotional-messages); the draft of the Communications Authority says 07:00 to 19:00', '2026-11-21'),
  ('TZ', 'PROMOTIONAL', 480, 1200, '{1,2,3,4,5,6,7}', 'Africa/Dar_es_Salaam', 'Advisory, twilio.com/en/guidelines/tz/sms; help.clicksend.com says 09:00 to 21:00 on business days', '2026-11-21'),
  ('UG', 'PROMOTIONAL', 480, 1200, '{1,2,3,4,5,6,7}', 'Africa/Kampala', 'wesendall.com, with fines; help.clicksend.com advises none from 21:00 to 07:00', '2026-11-21'),
  ('MZ', 'PROMOTIONAL', 480, 1200, '{1,2,3,4,5,6,7}', 'Africa/Maputo', 'Advisory, suresms.com and sent.dm', '2026-11-21');
grant select, insert, update, delete on sending_window to tuma_portal;
grant select on sending_window to tuma_accept;

reset role;
