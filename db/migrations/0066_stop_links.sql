-- A link to opt out for everyone whose operator has no code: a short address with a token of its own for
-- each message.

set local role tuma_owner;

create table stop_link (
  token text collate "C" primary key,
  client_id uuid not null,
  sender text not null,
  destination text collate "C" not null,
  expires_at timestamptz not null
);
comment on table stop_link is
  'Short addresses by which receivers of promotional messages opt out, until they expire. Written by core/opt-outs.';
create index stop_link_number on stop_link (destination);
create index stop_link_expiry on stop_link (expires_at);
alter table stop_link enable row level security;
create policy accept on stop_link to tuma_accept using (true) with check (true);
create policy reach on stop_link to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on stop_link to tuma_portal;
grant select, insert on stop_link to tuma_accept;

-- A message that customers' software submits has the address of its client's brand.
create policy accept on brand for select to tuma_accept using (true);
create policy accept on brand_host for select to tuma_accept using (true);
grant select on brand, brand_host to tuma_accept;
create trigger raise_acceptance_version after insert or update or delete on brand
  for each statement execute function raise_acceptance_version();
create trigger raise_acceptance_version after insert or update or delete on brand_host
  for each statement execute function raise_acceptance_version();

insert into stop_clause (country, network, kind, text, source, checked_on) values
  ('ZZ', 0, 'LINK', 'STOP {link}', 'No code of the operator is known', '2026-11-27'),
  ('TZ', 0, 'LINK', 'KUJITOA {link}', 'No code of an operator in Tanzania was found', '2026-11-27'),
  ('MZ', 0, 'LINK', 'SAIR {link}', 'No code of an operator in Mozambique was found', '2026-11-27')
on conflict do nothing;

reset role;
