-- The purpose of unapproved_message: its rows are counted against a limit.

set local role tuma_owner;

comment on table unapproved_message is
  'Messages of the last day that went out without approval, though their client or text needs one: they count '
  'against the limit after which the rest wait in a campaign. Written by core/accept.';

reset role;
