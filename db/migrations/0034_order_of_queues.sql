-- In the order in which they are claimed, to the last column: many rows are due at the same moment (a replay, a batch), and
-- without the id all of them are looked at and sorted to find the first few. With 300,000 it took six seconds.
drop index outbox_due;
-- Without SMPP users' rows, so that their own index is the only one for them, whatever the planner thinks of an unknown table.
create index outbox_due on outbox (kind, not_before, id) where done_at is null and kind <> 'SMPP_USER';
drop index outbox_user;
create index outbox_user on outbox (target, not_before, id) where done_at is null and kind = 'SMPP_USER';
drop index webhook_delivery_due;
create index webhook_delivery_due on webhook_delivery (host, webhook_id, next_at, id) where status = 'PENDING';
