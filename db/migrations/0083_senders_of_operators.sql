-- The sender IDs that a campaign was priced with, by operator.

set local role tuma_owner;

alter table campaign add column operator_senders jsonb;
comment on column campaign.operator_senders is
  'Operators that have not approved the campaign''s sender ID, and the stand-in that their numbers '
  'get; null where all have.';

reset role;
