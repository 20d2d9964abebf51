/** Texts that people on phones read who have no account: in more languages than the rest. */
import type { RECEIVER_LANGUAGES } from '../../contract/shared/receiver-languages.ts';
import { stopLinks as swahili } from './sw/stop-links.ts';
import { texts } from './texts.ts';
import { languageOf } from './language.ts';
import type { Language } from './language.ts';
import type { Texts } from './en.ts';

export type PageLanguage = Language | 'sw';

/** The page behind the link of a promotional message. */
export const stopPages: Record<PageLanguage, Texts['stopLinks']> = {
  en: texts.en.stopLinks,
  sw: swahili,
  pt: texts.pt.stopLinks,
};

/** The best language of the page for an Accept-Language header. */
export function pageLanguageOf(header: string | undefined): PageLanguage {
  return /^\s*sw\b/i.test(header ?? '') ? 'sw' : languageOf(header);
}

/** The texts of one-time codes, for accounts without a text of their own. */
export const codeTexts: Record<(typeof RECEIVER_LANGUAGES)[number], string> = {
  en: texts.en.verifications.text,
  pt: texts.pt.verifications.text,
  sw: 'Nambari yako ya siri ya #brand# ni #code#. Inatumika kwa dakika #minutes#. Usimwambie mtu yeyote.',
  fr: 'Votre code #brand# est #code#. Il est valable #minutes# minutes. Ne le communiquez à personne.',
};
