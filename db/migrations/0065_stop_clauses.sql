-- The opt-out clause of promotional messages as data, by country and operator of the receiver: until
-- now every text ended in the code of one Kenyan operator, which nobody else can dial.

set local role tuma_owner;

create table stop_clause (
  country text not null check (country ~ '^[A-Z]{2}$'),
  network smallint not null default 0 check (network >= 0),
  kind text not null check (kind in ('USSD', 'KEYWORD', 'LINK')),
  text text not null check (length(text) between 1 and 60),
  source text not null,
  checked_on date not null,
  primary key (country, network)
);
comment on table stop_clause is
  'How receivers opt out of promotional messages, by country and network code (0: its other operators). Written by features/platform-settings.';
create trigger raise_acceptance_version after insert or update or delete on stop_clause
  for each statement execute function raise_acceptance_version();
insert into stop_clause (country, network, kind, text, source, checked_on) values
  ('KE', 1, 'USSD', 'STOP *456*9*5#', 'Safaricom: *456#, 9 Stop, 5 Marketing messages, as described by cecypo.tech (promotional-messages) and uwaziimobile.com', '2026-11-27'),
  ('UG', 0, 'USSD', 'STOP *196#', 'Uganda Communications Commission: code 196 for all networks, in its notice of November 2014 and its guidance of 2020 (ugstandard.com, sautitech.com)', '2026-11-27');
grant select, insert, update, delete on stop_clause to tuma_portal;
grant select on stop_clause to tuma_accept;

-- The clauses that the campaign was priced with; null where its sender adds none, or where its text
-- ends in the clause for everybody.
alter table campaign add column clauses jsonb;

reset role;
