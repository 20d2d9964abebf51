/** The limits of idleness, in milliseconds of the browser's clock. */
export const IDLE_TIMEOUT = 30 * 60_000;
export const IDLE_WARNING = 5 * 60_000;
export const IDLE_CHECK = 1000;
const LEAST_BETWEEN = 1000;

/** The longest time until activity is reported to the server, which counts the 30 minutes too. */
const REPORT_INTERVAL = 60_000;

/** Storage key of the last activity, shared by all tabs. */
const ACTIVITY = 'tuma.activity';
/** Storage key of the last report to the server, shared by tabs with one session. */
const REPORT = 'tuma.report';
/** Written just before everything is cleared, so that other tabs can show the reason. */
const ENDED = 'tuma.ended';
const LANGUAGE = 'tuma.language';

export type Idleness =
  | { readonly kind: 'present' }
  | { readonly kind: 'warning'; /** Whole seconds, counting down to 1. */ readonly seconds: number }
  | { readonly kind: 'expired' };

/** Idleness by the time since the last activity. A clock that was set back counts as no idleness. */
export function idlenessAt(now: number, lastActivity: number): Idleness {
  const left = lastActivity + IDLE_TIMEOUT - now;
  if (left <= 0) return { kind: 'expired' };
  return left <= IDLE_WARNING
    ? { kind: 'warning', seconds: Math.ceil(left / 1000) }
    : { kind: 'present' };
}

/**
 * True when an event at `now` counts as activity: at most once a second, and not while the warning is
 * shown, which only its button ends. A tab that is opened again after the time is up stays expired.
 */
export function countsAsActivity(now: number, lastActivity: number): boolean {
  return now - lastActivity >= LEAST_BETWEEN && idlenessAt(now, lastActivity).kind === 'present';
}

/** The last activity in any tab of this browser; `now` where none is known. */
export function readActivity(now: number, storage: Storage = localStorage): number {
  const stored = Number(storage.getItem(ACTIVITY));
  // A time in the future was written before the clock was set back.
  return Number.isFinite(stored) && stored > 0 && stored <= now ? stored : now;
}

export function writeActivity(now: number, storage: Storage = localStorage): void {
  storage.setItem(ACTIVITY, String(now));
}

/** True when activity since the last report is due for a report, at most once an interval. */
export function isReportDue(now: number, lastActivity: number, lastReport: number): boolean {
  return lastActivity > lastReport && now - lastReport >= REPORT_INTERVAL;
}

/** When activity was last reported; 0 where it never was, or by a clock that was set back since. */
export function readReport(now: number, storage: Storage): number {
  const stored = Number(storage.getItem(REPORT));
  return Number.isFinite(stored) && stored > 0 && stored <= now ? stored : 0;
}

export function writeReport(time: number, storage: Storage): void {
  storage.setItem(REPORT, String(time));
}

/** True when a storage event means that another tab ended the session for inactivity. */
export function tellsOfIdleness(change: { key: string | null; newValue: string | null }): boolean {
  return change.key === ENDED && change.newValue !== null;
}

/** Clears the browser's storage, except the chosen language, and informs other tabs that the reason is inactivity. */
export function clearStorages(
  local: Storage = localStorage,
  session: Storage = sessionStorage,
): void {
  const language = local.getItem(LANGUAGE);
  local.setItem(ENDED, 'idle');
  local.clear();
  clearTab(session);
  if (language !== null) local.setItem(LANGUAGE, language);
}

/** Clears the storage of this tab, which another tab that ended the session for inactivity cannot reach. */
export function clearTab(session: Storage = sessionStorage): void {
  session.clear();
}
