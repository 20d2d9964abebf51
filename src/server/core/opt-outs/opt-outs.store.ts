import type { OptOutSource } from '../../../contract/api/opt-outs.ts';
import type { Tx } from '../../infra/database/db.ts';

/**
 * Records that these numbers (E.164 without plus) opt out of messages of a client. Existing
 * opt-outs stay unchanged.
 * @param optOut.notes one for each number; for a phone's own opt-out the number that it wrote to
 * @returns the numbers that were new
 */
export async function addOptOuts(
  tx: Tx,
  optOut: { clientId: string; destinations: string[]; source: OptOutSource; notes: string[] },
): Promise<string[]> {
  const { rows } = await tx.query<{ destination: string }>(
    `insert into opt_out (client_id, destination, source, note) select $1, destination, $3, note from unnest($2::text[], $4::text[]) as t (destination, note)
     on conflict do nothing returning destination`,
    [optOut.clientId, optOut.destinations, optOut.source, optOut.notes],
  );
  return rows.map((row) => row.destination);
}

/** Removes numbers from a client's opt-outs. @returns those that were removed */
export async function removeOptOuts(
  tx: Tx,
  clientId: string,
  destinations: string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ destination: string }>(
    `with erased as (
       delete from opt_out where client_id = $1 and exists (select from erased_number) and destination = any (array(select number_hash(asked) from unnest($2::text[]) asked)) returning destination)
     , gone as (delete from opt_out where client_id = $1 and destination = any ($2::text[]) returning destination)
     select destination from gone union all select asked from unnest($2::text[]) asked where exists (select from erased_number) and number_hash(asked) in (select destination from erased)`,
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
    `delete from opt_out where destination in ($1, case when exists (select from erased_number) then number_hash($1) end) and source = 'MO' and (note = $2 or destination <> $1)`,
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
    `delete from opt_out where client_id = $1 and destination in ($2, case when exists (select from erased_number) then number_hash($2) end) and source in ('MO', 'LINK')`,
    [clientId, destination],
  );
}
