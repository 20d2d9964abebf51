-- Which secret keys each process holds, by fingerprint, the one that it writes with first.
alter table heartbeat add column keys text[];
