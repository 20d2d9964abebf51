-- The customers' ways in: whoever takes messages from software works as a role of its own, which may hold units and put
-- messages into the queue, and nothing else. What talks to carriers still has no right to any wallet.

do $$ begin
  if not exists (select from pg_roles where rolname = 'tuma_accept') then create role tuma_accept nologin; end if;
  execute format('grant tuma_accept to %I', current_user);
end $$;
grant usage on schema public to tuma_accept;
grant usage on all sequences in schema public to tuma_accept;

-- Says that prices or senders have changed since somebody read them: whoever keeps them compares one number. It changes in
-- the transaction of the change itself, so that nobody sees one without the other.
create table acceptance_version (
  one boolean primary key default true check (one),
  version bigint not null default 1
);
insert into acceptance_version default values;
alter table acceptance_version owner to tuma_owner;
grant select on acceptance_version to tuma_portal, tuma_gateway, tuma_accept;

create function raise_acceptance_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update acceptance_version set version = version + 1;
  return null;
end $$;
alter function raise_acceptance_version() owner to tuma_owner;
create trigger raise_acceptance_version after insert or update or delete on rate for each statement execute function raise_acceptance_version();
create trigger raise_acceptance_version after insert or update or delete on sender for each statement execute function raise_acceptance_version();
create trigger raise_acceptance_version after insert or update or delete on sending_window for each statement execute function raise_acceptance_version();
create trigger raise_acceptance_version after update of parent_id, country on client for each statement execute function raise_acceptance_version();

create index sender_name on sender (lower(sender)) where status = 'READY_FOR_SENDING';
-- A customer asks for its messages by its own name for them; those of test keys lie among the others.
create index message_reference on message (client_id, client_reference, id) where client_reference is not null;
create index message_test on message (client_id, id) where test;

do $$
declare t text;
begin
  foreach t in array array['ledger_account', 'ledger_entry', 'client', 'sender', 'rate', 'opt_out', 'idempotency_key', 'message', 'chunk', 'campaign_delta', 'rollup_hour', 'campaign', 'gateway_user', 'api_key'] loop
    execute format('create policy accept on %I to tuma_accept using (true) with check (true)', t);
  end loop;
end $$;
grant select on client, sender, rate, opt_out, blocked_number, config_version, gateway_group, sending_window, rollup_hour, campaign, setting to tuma_accept;
grant select, update on ledger_account to tuma_accept;
grant select, insert on ledger_transfer, ledger_entry to tuma_accept;
grant select, insert, update, delete on idempotency_key to tuma_accept;
grant select, insert on message, chunk, campaign_delta to tuma_accept;
grant select, update (mt_messaging_cred) on gateway_user to tuma_accept;
grant select, update (last_used_at) on api_key to tuma_accept;
