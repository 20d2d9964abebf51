import type { Tx } from '../../infra/database/db.ts';
import { list, textList } from '../dispatch/sql.ts';
import { drawTokens } from './links.rules.ts';

/** A link outlives every message, and people who read theirs late. */
const DAYS = 90;
/** In one transaction. */
const DROPPED = 20_000;

/**
 * Makes a link for each of these numbers. A token that another link has is drawn anew, so a link is
 * always one number's alone.
 * @returns the tokens, in the order of the numbers
 */
export async function addLinks(
  tx: Tx,
  { clientId, sender, length }: { clientId: string; sender: string; length: number },
  destinations: readonly string[],
): Promise<string[]> {
  const tokens = drawTokens(destinations.length, length);
  let open = destinations.map((_, at) => at);
  while (open.length > 0) {
    const { rows } = await tx.query<{ at: number }>(
      // Two numbers that drew the same token are told apart by their places.
      `with drawn as (
         select distinct on (token) token, destination, at from unnest($3::text[], $4::text[], $5::int[]) as t (token, destination, at) order by token, at),
       added as (
         insert into stop_link (token, client_id, sender, destination, expires_at)
         select token, $1, $2, destination, now() + interval '${DAYS} days' from drawn on conflict do nothing returning token)
       select at from drawn where token in (select token from added)`,
      [
        clientId,
        sender,
        textList(open.map((at) => tokens[at]!)),
        textList(open.map((at) => destinations[at]!)),
        list(open),
      ],
      'add stop links',
    );
    const added = new Set(rows.map(({ at }) => at));
    open = open.filter((at) => !added.has(at));
    const fresh = drawTokens(open.length, length);
    open.forEach((at, nth) => (tokens[at] = fresh[nth]!));
  }
  return tokens;
}

type StopLink = { clientId: string; sender: string; destination: string };

/** The link of a token, while it lives. */
export async function findLink(tx: Tx, token: string): Promise<StopLink | undefined> {
  const { rows } = await tx.query<StopLink>(
    `select client_id as "clientId", sender, destination from stop_link where token = $1 and expires_at > now()`,
    [token],
  );
  return rows[0];
}

/** How many links there are: counted up to a number, else as the planner estimates. */
export async function countLinks(tx: Tx, most: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select greatest(reltuples, (select count(*) from (select from stop_link limit $1) counted), 0)::float8 as count
     from pg_class where oid = 'stop_link'::regclass`,
    [most],
    'count stop links',
  );
  return rows[0]!.count;
}

/** Forgets the links of a number: nobody can open them any more. */
export async function dropLinksOf(
  tx: Tx,
  destination: string,
  ofClient: string | null,
): Promise<void> {
  await tx.query(
    'delete from stop_link where destination = $1 and ($2::uuid is null or client_id = $2)',
    [destination, ofClient],
  );
}

/** Drops links that have expired, the oldest first. @returns true if there may be more */
export async function dropExpiredLinks(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.query(
    `delete from stop_link where token in (select token from stop_link where expires_at < now() order by expires_at limit ${DROPPED})`,
  );
  return rowCount === DROPPED;
}
