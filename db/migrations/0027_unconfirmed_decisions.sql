-- Why the answer to an unconfirmed part was lost; receipts as they came, with their connector, and
-- how receipts write ids, so that receipts that match nothing can be matched again.

set local role tuma_owner;

alter table unconfirmed_part add column reason text;
create index unconfirmed_part_held on unconfirmed_part (message_id) where not given_up;

alter table receipt add column connector_id integer, add column given_id text;
create index receipt_unmatched_time on receipt (received_at) where not matched;

alter table connector_lease
  add column dlr_msgid smallint,
  add column dlr_msgid_before smallint,
  add column dlr_msgid_changed_at timestamptz;

reset role;
