import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { Figures, Outcomes } from '../../../contract/api/dashboard.ts';
import { startOfDay } from '../../../contract/shared/dates.ts';
import { formatTimestamp } from '../../../contract/shared/dates.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useMe } from '../../parts/queries.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { StackedColumns, type StackedColumn } from '../../ui/charts/StackedColumns.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { PRESETS, SENT, USUAL, type Preset } from './links.ts';
import { MessagesLegend, STACK, useOutcomeWord } from './MessagesLegend.tsx';
import { useWeekday } from './tiles/useComparison.ts';

const HEIGHT = 190;
/** An account that has sent nothing in the days of the chart has a sentence in place of a picture. */
const QUIET_HEIGHT = 56;
const wasQuiet = (figures: Figures | undefined) =>
  figures !== undefined && figures.days.every(({ messages }) => messages === 0);
const LABELS: Readonly<Record<Preset, number>> = { today: 3, last7Days: 1, last30Days: 5 };

type Column = {
  readonly key: string;
  readonly name: string;
  readonly label: string;
  readonly outcomes: Outcomes | null;
  readonly lastWeek: number | null;
};

/** The days that the address asks for. */
export function useChosenDays(): [Preset, (next: Preset) => void] {
  const [parameters, setParameters] = useSearchParams();
  const chosen = PRESETS.find((preset) => preset === parameters.get('days')) ?? USUAL;
  return [
    chosen,
    (next) => setParameters(next === USUAL ? {} : { days: next }, { preventScrollReset: true }),
  ];
}

/** Messages by outcome: today by the hour beside the same weekday last week, or the last days. */
export function Messages({ query }: { query: UseQueryResult<Figures, Error> }) {
  const { t, i18n } = useTranslation();
  const { number, units } = useFormat();
  const navigate = useNavigate();
  const { clientAccessLevel: role } = useMe();
  const wordOf = useOutcomeWord();
  const weekdayOf = useWeekday();
  const [chosen, choose] = useChosenDays();
  const isToday = chosen === 'today';
  const reads = reachOf(role, 'messaging.read') !== undefined;
  const dayName = (day: string) =>
    formatTimestamp(startOfDay(day), 'dd MMM HH:mm', 'UTC', i18n.language).slice(0, -6);
  const addressOf = (day: string) => (reads ? `${SENT}?from=${day}&to=${day}` : undefined);
  const columnsOf = ({ hours, days }: Figures): Column[] =>
    isToday
      ? hours.map(({ hour, today, lastWeek }) => ({
          key: String(hour),
          name: `${clock(hour)}–${clock(hour + 1)}`,
          label: clock(hour),
          outcomes: today,
          lastWeek,
        }))
      : days.slice(chosen === 'last7Days' ? -7 : 0).map((day) => ({
          key: day.day,
          name: dayName(day.day),
          label: dayName(day.day),
          outcomes: day,
          lastWeek: null,
        }));
  const weekday = (figures: Figures) => weekdayOf(figures) ?? t('dashboard.charts.lastWeek');
  return (
    <ChartCard
      title={t('dashboard.charts.title')}
      query={query}
      height={wasQuiet(query.data) ? QUIET_HEIGHT : HEIGHT + 52}
      action={
        <ToggleButtonGroup
          exclusive
          size="small"
          value={chosen}
          aria-label={t('dashboard.charts.days')}
          onChange={(_event, next: Preset | null) => {
            if (next) choose(next);
          }}
        >
          {PRESETS.map((preset) => (
            <ToggleButton key={preset} value={preset}>
              {t(`dashboard.charts.${preset}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
      empty={(figures) =>
        columnsOf(figures).every(({ outcomes, lastWeek }) => !outcomes?.messages && !lastWeek)
          ? t(isToday ? 'dashboard.charts.noneToday' : 'dashboard.charts.nothing')
          : undefined
      }
      chart={(figures) => {
        const columns = columnsOf(figures);
        const total = columns.reduce((sum, { outcomes }) => sum + (outcomes?.messages ?? 0), 0);
        const delivered = columns.reduce(
          (sum, { outcomes }) => sum + (outcomes?.delivered ?? 0),
          0,
        );
        return (
          <Box>
            <StackedColumns
              height={HEIGHT}
              every={LABELS[chosen]}
              summary={t('dashboard.charts.heard', {
                messages: number(total),
                delivered: number(delivered),
              })}
              columns={columns.map((column): StackedColumn => ({
                key: column.key,
                label: column.label,
                parts: STACK.map(([outcome, tone]) => ({
                  tone,
                  value: column.outcomes?.[outcome] ?? 0,
                })),
                line: column.lastWeek,
                tip: <Tip column={column} weekday={weekday(figures)} />,
              }))}
              onChoose={isToday || !reads ? undefined : (day) => void navigate(addressOf(day)!)}
            />
            <MessagesLegend
              columns={columns}
              weekday={isToday ? weekday(figures) : undefined}
              days={reads ? chosen : undefined}
            />
          </Box>
        );
      }}
      table={(figures) => ({
        head: [
          isToday
            ? t('dashboard.charts.hour')
            : t('dashboard.charts.day', { zone: figures.timezone.replaceAll('_', ' ') }),
          t('charts.messages'),
          ...STACK.map(([outcome]) => wordOf(outcome)),
          ...(isToday
            ? [weekday(figures)]
            : figures.today.units === null
              ? []
              : [t('dashboard.charts.units')]),
        ],
        rows: columnsOf(figures)
          .filter(({ outcomes, lastWeek }) => (outcomes?.messages ?? 0) > 0 || (lastWeek ?? 0) > 0)
          .map(({ key, name, outcomes, lastWeek }) => ({
            key,
            name,
            to: isToday ? undefined : addressOf(key),
            cells: [
              number(outcomes?.messages ?? 0),
              ...STACK.map(([outcome]) => number(outcomes?.[outcome] ?? 0)),
              ...(isToday
                ? [number(lastWeek ?? 0)]
                : figures.today.units === null
                  ? []
                  : [units(figures.days.find(({ day }) => day === key)?.units ?? 0)]),
            ],
          })),
      })}
    />
  );
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

function Tip({
  column: { name, outcomes, lastWeek },
  weekday,
}: {
  column: Column;
  weekday: string;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const wordOf = useOutcomeWord();
  return (
    <>
      <strong>{name}</strong>
      {outcomes !== null && (
        <div>
          {t('dashboard.charts.counted', {
            count: outcomes.messages,
            value: number(outcomes.messages),
          })}
        </div>
      )}
      {STACK.filter(([outcome]) => (outcomes?.[outcome] ?? 0) > 0).map(([outcome]) => (
        <div key={outcome}>{`${wordOf(outcome)}: ${number(outcomes?.[outcome] ?? 0)}`}</div>
      ))}
      {lastWeek !== null && <div>{`${weekday}: ${number(lastWeek)}`}</div>}
    </>
  );
}
