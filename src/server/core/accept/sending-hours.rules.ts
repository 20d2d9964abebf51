import { momentOf, nextDay, wallClock } from '../../../contract/shared/zones.ts';

/**
 * A country's sending hours for one kind of sender ID: minutes from midnight in its time zone, on
 * ISO weekdays.
 */
export type SendingWindow = {
  country: string;
  opens: number;
  closes: number;
  days: readonly number[];
  timezone: string;
};

/**
 * `open` tells if sending is allowed at a moment; `opensAt` or `closesAt` tell when that changes.
 * Seconds since the epoch.
 */
export type OpenState = { open: boolean; opensAt: number | null; closesAt: number | null };

const MINUTE = 60;
// Eight days cover every weekday; each country may move the moment forward once a day.
const MOST_STEPS = 8 * 24;

/**
 * Combines windows: sending is allowed only while every one is open. `opensAt` is null if no hour
 * suits all.
 */
export function openStateAt(windows: readonly SendingWindow[], at: number): OpenState {
  if (windows.every((window) => isOpen(window, at)))
    return {
      open: true,
      opensAt: null,
      closesAt:
        windows.length === 0 ? null : Math.min(...windows.map((window) => closing(window, at))),
    };
  let moment = at;
  for (let step = 0; step < MOST_STEPS && moment - at < 15 * 86_400; step++) {
    const closed = windows.find((window) => !isOpen(window, moment));
    if (!closed) return { open: false, opensAt: moment, closesAt: null };
    moment = opening(closed, moment);
  }
  return { open: false, opensAt: null, closesAt: null };
}

function isOpen({ opens, closes, days, timezone }: SendingWindow, at: number): boolean {
  const { weekday, seconds } = wallClock(at, timezone);
  return days.includes(weekday) && seconds >= opens * MINUTE && seconds < closes * MINUTE;
}

/**
 * The time at which an open window closes. One that is open until midnight continues if the next
 * day starts open.
 */
function closing({ opens, closes, days, timezone }: SendingWindow, at: number): number {
  let { day, weekday } = wallClock(at, timezone);
  for (
    let passed = 0;
    passed < 7 && closes === 1440 && opens === 0 && days.includes((weekday % 7) + 1);
    passed++
  ) {
    day = nextDay(day);
    weekday = (weekday % 7) + 1;
  }
  return momentOf(day, closes * MINUTE, timezone);
}

/** The time at which a closed window opens next. */
function opening({ opens, days, timezone }: SendingWindow, at: number): number {
  let { day } = wallClock(at, timezone);
  const { weekday, seconds } = wallClock(at, timezone);
  for (let ahead = 0; ahead <= 7; ahead++, day = nextDay(day)) {
    const fits = days.includes(((weekday - 1 + ahead) % 7) + 1);
    if (fits && (ahead > 0 || seconds < opens * MINUTE))
      return momentOf(day, opens * MINUTE, timezone);
  }
  throw new Error('a window has no day');
}

/**
 * The time at which `seconds` of work that begins at `start` is done, if it pauses while a window
 * is closed.
 * @returns null if they are never all open, or if it would take more than two months
 */
export function finishWithin(
  windows: readonly SendingWindow[],
  start: number,
  seconds: number,
): number | null {
  let moment = start;
  let left = seconds;
  for (let day = 0; day < 60; day++) {
    const standing = openStateAt(windows, moment);
    if (!standing.open) {
      if (standing.opensAt === null) return null;
      moment = standing.opensAt;
      continue;
    }
    if (standing.closesAt === null || moment + left <= standing.closesAt) return moment + left;
    left -= standing.closesAt - moment;
    moment = standing.closesAt;
  }
  return null;
}
