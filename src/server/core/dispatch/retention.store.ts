/**
 * Blanks the texts of old messages and drops their events: commits one bounded step in the order of
 * ids.
 */
import type { Tx } from '../../infra/database/db.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Takes the texts away from messages that were made before, in the order of their ids; lengths, prices and outcomes stay.
 * @param after the last id of the step before
 * @returns the last id of this step; undefined where nothing is left
 */
export async function blankTexts(
  tx: Tx,
  after: string | undefined,
  before: Date,
  most: number,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `with step as (select id, client_id from message where id > $1 and id < uuid_v7_floor($2) order by id limit $3),
       blanked as (update message m set text = case when m.campaign_id is null or m.text is not null then '' end, payload = null, facts = facts - 'tlvs' from step s
         where m.id = s.id and m.client_id = s.client_id and m.id > $1 and m.id < uuid_v7_floor($2) and (m.text <> '' or m.payload is not null) and m.status > 0)
     select max(id::text) as id from step`,
    [after ?? FIRST_ID, before, most],
  );
  return rows[0]!.id ?? undefined;
}

/** Drops the rare steps of messages that were made before. @returns how many */
export async function dropEvents(tx: Tx, before: Date, most: number): Promise<number> {
  return (
    await tx.query(
      `delete from message_event where ctid = any (array(select ctid from message_event where message_id < uuid_v7_floor($1) order by message_id limit $2))`,
      [before, most],
    )
  ).rowCount;
}
