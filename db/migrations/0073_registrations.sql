-- The details and the password hash of a registration, which count only once its own code is entered. Null for other tickets.
alter table ticket add column registration jsonb;
