-- The pass that matches a connector's receipts again, after the form of their ids was corrected, goes on where it was.

set local role tuma_owner;

alter table connector_lease add column match_place jsonb;

reset role;
