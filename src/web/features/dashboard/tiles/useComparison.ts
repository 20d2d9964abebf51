import { useTranslation } from 'react-i18next';
import type { Figures } from '../../../../contract/api/dashboard.ts';
import { startOfDay } from '../../../../contract/shared/dates.ts';

export type Comparison = {
  /** The day compared with: `last Sunday`. */
  readonly weekday: string;
  /** The hours that are compared, in which zone, and that filters by date count otherwise. */
  readonly tip: string;
};

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** The weekday that the chart of today shows beside it, in words. */
export function useWeekday(): (figures: Pick<Figures, 'days'>) => string | undefined {
  const { t } = useTranslation();
  return ({ days }) => {
    const today = days.at(-1);
    if (today === undefined) return undefined;
    const weekday = WEEKDAYS[new Date(startOfDay(today.day) * 1000).getUTCDay()]!;
    return t(`dashboard.weekdays.${weekday}`);
  };
}

/** The day that today's figures are compared with, in words. Undefined before an hour of the day has passed. */
export function useComparison(): (figures: Figures) => Comparison | undefined {
  const { t } = useTranslation();
  const weekdayOf = useWeekday();
  return ({ days, hours, wholeHours, timezone }) => {
    const weekday = weekdayOf({ days });
    if (weekday === undefined || wholeHours === 0) return undefined;
    const present = hours.findLast((hour) => hour.today !== null)?.hour ?? 0;
    return {
      weekday,
      tip: t('dashboard.figures.compared', {
        weekday,
        hour: `${String(present).padStart(2, '0')}:00`,
        zone: timezone.replaceAll('_', ' '),
      }),
    };
  };
}
