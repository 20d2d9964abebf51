-- Recipients of a campaign by the API come with their own values for the placeholders of its text.

set local role tuma_owner;

-- One object, or null, for each of `recipients`; null where none has any.
alter table campaign_audience add column recipient_fields jsonb;

-- An erased number changes `recipients`, after the campaign has ended: nobody needs the values any more.
create function forget_recipient_fields() returns trigger language plpgsql as $$
begin
  new.recipient_fields := null;
  return new;
end $$;
create trigger campaign_audience_erased before update of recipients on campaign_audience
  for each row execute function forget_recipient_fields();

reset role;
