-- FAILED_OVER is written since retry rules lead on to the next connector.

set local role tuma_owner;

comment on table message_event is
  'The rare steps of a message''s life; the ordinary ones are read from message, submission and '
  'receipt. CALLBACK has no writer. Written by core/dispatch.';

reset role;
