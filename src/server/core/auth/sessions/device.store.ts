import { DEVICE_SECONDS } from '../../../infra/http/device-cookie.ts';
import type { Tx } from '../../../infra/database/db.ts';

/**
 * The device of an account that a cookie names; undefined for an unknown cookie or one of other
 * accounts.
 */
export async function findDevice(
  tx: Tx,
  clientId: string,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from known_device where client_id = $1 and token_hash = $2
       and used_at > now() - $3 * interval '1 second'`,
    [clientId, tokenHash, DEVICE_SECONDS],
  );
  return rows[0]?.id;
}

/** Gives a browser a new token for all of its accounts; the previous token becomes invalid. */
export async function rotateDevice(tx: Tx, before: Buffer, tokenHash: Buffer): Promise<void> {
  await tx.query('update known_device set token_hash = $2 where token_hash = $1', [
    before,
    tokenHash,
  ]);
}

export async function upsertDevice(
  tx: Tx,
  device: { id: string; clientId: string; tokenHash: Buffer },
): Promise<void> {
  await tx.query(
    `insert into known_device (id, client_id, token_hash) values ($1, $2, $3)
     on conflict (token_hash, client_id) do update set used_at = now()`,
    [device.id, device.clientId, device.tokenHash],
  );
}

/**
 * Deletes all but the `most` latest devices of an account. They are locked in one order, so that
 * sign-ins at one moment, which delete some of the same devices, do not deadlock.
 */
export async function dropDevicesBeyond(tx: Tx, clientId: string, most: number): Promise<void> {
  await tx.query(
    `with beyond as (
       select id from known_device where client_id = $1 and id in
         (select id from known_device where client_id = $1 order by used_at desc, id desc offset $2)
       order by id for update)
     delete from known_device where id in (select id from beyond)`,
    [clientId, most],
  );
}

/** Deletes devices whose cookies have expired. */
export async function dropOldDevices(tx: Tx): Promise<void> {
  await tx.query(`delete from known_device where used_at < now() - $1 * interval '1 second'`, [
    DEVICE_SECONDS,
  ]);
}
