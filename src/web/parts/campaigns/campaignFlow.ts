import type { Campaign } from '../../../contract/api/campaigns.ts';
import type { CampaignProgress } from '../../../contract/api/campaign-progress.ts';

/** The shortest time over which a pace is measured: one step alone jumps too much. */
const WINDOW_SECONDS = 30;
/** Fewer points than this are no curve. */
const LEAST_POINTS = 12;

type Progress = Pick<CampaignProgress, 'stepSeconds' | 'steps'>;
type Timed = Pick<Campaign, 'status' | 'startTimestamp' | 'endTimestamp' | 'counts'>;

/**
 * Messages submitted a second: of the last half minute while a campaign runs, of the whole once it
 * ended. Null before anything was submitted, and while it does not run.
 */
export function paceOf(campaign: Timed, progress: Progress, now: number): number | null {
  const { status, startTimestamp: start, endTimestamp: end } = campaign;
  if (start === null) return null;
  const isOver = end !== null;
  if (!isOver && status !== 'RUNNING') return null;
  const last = progress.steps.findLast(({ submitted }) => submitted > 0);
  // Receipts may come long after the last submission; they are no part of the pace.
  const until = isOver ? Math.min(end, (last?.timestamp ?? end) + progress.stepSeconds) : now;
  const from = isOver
    ? start
    : Math.max(start, until - Math.max(WINDOW_SECONDS, 2 * progress.stepSeconds));
  const submitted = progress.steps
    .filter(({ timestamp }) => timestamp + progress.stepSeconds > from)
    .reduce((sum, step) => sum + step.submitted, 0);
  return submitted === 0 ? null : submitted / Math.max(1, until - from);
}

/** Seconds until the rest is submitted at a pace; null where that is not known. */
export function secondsLeft(campaign: Timed, pace: number | null): number | null {
  if (pace === null || campaign.status !== 'RUNNING' || campaign.counts.queued === 0) return null;
  return campaign.counts.queued / pace;
}

/** Sums over time, with a point for every step from the first to the last; null where they are too few for a curve. */
export function curveOf({
  stepSeconds,
  steps,
}: Progress): { timestamp: number; submitted: number; delivered: number; failed: number }[] | null {
  const first = steps[0];
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return null;
  const points = Math.round((last.timestamp - first.timestamp) / stepSeconds) + 1;
  if (points < LEAST_POINTS) return null;
  const at = new Map(steps.map((step) => [step.timestamp, step]));
  const sums = { submitted: 0, delivered: 0, failed: 0 };
  return Array.from({ length: points }, (_, index) => {
    const timestamp = first.timestamp + index * stepSeconds;
    const step = at.get(timestamp);
    if (step) {
      sums.submitted += step.submitted;
      sums.delivered += step.delivered;
      sums.failed += step.failed;
    }
    return { timestamp, ...sums };
  });
}
