/** The languages that the server's own texts come in; English is the fallback. */
export type Language = 'en' | 'pt';

/** The best of our languages for an Accept-Language header, or for the language of an account. */
export function languageOf(header: string | undefined): Language {
  return /^\s*pt\b/i.test(header ?? '') ? 'pt' : 'en';
}
