/** The words with which phones opt out or in, those of carriers, and the answers to phones. */
import type {
  CarrierCode,
  OptOutAnswerText,
  OptOutKeyword,
} from '../../../contract/api/opt-out-words.ts';
import type { Tx } from '../../infra/database/db.ts';

export async function listKeywords(tx: Tx): Promise<OptOutKeyword[]> {
  return (
    await tx.query<OptOutKeyword>(
      'select word, country, language, asks from opt_out_keyword order by language, asks, word, country',
    )
  ).rows;
}

/** The word of a country, or of every country where the country is empty. */
export async function lockKeyword(
  tx: Tx,
  { word, country }: Pick<OptOutKeyword, 'word' | 'country'>,
): Promise<OptOutKeyword | undefined> {
  return (
    await tx.query<OptOutKeyword>(
      'select word, country, language, asks from opt_out_keyword where word = $1 and country = $2 for update',
      [word, country],
    )
  ).rows[0];
}

export async function putKeyword(tx: Tx, row: OptOutKeyword): Promise<void> {
  await tx.query(
    `insert into opt_out_keyword (word, country, language, asks) values ($1, $2, $3, $4)
     on conflict (word, country) do update set language = excluded.language, asks = excluded.asks`,
    [row.word, row.country, row.language, row.asks],
  );
}

export async function deleteKeyword(
  tx: Tx,
  { word, country }: Pick<OptOutKeyword, 'word' | 'country'>,
): Promise<void> {
  await tx.query('delete from opt_out_keyword where word = $1 and country = $2', [word, country]);
}

const CODE = `code, applies, source, to_char(checked_on, 'YYYY-MM-DD') as "checkedOn"`;

export async function listCodes(tx: Tx): Promise<CarrierCode[]> {
  return (await tx.query<CarrierCode>(`select ${CODE} from opt_out_code order by code`)).rows;
}

export async function lockCode(tx: Tx, code: string): Promise<CarrierCode | undefined> {
  return (
    await tx.query<CarrierCode>(`select ${CODE} from opt_out_code where code = $1 for update`, [
      code,
    ])
  ).rows[0];
}

export async function putCode(tx: Tx, row: CarrierCode): Promise<void> {
  await tx.query(
    `insert into opt_out_code (code, applies, source, checked_on) values ($1, $2, $3, $4)
     on conflict (code) do update set applies = excluded.applies, source = excluded.source, checked_on = excluded.checked_on`,
    [row.code, row.applies, row.source, row.checkedOn],
  );
}

export async function deleteCode(tx: Tx, code: string): Promise<void> {
  await tx.query('delete from opt_out_code where code = $1', [code]);
}

export async function listAnswers(tx: Tx): Promise<OptOutAnswerText[]> {
  return (
    await tx.query<OptOutAnswerText>(
      'select country, language, asks, text from opt_out_answer order by country, language, asks',
    )
  ).rows;
}

type AnswerKey = Omit<OptOutAnswerText, 'text'>;

export async function lockAnswer(
  tx: Tx,
  { country, language, asks }: AnswerKey,
): Promise<OptOutAnswerText | undefined> {
  return (
    await tx.query<OptOutAnswerText>(
      'select country, language, asks, text from opt_out_answer where country = $1 and language = $2 and asks = $3 for update',
      [country, language, asks],
    )
  ).rows[0];
}

export async function putAnswer(tx: Tx, row: OptOutAnswerText): Promise<void> {
  await tx.query(
    `insert into opt_out_answer (country, language, asks, text) values ($1, $2, $3, $4)
     on conflict (country, language, asks) do update set text = excluded.text`,
    [row.country, row.language, row.asks, row.text],
  );
}

export async function deleteAnswer(tx: Tx, { country, language, asks }: AnswerKey): Promise<void> {
  await tx.query('delete from opt_out_answer where country = $1 and language = $2 and asks = $3', [
    country,
    language,
    asks,
  ]);
}
