/** The recent use of a client, read from running totals and never from messages. */

/**
 * Messages of the last 30 UTC days of `client c` and of everyone below it: the difference of two
 * running totals.
 */
export const SENT_LATELY = `coalesce((select sum(last.messages - coalesce(earlier.messages, 0)) from rollup_key k
    join lateral (select messages from rollup_day where key_id = k.id order by day desc limit 1) last on true
    left join lateral (select messages from rollup_day where key_id = k.id and day <= (now() at time zone 'UTC')::date - 30 order by day desc limit 1) earlier on true
    where k.client_id = c.id and k.kind in ('OWN', 'BELOW') and k.sender = '' and k.country = '' and k.network = 0 and k.slot = 0), 0)::float8`;

/** The last time that the owner of `client c` or its software did anything: a session, a key, or a message. */
export const LAST_USE = `greatest((select max(active_at) from (select active_at from session where client_id = c.id and impersonator_id is null order by created_at desc limit 5) latest),
    (select max(last_used_at) from api_key where client_id = c.id), (select max(hour) from rollup_hour where client_id = c.id))`;
