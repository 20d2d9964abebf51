-- A message's row is written twice, and the second time it has grown: by the carrier's ids, its words and two times. With
-- room for that on its own page no index hears of it (docs/adr/0035).
create or replace function ensure_partitions() returns void language plpgsql security definer set search_path = public as $$
declare d date; name text;
begin
  for d in select generate_series(current_date - 2, current_date + 7, interval '1 day')::date loop
    name := 'message_' || to_char(d, 'YYYYMMDD');
    if to_regclass(name) is null then
      execute format('create table %I partition of message for values from (%L) to (%L) with (fillfactor = 45)',
        name, uuid_v7_floor(d::timestamp at time zone 'UTC'), uuid_v7_floor((d + 1)::timestamp at time zone 'UTC'));
    end if;
    name := 'receipt_' || to_char(d, 'YYYYMMDD');
    if to_regclass(name) is null then
      execute format('create table %I partition of receipt for values from (%L) to (%L) with (fillfactor = 80)', name, d, d + 1);
    end if;
  end loop;
end $$;

-- Pages that are there stay as they are; those that follow have the room.
do $$
declare name text;
begin
  for name in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'message'::regclass loop
    execute format('alter table %I set (fillfactor = 45)', name);
  end loop;
end $$;
