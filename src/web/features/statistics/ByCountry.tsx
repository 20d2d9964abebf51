import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { stats } from '../../../contract/api/statistics.ts';
import { useGet } from '../../parts/queries.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import type { Report } from './useReport.ts';

const CountryMap = lazy(() => import('./map/CountryMap.tsx'));
const HEIGHT = 320;
/** With fewer countries a map says nothing. */
const FEWEST = 2;

/** The delivered share by country, on a map; nothing where all messages went to one country. */
export function ByCountry({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { number, percent, country } = useFormat();
  const { list, filter } = report;
  // All countries, whichever is chosen: the map is how one chooses another.
  const query = useGet(stats.country, { ...filter, 'filter.countries': [] }, { keep: true });
  const rows = query.data?.rows.filter(({ key }) => key !== '') ?? [];
  if (rows.length < FEWEST) return null;
  const chosen = list.values('country');
  const choose = (code: string) =>
    list.filter({ country: chosen.length === 1 && chosen[0] === code ? [] : [code] });
  return (
    <ChartCard
      title={t('stats.map.title')}
      text={t('stats.map.text')}
      query={query}
      height={HEIGHT}
      chart={() => (
        <CountryMap rows={rows} chosen={chosen} label={t('stats.map.title')} onChoose={choose} />
      )}
      table={() => ({
        head: [
          t('stats.country'),
          t('stats.messages'),
          t('charts.outcome.delivered'),
          t('stats.rate'),
        ],
        rows: rows.map((row) => ({
          key: row.key,
          name: country(row.key),
          to: list.filtered({ country: [row.key] }),
          cells: [
            number(row.messages),
            number(row.delivered),
            row.deliveryRate === null ? DASH : percent(row.deliveryRate),
          ],
        })),
      })}
    />
  );
}
