import { en, type Texts } from './en.ts';
import type { Language } from './language.ts';
import { pt } from './pt.ts';

/** Every text of the server by language, then by subject. A text that a language lacks does not compile. */
export const texts: Record<Language, Texts> = { en, pt };
