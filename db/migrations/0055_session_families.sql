-- The part that all refresh tokens of one sign-in share, hashed: a token that carries it without being the newest is a
-- replaced one, however old. Null for a session of an earlier release until its next refresh.
alter table session add column family_hash bytea;
create unique index session_family on session (family_hash) where family_hash is not null;

-- When a person last did something, as the browser reported it.
alter table session add column active_at timestamptz not null default now();

-- Why the product ended a session by itself; null where a person did.
alter table session add column end_reason text;

-- The session of the account that acts for this one's client. Without it, acting is over.
alter table session add column actor_session_id uuid references session on delete set null;
create index session_actor on session (actor_session_id) where actor_session_id is not null;
