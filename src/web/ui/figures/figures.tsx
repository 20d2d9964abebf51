import Tooltip from '@mui/material/Tooltip';
import type { TFunction } from 'i18next';
import { memo, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRY_CODES, countryNames } from '../../../contract/shared/countries.ts';
import { formatTimestamp } from '../../../contract/shared/dates.ts';
import { formatShare } from '../../../contract/shared/percentages.ts';

/** Numbers and times in the words of the language on the screen and in the viewer's zone. */
export function useFormat() {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  return useMemo(() => makeFormat(t, language), [t, language]);
}

const codesByName = new Map(COUNTRY_CODES.map((code) => [countryNames('en')(code), code]));

export function regionName(name: string, language: string): string {
  const code = codesByName.get(name);
  return (code && countryNames(language)(code)) ?? name;
}

function makeFormat(t: TFunction, language: string) {
  const number = (value: number) => plain(language).format(value);
  const inMoney = (currency: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'code',
      maximumFractionDigits,
    });
  return {
    number,
    /** Units, four decimals at most and none where there are none: `12,400.5 units`. */
    units: (value: number) => t('units', { count: value, value: number(value) }),
    segments: (count: number) => t('segments', { count, value: number(count) }),
    rows: (count: number) => t('rows', { count, value: number(count) }),
    /** An amount as answers have it, a decimal text, with its currency; its own decimals are kept. */
    money: (amount: string, currency: string) =>
      inMoney(currency, 4).format(amount as Intl.StringNumericLiteral),
    /** A whole amount, without decimals. */
    wholeMoney: (amount: bigint, currency: string) => inMoney(currency, 0).format(amount),
    percent: (share: number) => formatShare(share, language),
    /** A share of which each tenth of a percent counts: `97.2%`. */
    rate: (share: number) => formatShare(share, language, { decimals: 1 }),
    /** By how much something grew or shrank: `+9%`, `-3.4%`. */
    change: (share: number) =>
      formatShare(share, language, { decimals: Math.abs(share) < 0.1 ? 1 : 0, signed: true }),
    /** A country's name from its code of two letters. */
    country: (code: string) => countryNames(language)(code) ?? code,
    /** A region of prices as its seller named it; one that has a country's name has it in the reader's language. */
    region: (name: string) => regionName(name, language),
    /** A mobile network with the name of its country; undefined where neither is known. */
    network: (network: string | null, code: string | null) =>
      [network, code && (countryNames(language)(code) ?? code)].filter(Boolean).join(', ') ||
      undefined,
    exact: (timestamp: number) =>
      formatTimestamp(timestamp, 'yyy-MM-dd HH:mm:ss', undefined, language),
    /** The time of day alone, for a moment of today. */
    clock: (timestamp: number) =>
      formatTimestamp(timestamp, 'dd MMM HH:mm', undefined, language).slice(-5),
    minute: (timestamp: number) =>
      formatTimestamp(timestamp, 'yyy-MM-dd HH:mm', undefined, language),
    /** A day of this year with its time: `29 Nov 04:18`. */
    moment: (timestamp: number) => formatTimestamp(timestamp, 'dd MMM HH:mm', undefined, language),
    bytes: (value: number) => bytes(language, value),
    duration: (seconds: number) => {
      if (seconds < 60)
        return t('time.seconds', {
          value: number(seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)),
        });
      const whole = Math.round(seconds);
      return whole < 3600
        ? t(whole % 60 === 0 ? 'time.wholeMinutes' : 'time.minutes', {
            minutes: Math.floor(whole / 60),
            seconds: whole % 60,
          })
        : t('time.hours', {
            hours: Math.floor(whole / 3600),
            minutes: Math.floor((whole % 3600) / 60),
          });
    },
    /** A time in its largest unit: `42 sec`, `13 min`, `5 hr`, `3 days`. */
    age: (seconds: number) => age(language, seconds),
    /** Messages a second: one decimal below ten, none above. */
    pace: (perSecond: number) =>
      number(perSecond < 10 ? Math.round(perSecond * 10) / 10 : Math.round(perSecond)),
    /** A number short enough for an axis: `20K`. */
    compact: (value: number) =>
      new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(
        value,
      ),
    relative: (timestamp: number, now: number) =>
      relative(language, timestamp - now) ?? t('time.now'),
  };
}

const formats = new Map<string, Intl.NumberFormat>();
function plain(language: string): Intl.NumberFormat {
  let format = formats.get(language);
  if (!format)
    formats.set(
      language,
      (format = new Intl.NumberFormat(language, {
        maximumFractionDigits: 4,
        useGrouping: 'always',
      })),
    );
  return format;
}

function bytes(language: string, value: number): string {
  const [divisor, unit] =
    value < 1000
      ? [1, 'byte']
      : value < 1_000_000
        ? [1000, 'kilobyte']
        : value < 1_000_000_000
          ? [1_000_000, 'megabyte']
          : [1_000_000_000, 'gigabyte'];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: value < 1000 ? 'long' : 'short',
    maximumFractionDigits: value < 10 * divisor && divisor > 1 ? 1 : 0,
  }).format(value / divisor);
}

const AGES: readonly [number, string][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

function age(language: string, seconds: number): string {
  const [length, unit] = AGES.find(([each]) => seconds >= each) ?? AGES.at(-1)!;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.max(0, Math.floor(seconds / length)),
  );
}

const STEPS: readonly [number, Intl.RelativeTimeFormatUnit][] = [
  [31_536_000, 'year'],
  [2_592_000, 'month'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
];

/** Seconds from now in words; undefined within the present minute. */
export function relative(language: string, seconds: number): string | undefined {
  const step = STEPS.find(([length]) => Math.abs(seconds) >= length);
  return (
    step &&
    new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
      // An age is whole units that have passed; a time ahead is the nearest: six days and 23 hours are seven days.
      Math.ceil(seconds / step[0] - (seconds > 0 ? 0.5 : 0)),
      step[1],
    )
  );
}

// One clock for every time on the screen.
const watchers = new Set<() => void>();
let present = Math.floor(Date.now() / 1000);
let ticking: ReturnType<typeof setInterval> | undefined;

function watch(changed: () => void): () => void {
  watchers.add(changed);
  ticking ??= setInterval(() => {
    present = Math.floor(Date.now() / 1000);
    for (const watcher of watchers) watcher();
  }, 15_000);
  return () => {
    watchers.delete(changed);
    if (watchers.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

function readPresent(): number {
  if (ticking === undefined) present = Math.floor(Date.now() / 1000);
  return present;
}

/** Seconds since the epoch, renewed four times a minute. */
export function useNow(): number {
  return useSyncExternalStore(watch, readPresent, readPresent);
}

/**
 * For lists: how long ago or how soon, with the exact moment on hover; a dash for none.
 * @param clock the time of day for the last hour, of a list whose rows are seconds apart
 */
export const Time = memo(function Time({ at, clock }: { at: number | null; clock?: boolean }) {
  const { exact, relative: inWords } = useFormat();
  const now = useNow();
  if (at === null) return <span>{DASH}</span>;
  return (
    <Tooltip describeChild title={exact(at)}>
      <time dateTime={new Date(at * 1000).toISOString()} style={{ whiteSpace: 'nowrap' }}>
        {clock && now - at < 3600 ? exact(at).slice(-'HH:mm:ss'.length) : inWords(at, now)}
      </time>
    </Tooltip>
  );
});

/** For pages of one thing: the whole moment, with how long ago or how soon on hover; a dash for none. */
export function Moment({ at }: { at: number | null }) {
  const { exact, relative: inWords } = useFormat();
  const now = useNow();
  if (at === null) return <span>{DASH}</span>;
  return (
    <Tooltip describeChild title={inWords(at, now)}>
      <time dateTime={new Date(at * 1000).toISOString()} style={{ whiteSpace: 'nowrap' }}>
        {exact(at)}
      </time>
    </Tooltip>
  );
}

/** Shown in place of an absent value. */
export const DASH = '–';
