import i18next, { type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './words/en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** The languages that are offered, each by its own name. */
export const LANGUAGES = [{ code: 'en', name: 'English' }, { code: 'pt', name: 'Português' }] as const;
export type Language = (typeof LANGUAGES)[number]['code'];

const CHOICE = 'tuma.language';
const LOADERS: Record<Language, () => Promise<Resource[string][string]>> = {
  en: async () => en,
  pt: async () => (await import('./words/pt.ts')).pt,
};

/** Makes the words ready in the language last chosen here, else the browser's, else English. */
export async function startWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en', fallbackLng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false }, returnNull: false, react: { useSuspense: false },
  });
  const language = chosen();
  if (language === 'en') document.documentElement.lang = 'en';
  else await show(language).catch(() => undefined);
}

function chosen(): Language {
  const cached = localStorage.getItem(CHOICE);
  const wanted = [cached, ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  return LANGUAGES.find(({ code }) => wanted.find((tag) => LANGUAGES.some((offered) => offered.code === tag)) === code)?.code ?? 'en';
}

async function show(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) i18next.addResourceBundle(language, 'translation', await LOADERS[language]());
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Shows everything in another language from now on, and remembers the choice in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await show(language);
  localStorage.setItem(CHOICE, language);
}

/** The language on the screen, as sent to the server with every call. */
export function currentLanguage(): Language {
  return LANGUAGES.find(({ code }) => code === i18next.language)?.code ?? 'en';
}
