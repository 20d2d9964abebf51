/** Rows of opt-outs, those that have ended included. */
import type { OptOutKeyword } from '../../../contract/api/opt-out-words.ts';
import type { OptOutScope, OptOutSource } from '../../../contract/api/opt-outs.ts';
import type { FailedReceipt } from '../dispatch/types.ts';
import type { Tx } from '../../infra/database/db.ts';

export type NewOptOuts = {
  clientId: string;
  destinations: string[];
  source: OptOutSource;
  notes: string[];
  scope?: OptOutScope;
  sender?: string;
};

/**
 * Records that these numbers (E.164 without plus) opt out of messages of a client. Existing
 * opt-outs stay unchanged, unless everything ends that was only promotional.
 * @param optOut.notes one for each number; for a phone's own opt-out the number that it wrote to
 * @param optOut.scope everything unless said
 * @param optOut.sender the sender ID whose messages end; all unless said
 * @returns the numbers that were new or whose scope grew
 */
export async function addOptOuts(tx: Tx, optOut: NewOptOuts): Promise<string[]> {
  const { rows } = await tx.query<{ destination: string }>(
    `insert into opt_out (client_id, destination, source, note, scope, sender)
     select distinct on (destination) $1::uuid, destination, $3, note, $5, $6 from unnest($2::text[], $4::text[]) as t (destination, note) order by destination
     on conflict (client_id, destination, sender) do update set scope = excluded.scope where opt_out.scope = 'PROMOTIONAL' and excluded.scope = 'EVERYTHING'
     returning destination`,
    [
      optOut.clientId,
      optOut.destinations,
      optOut.source,
      optOut.notes,
      optOut.scope ?? 'EVERYTHING',
      optOut.sender ?? '',
    ],
  );
  return rows.map((row) => row.destination);
}

/** Keeps the opt-outs that `from` deletes as ended ones. */
const keeping = (from: string) =>
  `insert into ended_opt_out (client_id, destination, source, note, scope, sender, began_at)
   select client_id, destination, source, note, scope, sender, created_at from ${from}`;

/** Removes numbers from a client's opt-outs, of every sender ID. @returns those that were removed */
export async function removeOptOuts(
  tx: Tx,
  clientId: string,
  destinations: string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ destination: string }>(
    `with erased as (
       delete from opt_out where client_id = $1 and exists (select from erased_number) and destination = any (array(select number_hash(asked) from unnest($2::text[]) asked)) returning *)
     , gone as (delete from opt_out where client_id = $1 and destination = any ($2::text[]) returning *)
     , kept as (${keeping('(select * from gone union all select * from erased) ended')})
     select destination from gone union select asked from unnest($2::text[]) asked where exists (select from erased_number) and number_hash(asked) in (select destination from erased)`,
    [clientId, destinations],
  );
  return rows.map((row) => row.destination);
}

/** Removes a phone from every list that it joined by writing to this number. */
export async function removeAskedOptOuts(
  tx: Tx,
  destination: string,
  writtenTo: string,
): Promise<void> {
  await tx.query(
    `with gone as (
       delete from opt_out where destination in ($1, case when exists (select from erased_number) then number_hash($1) end) and source = 'MO' and (note = $2 or destination <> $1) returning *)
     ${keeping('gone')}`,
    [destination, writtenTo],
  );
}

/** Removes what a person asked for with its own phone: by a word or a link, and not what its sender entered. */
export async function removeOwnOptOut(
  tx: Tx,
  clientId: string,
  destination: string,
): Promise<void> {
  await tx.query(
    `with gone as (
       delete from opt_out where client_id = $1 and destination in ($2, case when exists (select from erased_number) then number_hash($2) end) and source in ('MO', 'LINK', 'CARRIER') returning *)
     ${keeping('gone')}`,
    [clientId, destination],
  );
}

/** A word of the lists: the request that it stands for, its language, and its country; empty for every country. */
export type Keyword = Pick<OptOutKeyword, 'asks' | 'language' | 'country'>;

/** Finds a word in the lists for a country; undefined for any other text. */
export async function findKeyword(
  tx: Tx,
  word: string,
  country: string,
): Promise<Keyword | undefined> {
  const { rows } = await tx.query<Keyword>(
    `select asks, language, country from opt_out_keyword where word = $1 and country in ('', $2) order by country desc limit 1`,
    [word, country],
  );
  return rows[0];
}

/** A message of which a carrier says that its receiver opted out there. */
type Refused = {
  clientId: string;
  destination: string;
  sender: string;
  code: string;
  applies: 'SENDER' | 'ALL';
};

/** Finds the messages of which carriers say that their receivers opted out there. */
export async function listRefused(tx: Tx, failures: readonly FailedReceipt[]): Promise<Refused[]> {
  const said = failures.flatMap(({ messageId, codes }) =>
    codes.map((code) => ({ messageId, code: code.toLowerCase() })),
  );
  const { rows: known } = await tx.query<{ code: string }>(
    'select code from opt_out_code where code = any ($1::text[])',
    [[...new Set(said.map(({ code }) => code))]],
    'opt-out codes',
  );
  const codes = new Set(known.map(({ code }) => code));
  const found = said.filter(({ code }) => codes.has(code));
  if (found.length === 0) return [];
  const { rows } = await tx.query<Refused>(
    `select distinct m.client_id as "clientId", m.destination, m.sender, c.code, c.applies
     from unnest($1::uuid[], $2::text[]) as said (message_id, code) join opt_out_code c on c.code = said.code join message m on m.id = said.message_id`,
    [found.map(({ messageId }) => messageId), found.map(({ code }) => code)],
    'refused by opt-out',
  );
  return rows;
}
