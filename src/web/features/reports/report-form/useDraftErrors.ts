import { useTranslation } from 'react-i18next';
import { SUMMARY_KEYS } from '../../../../contract/api/report-columns.ts';
import { isDay } from '../../../../contract/shared/dates.ts';
import type { ReportColumn } from '../../../../contract/shared/report-labels.ts';
import type { Draft } from './draft.ts';

export type DraftErrors = { id: string; message: string }[];

/** The errors to correct before the request. */
export function useDraftErrors(): (draft: Draft) => DraftErrors {
  const { t } = useTranslation();
  const keys: readonly ReportColumn[] = SUMMARY_KEYS;
  const dayErrors = (days: { from: string; to: string }): DraftErrors => {
    const unread = (['from', 'to'] as const).filter((end) => days[end] !== '' && !isDay(days[end]));
    if (unread.length > 0) return unread.map((id) => ({ id, message: t('time.dayWrong') }));
    return days.from !== '' && days.to !== '' && days.from > days.to
      ? [{ id: 'to', message: t('time.wrongOrder') }]
      : [];
  };
  return ({ name, kind, days, from, to, filters, columns }) => {
    const kept = columns.filter((each) => each.kept).map(({ column }) => column);
    return [
      ...(name.trim() === '' ? [{ id: 'name', message: t('reports.form.nameMissing') }] : []),
      ...(kind === 'CAMPAIGN_MESSAGES' && !filters.campaignIds?.length
        ? [{ id: 'campaign', message: t('reports.form.campaignMissing') }]
        : []),
      ...(days === 'other' ? dayErrors({ from, to }) : []),
      ...(kept.length === 0
        ? [{ id: 'columns', message: t('reports.form.columnsMissing') }]
        : kind === 'DELIVERY_SUMMARY' && kept.every((column) => keys.includes(column))
          ? [{ id: 'columns', message: t('reports.form.figuresMissing') }]
          : []),
    ];
  };
}
