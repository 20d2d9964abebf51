import { useTranslation } from 'react-i18next';
import { dayOf } from '../../../contract/shared/dates.ts';
import type { ReportFilters } from '../../../contract/api/report-columns.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { useStatusWord } from '../../ui/figures/StatusChip.tsx';

/** A report's filters as names and values in words; clients and campaigns as counts. */
export function useFilterWords(): (filters: ReportFilters) => [name: string, value: string][] {
  const { t } = useTranslation();
  const { number, country } = useFormat();
  const statusWord = useStatusWord();
  return ({ startTimestamp, endTimestamp, ...filters }) => {
    const days: [string, string][] =
      startTimestamp === undefined && endTimestamp === undefined
        ? []
        : [
            [
              t('reports.form.days'),
              [startTimestamp, endTimestamp]
                .map((at) => (at === undefined ? '…' : dayOf(at)))
                .join(' – '),
            ],
          ];
    const texts: [string, readonly string[] | undefined][] = [
      [t('reports.form.number'), filters.destinations],
      [t('reports.form.sender'), filters.senderIds],
      [t('reports.form.messageStatus'), filters.messageStatuses?.map(statusWord)],
      [t('reports.form.carrier'), filters.carrierStatuses],
      [t('reports.form.country'), filters.countries?.map(country)],
      [t('reports.form.network'), filters.networks],
      [t('reports.form.type'), filters.types?.map((type) => t(`wallet.types.${type}`))],
      [t('reports.form.payment'), filters.paymentStatuses?.map(statusWord)],
      [
        t('reports.form.client'),
        filters.clientIds?.length ? [number(filters.clientIds.length)] : [],
      ],
      [
        t('reports.form.campaign'),
        filters.campaignIds?.length ? [number(filters.campaignIds.length)] : [],
      ],
    ];
    return [
      ...days,
      ...texts.flatMap(([name, values]): [string, string][] =>
        values && values.length > 0 ? [[name, values.join(', ')]] : [],
      ),
    ];
  };
}
