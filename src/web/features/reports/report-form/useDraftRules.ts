import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { SUMMARY_KEYS } from '../../../../contract/api/report-columns.ts';
import { isDay } from '../../../../contract/shared/dates.ts';
import type { ReportColumn } from '../../../../contract/shared/report-labels.ts';
import type { Rules } from '../../../ui/fields/useFields.ts';
import type { Draft } from './draft.ts';

type Fault = readonly [field: keyof Draft, message: string];

/** The rules of a report's form; that of a campaign is the field of its filters. */
export function useDraftRules(): Rules<Draft> {
  const { t } = useTranslation();
  const keys: readonly ReportColumn[] = SUMMARY_KEYS;
  const dayFaults = (days: { from: string; to: string }): Fault[] => {
    const unread = (['from', 'to'] as const).filter((end) => days[end] !== '' && !isDay(days[end]));
    if (unread.length > 0) return unread.map((end) => [end, t('time.dayWrong')]);
    return days.from !== '' && days.to !== '' && days.from > days.to
      ? [['to', t('time.wrongOrder')]]
      : [];
  };
  const faultsOf = ({ name, kind, days, from, to, filters, columns }: Draft): Fault[] => {
    const kept = columns.filter((each) => each.kept).map(({ column }) => column);
    const columnFault =
      kept.length === 0
        ? t('reports.form.columnsMissing')
        : kind === 'DELIVERY_SUMMARY' &&
          kept.every((column) => keys.includes(column)) &&
          t('reports.form.figuresMissing');
    return [
      ...(name.trim() === '' ? [['name', t('reports.form.nameMissing')] as const] : []),
      ...(kind === 'CAMPAIGN_MESSAGES' && !filters.campaignIds?.length
        ? [['filters', t('reports.form.campaignMissing')] as const]
        : []),
      ...(days === 'other' ? dayFaults({ from, to }) : []),
      ...(columnFault ? [['columns', columnFault] as const] : []),
    ];
  };
  return z.custom<Draft>().check(({ value, issues }) => {
    for (const [field, message] of faultsOf(value))
      issues.push({ code: 'custom', input: value[field], path: [field], message });
  });
}
