import { useTranslation } from 'react-i18next';
import type { ReportFilters } from '../../../contract/api/report-columns.ts';

/** The UTC days that a report is about, such as "1–28 Nov 2026". */
export function usePeriodText(): (filters: ReportFilters) => string {
  const { t, i18n } = useTranslation();
  // English as it is written in Africa: the day stands before the month.
  const format = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : i18n.language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return ({ startTimestamp: from, endTimestamp: to }) => {
    if (from !== undefined && to !== undefined) return format.formatRange(from * 1000, to * 1000);
    if (from !== undefined) return t('reports.periodFrom', { day: format.format(from * 1000) });
    if (to !== undefined) return t('reports.periodTo', { day: format.format(to * 1000) });
    return t('reports.periodAll');
  };
}
