/** The course of an incident: what became of the parts of each minute, of each hour where it lies further back. */
import type { IncidentCourse } from '../../../contract/api/healing.ts';
import type { TimedDeliveries } from '../dispatch/dispatch.rules.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** A chart of more points than this is no longer read point by point. */
const MOST_HOURS = 96;

export type CourseSpan = { from: number; to: number; unitSeconds: number };

/** Counts of a minute or an hour of submission. */
export type CourseCount = {
  at: number;
  accepted: number;
  refused: number;
  /** Parts whose receipt says that they were not delivered. */
  ended: number;
  deliveries: readonly TimedDeliveries[];
};

/**
 * The span that shows an incident with what was usual before it and what came after it. Counts of less than an hour are
 * kept to the beginning of the hour before this one: minutes are shown where all of the span is within them.
 */
export function courseSpan({
  beganAt,
  endedAt,
  now,
}: {
  beganAt: number;
  endedAt: number | null;
  now: number;
}): CourseSpan {
  const kept = Math.floor((now - HOUR) / HOUR) * HOUR;
  const inMinutes = Math.max(floor(beganAt - 20 * MINUTE, MINUTE), kept);
  if (beganAt - 5 * MINUTE >= kept) {
    const to = endedAt === null ? now : Math.min(now, endedAt + 15 * MINUTE);
    return { from: inMinutes, to: ceil(to, MINUTE), unitSeconds: 60 };
  }
  const to = ceil(endedAt === null ? now : Math.min(now, endedAt + 3 * HOUR), HOUR);
  const from = floor(beganAt - 6 * HOUR, HOUR);
  return { from: Math.max(from, to - MOST_HOURS * HOUR), to, unitSeconds: 3600 };
}

const floor = (at: number, unit: number) => Math.floor(at / unit) * unit;
const ceil = (at: number, unit: number) => Math.ceil(at / unit) * unit;

/**
 * Every minute or hour of a span, also those without a part.
 * @param dueSeconds a delivery within this time is on time
 */
export function courseOf(
  counts: readonly CourseCount[],
  { from, to, unitSeconds }: CourseSpan,
  dueSeconds: number,
): IncidentCourse {
  const byTime = new Map(counts.map((count) => [count.at, count]));
  const unit = unitSeconds * SECOND;
  const points = Array.from({ length: Math.max(0, Math.ceil((to - from) / unit)) }, (_, index) => {
    const at = from + index * unit;
    const count = byTime.get(at);
    const sent = (count?.accepted ?? 0) + (count?.refused ?? 0);
    const delivered = (isOnTime: boolean) =>
      (count?.deliveries ?? []).reduce(
        (sum, { seconds, parts }) => sum + (seconds <= dueSeconds === isOnTime ? parts : 0),
        0,
      );
    // A receipt counts by the time that it says it waited: at the edge of a minute it may count beside its part.
    let left = sent;
    const take = (wanted: number) => {
      const taken = Math.min(wanted, left);
      left -= taken;
      return taken;
    };
    return {
      timestamp: at / SECOND,
      onTime: take(delivered(true)),
      late: take(delivered(false)),
      failed: take((count?.refused ?? 0) + (count?.ended ?? 0)),
      missing: left,
    };
  });
  return { unitSeconds, dueSeconds, points };
}
