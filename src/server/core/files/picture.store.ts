/** Rows of pictures: profile pictures, and those of brands. */
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

export type PicturePurpose = 'PROFILE' | 'LOGO' | 'LOGO_DARK' | 'FAVICON' | 'SIGN_IN';

export async function insertPicture(
  tx: Tx,
  picture: { id: string; clientId: string; purpose: PicturePurpose; bytes: Buffer },
): Promise<void> {
  await tx.query('insert into picture (id, client_id, purpose, bytes) values ($1, $2, $3, $4)', [
    picture.id,
    picture.clientId,
    picture.purpose,
    picture.bytes,
  ]);
}

export async function findPicture(
  tx: Tx,
  scope: Scope,
  id: string,
  purposes: readonly PicturePurpose[],
): Promise<Buffer | undefined> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ? and purpose = any(?)', id, purposes);
  const { rows } = await tx.query<{ bytes: Buffer }>(
    `select bytes from picture where ${where.sql}`,
    where.values,
  );
  return rows[0]?.bytes;
}

/** Deletes a client's pictures of a purpose except one. */
export async function deletePicturesBut(
  tx: Tx,
  clientId: string,
  purpose: PicturePurpose,
  keep: string | null,
): Promise<void> {
  await tx.query(
    'delete from picture where client_id = $1 and purpose = $2 and id is distinct from $3',
    [clientId, purpose, keep],
  );
}
