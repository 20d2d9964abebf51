-- Approval of what software sends: messages of one text wait as one campaign.

set local role tuma_owner;

alter table client add column unapproved_numbers integer check (unapproved_numbers between 0 and 1000000);
comment on column client.unapproved_numbers is
  'How many numbers a text may reach within a day before it waits for approval; null for the platform''s own limit.';
grant select (unapproved_numbers) on client to tuma_gateway, tuma_accept;

drop trigger raise_acceptance_version_row on client;
create trigger raise_acceptance_version_row after update on client for each row
  when (old.client_status is distinct from new.client_status or old.timezone is distinct from new.timezone
    or (old.daily_limit_messages is null) is distinct from (new.daily_limit_messages is null)
    or old.access_level is distinct from new.access_level
    or old.requires_campaign_approval is distinct from new.requires_campaign_approval
    or old.unapproved_numbers is distinct from new.unapproved_numbers)
  execute function raise_acceptance_version();

-- Content rules and the limits of approval are rows of `setting`.
create trigger raise_acceptance_version after insert or update on setting for each row
  when (new.key in ('contentRules', 'approvalLimits')) execute function raise_acceptance_version();

alter table campaign add column fingerprint text;
comment on column campaign.fingerprint is
  'Of a campaign of messages that software sent: what their texts have in common.';
alter table campaign drop constraint campaign_source_check;
alter table campaign add constraint campaign_source_check
  check (source in ('COMPOSE', 'CONTACTS', 'FILE', 'SOFTWARE')) not valid;
create unique index campaign_gathering on campaign (client_id, fingerprint, sender)
  where status = 'WAITING_APPROVAL' and fingerprint is not null;
create index campaign_waiting_software on campaign (id) where source = 'SOFTWARE' and status = 'WAITING_APPROVAL';

alter table campaign_delta add column gathered bigint not null default 0;

create table unapproved_message (
  message_id uuid primary key,
  client_id uuid not null,
  fingerprint text not null,
  destination text collate "C" not null,
  sends_at timestamptz not null
);
comment on table unapproved_message is
  'Messages of the last day that went out without approval, though their client or text needs one. '
  'Written by core/accept.';
create index unapproved_message_text on unapproved_message (client_id, fingerprint);
create index unapproved_message_day on unapproved_message (client_id, sends_at);
create index unapproved_message_old on unapproved_message (sends_at);
alter table unapproved_message enable row level security;
create policy accept on unapproved_message to tuma_accept using (true) with check (true);
create policy reach on unapproved_message to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on unapproved_message to tuma_portal;
grant select, insert on unapproved_message to tuma_accept;

create table text_decision (
  id uuid primary key,
  client_id uuid not null references client (id),
  campaign_id uuid not null,
  sender text not null,
  text text not null,
  fingerprint text not null,
  is_approved boolean not null,
  decided_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
comment on table text_decision is
  'Texts on which an approver decided, with placeholders where they have any: software sends approved '
  'ones without waiting, and declined ones are refused. Written by features/campaigns.';
create index text_decision_client on text_decision (client_id, fingerprint);
create trigger raise_acceptance_version after insert or delete or update on text_decision for each statement
  execute function raise_acceptance_version();
alter table text_decision enable row level security;
create policy accept on text_decision to tuma_accept using (true) with check (true);
create policy reach on text_decision to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on text_decision to tuma_portal;
grant select on text_decision to tuma_accept;

-- Acceptance opens campaigns and may not change them. The lock makes a decision on one of these
-- campaigns wait until the messages that join it are committed, and does not wait for counts.
create function lock_gathering(clients uuid[], fingerprints text[])
 RETURNS TABLE (id uuid, client_id uuid, fingerprint text, sender text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select c.id, c.client_id, c.fingerprint, c.sender from campaign c
  where c.client_id = any (clients) and c.fingerprint = any (fingerprints) and c.status = 'WAITING_APPROVAL'
  order by c.id for key share of c
$function$;
revoke execute on function lock_gathering(uuid[], text[]) from public;
grant execute on function lock_gathering(uuid[], text[]) to tuma_accept, tuma_portal;

create function open_gathering(id uuid, client uuid, name text, sender uuid, sender_name text, text text, country text, fingerprint text, reasons jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  insert into campaign (id, client_id, campaign_name, sender_id, sender, text, source, country, status, prepared_at, waiting_since, approval_reasons, fingerprint)
  values ($1, $2, $3, $4, $5, $6, 'SOFTWARE', $7, 'WAITING_APPROVAL', now(), now(), $9, $8)
$function$;
revoke execute on function open_gathering(uuid, uuid, text, uuid, text, text, text, text, jsonb) from public;
grant execute on function open_gathering(uuid, uuid, text, uuid, text, text, text, text, jsonb) to tuma_accept, tuma_portal;

reset role;
