-- The new primary key, from the index that stands already.

set local role tuma_owner;

alter table opt_out
  drop constraint opt_out_pkey,
  add constraint opt_out_pkey primary key using index opt_out_key;

reset role;
