-- The hourly deletion of keys older than two days read the whole table, which a busy day fills with millions.

set local role tuma_owner;

create index idempotency_key_created on idempotency_key (created_at);

reset role;
