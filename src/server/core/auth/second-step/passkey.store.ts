/** Rows of passkeys and their challenges. */
import type { Tx } from '../../../infra/database/db.ts';

export type PasskeyRow = {
  passkeyId: string;
  clientId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  host: string;
  name: string;
  backedUp: boolean;
  lastUsedAt: Date | null;
  clonedAt: Date | null;
  createdAt: Date;
};
export type NewPasskey = Omit<PasskeyRow, 'lastUsedAt' | 'clonedAt' | 'createdAt'>;

const PASSKEYS = `select id as "passkeyId", client_id as "clientId", credential_id as "credentialId",
  public_key as "publicKey", counter::float8 as counter, transports, rp_id as host, name,
  backed_up as "backedUp", last_used_at as "lastUsedAt", cloned_at as "clonedAt",
  created_at as "createdAt" from passkey`;

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(tx: Tx, clientId: string): Promise<PasskeyRow[]> {
  const { rows } = await tx.query<PasskeyRow>(`${PASSKEYS} where client_id = $1 order by id`, [
    clientId,
  ]);
  return rows;
}

/** A passkey by its credential id, locked; one marked as cloned is not found. */
export async function lockPasskey(tx: Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  const { rows } = await tx.query<PasskeyRow>(
    `${PASSKEYS} where credential_id = $1 and cloned_at is null for update`,
    [credentialId],
  );
  return rows[0];
}

/** Adds a passkey; false when the credential is registered already. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into passkey (id, client_id, credential_id, public_key, counter, transports, rp_id, name, backed_up)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing`,
    [
      passkey.passkeyId,
      passkey.clientId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.host,
      passkey.name,
      passkey.backedUp,
    ],
  );
  return rowCount === 1;
}

export async function recordPasskeyUse(
  tx: Tx,
  passkeyId: string,
  use: { counter: number; backedUp: boolean },
): Promise<void> {
  await tx.query(
    'update passkey set counter = $2, backed_up = $3, last_used_at = now() where id = $1',
    [passkeyId, use.counter, use.backedUp],
  );
}

export async function markPasskeyCloned(tx: Tx, passkeyId: string): Promise<void> {
  await tx.query('update passkey set cloned_at = now() where id = $1', [passkeyId]);
}

/** Renames a passkey. @returns the previous name; undefined if the account has no such passkey */
export async function renamePasskey(
  tx: Tx,
  clientId: string,
  passkeyId: string,
  name: string,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    `update passkey p set name = $3 from passkey before
     where p.id = $2 and p.client_id = $1 and before.id = p.id returning before.name`,
    [clientId, passkeyId, name],
  );
  return rows[0]?.name;
}

export async function deletePasskey(tx: Tx, clientId: string, passkeyId: string): Promise<void> {
  await tx.query('delete from passkey where client_id = $1 and id = $2', [clientId, passkeyId]);
}

export async function deletePasskeys(tx: Tx, clientId: string): Promise<number> {
  const { rowCount } = await tx.query('delete from passkey where client_id = $1', [clientId]);
  return rowCount;
}

// ---- challenges ----

export type PasskeyPurpose = 'REGISTER' | 'SIGN_IN' | 'STEP_UP';
export type PasskeyChallenge = { clientId: string | null; host: string };

export async function insertPasskeyChallenge(
  tx: Tx,
  challenge: PasskeyChallenge & { hash: Buffer; purpose: PasskeyPurpose; seconds: number },
): Promise<void> {
  await tx.query(
    `insert into passkey_challenge (challenge_hash, client_id, purpose, rp_id, expires_at)
     values ($1, $2, $3, $4, now() + $5 * interval '1 second')`,
    [challenge.hash, challenge.clientId, challenge.purpose, challenge.host, challenge.seconds],
  );
}

/** Uses a challenge; undefined if it was used, has expired, or has another purpose. */
export async function takePasskeyChallenge(
  tx: Tx,
  hash: Buffer,
  purpose: PasskeyPurpose,
): Promise<PasskeyChallenge | undefined> {
  const { rows } = await tx.query<PasskeyChallenge>(
    `delete from passkey_challenge where challenge_hash = $1 and purpose = $2 and expires_at > now()
     returning client_id as "clientId", rp_id as host`,
    [hash, purpose],
  );
  return rows[0];
}

export async function dropOldPasskeyChallenges(tx: Tx): Promise<void> {
  await tx.query('delete from passkey_challenge where expires_at < now()');
}
