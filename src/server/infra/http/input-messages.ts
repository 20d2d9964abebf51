import type * as z from 'zod/mini';
import { en as zodEnglish, ptBR as zodPortuguese } from 'zod/locales';
import type { Language } from '../../i18n/language.ts';
import { sentence } from '../../i18n/sentence.ts';
import { allowedBy } from './pattern-words.ts';
import { SINGLE_LINE } from '../../../contract/shared/fields.ts';

const zodMessages = { en: zodEnglish().localeError, pt: zodPortuguese().localeError };

/** Messages for schema errors: the common ones from our texts, the rest from the schema itself. */
export function inputMessages(language: Language) {
  return (issue: z.core.$ZodRawIssue) =>
    ownMessage(language, issue) ?? zodMessages[language](issue);
}

function ownMessage(language: Language, issue: z.core.$ZodRawIssue): string | undefined {
  const { code, input } = issue;
  if (code === 'custom' && issue.params?.['sentence'] === 'NOT_A_DAY')
    return sentence(language, 'NOT_A_DAY');
  if (code === 'invalid_format' && issue.pattern === String(SINGLE_LINE))
    return sentence(language, 'NOT_ONE_LINE');
  if (code === 'invalid_format' && issue.format === 'regex' && typeof issue.pattern === 'string')
    return patternMessage(language, issue.pattern);
  if (code === 'invalid_type' && input === undefined) return sentence(language, 'FIELD_MISSING');
  if (code === 'invalid_value' && issue.values.length > 1)
    return input === undefined
      ? sentence(language, 'FIELD_MISSING')
      : sentence(language, 'AMONG', { values: issue.values.join(', ') });
  if (code !== 'too_big' && code !== 'too_small') return undefined;
  const big = code === 'too_big';
  const bound = String(big ? issue.maximum : issue.minimum);
  if (typeof input === 'string')
    return big
      ? sentence(language, 'MOST_CHARACTERS', { have: input.length, bound })
      : sentence(language, input === '' ? 'NOTHING_WRITTEN' : 'LEAST_CHARACTERS', { bound });
  if (Array.isArray(input))
    return sentence(language, big ? 'MOST_ENTRIES' : 'LEAST_ENTRIES', {
      have: input.length,
      bound,
    });
  if (typeof input !== 'number' && typeof input !== 'bigint') return undefined;
  if (big)
    return sentence(language, issue.inclusive === false ? 'BELOW_AMOUNT' : 'MOST_AMOUNT', {
      bound,
    });
  return sentence(language, issue.inclusive === false ? 'ABOVE_AMOUNT' : 'LEAST_AMOUNT', { bound });
}

/** The demands of a pattern in words: a pattern itself says little to most people. */
function patternMessage(language: Language, pattern: string): string {
  const allowed = allowedBy(pattern);
  if (allowed === undefined) return sentence(language, 'NOT_OF_FORM');
  const { characters, least, most } = allowed;
  if (most === null) return sentence(language, 'ALLOWED_CHARACTERS', { characters });
  return least === most
    ? sentence(language, 'ALLOWED_EXACTLY', { characters, bound: most })
    : sentence(language, 'ALLOWED_LENGTH', { characters, least, most });
}
