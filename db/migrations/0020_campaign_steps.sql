-- Progress of a campaign in steps: of five seconds in its first quarter of an hour, of a minute after.

set local role tuma_owner;

alter table campaign_minute rename to campaign_step;
alter table campaign_step rename column minute to starts_at;
alter index campaign_minute_pkey rename to campaign_step_pkey;
comment on table campaign_step is
  'Progress of a campaign: steps of five seconds in its first 15 minutes, of a minute after. '
  'Written by features/campaigns.';

reset role;
