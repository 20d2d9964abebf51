-- Sender IDs from the request to the first message: what each country asks, the documents, and what was decided.

alter table sender
  -- Whose name it is, where it is not the applicant's own.
  add column brand_owner text,
  -- What will be sent under it, where the country's operators ask.
  add column sample text,
  -- Who asked for the client, acting for it.
  add column impersonator_id uuid,
  -- Blocked by the platform's own people: only they let it go on.
  add column blocked_by_staff boolean not null default false,
  add column status_at timestamptz not null default now();
create index sender_waiting on sender (status_at, id) where status in ('PENDING_DOCUMENTS_APPROVAL', 'DOCUMENTS_APPROVED', 'WAITING_SETUP');

-- What two names have in common that people take for one another: without separators, and signs that look alike made one.
create function sender_skeleton(name text) returns text language sql immutable strict parallel safe as
  $$ select replace(replace(translate(lower(name), '013524l78 -_.&', 'oieszaitb'), 'rn', 'm'), 'vv', 'w') $$;
alter function sender_skeleton(text) owner to tuma_owner;
create index sender_alike on sender (country, sender_skeleton(sender)) where status <> 'REJECTED';

-- What a country's operators ask of a kind of sender ID; '*' is any country without a row of its own. An operator edits it.
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

-- Names that nobody else may look like. A BRAND is its owner's, who proves it; a WORD names nobody and is refused.
create table protected_name (
  country text not null,
  name text not null,
  kind text not null check (kind in ('BRAND', 'WORD')),
  source text not null,
  primary key (country, name)
);
insert into protected_name (country, name, kind, source)
select country, unnest(names), kind, source from (values
  ('KE', '{SAFARICOM,MPESA,FULIZA,AIRTEL,TELKOM,EQUITY,KCB,COOPBANK,NCBA,ABSA,STANBIC,FAMILYBANK,KRA,ECITIZEN,HELB,NSSF,NHIF,SHA,KPLC,IEBC,HUDUMA}'::text[], 'BRAND', 'operators, banks and public bodies of the country'),
  ('TZ', '{VODACOM,MPESA,TIGO,TIGOPESA,AIRTEL,HALOTEL,TTCL,CRDB,NMB,NBC,TRA,TCRA,NIDA,TANESCO,LUKU}'::text[], 'BRAND', 'operators, banks and public bodies of the country'),
  ('UG', '{MTN,MOMO,AIRTEL,STANBIC,CENTENARY,DFCU,URA,NSSF,UCC,NIRA,UMEME}'::text[], 'BRAND', 'operators, banks and public bodies of the country'),
  ('MZ', '{VODACOM,MPESA,TMCEL,MKESH,MOVITEL,EMOLA,BCI,BIM,MILLENNIUM,STANDARDBANK,INCM,INSS,EDM}'::text[], 'BRAND', 'operators, banks and public bodies of the country'),
  ('*', '{WHATSAPP,FACEBOOK,GOOGLE,APPLE,PAYPAL,VISA,MASTERCARD,AMAZON,MICROSOFT,NETFLIX,TELEGRAM,UNICEF,WORLDBANK}'::text[], 'BRAND', 'known over the whole world'),
  ('*', '{INFO,SMS,NOTICE,ALERT,VERIFY,TEST,OTP,BANK,POLICE,GOVERNMENT,SECURITY,PROMO}'::text[], 'WORD', 'suresms.com, sent.dm (Mozambique: no INFO, SMS, NOTICE); wesendall.com (no generic names)')
) as given (country, names, kind, source);

-- A document of a sender ID. Its bytes are parts of `file_id`; a rejected one stays, and says which took its place.
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
-- One of a kind at a time.
create unique index sender_document_kind on sender_document (sender_id, kind) where replaced_by is null;

-- What was done about a sender ID, by whom.
create table sender_event (
  id uuid primary key,
  sender_id uuid not null references sender,
  client_id uuid not null references client,
  kind text not null,
  document_kind text,
  -- To whom it was given, or from whom it was taken back.
  about_id uuid,
  reason text,
  actor_id uuid,
  actor_name text,
  impersonator_id uuid,
  occurred_at timestamptz not null default now()
);
create index sender_event_sender on sender_event (sender_id, id);

do $$
declare t text;
begin
  foreach t in array array['sender_document', 'sender_event'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy reach on %I to tuma_portal using (
      (select tuma_reach()) = 'all'
      or client_id = (select tuma_client())
      or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)))$p$, t);
  end loop;
  foreach t in array array['sender_document', 'sender_event', 'sender_rule', 'protected_name'] loop
    execute format('alter table %I owner to tuma_owner', t);
  end loop;
end $$;
grant select, insert, update on sender_document, sender_rule to tuma_portal;
grant select, insert on sender_event to tuma_portal;
grant select on protected_name to tuma_portal;
