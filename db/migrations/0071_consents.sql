-- Consents that people gave, by number and purpose.

set local role tuma_owner;

create table consent (
  id uuid primary key,
  client_id uuid not null references client (id),
  destination text collate "C" not null,
  purpose text not null check (purpose in ('PROMOTIONS', 'ALERTS', 'SURVEYS')),
  source text not null,
  wording text not null,
  evidence text not null default '',
  given_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  withdrawn_at timestamptz,
  withdrawal_note text not null default ''
);
comment on table consent is
  'Consents of people to messages of a client: by which way, to which wording and when, and when '
  'withdrawn. Never deleted but with the number. Written by core/consents.';
create index consent_number on consent (client_id, destination, purpose);
create index consent_list on consent (client_id, id);
alter table consent enable row level security;
create policy accept on consent to tuma_accept using (true) with check (true);
create policy reach on consent to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on consent to tuma_portal;
grant select on consent to tuma_accept;

alter table client add column demands_consent boolean;
comment on column client.demands_consent is
  'True where promotions go only to numbers with a consent on record; null: as the platform sets it.';
grant select (demands_consent) on client to tuma_gateway, tuma_accept;
create trigger raise_acceptance_version_consent after update on client for each row
  when (old.demands_consent is distinct from new.demands_consent) execute function raise_acceptance_version();
create trigger raise_acceptance_version_consent after insert or update on setting for each row
  when (new.key = 'consentDemanded') execute function raise_acceptance_version();

reset role;
