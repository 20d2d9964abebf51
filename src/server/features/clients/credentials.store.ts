import type { Tx } from '../../infra/database/db.ts';

/** @param seconds how long a temporary password lets in; null for one that its owner chose */
export async function updatePassword(
  tx: Tx,
  clientId: string,
  passwordHash: string,
  seconds: number | null,
): Promise<void> {
  await tx.query(
    `update client set password_hash = $2, password_expires_at = now() + $3 * interval '1 second' where id = $1`,
    [clientId, passwordHash, seconds],
  );
}

/** Takes the password from an account that waits for its activation; false where it waits no more. */
export async function discardPassword(tx: Tx, clientId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update client set password_hash = null, password_expires_at = null
     where id = $1 and client_status = 'PENDING_ACTIVATION'`,
    [clientId],
  );
  return rowCount === 1;
}

/** Notes that the account's owner has got in: from now on it is nobody else's to correct. */
export async function claimAccount(tx: Tx, clientId: string): Promise<void> {
  await tx.query('update client set inviter_id = null where id = $1 and inviter_id is not null', [
    clientId,
  ]);
}

/** Makes another account the inviter, in place of an administrator. */
export async function replaceInvitingAdministrator(
  tx: Tx,
  clientId: string,
  inviterId: string,
): Promise<void> {
  await tx.query(
    `update client c set inviter_id = $2 from client i where c.id = $1 and i.id = c.inviter_id and i.access_level = 'ADMINISTRATOR'`,
    [clientId, inviterId],
  );
}

export async function setEmailUnproved(
  tx: Tx,
  clientId: string,
  isUnproved: boolean,
): Promise<void> {
  await tx.query('update client set email_unproved = $2 where id = $1 and email_unproved <> $2', [
    clientId,
    isUnproved,
  ]);
}
