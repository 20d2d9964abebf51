-- Texts kept for the next time.
create table message_template (
  id uuid primary key,
  client_id uuid not null references client,
  name text not null,
  text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index message_template_client on message_template (client_id, id);
create unique index message_template_name on message_template (client_id, lower(name));

-- To whom a composed campaign goes, until its recipients are prepared: numbers as they were written, then contacts in the
-- order of their ids. `after_contact` is the last one prepared, set with the rows of its step.
create table campaign_audience (
  campaign_id uuid primary key references campaign,
  client_id uuid not null references client,
  recipients text[] not null,
  group_ids uuid[] not null,
  contact_ids uuid[] not null,
  after_contact uuid
);

-- Look-alikes of GSM 03.38 take the place of what it lacks, in the texts as sent: a campaign's choice, and what the client's next one begins with.
alter table campaign add replace_lookalikes boolean not null default false;
alter table client add replace_lookalikes boolean not null default false;

do $$
declare t text;
begin
  foreach t in array array['message_template', 'campaign_audience'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy reach on %I to tuma_portal using (
      (select tuma_reach()) = 'all'
      or client_id = (select tuma_client())
      or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)))$p$, t);
    execute format('alter table %I owner to tuma_owner', t);
    execute format('grant select, insert, update, delete on %I to tuma_portal', t);
  end loop;
end $$;
