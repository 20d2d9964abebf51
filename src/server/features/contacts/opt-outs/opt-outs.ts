import { KEYWORD_REQUESTS } from '../../../../contract/api/opt-out-words.ts';
import type {
  OptOutAnswers,
  optOuts,
  OptOutScope,
  OptOutSource,
} from '../../../../contract/api/opt-outs.ts';
import { RECEIVER_LANGUAGES } from '../../../../contract/shared/receiver-languages.ts';
import type { Parsed } from '../../../../contract/endpoint.ts';
import { record } from '../../../core/audit/audit.ts';
import type { Actor } from '../../../core/audit/audit.ts';
import { listSendersNamed } from '../../../core/accept/accept.store.ts';
import {
  answersOptOuts,
  listAnswerTexts,
  readAnsweringAccount,
  setAnswersOptOuts,
  setOwnAnswer,
} from '../../../core/opt-outs/answers.store.ts';
import { chooseAnswer } from '../../../core/opt-outs/keywords.rules.ts';
import type { AnswerText } from '../../../core/opt-outs/keywords.rules.ts';
import { optOut } from '../../../core/opt-outs/opt-outs.ts';
import { removeOptOuts } from '../../../core/opt-outs/opt-outs.store.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { PageTokens } from '../../../infra/database/pages.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { badInput } from '../../../infra/errors.ts';
import type { Language } from '../../../i18n/language.ts';
import { sentence } from '../../../i18n/sentence.ts';
import { phoneRangesOf, readPhones } from '../contacts.ts';
import { getCountry } from '../contacts.store.ts';
import { listOptOuts } from './opt-out-list.store.ts';

/** The audit log names this many numbers of one action, and the count of all. */
const RECORDED = 20;

/** A page of opt-outs. @param kind of list, which its page tokens are bound to */
export async function pageOfOptOuts(
  tx: Tx,
  scope: Scope,
  tokens: PageTokens,
  kind: string,
  wanted: {
    query: string;
    clientIds: string[];
    sources: OptOutSource[];
    pageSize: number;
    pageToken: string;
  },
) {
  const { query, clientIds, sources, ...page } = wanted;
  const ranges = await phoneRangesOf(tx, query, scope.clientId);
  const { rows, footer } = await listOptOuts(
    tx,
    scope,
    { clientIds, sources, ranges },
    tokens.openPage(kind, page),
  );
  return {
    optOuts: rows.map(({ at, destination, place: _, ...row }) => ({
      ...row,
      phone: `+${destination}`,
      timestamp: at.getTime() / 1000,
    })),
    ...footer,
  };
}

type Written = { phones: string[]; language: Language };

/**
 * Adds numbers as people write them, and cancels what is queued for them. @throws Refusal BAD_INPUT naming
 * the number that is none, or a sender ID of others
 */
export async function addWritten(
  tx: Tx,
  clientId: string,
  {
    phones,
    language,
    note,
    source,
    scope,
    sender,
  }: Written & {
    note: string;
    source: OptOutSource;
    scope: OptOutScope;
    sender?: string | undefined;
  },
): Promise<{ added: number }> {
  const senderId = sender && (await getSenderName(tx, clientId, { sender, language }));
  const destinations = await read(tx, clientId, { phones, language });
  const notes = destinations.map(() => note);
  const added = await optOut(tx, {
    clientId,
    destinations,
    source,
    notes,
    scope,
    ...(senderId && { sender: senderId }),
  });
  return { added: added.length };
}

/** Removes numbers as people write them, and records it. @throws Refusal BAD_INPUT naming the number that is none */
export async function removeWritten(
  tx: Tx,
  clientId: string,
  actor: Actor,
  written: Written,
): Promise<{ removed: number }> {
  const removed = await removeOptOuts(tx, clientId, await read(tx, clientId, written));
  if (removed.length > 0)
    await record(tx, actor, {
      action: 'OPT_OUTS_REMOVED',
      clientId,
      before: {
        count: removed.length,
        phones: removed.slice(0, RECORDED).map((phone) => `+${phone}`),
      },
    });
  return { removed: removed.length };
}

/** The sender ID as it is written in the list of those that the account has. */
async function getSenderName(
  tx: Tx,
  clientId: string,
  { sender, language }: { sender: string; language: Language },
): Promise<string> {
  const [found] = await listSendersNamed(tx, clientId, sender);
  if (!found)
    throw badInput([{ field: 'sender', message: sentence(language, 'SENDER_NOT_YOURS') }]);
  return found.sender;
}

/** The account's answers to phones: if it gives any, from which numbers, and the texts that they read. */
export async function presentAnswers(tx: Tx, clientId: string): Promise<OptOutAnswers> {
  const isAnswered = await answersOptOuts(tx, clientId);
  const { name, country, numbers } = await readAnsweringAccount(tx, clientId);
  const texts = await listAnswerTexts(tx, { clientId, country });
  const [own, standard] = [true, false].map((isOwn) =>
    texts.filter((text) => text.isOwn === isOwn),
  ) as [AnswerText[], AnswerText[]];
  return {
    isAnswered,
    name,
    numbers,
    texts: RECEIVER_LANGUAGES.flatMap((language) =>
      KEYWORD_REQUESTS.map((asks) => ({
        language,
        asks,
        text: own.find((text) => text.language === language && text.asks === asks)?.text ?? '',
        standard: chooseAnswer(standard, { language, asks })?.text ?? '',
      })),
    ),
  };
}

/** Chooses whether the account answers and by which texts, and records what changes. */
export async function chooseAnswers(
  tx: Tx,
  clientId: string,
  actor: Actor,
  { isAnswered, texts = [] }: Parsed<typeof optOuts.setAnswers>,
): Promise<void> {
  const before = await presentAnswers(tx, clientId);
  const set = (from: Record<string, unknown>, to: Record<string, unknown>) =>
    record(tx, actor, { action: 'OPT_OUT_ANSWERS_SET', clientId, before: from, after: to });
  await setAnswersOptOuts(tx, clientId, isAnswered);
  if (before.isAnswered !== isAnswered)
    await set({ isAnswered: before.isAnswered }, { isAnswered });
  for (const { language, asks, text } of texts) {
    const old = before.texts.find((each) => each.language === language && each.asks === asks)!.text;
    if (old === text) continue;
    await setOwnAnswer(tx, clientId, { language, asks, text });
    await set({ language, asks, text: old }, { language, asks, text });
  }
}

async function read(tx: Tx, clientId: string, { phones, language }: Written): Promise<string[]> {
  return readPhones(phones, await getCountry(tx, clientId), language, (at) => `phones.${at}`);
}
