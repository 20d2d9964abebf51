/** Compares the delivery rates of the last hour with their own history. */
import type { Rate, RateVerdict } from '../../../contract/api/carrier-errors.ts';

/** Fewer receipts than this in an hour are chance. */
export const FEWEST_RECEIPTS = 50;
/** Fewer hours than this are no history. */
export const FEWEST_HOURS = 12;
/** A fall within this many standard deviations of the usual share is chance. */
const DEVIATIONS = 3;
/** A median under this is never slow. */
const SLOW_SECONDS = 60;
/** The multiple of the usual median from which a median is slow. */
const SLOW_TIMES = 4;

/** The hours of the last two weeks that have enough receipts. */
export type History = {
  hours: number;
  /** Their middle. */
  usual: Rate;
  /** The share below which one hour of twenty is. */
  lowShare: number;
  /** The time above which one hour of twenty is; null where nothing was delivered. */
  slowSeconds: number | null;
};

/**
 * LOW where fewer messages are delivered than in nearly every hour of the history, and than chance
 * explains; SLOW where deliveries take longer than in nearly every hour.
 * @param points the fall of the share below the usual one that counts, in percent
 */
export function judgeRate(now: Rate, history: History | null, points: number): RateVerdict {
  if (history === null || history.hours < FEWEST_HOURS || now.receipts < FEWEST_RECEIPTS)
    return 'UNKNOWN';
  const { usual, lowShare, slowSeconds } = history;
  const deviation = Math.sqrt((usual.share * (1 - usual.share)) / now.receipts);
  const fall = Math.max(points / 100, DEVIATIONS * deviation);
  if (now.share < usual.share - fall && now.share < lowShare) return 'LOW';
  const isSlow =
    now.medianSeconds !== null &&
    usual.medianSeconds !== null &&
    slowSeconds !== null &&
    now.medianSeconds >= Math.max(SLOW_SECONDS, SLOW_TIMES * usual.medianSeconds) &&
    now.medianSeconds > slowSeconds;
  return isSlow ? 'SLOW' : 'USUAL';
}
