import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stats } from '../../../contract/api/statistics.ts';
import { isZone } from '../../../contract/shared/zones.ts';
import { useGet } from '../../parts/queries.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { HourMap, type Cell, type Shown } from './HourMap.tsx';
import type { Report } from './useReport.ts';

const HEIGHT = 260;
const FEWEST_CELLS = 3;
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONE = isZone(here) ? here : 'UTC';
/** With fewer messages a rate is not meaningful. */
const ENOUGH = 20;

/** When messages arrive best, by weekday and hour of the viewer's clocks. */
export function Hours({ report }: { report: Report }) {
  const { t, i18n } = useTranslation();
  const { number, rate: formatRate } = useFormat();
  const [shown, setShown] = useState<Shown>('rate');
  const query = useGet(stats.hours, { ...report.filter, timezone: ZONE }, { keep: true });
  const weekday = (each: number, style: 'long' | 'short' = 'long') =>
    new Intl.DateTimeFormat(i18n.language, { weekday: style, timeZone: 'UTC' }).format(
      Date.UTC(2024, 0, each),
    );
  const hour = (each: number) => `${String(each).padStart(2, '0')}:00`;
  const rate = ({ deliveryRate }: Cell) =>
    deliveryRate === null ? DASH : formatRate(deliveryRate);
  const told = (cell: Cell) =>
    t('stats.hourTold', {
      weekday: weekday(cell.weekday),
      hour: hour(cell.hour),
      messages: number(cell.messages),
      rate: rate(cell),
    });
  const best = query.data?.cells
    .filter(({ messages, deliveryRate }) => messages >= ENOUGH && deliveryRate !== null)
    .toSorted((a, b) => b.deliveryRate! - a.deliveryRate! || b.messages - a.messages)[0];
  // A few hours make no map, however many days they come from.
  if (query.data !== undefined && query.data.cells.length < FEWEST_CELLS) return null;
  return (
    <ChartCard
      title={t('stats.hours')}
      text={`${t('stats.hoursText', { zone: ZONE })} ${best ? t('stats.best', { weekday: weekday(best.weekday), hour: hour(best.hour), rate: rate(best) }) : ''}`}
      query={query}
      height={HEIGHT}
      empty={({ cells }) => (cells.length === 0 ? t('stats.noneInPeriod') : undefined)}
      action={
        <ToggleButtonGroup
          size="small"
          exclusive
          value={shown}
          aria-label={t('stats.hoursBy')}
          onChange={(_event, value: Shown | null) => {
            if (value) setShown(value);
          }}
        >
          <ToggleButton value="rate">{t('stats.rate')}</ToggleButton>
          <ToggleButton value="messages">{t('stats.messages')}</ToggleButton>
        </ToggleButtonGroup>
      }
      chart={({ cells }) => (
        <HourMap
          cells={cells}
          shown={shown}
          label={t('stats.hours')}
          weekday={(each) => weekday(each, 'short')}
          told={told}
        />
      )}
      table={({ cells }) => ({
        head: [
          t('stats.hour'),
          t('stats.messages'),
          t('charts.outcome.delivered'),
          t('stats.rate'),
        ],
        rows: cells
          .toSorted((a, b) => b.messages - a.messages)
          .map((cell) => ({
            key: `${cell.weekday} ${cell.hour}`,
            name: `${weekday(cell.weekday)} ${hour(cell.hour)}`,
            cells: [number(cell.messages), number(cell.delivered), rate(cell)],
          })),
      })}
    />
  );
}
