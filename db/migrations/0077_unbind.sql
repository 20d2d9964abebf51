-- An operator ends one connection of a user's software: the process that holds it reads the wish in the row.

set local role tuma_owner;

alter table smpp_bind add column unbind_requested_at timestamptz;

reset role;
