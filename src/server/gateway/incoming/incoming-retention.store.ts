import type { Tx } from '../../infra/database/db.ts';

/**
 * Takes the texts away from messages that came before, in the order of their ids. @returns the last id of
 * this step; undefined where nothing is left
 */
export async function blankIncoming(
  tx: Tx,
  after: string | undefined,
  before: Date,
  most: number,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `with step as (select id from incoming_message where id > $1 and id < uuid_v7_floor($2) order by id limit $3),
       blanked as (update incoming_message set text = '', facts = null from step s where incoming_message.id = s.id)
     select max(id::text) as id from step`,
    [after ?? '00000000-0000-0000-0000-000000000000', before, most],
  );
  return rows[0]!.id ?? undefined;
}

/** Drops messages that came before. @returns how many */
export async function dropIncoming(tx: Tx, before: Date, most: number): Promise<number> {
  return (
    await tx.query(
      'delete from incoming_message where id = any (array(select id from incoming_message where id < uuid_v7_floor($1) order by id limit $2))',
      [before, most],
    )
  ).rowCount;
}
