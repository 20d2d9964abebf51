/** An account's own texts of its codes. */
import type { VerificationText } from '../../../contract/api/verifications.ts';
import type { Tx } from '../../infra/database/db.ts';

type TextRow = VerificationText;

/** The text for a brand, else for any, in this language; undefined where the account has none. */
export async function findText(
  tx: Tx,
  clientId: string,
  brand: string,
  language: string,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ text: string }>(
    `select text from verification_text where client_id = $1 and language = $3 and (brand = '' or lower(brand) = lower($2)) order by brand = '' limit 1`,
    [clientId, brand, language],
  );
  return rows[0]?.text;
}

export async function listTexts(tx: Tx, clientId: string): Promise<TextRow[]> {
  const { rows } = await tx.query<TextRow>(
    `select brand, language, text from verification_text where client_id = $1 order by brand, language`,
    [clientId],
  );
  return rows;
}

export async function putText(
  tx: Tx,
  clientId: string,
  { brand, language, text }: TextRow,
): Promise<void> {
  await tx.query(
    `insert into verification_text (client_id, brand, language, text) values ($1, $2, $3, $4)
     on conflict (client_id, brand, language) do update set text = excluded.text`,
    [clientId, brand, language, text],
  );
}

/** @returns the text that was there */
export async function deleteText(
  tx: Tx,
  clientId: string,
  brand: string,
  language: string,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ text: string }>(
    `delete from verification_text where client_id = $1 and brand = $2 and language = $3 returning text`,
    [clientId, brand, language],
  );
  return rows[0]?.text;
}
