import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Tx } from '../../infra/database/db.ts';
import { keyPhaseOf, NEXT_KEY_PHASE } from './installation.rules.ts';
import type { Installation } from './installation.rules.ts';
import type { KeyState } from '../../infra/secrets.ts';

const KEY = 'installation';
const stored = z.object({ sandbox: z.boolean() });

/** The mode in which the data was created; undefined before the first start. */
export async function findInstallation(tx: Tx): Promise<Installation | undefined> {
  return z.parse(z.optional(stored), await findSetting(tx, KEY));
}

/** Stores the mode of new data; the first writer decides. */
export async function addInstallation(tx: Tx, installation: Installation): Promise<void> {
  await addSetting(tx, KEY, installation);
}

const BACKUP_MARK = 'backupMark';

/** The mark in the names of this installation's backups, which other installations may keep in the same folder. */
export async function readBackupMark(tx: Tx): Promise<string> {
  await addSetting(tx, BACKUP_MARK, newMark());
  return z.parse(z.string(), await findSetting(tx, BACKUP_MARK));
}

/** Gives restored data another mark: what it was restored from may still be in use, and keeps its backups. */
export async function renewBackupMark(tx: Tx): Promise<void> {
  await putSetting(tx, BACKUP_MARK, newMark());
}

const newMark = () => randomBytes(4).toString('hex');

const FINGERPRINT = 'secretKeyFingerprint';

/**
 * Claims the database for a secret key: the first claim wins.
 * @param fingerprint the caller's key; without it nothing is claimed
 * @returns the fingerprint in force; undefined if none was claimed
 */
export async function claimKey(tx: Tx, fingerprint?: string): Promise<string | undefined> {
  if (fingerprint !== undefined) await addSetting(tx, FINGERPRINT, fingerprint);
  return z.parse(z.optional(z.string()), await findSetting(tx, FINGERPRINT));
}

const ROTATION = 'secretKeyRotation';
const RETIRED = 'secretKeysRetired';
const rotation = z.object({
  from: z.string(),
  to: z.string(),
  phase: z.enum(['DISTRIBUTING', 'WRITING']),
  since: z.string(),
});
const retired = z.array(z.object({ fingerprint: z.string(), at: z.string() }));

/** The fingerprints of the secret keys of the data. */
export async function readKeyState(tx: Tx): Promise<KeyState> {
  const { rows } = await tx.query<{ key: string; value: unknown }>(
    'select key, value from setting where key = any ($1::text[])',
    [[FINGERPRINT, ROTATION, RETIRED]],
  );
  const found = new Map(rows.map(({ key, value }) => [key, value]));
  return {
    writing: z.parse(z.optional(z.string()), found.get(FINGERPRINT)),
    rotation: z.parse(z.optional(rotation), found.get(ROTATION)),
    retired: z.parse(retired, found.get(RETIRED) ?? []),
  };
}

/** Moves a rotation to its next phase. @returns false if the state is no longer `before` */
export async function putKeyState(tx: Tx, before: KeyState, after: KeyState): Promise<boolean> {
  const [from, to] = [keyPhaseOf(before), keyPhaseOf(after)];
  if (!NEXT_KEY_PHASE[from].includes(to))
    throw new Error(`a key rotation cannot go from ${from} to ${to}`);
  await tx.query('select from setting where key = $1 for update', [FINGERPRINT]);
  if (JSON.stringify(await readKeyState(tx)) !== JSON.stringify(before)) return false;
  await putSetting(tx, FINGERPRINT, after.writing);
  await putSetting(tx, RETIRED, after.retired);
  if (after.rotation) await putSetting(tx, ROTATION, after.rotation);
  else await deleteSettings(tx, ROTATION);
  return true;
}

/**
 * Allows another key to be claimed: values encrypted with the earlier one can no longer be read.
 */
export async function forgetKey(tx: Tx): Promise<void> {
  await deleteSettings(tx, FINGERPRINT, ROTATION, RETIRED);
}

/** A setting of the platform as stored; undefined if it was never set. */
export async function findSetting(tx: Tx, key: string): Promise<unknown> {
  const { rows } = await tx.query<{ value: unknown }>('select value from setting where key = $1', [
    key,
  ]);
  return rows[0]?.value;
}

export async function putSetting(tx: Tx, key: string, value: unknown): Promise<void> {
  await tx.query(
    `insert into setting (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(value)],
  );
}

/** Adds a setting if its key is new. */
async function addSetting(tx: Tx, key: string, value: unknown): Promise<void> {
  await tx.query('insert into setting (key, value) values ($1, $2) on conflict (key) do nothing', [
    key,
    JSON.stringify(value),
  ]);
}

async function deleteSettings(tx: Tx, ...keys: string[]): Promise<void> {
  await tx.query('delete from setting where key = any ($1::text[])', [keys]);
}
