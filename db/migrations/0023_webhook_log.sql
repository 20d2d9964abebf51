-- What the last try of a delivery said and heard, and lists of what is not delivered.
alter table webhook_delivery
  alter column host type text collate "C",
  add column request text,
  add column answer text;
alter table webhook_host alter column host type text collate "C";
create index webhook_delivery_open on webhook_delivery (client_id, id) where status <> 'DELIVERED';
