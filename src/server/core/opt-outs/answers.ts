import type { Tx } from '../../infra/database/db.ts';
import { countAttempt } from '../auth/limits/rate-limits.store.ts';
import { addToOutbox } from '../background/outbox.store.ts';
import {
  answersOptOuts,
  isSenderId,
  listAnswerTexts,
  readAnsweringAccount,
} from './answers.store.ts';
import { fillAnswer } from '../../../contract/shared/opt-out-answers.ts';
import { chooseAnswer } from './keywords.rules.ts';
import type { Keyword } from './opt-outs.store.ts';

/** The outbox row of an answer, whose client pays for it; `isOwn` where the text is the client's own. */
export type OptOutAnswer = { from: string; to: string; text: string; isOwn?: boolean; at: number };

/** A phone gets one answer of an account within this time, so that two machines do not go on. */
const ONCE_IN_SECONDS = 86_400;

/**
 * Puts the message that confirms what a phone's word did into the outbox, if the account answers. The
 * caller has applied the word in the same transaction, and it changed something.
 * @param asked.phone E.164 without plus
 * @param asked.number the account's own number that the phone wrote to
 */
export async function answerWord(
  tx: Tx,
  clientId: string,
  {
    phone,
    number,
    country,
    keyword,
  }: { phone: string; number: string; country: string; keyword: Keyword },
): Promise<void> {
  if (!(await answersOptOuts(tx, clientId)) || (await isSenderId(tx, phone))) return;
  const answer = chooseAnswer(await listAnswerTexts(tx, { clientId, country }), keyword);
  if (answer === undefined) return;
  const { count } = await countAttempt(tx, `opt-out answer ${clientId} ${phone}`, ONCE_IN_SECONDS);
  if (count > 1) return;
  const { name } = await readAnsweringAccount(tx, clientId);
  const payload: OptOutAnswer = {
    from: number,
    to: phone,
    text: fillAnswer(answer.text, { name, number }),
    isOwn: answer.isOwn,
    at: Date.now(),
  };
  await addToOutbox(tx, { clientId, kind: 'OPT_OUT_ANSWER', target: number, payload });
}
