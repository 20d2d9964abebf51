/** Facts on the sender ID that a phone wrote to. */
import type { Tx } from '../../infra/database/db.ts';

/** The country of a sender ID; undefined where there is none, or several countries have it. */
export async function findOnlyCountry(tx: Tx, sender: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ country: string }>(
    `select distinct country from sender where lower(sender) = lower($1) and status = 'READY_FOR_SENDING' limit 2`,
    [sender],
    'incoming country',
  );
  return rows.length === 1 ? rows[0]!.country : undefined;
}

/** The clients that wrote to a phone under a sender of this name in 90 days: people stop what they read long after it came. */
export async function listWriters(tx: Tx, phone: string, sender: string): Promise<string[]> {
  const { rows } = await tx.query<{ clientId: string }>(
    `select distinct client_id as "clientId" from message where destination = $1 and id > uuid_v7_floor(now() - interval '90 days') and lower(sender) = lower($2)`,
    [phone, sender],
    'incoming writers',
  );
  return rows.map((row) => row.clientId);
}
