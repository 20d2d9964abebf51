import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/endpoint.ts';
import { stats } from '../../../contract/api/statistics.ts';
import { isZone } from '../../../contract/shared/zones.ts';
import { useGet } from '../../parts/queries.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { DASH, useFormat } from '../../ui/figures.tsx';
import type { Report } from './useReport.ts';

type Cell = Output<typeof stats.hours>['cells'][number];
type Shown = 'rate' | 'messages';
const HEIGHT = 260;
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONE = isZone(here) ? here : 'UTC';
/** With fewer messages a rate is not meaningful. */
const ENOUGH = 20;

/** When messages arrive best, by weekday and hour of the viewer's clocks. */
export function Hours({ report }: { report: Report }) {
  const { t, i18n } = useTranslation();
  const { number, percent } = useFormat();
  const [shown, setShown] = useState<Shown>('rate');
  const query = useGet(stats.hours, { ...report.filter, timezone: ZONE }, { keep: true });
  const weekday = (each: number, style: 'long' | 'short' = 'long') =>
    new Intl.DateTimeFormat(i18n.language, { weekday: style, timeZone: 'UTC' }).format(
      Date.UTC(2024, 0, each),
    );
  const hour = (each: number) => `${String(each).padStart(2, '0')}:00`;
  const rate = ({ deliveryRate }: Cell) => (deliveryRate === null ? DASH : percent(deliveryRate));
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

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** Weekdays by hours, each the darker the more it stands out; what it says word by word stands in the table behind. */
function HourMap({
  cells,
  shown,
  label,
  weekday,
  told,
}: {
  cells: readonly Cell[];
  shown: Shown;
  label: string;
  weekday(each: number): string;
  told(cell: Cell): string;
}) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const found = new Map(cells.map((cell) => [cell.weekday * 24 + cell.hour, cell]));
  const values = cells.map((cell) => valueOf(cell, shown)).filter((value) => value !== null);
  const [least, most] = [shown === 'messages' ? 0 : Math.min(...values), Math.max(...values)];
  const strength = (value: number) =>
    most === least ? 1 : 0.12 + 0.88 * ((value - least) / (most - least));
  const words = (value: number) => (shown === 'messages' ? number(value) : percent(value));
  return (
    <Box>
      <Box sx={{ overflowX: 'auto', pb: 1 }} tabIndex={0} role="region" aria-label={label}>
        <Box
          role="img"
          aria-label={t('stats.mapHeard', { least: words(least), most: words(most) })}
          sx={{
            display: 'grid',
            gridTemplateColumns: '40px repeat(24, minmax(20px, 1fr))',
            gap: '3px',
            minWidth: 600,
            fontSize: 11,
            color: 'text.secondary',
          }}
        >
          <Box />
          {HOURS.map((hour) => (
            <Box
              key={hour}
              sx={{ textAlign: 'left', lineHeight: '16px', whiteSpace: 'nowrap', width: 0 }}
            >
              {hour % 3 === 0 ? `${String(hour).padStart(2, '0')}:00` : ''}
            </Box>
          ))}
          {WEEKDAYS.flatMap((day) => [
            <Box key={`day ${day}`} sx={{ lineHeight: '24px', textTransform: 'capitalize' }}>
              {weekday(day)}
            </Box>,
            ...HOURS.map((hour) => {
              const cell = found.get(day * 24 + hour);
              const value = cell ? valueOf(cell, shown) : null;
              const square = (
                <Box
                  key={hour}
                  sx={(theme) => ({
                    height: 24,
                    borderRadius: '4px',
                    boxShadow: `inset 0 0 0 1px ${theme.vars?.palette.divider}`,
                    background:
                      value === null
                        ? 'transparent'
                        : `color-mix(in srgb, ${theme.vars?.palette.primary.main} ${Math.round(strength(value) * 100)}%, ${theme.vars?.palette.surface.sunken})`,
                  })}
                />
              );
              return cell === undefined ? (
                square
              ) : (
                <Tooltip key={hour} describeChild title={told(cell)} enterDelay={0}>
                  {square}
                </Tooltip>
              );
            }),
          ])}
        </Box>
      </Box>
      <Box
        aria-hidden="true"
        sx={{ display: 'flex', gap: 2, alignItems: 'center', mt: 2, justifyContent: 'flex-end' }}
      >
        <Typography variant="caption" color="textSecondary">
          {words(least)}
        </Typography>
        <Box
          sx={(theme) => ({
            width: 96,
            height: 8,
            borderRadius: '4px',
            background: `linear-gradient(to right, color-mix(in srgb, ${theme.vars?.palette.primary.main} 12%, ${theme.vars?.palette.surface.sunken}), ${theme.vars?.palette.primary.main})`,
          })}
        />
        <Typography variant="caption" color="textSecondary">
          {words(most)}
        </Typography>
      </Box>
    </Box>
  );
}

function valueOf(cell: Cell, shown: Shown): number | null {
  return shown === 'messages' ? cell.messages : cell.deliveryRate;
}
