-- Routes that heal: what carriers did in the last minutes and hours, incidents, and operators' limits.

set local role tuma_owner;

create table connector_slot (
  connector_id int not null,
  route_id int not null,
  network smallint not null,
  slot timestamptz not null,
  outcome text not null check (outcome in ('ACCEPTED', 'REFUSED', 'THROTTLED', 'DELIVERED', 'ENDED')),
  seconds int not null default 0,
  parts bigint not null,
  primary key (connector_id, route_id, network, slot, outcome, seconds)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index connector_slot_slot on connector_slot (slot);
comment on table connector_slot is
  'Parts by the ten seconds of their submission: answers (ACCEPTED, REFUSED, THROTTLED) and receipts (DELIVERED, ENDED for the other final ones). '
  'For DELIVERED seconds is the upper bound of the time between submission and receipt. Kept for two hours, then summed into connector_hour. '
  'Written by core/dispatch.';
grant select, insert, update, delete on connector_slot to tuma_portal, tuma_gateway;

create table connector_hour (
  connector_id int not null,
  route_id int not null,
  network smallint not null,
  hour timestamptz not null,
  outcome text not null,
  seconds int not null,
  parts bigint not null,
  primary key (connector_id, route_id, network, hour, outcome, seconds)
) with (fillfactor = 70);
create index connector_hour_hour on connector_hour (hour);
comment on table connector_hour is
  'connector_slot by the hours of the last two weeks: the history that says what is normal for a connector and network. Written by core/dispatch.';
grant select, insert, update, delete on connector_hour to tuma_portal;

create table healing_range (
  connector_id int not null,
  route_id int not null,
  network smallint not null,
  due_seconds int not null,
  usual real not null,
  low real not null,
  usual_seconds real,
  hours int not null,
  primary key (connector_id, route_id, network)
);
comment on table healing_range is
  'The normal range of each connector, route and network: within due_seconds usual of its parts are delivered, and low in a bad hour. '
  'Computed every hour from connector_hour. Written by core/healing.';
grant select, insert, update, delete on healing_range to tuma_portal;

create table healing_limit (
  route_id int not null,
  connector_id int not null,
  mode text not null check (mode in ('OFF', 'WATCH', 'MOVE')),
  least_percent smallint not null check (least_percent between 1 and 50),
  most_percent smallint not null check (most_percent between 1 and 100),
  updated_at timestamptz not null default now(),
  primary key (route_id, connector_id)
);
comment on table healing_limit is
  'How far routes may heal. Route 0 and connector 0 stand for all; a row of a route and connector goes before one of a route, that before one of a connector. '
  'least_percent of a connector''s messages stay with it as probes; at most most_percent of a route''s messages to a network are moved. Written by core/healing.';
grant select, insert, update, delete on healing_limit to tuma_portal;

create table healing_incident (
  id uuid primary key,
  connector_id int not null,
  route_id int not null,
  network smallint not null,
  status text not null check (status in ('NOTICED', 'RELIEVED', 'RETURNING', 'ENDED')),
  keep real not null check (keep between 0 and 1),
  hold_seconds int not null,
  is_kept boolean not null default false,
  shifts smallint not null default 0,
  figures jsonb not null,
  began_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  ended_at timestamptz,
  quiet_until timestamptz,
  operator_id uuid references client (id),
  acknowledged_at timestamptz
);
create unique index healing_incident_open on healing_incident (connector_id, route_id, network) where ended_at is null;
create index healing_incident_began on healing_incident (began_at, id);
comment on table healing_incident is
  'Connectors that left their normal range for a network of a route. keep is the share of the connector''s messages that stay with it; gateways read it. '
  'hold_seconds is how long it stays before probes may move it back. operator_id acknowledged it. Written by core/healing.';
grant select, insert, update, delete on healing_incident to tuma_portal;
grant select on healing_incident to tuma_gateway;

create table healing_step (
  id bigint generated always as identity primary key,
  incident_id uuid not null references healing_incident (id) on delete cascade,
  kind text not null check (kind in ('NOTICED', 'RELIEVED', 'RETURNING', 'ENDED', 'KEPT', 'LET_GO', 'ACKNOWLEDGED')),
  reason text not null,
  keep real not null,
  figures jsonb,
  operator_id uuid references client (id),
  created_at timestamptz not null default now()
);
create index healing_step_incident on healing_step (incident_id, id);
comment on table healing_step is
  'What was decided in each incident, when, by whom (null for the product) and by which figures. Written by core/healing.';
grant select, insert, update, delete on healing_step to tuma_portal;

reset role;
