-- Messages from phones, and lists that stay fast however long the log grows.

-- By what its owner was known: the number that was written to, whoever wrote to the phone last, or
-- nobody, and then it lies in the platform's inbox.
alter table incoming_message add column found_by text check (found_by in ('NUMBER', 'CONVERSATION', 'DEFAULT'));
-- The phone, and the number that it wrote to.
create index incoming_message_source on incoming_message (source, id);
create index incoming_message_destination on incoming_message (destination, id);

-- A part stays for a while after its message is whole, so that a repeat of it is known as one; and it
-- carries what its message needs, for one that never becomes whole.
alter table incoming_part
  add column hash bytea not null default '',
  add column connector_id int not null default 0,
  add column encoding smallint not null default 0,
  add column carrier_at text not null default '',
  add column incoming_message_id uuid;
create index incoming_part_created on incoming_part (created_at);

-- Who owns the number that a phone wrote to.
create index sender_written_to on sender (lower(sender)) where status = 'READY_FOR_SENDING' and not is_generic;

-- What a campaign still has in the queue, in the order of sending, from any place in it.
create index chunk_campaign_order on chunk (campaign_id, id);
drop index chunk_campaign;
create index campaign_to_deliver on campaign (client_id, id) where status in ('APPROVED', 'SCHEDULED', 'QUEUED', 'RUNNING', 'PAUSED');

-- Hours in which something has not ended yet: few, while all hours are many.
create index rollup_hour_live on rollup_hour (client_id, hour)
  where messages > delivered + undeliverable + expired + rejected + failed + cancelled + unknown;
-- And hours in which something ended badly, so that who looks for what is rare reads no others.
create index rollup_hour_undeliverable on rollup_hour (client_id, hour) where undeliverable > 0;
create index rollup_hour_expired on rollup_hour (client_id, hour) where expired > 0;
create index rollup_hour_rejected on rollup_hour (client_id, hour) where rejected > 0;
create index rollup_hour_failed on rollup_hour (client_id, hour) where failed > 0;
create index rollup_hour_unknown on rollup_hour (client_id, hour) where unknown > 0;
create index rollup_hour_cancelled on rollup_hour (client_id, hour) where cancelled > 0;
