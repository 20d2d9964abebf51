-- How often a link was lost, by the minute.

set local role tuma_owner;

alter table connector_minute add column drops int not null default 0;

reset role;
