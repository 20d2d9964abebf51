-- The list of campaigns is counted from its index alone: drafts that gave way to the next are in none.

set local role tuma_owner;

create index campaign_listed on campaign (client_id, id) where reason is distinct from 'REPLACED';

reset role;
