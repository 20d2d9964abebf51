/** Messages from phones: stored before the carrier is answered. */
import type { Tx } from '../db.ts';
import { newId } from '../ids.ts';
import type { NewMo } from './mo.rules.ts';

/** A carrier repeats what we had not answered; the same words later are a new message. */
const REPEATS_WITHIN = '10 minutes';

/** A whole message, and whose it is; `owned` where the number that was written to is that client's own. */
export type StoredMo = { text: string; clientId: string | null; owned: boolean };

/** Stores a message or a part of one. A repeat changes nothing; the last part that comes makes the message, which is given back. */
export async function storeMo(tx: Tx, mo: NewMo): Promise<StoredMo | undefined> {
  // Two repeats at once on two links: the second waits and finds the first.
  await tx.query(`select pg_advisory_xact_lock(hashtext(encode($1, 'hex')))`, [mo.hash], 'mo lock');
  const { rowCount } = await tx.query(
    `select from mo where carrier_account_id = $1 and hash = $2 and at > now() - interval '${REPEATS_WITHIN}'`, [mo.carrierAccountId, mo.hash], 'mo repeat');
  if (rowCount > 0) return undefined;
  const text = mo.part ? await joinParts(tx, mo, mo.part) : mo.text;
  if (text === undefined) return undefined;
  const owner = await findClient(tx, mo);
  await tx.query(
    `insert into mo (id, client_id, carrier_account_id, connector_id, source, destination, text, encoding, carrier_at, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [newId(), owner.clientId, mo.carrierAccountId, mo.connectorId, mo.source, mo.destination, text, mo.encoding, mo.carrierAt, mo.hash], 'mo insert',
  );
  return { text, ...owner };
}

async function joinParts(tx: Tx, mo: NewMo, { reference, total, part }: { reference: number; total: number; part: number }): Promise<string | undefined> {
  const key = [mo.carrierAccountId, mo.source, mo.destination, reference, total];
  await tx.query(`select pg_advisory_xact_lock(hashtext($1))`, [key.join('/')], 'mo parts lock');
  // A phone's reference comes round: parts that never became whole make room for the next message.
  await tx.query(
    `delete from mo_part where carrier_account_id = $1 and source = $2 and destination = $3 and reference = $4 and total = $5 and at < now() - interval '1 hour'`, key, 'mo parts old');
  await tx.query(
    `insert into mo_part (carrier_account_id, source, destination, reference, total, part, text) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [...key, part, mo.text], 'mo part');
  const { rows } = await tx.query<{ text: string }>(
    `select text from mo_part where carrier_account_id = $1 and source = $2 and destination = $3 and reference = $4 and total = $5 order by part`, key, 'mo parts');
  if (rows.length < total) return undefined;
  await tx.query(`delete from mo_part where carrier_account_id = $1 and source = $2 and destination = $3 and reference = $4 and total = $5`, key, 'mo parts whole');
  return rows.map(({ text }) => text).join('');
}

/** Whose message it is: the owner of the number that was written to, else whoever last wrote to this phone in a week. */
async function findClient(tx: Tx, mo: NewMo): Promise<Pick<StoredMo, 'clientId' | 'owned'>> {
  const { rows: [owner] } = await tx.query<{ clientId: string }>(
    `select client_id as "clientId" from sender where lower(sender) = lower($1) and status = 'READY_FOR_SENDING' and not is_generic limit 1`, [mo.destination], 'mo owner');
  if (owner) return { clientId: owner.clientId, owned: true };
  const { rows: [last] } = await tx.query<{ clientId: string }>(
    `select client_id as "clientId" from message where destination = $1 and id > uuid_v7_floor(now() - interval '7 days') order by id desc limit 1`, [mo.source], 'mo last');
  return { clientId: last?.clientId ?? null, owned: false };
}

/** The clients that wrote to a phone under a sender of this name in a week. */
export async function listWriters(tx: Tx, phone: string, sender: string): Promise<string[]> {
  const { rows } = await tx.query<{ clientId: string }>(
    `select distinct client_id as "clientId" from message where destination = $1 and id > uuid_v7_floor(now() - interval '7 days') and lower(sender) = lower($2)`, [phone, sender], 'mo writers');
  return rows.map((row) => row.clientId);
}
