-- The secret in a callback's address is known to the provider alone: the database keeps its hash. The column of before stays for
-- a node of an older release during an update, and is emptied.
alter table payment add column secret_hash bytea;
update payment set secret_hash = sha256(convert_to(secret, 'UTF8')), secret = '';
alter table payment alter column secret set default '';
