-- How many messages a user may hand over at this moment, counted for all processes together. Unlogged: it is worth a second,
-- and where the database was cut off or another took its place everybody begins with a full one.
create unlogged table throughput (
  who text primary key,
  per_second double precision not null,
  wanted int not null,
  -- Of what was wanted last.
  granted int not null,
  available double precision not null,
  updated_at timestamptz not null
) with (fillfactor = 50);
alter table throughput owner to tuma_owner;
alter table throughput enable row level security;
create policy accept on throughput to tuma_accept using (true) with check (true);
grant select, insert, update on throughput to tuma_accept;
