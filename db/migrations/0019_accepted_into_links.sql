-- Acceptance writes the intent of messages that a link of its process has places for, while the link
-- owns its connector (docs/adr/0062).

set local role tuma_owner;

create policy accept on submission_batch to tuma_accept using (true) with check (true);
grant insert on submission_batch to tuma_accept;
-- Reading for share needs the right to update a column.
grant select, update (holder) on connector_lease to tuma_accept;

reset role;
