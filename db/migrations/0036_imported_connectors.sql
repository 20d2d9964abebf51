-- Connectors that came from another gateway wait, stopped, until an operator cuts each of them over.

set local role tuma_owner;

alter table connector add column imported boolean not null default false;

reset role;
