import { useTranslation } from 'react-i18next';
import { type Day, dayOf, formatTimestamp, startOfDay } from '../../contract/shared/dates.ts';
import { useFormat, useNow } from '../ui/figures/figures.tsx';
import { cityOf } from './clients/cityOf.ts';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Days that are counted in UTC: the name of one, such as 28 Nov, and a sentence about them on the viewer's clocks. */
export function useUtcDays(): { day(day: Day): string; sentence: string } {
  const { t, i18n } = useTranslation();
  const { clock } = useFormat();
  const begin = clock(startOfDay(dayOf(useNow())));
  return {
    day: (day) =>
      formatTimestamp(startOfDay(day), 'dd MMM HH:mm', 'UTC', i18n.language).slice(0, -6),
    sentence:
      begin === '00:00'
        ? t('stats.daysUtc')
        : t('stats.daysHere', { time: begin, zone: cityOf(ZONE) }),
  };
}
