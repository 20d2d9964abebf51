-- A session whose owner has just proved who they are may, for five minutes, change what opens the account. The column
-- belongs to the session: it survives the rotation of the tokens and ends with it.
alter table session add column step_up_expires_at timestamptz;

-- Codes for it are one-time tokens like the others.
alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check
  check (purpose in ('ACTIVATE', 'SIGN_IN', 'PASSWORD', 'INVITATION', 'STEP_UP')) not valid;
