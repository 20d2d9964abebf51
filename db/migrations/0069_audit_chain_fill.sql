-- Entries from before the chain join it in their order. Those that the trigger has queued meanwhile are sealed once.
insert into audit_unsealed (entry_id, redaction) select id, false from audit_entry order by id;
