// Messages by the thousand, for tests and figures of what reads them.
type Query = (sql: string, values?: unknown[]) => Promise<unknown>;

/**
 * Adds messages of a client that have ended, one a `millisecondsApart` from `start` on, as a campaign of many
 * makes them; and counts them in the roll-ups.
 * @param more.text of all; else each has one of its own
 */
export async function addMessages(
  query: Query,
  clientId: string,
  count: number,
  start: Date,
  more: { text?: string; sender?: string; millisecondsApart?: number; status?: number } = {},
): Promise<void> {
  const apart = more.millisecondsApart ?? 1;
  await query(
    `insert into message (id, client_id, destination, sender, text, encoding, segments, units, route_id, config_version, status, carrier_ids, carrier_status, submitted_at, done_at, country, network)
     select overlay(uuid_v7_floor($3::timestamptz + n * $4 * interval '1 millisecond')::text placing lpad(to_hex(n), 12, '0') from 25 for 12)::uuid, $1, '2547' || lpad((n % 100000000)::text, 8, '0'), $5,
       coalesce($6, 'Dear customer ' || n || ', your payment of KES ' || (n * 7 % 9000) || ' was received. Thank you, & come again.'), 0, 1, 10000, 1, 1, $7, array[md5(n::text)], 'DELIVRD',
       $3::timestamptz + n * $4 * interval '1 millisecond' + interval '1 second', $3::timestamptz + n * $4 * interval '1 millisecond' + interval '4 seconds', 'KE', 1
     from generate_series(1, $2::int) n`,
    [clientId, count, start, apart, more.sender ?? 'TUMA', more.text ?? null, more.status ?? 10],
  );
  await query(
    `insert into rollup_hour (hour, client_id, sender, country, network, messages, segments, units, submitted, delivered)
     select date_trunc('hour', $3::timestamptz + n * $4 * interval '1 millisecond'), $1, $5, 'KE', 1, count(*), count(*), count(*) * 10000, count(*), count(*) from generate_series(1, $2::int) n group by 1
     on conflict (client_id, hour, sender, country, network) do update set messages = rollup_hour.messages + excluded.messages`,
    [clientId, count, start, apart, more.sender ?? 'TUMA'],
  );
}
