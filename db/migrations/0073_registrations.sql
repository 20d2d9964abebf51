-- The details and the password hash of a registration, which count only once its own code is entered. Null for other tokens.
alter table one_time_token add column registration jsonb;
