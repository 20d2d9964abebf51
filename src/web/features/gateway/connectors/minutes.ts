/** Minutes of a connector's traffic as series of a chart. */
import type { connectors } from '../../../../contract/api/connectors.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import type { Tone } from '../../../ui/theme/tokens.ts';

export type Minute = Output<typeof connectors.live>['history'][number];
export type Series = { key: Exclude<keyof Minute, 'timestamp'>; tone: Tone };

/**
 * The series of each chart. The line of accepted messages lies on that of submitted ones while all is well,
 * and the errors show the difference: only the table has it.
 */
export const CHARTS = {
  traffic: [
    { key: 'submitted', tone: 'info' },
    { key: 'receipts', tone: 'success' },
    { key: 'received', tone: 'warning' },
  ],
  load: [
    { key: 'windowInUse', tone: 'info' },
    { key: 'queueLength', tone: 'warning' },
  ],
  errors: [
    { key: 'refused', tone: 'error' },
    { key: 'throttled', tone: 'warning' },
    { key: 'lost', tone: 'neutral' },
  ],
} as const satisfies Record<string, readonly Series[]>;
export const SERIES: readonly Series[] = [
  CHARTS.traffic[0],
  { key: 'accepted', tone: 'neutral' },
  ...Object.values(CHARTS).flat().slice(1),
];

/** True where no line would leave the floor of its chart. */
export const isCalm = (minutes: readonly Minute[], series: readonly Series[]): boolean =>
  minutes.every((minute) => series.every(({ key }) => minute[key] === 0));

/** The series that have something to count, of which the key gives the sums. */
export const movingOf = (minutes: readonly Minute[], series: readonly Series[]): Series[] =>
  series.filter((each) => !isCalm(minutes, [each]));

/** The part of the highest value below which a line cannot be told from the floor of its chart. */
const FLOOR = 0.02;

/** The series whose line leaves the floor of their chart: one along the floor says nothing. */
export function drawnOf(minutes: readonly Minute[], series: readonly Series[]): Series[] {
  const most = ({ key }: Series) => Math.max(0, ...minutes.map((minute) => minute[key]));
  const highest = Math.max(0, ...series.map(most));
  return series.filter((each) => most(each) > highest * FLOOR);
}

const EMPTY = {
  submitted: 0,
  accepted: 0,
  refused: 0,
  throttled: 0,
  lost: 0,
  receipts: 0,
  received: 0,
  windowInUse: 0,
  queueLength: 0,
};

/**
 * Every minute of a span, with nothing in those of which nothing is kept.
 * @param now seconds since the epoch, the end of the span
 */
export function fillMinutes(history: readonly Minute[], span: number, now: number): Minute[] {
  const kept = new Map(history.map((minute) => [Math.floor(minute.timestamp / 60), minute]));
  const last = Math.max(Math.floor(now / 60), ...kept.keys());
  return Array.from({ length: span }, (_, at) => {
    const minute = last - span + 1 + at;
    return kept.get(minute) ?? { ...EMPTY, timestamp: minute * 60 };
  });
}
