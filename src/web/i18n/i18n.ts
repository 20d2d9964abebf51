import i18next, { type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { en } from './en.ts';
import type { first } from './en/pre-login.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** The languages that the language menu offers, each by its own name. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'pt', name: 'Português' },
] as const;
export type Language = (typeof LANGUAGES)[number]['code'];

/** The languages of the settings: Swahili has sign-in, shell, sending and campaigns, and English the rest. */
export const SCREEN_LANGUAGES = [...LANGUAGES, { code: 'sw', name: 'Kiswahili' }] as const;
export type ScreenLanguage = (typeof SCREEN_LANGUAGES)[number]['code'];

const CHOICE = 'tuma.language';
const COOKIE = 'tuma_language';
const LOADERS: Record<Exclude<ScreenLanguage, 'en'>, () => Promise<Resource[string][string]>> = {
  pt: async () => {
    const [{ pt }, { withZeros }] = await Promise.all([import('./pt.ts'), import('./zeros.ts')]);
    return withZeros(pt);
  },
  sw: async () => (await import('./sw.ts')).sw,
};

/**
 * Prepares the texts in the language last chosen here, else the browser's, else English.
 * @param english the page's English texts: all of them, or those before sign-in
 */
export async function startWords(english: typeof en | typeof first): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: english } },
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  });
  const language = chosen();
  if (language === 'en') document.documentElement.lang = 'en';
  else await show(language).catch(() => undefined);
}

/** Adds English texts of a page before sign-in; other languages are loaded whole. */
export function addEnglish(words: Partial<typeof en>): void {
  i18next.addResourceBundle('en', 'translation', words, true);
}

function chosen(): ScreenLanguage {
  const cached = localStorage.getItem(CHOICE);
  // Only a person chooses Swahili, never the browser.
  if (cached === 'sw') return cached;
  const wanted = [cached, ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  return (
    LANGUAGES.find(
      ({ code }) =>
        wanted.find((tag) => LANGUAGES.some((offered) => offered.code === tag)) === code,
    )?.code ?? 'en'
  );
}

async function show(language: ScreenLanguage): Promise<void> {
  if (language !== 'en' && !i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', await LOADERS[language]());
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Switches to another language and remembers the choice in this browser. */
export async function chooseLanguage(language: ScreenLanguage): Promise<void> {
  await show(language);
  localStorage.setItem(CHOICE, language);
  // The manual's pages are the server's, which sees no storage.
  document.cookie = `${COOKIE}=${language}; path=/manual; max-age=31536000; samesite=lax`;
}

/** The language on the screen. */
export function screenLanguage(): ScreenLanguage {
  return SCREEN_LANGUAGES.find(({ code }) => code === i18next.language)?.code ?? 'en';
}

/** The language of the server's texts and of the manual for the language on the screen. */
export function currentLanguage(): Language {
  return LANGUAGES.find(({ code }) => code === i18next.language)?.code ?? 'en';
}
