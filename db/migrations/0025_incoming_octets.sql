-- Parts of messages from phones keep their octets, which customers' servers get as they came.

set local role tuma_owner;

alter table incoming_part add column octets bytea not null default '';

reset role;
