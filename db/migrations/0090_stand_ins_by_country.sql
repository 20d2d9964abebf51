-- A campaign to several countries has a stand-in for each: a list in place of one.

set local role tuma_owner;

update campaign set operator_senders = (operator_senders - 'standIn') || jsonb_build_object('standIns',
    case when operator_senders -> 'standIn' = 'null' then '[]' else jsonb_build_array(operator_senders -> 'standIn') end)
  where operator_senders ? 'standIn';
comment on column campaign.operator_senders is
  'Operators that have not approved the campaign''s sender ID, and the stand-ins that their numbers '
  'get; null where all have.';

reset role;
