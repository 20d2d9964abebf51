/** Answers to words with which phones opt out or in again: which accounts give them, and their texts. */
import type { KeywordRequest } from '../../../contract/api/opt-out-words.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { AnswerText } from './keywords.rules.ts';

/** Returns whether an account answers; it does not until it chooses so. */
export async function answersOptOuts(tx: Tx, clientId: string): Promise<boolean> {
  const { rows } = await tx.query<{ isAnswered: boolean }>(
    'select is_answered as "isAnswered" from opt_out_choice where client_id = $1',
    [clientId],
    'answers opt-outs',
  );
  return rows[0]?.isAnswered ?? false;
}

export async function setAnswersOptOuts(
  tx: Tx,
  clientId: string,
  isAnswered: boolean,
): Promise<void> {
  await tx.query(
    `insert into opt_out_choice (client_id, is_answered) values ($1, $2)
     on conflict (client_id) do update set is_answered = excluded.is_answered`,
    [clientId, isAnswered],
  );
}

/** The texts of answers of a country, and those of an account that has its own; of no account where `clientId` is null. */
export async function listAnswerTexts(
  tx: Tx,
  { clientId, country }: { clientId: string | null; country: string },
): Promise<AnswerText[]> {
  const { rows } = await tx.query<AnswerText>(
    `select language, asks, country, text, false as "isOwn" from opt_out_answer where country in ('', $2)
     union all select language, asks, '', text, true from opt_out_own_answer where client_id = $1`,
    [clientId, country],
    'opt-out answers',
  );
  return rows;
}

/** Sets an account's own text of an answer; an empty one removes it. */
export async function setOwnAnswer(
  tx: Tx,
  clientId: string,
  { language, asks, text }: { language: string; asks: KeywordRequest; text: string },
): Promise<void> {
  if (text === '')
    await tx.query(
      'delete from opt_out_own_answer where client_id = $1 and language = $2 and asks = $3',
      [clientId, language, asks],
    );
  else
    await tx.query(
      `insert into opt_out_own_answer (client_id, language, asks, text) values ($1, $2, $3, $4)
       on conflict (client_id, language, asks) do update set text = excluded.text`,
      [clientId, language, asks, text],
    );
}

/** The name of the account that answers, and the numbers of its own that phones can write to. */
export async function readAnsweringAccount(
  tx: Tx,
  clientId: string,
): Promise<{ name: string; country: string; numbers: string[] }> {
  const { rows } = await tx.query<{ name: string; country: string; numbers: string[] }>(
    `select client_name as name, country, array(select distinct sender from sender
       where client_id = c.id and status = 'READY_FOR_SENDING' and not is_generic and sender ~ '^[+]?[0-9]+$' order by sender) as numbers
     from client c where id = $1`,
    [clientId],
    'answering account',
  );
  return rows[0]!;
}

/** Returns whether a phone's number is a sender ID here: software writes under it, and no person. */
export async function isSenderId(tx: Tx, phone: string): Promise<boolean> {
  return (
    (
      await tx.query(
        `select from sender where lower(sender) in ($1, '+' || $1) limit 1`,
        [phone],
        'phone as sender',
      )
    ).rowCount > 0
  );
}
