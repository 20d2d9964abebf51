-- The second wall: whatever a query forgets, a row outside the caller's reach is not there.
-- `tuma.reach` is own, tree, ebu or all; set for each transaction from the scope that the
-- session gave (src/server/db.ts). Unset means nothing is visible.

create function tuma_reach() returns text language sql stable parallel safe as
  $$ select coalesce(current_setting('tuma.reach', true), '') $$;
create function tuma_client() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('tuma.client', true), '')::uuid $$;
create function tuma_path() returns text language sql stable parallel safe as
  $$ select coalesce(current_setting('tuma.path', true), '') $$;

alter table client enable row level security;
create policy reach on client to tuma_portal using (
  (select tuma_reach()) = 'all'
  or id = (select tuma_client())
  or ((select tuma_reach()) = 'tree' and path >= (select tuma_path()) and path < (select left(tuma_path(), -1) || '/'))
  or ((select tuma_reach()) = 'ebu' and access_level = 'EBU_CLIENT'));
create policy gateway on client for select to tuma_gateway using (true);

do $$
declare t text;
begin
  foreach t in array array['session', 'ledger_account', 'rate', 'opt_out', 'campaign', 'recipient', 'recipient_refused', 'message',
    'chunk', 'submission', 'message_event', 'campaign_delta', 'rollup_hour', 'incoming_message', 'task', 'upload', 'idempotency_key', 'outbox'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy reach on %I to tuma_portal using (
      (select tuma_reach()) = 'all'
      or client_id = (select tuma_client())
      or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)))$p$, t);
    execute format('create policy gateway on %I to tuma_gateway using (true) with check (true)', t);
  end loop;
end $$;

-- A sender serves its owner, whoever it was delegated to, and, when generic, everyone.
alter table sender enable row level security;
create policy reach on sender to tuma_portal using (
  (select tuma_reach()) = 'all'
  or is_generic
  or client_id = (select tuma_client())
  or (select tuma_client()) = any (delegated_to)
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
create policy gateway on sender for select to tuma_gateway using (true);

alter table ledger_entry enable row level security;
create policy reach on ledger_entry to tuma_portal using (
  (select tuma_reach()) = 'all' or account_id in (select id from ledger_account));

grant select, insert, update, delete on all tables in schema public to tuma_portal;
revoke update, delete on ledger_transfer, ledger_entry from tuma_portal;
revoke delete on ledger_account, client from tuma_portal;
revoke all on migration from tuma_portal;
grant usage on all sequences in schema public to tuma_portal, tuma_gateway;

-- Of the portal's tables the gateway reads what sending needs; it writes only the pipeline's own.
grant select on client, sender, campaign, connector, filter, route, config_version, setting, opt_out to tuma_gateway;
grant update (status) on campaign to tuma_gateway; -- only so that it may lock the row for share
grant select, insert, update, delete on chunk, submission, connector_lease, incoming_part to tuma_gateway;
grant select, insert, update on message, receipt, message_event, incoming_message, opt_out to tuma_gateway;
grant insert, select on campaign_delta, outbox to tuma_gateway;
grant execute on function ensure_partitions() to tuma_portal, tuma_gateway;

-- The tables belong to the owner role, so that security-definer functions run as it.
do $$
declare r record;
begin
  for r in select c.relname, c.relkind from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> 'migration' loop
    execute format('alter table %I owner to tuma_owner', r.relname);
  end loop;
end $$;
alter function ensure_partitions() owner to tuma_owner;
select ensure_partitions();
