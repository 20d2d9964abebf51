-- Campaigns in the order in which they ended: what their files said of people is taken away in it.
create index campaign_ended on campaign (ended_at, id) where ended_at is not null;

-- When what an alert tells was last found: it is over only after some minutes without, so that what comes and goes at its
-- threshold is one alert and not one each look.
alter table alert add column found_at timestamptz not null default now();
