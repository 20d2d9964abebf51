import { optOutWords } from '../../../contract/api/opt-out-words.ts';
import { changes, record } from '../../core/audit/audit.ts';
import type { Actor } from '../../core/audit/audit.ts';
import { fillAnswer } from '../../../contract/shared/opt-out-answers.ts';
import { listAnswerTexts } from '../../core/opt-outs/answers.store.ts';
import { chooseAnswer, readWord } from '../../core/opt-outs/keywords.rules.ts';
import { findKeyword } from '../../core/opt-outs/opt-outs.store.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { badInput, notFound } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { sentence } from '../../i18n/sentence.ts';
import {
  deleteAnswer,
  deleteCode,
  deleteKeyword,
  listAnswers,
  listCodes,
  listKeywords,
  lockAnswer,
  lockCode,
  lockKeyword,
  putAnswer,
  putCode,
  putKeyword,
} from './opt-out-words.store.ts';

/** The name and number of an answer that is only tried. */
const SAMPLE = { name: 'Duka', number: '22141' };

/** The words that opt out, of phones and of carriers, and the answers: staff read them, administrators change them. */
export function optOutWordRoutes({ database }: { database: Database }): Route[] {
  return answer(optOutWords, {
    list: (_input, { scope }) =>
      database.run(scope, async (tx) => ({
        keywords: await listKeywords(tx),
        codes: await listCodes(tx),
        answers: await listAnswers(tx),
      })),

    tryText: ({ text, country }, { scope }) =>
      database.run(scope, async (tx) => {
        const word = readWord(text);
        const found = word === '' ? undefined : await findKeyword(tx, word, country);
        if (!found) return { word, keyword: null, answer: null };
        const reply = chooseAnswer(await listAnswerTexts(tx, { clientId: null, country }), found);
        return {
          word,
          keyword: { word, ...found },
          answer: reply === undefined ? null : fillAnswer(reply.text, SAMPLE),
        };
      }),

    putKeyword: (written, call) =>
      database.run(call.scope, async (tx) => {
        const row = { ...written, word: readWord(written.word) };
        if (row.word === '')
          throw badInput([{ field: 'word', message: sentence(call.language, 'WORD_EMPTY') }]);
        const before = await lockKeyword(tx, row);
        await putKeyword(tx, row);
        await recordSet(tx, call, before, row, { word: row.word, country: row.country });
        return row;
      }),

    removeKeyword: ({ word, country }, call) =>
      database.run(call.scope, async (tx) => {
        const before = await lockKeyword(tx, { word, country });
        if (!before) throw notFound('word');
        await deleteKeyword(tx, before);
        return recordRemoved(tx, call, before);
      }),

    putCode: (written, call) =>
      database.run(call.scope, async (tx) => {
        const row = { ...written, code: written.code.toLowerCase() };
        const before = await lockCode(tx, row.code);
        await putCode(tx, row);
        await recordSet(tx, call, before, row, { code: row.code });
        return row;
      }),

    removeCode: ({ code }, call) =>
      database.run(call.scope, async (tx) => {
        const before = await lockCode(tx, code);
        if (!before) throw notFound('word');
        await deleteCode(tx, code);
        return recordRemoved(tx, call, before);
      }),

    putAnswer: (row, call) =>
      database.run(call.scope, async (tx) => {
        const before = await lockAnswer(tx, row);
        await putAnswer(tx, row);
        const { country, language, asks } = row;
        await recordSet(tx, call, before, row, { country, language, asks });
        return row;
      }),

    removeAnswer: (key, call) =>
      database.run(call.scope, async (tx) => {
        const before = await lockAnswer(tx, key);
        if (!before) throw notFound('answer');
        await deleteAnswer(tx, key);
        return recordRemoved(tx, call, before);
      }),
  });
}

type Caller = Actor & { session: { clientId: string } };

/** Records a row that was set: the fields that changed, and those by which it is known. */
async function recordSet(
  tx: Tx,
  call: Caller,
  before: object | undefined,
  after: object,
  key: Record<string, string>,
): Promise<void> {
  const changed = changes(before ? { ...before } : {}, { ...after });
  if (changed)
    await record(tx, call, {
      action: 'OPT_OUT_WORD_SET',
      clientId: call.session.clientId,
      before: { ...changed.before, ...(before && key) },
      after: { ...changed.after, ...key },
    });
}

async function recordRemoved(tx: Tx, call: Caller, before: object): Promise<{ ok: true }> {
  await record(tx, call, {
    action: 'OPT_OUT_WORD_REMOVED',
    clientId: call.session.clientId,
    before: { ...before },
  });
  return { ok: true };
}
