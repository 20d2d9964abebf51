-- Names in the order in which people read them, and names that administrators protect.

-- 'Branch 2' before 'Branch 10': each number of a folded name padded with zeros. Not a collation of ICU's, whose order may change
-- with its version under the indexes that stand in it.
create function natural_key(key text) returns text language sql immutable strict parallel safe as
  $$ select case when key ~ '[0-9]' then regexp_replace(regexp_replace(key, '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12,})', '\1', 'g') else key end $$;
alter function natural_key(text) owner to tuma_owner;
create index contact_group_order on contact_group (client_id, natural_key(name_key), id);

-- One that looks like another of its country adds nothing.
create unique index protected_name_alike on protected_name (country, sender_skeleton(name));
grant insert, delete on protected_name to tuma_portal;
