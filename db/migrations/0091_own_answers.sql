-- An account's own texts of the answers to phones.

set local role tuma_owner;

create table opt_out_own_answer (
  client_id uuid not null references client (id),
  language text not null check (language ~ '^[a-z]{2}$'),
  asks text not null check (asks in ('STOP', 'STOP_EVERYTHING', 'START')),
  text text not null check (length(text) between 1 and 300),
  primary key (client_id, language, asks)
);
comment on table opt_out_own_answer is
  'Texts of an account that confirm an opt-out or its end to a phone, in place of the platform''s, by language '
  'of its word and request. Written by core/opt-outs.';
alter table opt_out_own_answer enable row level security;
create policy gateway on opt_out_own_answer to tuma_gateway using (true) with check (true);
create policy reach on opt_out_own_answer to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on opt_out_own_answer to tuma_portal;
grant select on opt_out_own_answer to tuma_gateway;

reset role;
