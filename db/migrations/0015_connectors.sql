-- What an operator sees of connectors, and asks of them at once.

-- A change of `restarts` closes the link and opens it again.
alter table connector add column restarts int not null default 0;

alter table connector_state add column receipts_outstanding int;

-- One minute of a connector, added to by the gateway while it lasts; kept for two days.
create table connector_minute (
  connector_id int not null,
  minute timestamptz not null,
  submitted int not null default 0,
  accepted int not null default 0,
  refused int not null default 0,
  throttled int not null default 0,
  lost int not null default 0,
  receipts int not null default 0,
  received int not null default 0,
  window_in_use int not null default 0,
  queue_length int not null default 0,
  primary key (connector_id, minute)
);
create index connector_minute_minute on connector_minute (minute);

-- The last that went over a connector: written only while somebody looks, and gone a minute after.
create table connector_trace (
  connector_id int primary key,
  watched_until timestamptz not null,
  pdus jsonb not null default '[]'
);

grant select, insert, update, delete on connector_minute, connector_trace to tuma_portal, tuma_gateway;
alter table connector_minute owner to tuma_owner;
alter table connector_trace owner to tuma_owner;
