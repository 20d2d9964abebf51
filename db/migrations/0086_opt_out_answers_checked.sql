-- The kinds of the outbox, checked while it is in use.

set local role tuma_owner;

alter table outbox validate constraint outbox_kind_check;

reset role;
