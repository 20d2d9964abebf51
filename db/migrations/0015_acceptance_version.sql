-- Everything that decides about a message, but for units and limits, stands under one version: what
-- was read under a version may be used as long as it stands (docs/adr/0060).

set local role tuma_owner;

create trigger raise_acceptance_version_row after update on client for each row
  when ((old.client_status, old.timezone, old.daily_limit_messages is null)
    is distinct from (new.client_status, new.timezone, new.daily_limit_messages is null))
  execute function raise_acceptance_version();

create trigger raise_acceptance_version after insert or delete on gateway_user
  for each statement execute function raise_acceptance_version();

-- A user's quota counts down with each message, which changes nothing else about the user.
create trigger raise_acceptance_version_row after update on gateway_user for each row
  when ((old.uid, old.gid, old.client_id, old.enabled, old.blocked,
      old.mt_messaging_cred #- '{quota,sms_count}', old.mt_messaging_cred #>> '{quota,sms_count}' is null)
    is distinct from (new.uid, new.gid, new.client_id, new.enabled, new.blocked,
      new.mt_messaging_cred #- '{quota,sms_count}', new.mt_messaging_cred #>> '{quota,sms_count}' is null))
  execute function raise_acceptance_version();

create trigger raise_acceptance_version after insert or update or delete on gateway_group
  for each statement execute function raise_acceptance_version();

create trigger raise_acceptance_version after insert or update or delete on config_version
  for each statement execute function raise_acceptance_version();

reset role;
