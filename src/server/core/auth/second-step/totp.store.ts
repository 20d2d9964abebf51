import type { Tx } from '../../../infra/database/db.ts';

/** An active authenticator app, its secret encrypted. */
export type TotpRow = { secret: Buffer; enabledAt: Date; lastUsedAt: Date | null };

export async function findTotp(tx: Tx, clientId: string): Promise<TotpRow | undefined> {
  const { rows } = await tx.query<TotpRow>(
    `select secret, enabled_at as "enabledAt", last_used_at as "lastUsedAt"
     from totp where client_id = $1 and secret is not null`,
    [clientId],
  );
  return rows[0];
}

/**
 * Stores an encrypted secret that waits for its first code; an active one stays active meanwhile.
 */
export async function putPendingTotp(
  tx: Tx,
  clientId: string,
  secret: Buffer,
  seconds: number,
): Promise<void> {
  await tx.query(
    `insert into totp (client_id, pending_secret, pending_until)
     values ($1, $2, now() + $3 * interval '1 second')
     on conflict (client_id) do update
       set pending_secret = excluded.pending_secret, pending_until = excluded.pending_until`,
    [clientId, secret, seconds],
  );
}

export async function findPendingTotp(tx: Tx, clientId: string): Promise<Buffer | undefined> {
  const { rows } = await tx.query<{ secret: Buffer }>(
    `select pending_secret as secret from totp
     where client_id = $1 and pending_secret is not null and pending_until > now() for update`,
    [clientId],
  );
  return rows[0]?.secret;
}

/** Activates the pending secret; `step` is that of its first code. */
export async function enableTotp(tx: Tx, clientId: string, step: number): Promise<void> {
  await tx.query(
    `update totp set secret = pending_secret, enabled_at = now(), last_step = $2, last_used_at = null,
       pending_secret = null, pending_until = null where client_id = $1`,
    [clientId, step],
  );
}

/** Uses a time step; false if it, or a later one, was used before. */
export async function spendTotpStep(tx: Tx, clientId: string, step: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update totp set last_step = $2, last_used_at = now()
     where client_id = $1 and secret is not null and last_step < $2`,
    [clientId, step],
  );
  return rowCount === 1;
}

/** Removes the authenticator app; false if there was none. */
export async function deleteTotp(tx: Tx, clientId: string): Promise<boolean> {
  const { rows } = await tx.query<{ enabled: boolean }>(
    'delete from totp where client_id = $1 returning secret is not null as enabled',
    [clientId],
  );
  return rows[0]?.enabled ?? false;
}
