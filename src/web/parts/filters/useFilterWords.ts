import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../contract/shared/dates.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { readPattern, type PatternMeaning } from './patternMeaning.ts';

type Filter = { type: string; parameters: Record<string, string> };

/** A filter as a sentence. */
export type FilterWords = {
  text: string;
  /** The expression that the sentence describes. */
  expression?: string;
  /** True where the sentence says only that there is an expression, which must be shown. */
  isOpaque: boolean;
};

const SUBJECTS = {
  SourceAddrFilter: 'from',
  DestinationAddrFilter: 'to',
  ShortMessageFilter: 'text',
} as const;
type Subject = (typeof SUBJECTS)[keyof typeof SUBJECTS];

const NAMED = {
  ConnectorFilter: 'connector',
  UserFilter: 'user',
  GroupFilter: 'group',
  TagFilter: 'tag',
} as const;

/** Values of a common beginning that are written out. */
const FEW = 6;

/** A sentence as the continuation of another. */
export const lowered = (text: string): string =>
  text.slice(0, 1).toLocaleLowerCase() + text.slice(1);

/** Filters in the words of the language on the screen. */
export function useFilterWords(): (filter: Filter) => FilterWords {
  const { t, i18n } = useTranslation();
  const { number } = useFormat();
  const language = i18n.language;
  return useMemo(() => {
    const plain = (text: string): FilterWords => ({ text, isOpaque: false });
    return ({ type, parameters }) => {
      const value = Object.values(parameters)[0] ?? '';
      if (type in SUBJECTS)
        return patternWords(t, language, number, SUBJECTS[type as keyof typeof SUBJECTS], value);
      if (type in NAMED)
        return plain(t(`routing.says.${NAMED[type as keyof typeof NAMED]}`, { value }));
      const [from = '', to = ''] = value.split(';');
      if (type === 'DateIntervalFilter')
        return plain(
          from === to
            ? t('routing.says.day', { day: dayOf(language, from) })
            : t('routing.says.days', { from: dayOf(language, from), to: dayOf(language, to) }),
        );
      if (type === 'TimeIntervalFilter') return plain(timesIn(t, timeOf(from), timeOf(to)));
      if (type === 'ExpressionFilter')
        return { text: t('routing.says.expression'), expression: value, isOpaque: true };
      return plain(
        t(type === 'TransparentFilter' ? 'routing.says.everything' : 'routing.says.other'),
      );
    };
  }, [t, language, number]);
}

function patternWords(
  t: TFunction,
  language: string,
  number: (value: number) => string,
  subject: Subject,
  pattern: string,
): FilterWords {
  const found = readPattern(pattern);
  if (!found)
    return { text: t(`routing.says.${subject}.match`), expression: pattern, isOpaque: true };
  const { how, length } = found;
  const size = length === null ? '' : sizeOf(t, number, length);
  const words = t(`routing.says.${subject}.${how}`, {
    values: valuesOf(language, subject, found),
    length: size,
  });
  const more = [
    length !== null && how !== 'of' && t('routing.says.long', { length: size }),
    found.ignoresCase && /\p{L}/u.test(found.values.join('')) && t('routing.says.anyCase'),
    // Numbers and senders have no line breaks.
    subject === 'text' &&
      found.isOneLine &&
      t(how === 'contains' ? 'routing.says.firstLine' : 'routing.says.oneLine'),
  ].filter((each) => each !== false);
  return { text: [words, ...more].join(', '), expression: pattern, isOpaque: false };
}

function valuesOf(language: string, subject: Subject, { stem, values }: PatternMeaning): string {
  // A few are written out; more would repeat more than they tell.
  if (values.length > FEW && stem !== '') return `${stem}\u00A0${values.join(', ')}`;
  const whole = stem === '' ? values : values.map((value) => value.replaceAll(/\d+/g, `${stem}$&`));
  const quoted = subject === 'text' ? whole.map((value) => `“${value}”`) : whole;
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language, {
    type: 'disjunction',
  }).format(quoted);
}

function sizeOf(
  t: TFunction,
  number: (value: number) => string,
  { least, most, digits }: NonNullable<PatternMeaning['length']>,
): string {
  const unit = digits ? 'digits' : 'characters';
  if (most === null)
    return t('routing.says.atLeast', {
      length: t(`routing.says.${unit}`, { count: least, value: number(least) }),
    });
  return t(`routing.says.${unit}`, {
    count: most,
    value:
      least === most
        ? number(most)
        : t('routing.says.range', { from: number(least), to: number(most) }),
  });
}

function dayOf(language: string, day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(at);
}

/** Hours in UTC, as the gateway compares them, and those of the viewer's zone where they differ. */
function timesIn(t: TFunction, from: string, to: string): string {
  const [fromHere, toHere] = [hereOf(from), hereOf(to)];
  return from === fromHere
    ? t('routing.says.times', { from, to })
    : t('routing.says.timesHere', { from, to, fromHere, toHere });
}

/** An hour of today in UTC by the clock of the viewer's zone; the hour itself where it is none. */
function hereOf(time: string): string {
  const at = Date.parse(`${new Date().toISOString().slice(0, 10)}T${time}Z`) / 1000;
  return Number.isNaN(at)
    ? time
    : timeOf(formatTimestamp(at, 'yyy-MM-dd HH:mm:ss').slice(-8)).slice(0, time.length);
}

/** Seconds that say nothing are left out. */
const timeOf = (time: string) => time.replace(/:00$/, '');
