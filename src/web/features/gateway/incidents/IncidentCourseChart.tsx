import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { IncidentCourse, IncidentStep } from '../../../../contract/api/healing.ts';
import { formatTimestamp } from '../../../../contract/shared/dates.ts';
import { ToneKey } from '../../../parts/outcomes/OutcomeBar.tsx';
import { ChartCard } from '../../../ui/charts/ChartCard.tsx';
import { StackedColumns } from '../../../ui/charts/StackedColumns.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';

const HEIGHT = 170;
/** As many labels as a wide chart has room for, of times alone and with their day. */
const [TIMES, DAYS] = [10, 6];
const DAY_SECONDS = 86_400;

type Point = IncidentCourse['points'][number];
const ALL = ['onTime', 'late', 'failed', 'missing'] as const satisfies readonly (keyof Point)[];
/** The outcomes that are not on time, in the order of the stack. */
const STACK = [
  ['late', 'warning'],
  ['failed', 'error'],
  ['missing', 'neutral'],
] as const satisfies readonly (readonly [keyof Point, Tone])[];

const sentOf = (point: Point) => ALL.reduce((sum, key) => sum + point[key], 0);

/**
 * The share of the parts of each minute or hour that was not on time, by what became of them, below the line that ends the
 * normal range; with the steps of the incident at their times.
 */
export function IncidentCourseChart({
  course,
  floor,
  steps,
  query,
}: {
  course: IncidentCourse;
  /** The share on time below which the normal range ends. */
  floor: number;
  steps: readonly IncidentStep[];
  query: Parameters<typeof ChartCard>[0]['query'];
}) {
  const { t, i18n } = useTranslation();
  const { number, percent, rate, clock, exact, duration } = useFormat();
  const { unitSeconds, dueSeconds, points } = course;
  const isLong = points.length * unitSeconds > DAY_SECONDS;
  const labelOf = (at: number) =>
    isLong ? formatTimestamp(at, 'dd MMM HH:mm', undefined, i18n.language) : clock(at);
  const sumOf = (key: (typeof ALL)[number]) => points.reduce((sum, point) => sum + point[key], 0);
  const stepsOf = ({ timestamp }: Point) =>
    steps
      .filter((step) => Math.floor(step.timestamp / unitSeconds) * unitSeconds === timestamp)
      .map(({ kind, keep }) => t(`incidents.kinds.${kind}`, { keep: percent(keep) }));
  const wordOf = (key: (typeof ALL)[number]) => t(`incidents.course.${key}`);
  return (
    <ChartCard
      title={t(unitSeconds === 60 ? 'incidents.course.byMinute' : 'incidents.course.byHour')}
      text={t('incidents.course.text', {
        due: duration(dueSeconds),
        parts: number(points.reduce((sum, point) => sum + sentOf(point), 0)),
        from: labelOf(points[0]?.timestamp ?? 0),
      })}
      query={{ ...query, data: course }}
      height={HEIGHT + 56}
      empty={() =>
        points.every((point) => sentOf(point) === 0) ? t('incidents.course.none') : undefined
      }
      chart={() => (
        <Box>
          <StackedColumns
            height={HEIGHT}
            every={Math.max(1, Math.ceil(points.length / (isLong ? DAYS : TIMES)))}
            axis={(value) => percent(value / 100)}
            summary={ALL.map((key) => `${wordOf(key)}: ${number(sumOf(key))}`).join(', ')}
            columns={points.map((point) => ({
              key: String(point.timestamp),
              label: labelOf(point.timestamp),
              parts: STACK.map(([key, tone]) => ({
                tone,
                value: sentOf(point) === 0 ? 0 : (100 * point[key]) / sentOf(point),
              })),
              line: 100 * (1 - floor),
              mark: stepsOf(point).length > 0,
              tip: (
                <>
                  <strong>{exact(point.timestamp)}</strong>
                  {ALL.filter((key) => point[key] > 0).map((key) => (
                    <div key={key}>{`${wordOf(key)}: ${number(point[key])}`}</div>
                  ))}
                  {stepsOf(point).map((words) => (
                    <div key={words}>{words}</div>
                  ))}
                </>
              ),
            }))}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 5, rowGap: 1, mt: 3 }}>
            {STACK.map(([key, tone]) => (
              <ToneKey key={key} tone={tone} name={wordOf(key)} count={sumOf(key)} />
            ))}
            <LineKey>{t('incidents.course.normal', { most: rate(1 - floor) })}</LineKey>
            {points.some((point) => stepsOf(point).length > 0) && (
              <LineKey isMark>{t('incidents.course.step')}</LineKey>
            )}
          </Box>
        </Box>
      )}
      table={() => ({
        head: [t('incidents.course.time'), ...ALL.map(wordOf)],
        rows: points
          .filter((point) => sentOf(point) > 0)
          .toReversed()
          .map((point) => ({
            key: String(point.timestamp),
            name: exact(point.timestamp),
            cells: ALL.map((key) => number(point[key])),
          })),
      })}
    />
  );
}

/** The key of the line over the columns, or of the mark at a step. */
function LineKey({ children, isMark = false }: { children: string; isMark?: boolean }) {
  return (
    <Typography
      variant="body2"
      component="p"
      color="textSecondary"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}
    >
      <Box
        aria-hidden
        sx={(theme) => {
          const line = `${theme.vars?.palette.text.secondary}`;
          return isMark
            ? { height: 14, borderLeft: `1px dashed ${line}` }
            : { width: 14, borderTop: `2px solid ${line}` };
        }}
      />
      {children}
    </Typography>
  );
}
