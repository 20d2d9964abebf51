-- Whether the newest pair of a session's tokens was ever used: an answer that never arrived is no theft.

set local role tuma_owner;

-- True for pairs from sign-in, which replace none, and for those of earlier releases.
alter table session add column pair_used boolean not null default true;
comment on column session.pair_used is
  'False from a refresh until the new pair is used. Until then the token that it replaced returns it again: its answer was lost on the way.';

reset role;
