-- Drafts that nobody sent end after some time: they are found without reading every campaign.

set local role tuma_owner;

create index campaign_draft on campaign (id) where status = 'PENDING';

reset role;
