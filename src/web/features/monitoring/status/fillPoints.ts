import type { StatusPoint } from '../../../../contract/api/monitoring.ts';

/** A point of the charts; null where nobody measured. */
export type HistoryPoint = Pick<StatusPoint, 'timestamp' | 'submitted' | 'receipts'> & {
  [Gauge in 'queued' | 'oldestQueuedSeconds' | 'outbox']: number | null;
};

/**
 * Every point of the last hours up to the newest. A time of which nothing is kept had no traffic; how much
 * waited then is not known.
 * @param seconds the time of a point
 */
export function fillPoints(
  points: readonly StatusPoint[],
  { seconds, hours }: { seconds: number; hours: number },
): HistoryPoint[] {
  const newest = points.at(-1);
  if (newest === undefined) return [];
  const placeOf = (timestamp: number) => Math.floor(timestamp / seconds);
  const kept = new Map(points.map((point) => [placeOf(point.timestamp), point]));
  const end = placeOf(newest.timestamp);
  const count = Math.max(1, Math.round((hours * 3600) / seconds));
  return Array.from({ length: count }, (_, at) => {
    const place = end - count + 1 + at;
    return (
      kept.get(place) ?? {
        timestamp: place * seconds,
        submitted: 0,
        receipts: 0,
        queued: null,
        oldestQueuedSeconds: null,
        outbox: null,
      }
    );
  });
}
