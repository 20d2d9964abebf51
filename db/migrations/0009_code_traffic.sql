-- Whether codes that go out by SMS are entered by anybody, by the first digits of the number and ten minutes: codes to
-- numbers that somebody earns from are asked for by the thousand and never entered.
create table otp_traffic (
  prefix text not null,
  slot timestamptz not null,
  sent int not null default 0,
  solved int not null default 0,
  primary key (prefix, slot)
);
alter table otp_traffic owner to tuma_owner;
grant select, insert, update, delete on otp_traffic to tuma_portal;
