/** The languages that the server's own texts come in; English is the fallback. */
export type Language = 'en' | 'pt';

/** The locale that a language writes numbers by. */
export const LOCALES: Record<Language, string> = { en: 'en', pt: 'pt-PT' };

/** The best of our languages for an Accept-Language header, or for the language of an account. */
export function languageOf(header: string | undefined): Language {
  return /^\s*pt\b/i.test(header ?? '') ? 'pt' : 'en';
}
