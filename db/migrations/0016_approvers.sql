-- When the approvers of a campaign that waits were last notified. Written by features/campaigns.

set local role tuma_owner;

alter table campaign add column approvers_notified_at timestamptz;

reset role;
