import * as z from 'zod/mini';
import type { Tx } from '../../infra/database/db.ts';
import type { Installation } from './installation.rules.ts';
import type { KeyState } from '../../infra/secrets.ts';

const KEY = 'installation';
const stored = z.object({ sandbox: z.boolean() });

/** What the data was made as; undefined before the first start has said so. */
export async function findInstallation(tx: Tx): Promise<Installation | undefined> {
  const row = await tx.sql
    .selectFrom('setting')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst();
  return row && z.parse(stored, row.value);
}

/** Keeps what the data is made as; the first to say so is right. */
export async function addInstallation(tx: Tx, installation: Installation): Promise<void> {
  await tx.sql
    .insertInto('setting')
    .values({ key: KEY, value: JSON.stringify(installation) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

const FINGERPRINT = 'secretKeyFingerprint';

/**
 * Says which secret key the data's secrets are written with: the first to claim it is right.
 * @param fingerprint of the key of whoever asks; without it nothing is claimed
 * @returns the fingerprint in force; undefined where nobody has claimed it
 */
export async function claimKey(tx: Tx, fingerprint?: string): Promise<string | undefined> {
  if (fingerprint !== undefined)
    await tx.sql
      .insertInto('setting')
      .values({ key: FINGERPRINT, value: JSON.stringify(fingerprint) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
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

/** Which secret keys the data knows, by fingerprint. */
export async function readKeyState(tx: Tx): Promise<KeyState> {
  const found = new Map(
    (
      await tx.sql
        .selectFrom('setting')
        .select(['key', 'value'])
        .where('key', 'in', [FINGERPRINT, ROTATION, RETIRED])
        .execute()
    ).map(({ key, value }) => [key, value]),
  );
  return {
    writing: z.parse(z.optional(z.string()), found.get(FINGERPRINT)),
    rotation: z.parse(z.optional(rotation), found.get(ROTATION)),
    retired: z.parse(retired, found.get(RETIRED) ?? []),
  };
}

/** Moves a rotation on, if nobody else has. @returns whether it was at `before` */
export async function putKeyState(tx: Tx, before: KeyState, after: KeyState): Promise<boolean> {
  await tx.query('select from setting where key = $1 for update', [FINGERPRINT]);
  if (JSON.stringify(await readKeyState(tx)) !== JSON.stringify(before)) return false;
  await putSetting(tx, FINGERPRINT, after.writing);
  await putSetting(tx, RETIRED, after.retired);
  if (after.rotation) await putSetting(tx, ROTATION, after.rotation);
  else await tx.sql.deleteFrom('setting').where('key', '=', ROTATION).execute();
  return true;
}

/** Lets another key be claimed: what was written with the one before cannot be read any more. */
export async function forgetKey(tx: Tx): Promise<void> {
  await tx.sql.deleteFrom('setting').where('key', 'in', [FINGERPRINT, ROTATION, RETIRED]).execute();
}

/** A setting of the platform as it was put; undefined where it never was. */
export async function findSetting(tx: Tx, key: string): Promise<unknown> {
  return (
    await tx.sql.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  )?.value;
}

export async function putSetting(tx: Tx, key: string, value: unknown): Promise<void> {
  const stored = JSON.stringify(value);
  await tx.sql
    .insertInto('setting')
    .values({ key, value: stored })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: stored }))
    .execute();
}
