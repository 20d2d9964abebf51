-- Answers and receipts of carriers, counted by connector, route, network and code.

set local role tuma_owner;

create table connector_outcome (
  connector_id int not null,
  period timestamptz not null,
  hour timestamptz not null,
  route_id int not null,
  network smallint not null,
  outcome text not null check (outcome in ('ACCEPTED', 'REFUSED', 'TEMPORARY', 'LOST', 'DELIVERED', 'UNDELIVERABLE', 'EXPIRED', 'REJECTED', 'FAILED', 'UNKNOWN')),
  carrier_status text not null default '',
  error_code text not null default '',
  seconds int not null default 0,
  parts bigint not null,
  primary key (connector_id, period, hour, route_id, network, outcome, carrier_status, error_code, seconds)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index connector_outcome_period on connector_outcome (period);
create index connector_outcome_code on connector_outcome (error_code) where error_code <> '';
create index connector_outcome_route on connector_outcome (route_id);
comment on table connector_outcome is
  'Parts by what their carrier answered (ACCEPTED, REFUSED, TEMPORARY, LOST) or its receipt reported (the others), in periods of ten minutes, '
  'after three days of a day. hour is that in which their messages were made, so that their lists are found. '
  'For DELIVERED seconds is the upper bound of the time between submission and receipt. '
  'Written by core/dispatch.';
grant select, insert, update, delete on connector_outcome to tuma_portal, tuma_gateway;

create table delivery_hour (
  connector_id int not null,
  route_id int not null,
  network smallint not null,
  hour timestamptz not null,
  receipts bigint not null,
  delivered bigint not null,
  median_seconds real,
  primary key (connector_id, route_id, network, hour)
);
create index delivery_hour_hour on delivery_hour (hour);
comment on table delivery_hour is
  'Final receipts of each whole hour by connector, route and network: how many, how many of them delivered, '
  'and the median time between submission and delivery. Kept for two weeks, as the usual figures with which an hour is compared. '
  'Written by core/dispatch.';
grant select, insert, update, delete on delivery_hour to tuma_portal;

reset role;
