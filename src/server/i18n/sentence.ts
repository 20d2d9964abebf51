import type { ErrorCode } from '../../contract/errors.ts';
import type { Texts } from './en.ts';
import { fill } from './fill.ts';
import type { Language } from './language.ts';
import { formatNumber } from './numbers.ts';
import { texts } from './texts.ts';

const errorsIn = (language: Texts) => ({
  ...language.general.errors,
  ...language.input.errors,
  ...language.signIn.errors,
  ...language.strongSignIn.errors,
  ...language.contactChanges.errors,
  ...language.clients.errors,
  ...language.secondApproval.errors,
  ...language.branding.errors,
  ...language.campaigns.errors,
  ...language.contacts.errors,
  ...language.messages.errors,
  ...language.senders.errors,
  ...language.wallet.errors,
  ...language.reports.errors,
  ...language.webhooks.errors,
  ...language.apiKeys.errors,
  ...language.gateway.errors,
  ...language.verifications.errors,
});
type Sentence = keyof ReturnType<typeof errorsIn>;

/** An error code without a sentence does not compile. */
const sentences: Record<Language, Record<ErrorCode | Sentence, string>> = {
  en: errorsIn(texts.en),
  pt: errorsIn(texts.pt),
};

/** A thing that a refusal may be about. */
export type Thing = keyof Texts['general']['things'];
/** A state of a thing that stands in the way of what is asked. */
export type ThingState = keyof Texts['general']['states'];

/** An amount as a decimal text without separators, with its currency where it is money. */
export type Amount = { readonly decimal: string; readonly currency?: string };
export type SentenceValue = string | number | Amount;

/** Numbers and amounts as the language writes them; a text is said as it is. */
function inWords(value: SentenceValue, language: Language): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatNumber(value, language);
  const number = formatNumber(value.decimal, language);
  return value.currency === undefined ? number : `${value.currency} ${number}`;
}

/** The sentence for a code, its `{names}` filled from `values`; things and states in words. */
export function sentence(
  language: Language,
  code: Sentence,
  values: Record<string, SentenceValue> = {},
): string {
  const { line, things, states, fields } = texts[language].general;
  const worded = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, inWords(value, language)]),
  );
  const atLine = worded['line'] === undefined ? '' : `${line} ${worded['line']}: `;
  const said: Record<string, string> = { atLine, ...worded };
  const { what, status, field } = said;
  if (what !== undefined) said['what'] = (things as Record<string, string>)[what] ?? what;
  if (field !== undefined) said['field'] = (fields as Record<string, string>)[field] ?? field;
  if (status !== undefined)
    said['status'] = fill((states as Record<string, string>)[status] ?? status, said);
  const filled = fill(sentences[language][code], said);
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}
