-- How many single messages of a client wait is asked for when many may. A campaign's chunks are not in it, and a cursor that
-- moves touches no index.
create index chunk_single on chunk (client_id) where campaign_id is null;
